// Pictures on materials: read from files, and drawn where they belong.
#include <gmock/gmock.h>

#include <chrono>
#include <functional>
#include <future>

#include "render/ImageWriter.h"
#include "render/TextureShelf.h"
#include "tests/render/PictureStudio.h"
#include "tests/support/ClipScenes.h"
#include "tests/support/Mutation.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;
using Bytes = std::array<std::uint8_t, 4>;

constexpr Bytes kRed = {255, 0, 0, 255}, kGreen = {0, 255, 0, 255}, kBlue = {0, 0, 255, 255},
                kYellow = {255, 255, 0, 255};

Image painted(int width, int height, const std::function<Bytes(int x, int y)>& colour) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const Bytes bytes = colour(x, y);
      image.rgba.insert(image.rgba.end(), bytes.begin(), bytes.end());
    }
  }
  return image;
}

/// Red and green above, blue and yellow below.
Image quarters(int side) {
  return painted(side, side, [side](int x, int y) {
    const bool right = x >= side / 2, below = y >= side / 2;
    return below ? (right ? kYellow : kBlue) : (right ? kGreen : kRed);
  });
}

class Texture : public ::testing::Test {
 protected:
  std::filesystem::path written(const std::string& name, const Image& image) const {
    EXPECT_TRUE(writePng(image, (m_folder / name).string()));
    return m_folder / name;
  }
  /// A look that shows colours as they are, with this picture on all parts of the snapshot.
  static FrameLook wearing(const Snapshot& snapshot, const std::filesystem::path& file) {
    FrameLook look = lookFrom(Vec3(0, 0, 4), Vec3(0, 0, 0));
    look.ground.shown = false;
    look.suns.clear();
    look.sky.intensity = 0;
    look.backdrop.top = look.backdrop.bottom = Colour::Zero();
    look.overlays.threads = false;
    MaterialLook material;
    material.colour = Colour::Ones();
    material.glow = 1;
    material.texture = file.filename().string();
    material.textureSize = 1;
    for (const auto& part : snapshot.topology->parts)
      look.parts.push_back({part.part, material, true});
    TextureShelf().dress(look, std::vector{file.parent_path()}, TextureShelf::Reading::AtOnce);
    return look;
  }
  static Snapshot at0(const SceneBuilder& builder) {
    const auto world = builder.world();
    const Simulator simulator(world);
    return *SnapshotMaker(world).make(simulator.state());
  }
  /// Which of the four colours is seen at a place of the world: "red", "none".
  std::string colourAt(const FrameLook& look, const Image& image, const Vec3& place) const {
    const auto [x, y] = m_studio.pixelOf(look, place);
    const auto [r, g, b, a] = image.at(x, y);
    if (r < 60 && g < 60 && b < 60) return "none";
    if (r > 180 && g > 180 && b > 180) return "white";
    if (r > b + 60 && g > b + 60) return "yellow";
    return r > g && r > b ? "red" : g > b ? "green" : "blue";
  }
  Image drawn(const Snapshot& snapshot, const FrameLook& look) {
    return m_studio.draw(snapshot, look, Quality::Live);
  }

  TemporaryFolder m_folder;
  PictureStudio m_studio{200, 200};
};

TEST_F(Texture, IsReadToTheLastPixel) {
  const auto image = readTexture(written("a.png", quarters(4)));
  ASSERT_TRUE(image) << image.error().message;
  ASSERT_EQ(image->levels.size(), 3u);
  EXPECT_EQ(image->levels[0].rgba, quarters(4).rgba);
  EXPECT_EQ(image->levels[1].rgba, quarters(2).rgba);
  EXPECT_EQ(image->levels[2].width, 1);
  EXPECT_DOUBLE_EQ(image->aspect, 1);
}

TEST_F(Texture, IsAsBrightFromAfar) {
  const Bytes white = {255, 255, 255, 255}, black = {0, 0, 0, 255};
  const auto image = readTexture(
      written("a.png", painted(8, 8, [&](int x, int) { return x % 2 ? white : black; })));
  ASSERT_TRUE(image);
  EXPECT_NEAR(image->levels.back().rgba[0], 188, 1)
      << "half the light of white in sRGB, not half 255";
}

TEST_F(Texture, HasSidesThatArePowersOfTwoAndKeepsItsAspect) {
  const auto image = readTexture(written("a.png", quarters(100)));
  const auto wide =
      readTexture(written("b.png", painted(300, 100, [](int, int) { return kGreen; })));
  ASSERT_TRUE(image && wide);
  EXPECT_EQ(image->levels[0].width, 128);
  EXPECT_EQ(wide->levels[0].width, 512);
  EXPECT_EQ(wide->levels[0].height, 128);
  EXPECT_NEAR(wide->aspect, 1.0 / 3, 1e-12);
  EXPECT_EQ(wide->levels.back().rgba[1], 255);
}

TEST_F(Texture, ThatIsHugeIsScaledDown) {
  const auto image =
      readTexture(written("a.png", painted(5000, 20, [](int, int) { return kBlue; })));
  ASSERT_TRUE(image) << image.error().message;
  EXPECT_EQ(image->levels[0].width, kLargestTexture);
}

TEST_F(Texture, ThatIsNoPictureSaysSo) {
  const auto why = [&](const std::string& name, const std::string& content) {
    writeFile(m_folder / name, content);
    const auto image = readTexture(m_folder / name);
    EXPECT_FALSE(image);
    EXPECT_THAT(image.error().where, HasSubstr(name));
    return image.error().message;
  };
  EXPECT_THAT(why("text.png", "hello"), HasSubstr("neither a PNG nor a JPEG"));
  EXPECT_THAT(why("empty.png", ""), HasSubstr("neither a PNG nor a JPEG"));
  EXPECT_THAT(why("broken.jpg", "\xFF\xD8\xFF nothing"), HasSubstr("cannot be decoded"));
  const std::string whole = readFile(written("whole.png", quarters(64)));
  EXPECT_THAT(why("cut.png", whole.substr(0, 40)), HasSubstr("cannot be decoded"));
  EXPECT_THAT(readTexture(m_folder / "none.png").error().message, HasSubstr("no such file"));
}

TEST_F(Texture, DamagedFilesAreReadOrRefusedSoak) {
  constexpr double kMegabytes = 1500;
  const std::string sound = readFile(written("whole.png", quarters(64)));
  Seeded random(40);
  for (int i = 0; i < 500; ++i) {
    writeFile(m_folder / "x.png", mutated(sound, random));
    const Ended ended = endOf([&] { (void)readTexture(m_folder / "x.png"); }, 30);
    EXPECT_TRUE(ended.well()) << i << ": signal " << ended.signal;
    EXPECT_LT(ended.megabytes, kMegabytes) << i;
  }
}

TEST_F(Texture, IsReadOnceForAllWhoWearIt) {
  const std::filesystem::path file = written("a.png", quarters(8));
  FrameLook look;
  look.parts.resize(3);
  for (PartLook& part : look.parts) part.material.texture = "a.png";
  TextureShelf shelf;
  const std::vector folders = {file.parent_path()};
  for (int frame = 0; frame < 5; ++frame) shelf.dress(look, folders, TextureShelf::Reading::AtOnce);
  EXPECT_EQ(shelf.read(), 1);
  EXPECT_NE(look.parts[0].material.picture, nullptr);
  EXPECT_EQ(look.parts[0].material.picture, look.parts[2].material.picture);
}

TEST_F(Texture, ThatIsMissingIsRemarkedOnceAndLeavesThePlainColour) {
  FrameLook look;
  look.parts.resize(2);
  for (PartLook& part : look.parts) part.material.texture = "none.png";
  TextureShelf shelf;
  const std::vector<std::filesystem::path> folders = {m_folder / ""};
  shelf.dress(look, folders, TextureShelf::Reading::AtOnce);
  shelf.dress(look, folders, TextureShelf::Reading::AtOnce);
  const auto remarks = shelf.takeRemarks();
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].texture, "none.png");
  EXPECT_THAT(remarks[0].why, HasSubstr((m_folder / "none.png").string()));
  EXPECT_EQ(look.parts[0].material.picture, nullptr);
}

TEST_F(Texture, ThatIsReadLaterArrives) {
  const std::filesystem::path file = written("a.png", quarters(8));
  FrameLook look;
  look.parts.resize(1);
  look.parts[0].material.texture = "a.png";
  std::promise<void> arrived;
  TextureShelf shelf([&arrived] { arrived.set_value(); });
  const std::vector folders = {file.parent_path()};
  shelf.dress(look, folders, TextureShelf::Reading::Later);
  EXPECT_EQ(look.parts[0].material.picture, nullptr);
  arrived.get_future().wait();
  shelf.dress(look, folders, TextureShelf::Reading::Later);
  EXPECT_NE(look.parts[0].material.picture, nullptr);
}

TEST_F(Texture, LiesUprightOnTheFrontOfABox) {
  SceneBuilder scene;
  scene.part("box", "box", {{"size", Value(Vec3(1, 1, 1))}});
  const Snapshot snapshot = at0(scene);
  const FrameLook look = wearing(snapshot, written("a.png", quarters(64)));
  const Image image = drawn(snapshot, look);
  EXPECT_EQ(colourAt(look, image, Vec3(-0.25, 0.25, 0.5)), "red");
  EXPECT_EQ(colourAt(look, image, Vec3(0.25, 0.25, 0.5)), "green");
  EXPECT_EQ(colourAt(look, image, Vec3(-0.25, -0.25, 0.5)), "blue");
  EXPECT_EQ(colourAt(look, image, Vec3(0.25, -0.25, 0.5)), "yellow");
  EXPECT_EQ(colourAt(look, image, Vec3(1, 1, 0)), "none");
}

TEST_F(Texture, IsTurnedCounterClockwise) {
  SceneBuilder scene;
  scene.part("box", "box", {{"size", Value(Vec3(1, 1, 1))}});
  const Snapshot snapshot = at0(scene);
  FrameLook look = wearing(snapshot, written("a.png", quarters(64)));
  look.parts[0].material.textureTurn = std::acos(-1.0) / 2;
  EXPECT_EQ(colourAt(look, drawn(snapshot, look), Vec3(-0.25, 0.25, 0.5)), "green");
}

TEST_F(Texture, GoesWithAPartThatBeginsElsewhereOrTurned) {
  const Vec3 place(0.3, -0.2, 0.1);
  const Quat turn(Eigen::AngleAxisd(0.4, Vec3::UnitZ()));
  SceneBuilder scene;
  scene.part("superquadric", "stone",
             {{"radii", Value(Vec3(0.5, 0.5, 0.5))},
              {"exponent_u", 0.2},
              {"exponent_v", 0.2},
              {"position", Value(place)},
              {"orientation", Value(turn)}});
  const Snapshot snapshot = at0(scene);
  const FrameLook look = wearing(snapshot, written("a.png", quarters(64)));
  const Image image = drawn(snapshot, look);
  const auto seen = [&](double x, double y) {
    return colourAt(look, image, place + turn * Vec3(x, y, 0.49));
  };
  EXPECT_EQ(seen(-0.2, 0.2), "red");
  EXPECT_EQ(seen(0.2, 0.2), "green");
  EXPECT_EQ(seen(-0.2, -0.2), "blue");
  EXPECT_EQ(seen(0.2, -0.2), "yellow");
}

TEST_F(Texture, StaysWithTheMaterialAsItMovesAndDeforms) {
  SceneBuilder scene;
  scene.part("superquadric", "stone", {{"radii", Value(Vec3(0.5, 0.5, 0.5))}});
  Snapshot snapshot = at0(scene);
  const FrameLook look = wearing(snapshot, written("a.png", quarters(64)));
  const auto moved = [](const Vec3& x) {  // turned on its head, sheared and drawn long
    return Vec3(-1.3 * x.x() - 0.3 * x.y() + 0.1, -0.8 * x.y() - 0.1, x.z());
  };
  for (std::size_t i = 0; i < snapshot.positions.size(); i += 3) {
    Eigen::Map<Eigen::Vector3f> at(snapshot.positions.data() + i);
    at = moved(at.cast<double>()).cast<float>();
  }
  const Image image = drawn(snapshot, look);
  const auto seen = [&](double x, double y) {
    return colourAt(look, image, moved(Vec3(x, y, 0.45)));
  };
  EXPECT_EQ(seen(-0.15, 0.15), "red");
  EXPECT_EQ(seen(0.15, 0.15), "green");
  EXPECT_EQ(seen(-0.15, -0.15), "blue");
  EXPECT_EQ(seen(0.15, -0.15), "yellow");
}

TEST_F(Texture, RunsAlongARope) {
  SceneBuilder scene;
  scene.part("rope", "rope",
             {{"length", 1.0}, {"radius", 0.05}, {"position", Value(Vec3(-0.5, 0, 0))}});
  const Snapshot snapshot = at0(scene);
  const FrameLook look =
      wearing(snapshot,
              written("a.png", painted(64, 64, [](int x, int) { return x < 32 ? kRed : kBlue; })));
  const Image image = drawn(snapshot, look);
  // It begins in the middle of the picture.
  const auto along = [&](double s) {
    Vec3 sum = Vec3::Zero();
    double count = 0;
    for (std::size_t i = 0; i < snapshot.topology->parts[0].mesh.material.size(); ++i) {
      if (std::abs(snapshot.topology->parts[0].mesh.material[i][0] - s) > 0.03) continue;
      sum += Eigen::Map<const Eigen::Vector3f>(snapshot.positions.data() + 3 * i).cast<double>();
      ++count;
    }
    return colourAt(look, image, sum / count);
  };
  EXPECT_EQ(along(0.25), "blue");
  EXPECT_EQ(along(0.75), "red");
}

TEST_F(Texture, IsMultipliedWithTheColourAndGoneWhereStrainIsShown) {
  SceneBuilder scene;
  scene.part("box", "box", {{"size", Value(Vec3(1, 1, 1))}});
  const Snapshot snapshot = at0(scene);
  FrameLook look = wearing(snapshot, written("a.png", quarters(64)));
  look.parts[0].material.colour = Colour(1, 0, 0);
  Image image = drawn(snapshot, look);
  EXPECT_EQ(colourAt(look, image, Vec3(0.25, -0.25, 0.5)), "red");    // of yellow
  EXPECT_EQ(colourAt(look, image, Vec3(-0.25, -0.25, 0.5)), "none");  // of blue
  look.overlays.strain = true;
  image = drawn(snapshot, look);
  EXPECT_NE(colourAt(look, image, Vec3(-0.25, -0.25, 0.5)), "none");
}

TEST_F(Texture, GoesByMaterialAndNotByPart) {
  SceneBuilder scene;
  scene.part("box", "left",
             {{"size", Value(Vec3(0.9, 0.9, 0.9))}, {"position", Value(Vec3(-0.5, 0, 0))}});
  scene.part("box", "right",
             {{"size", Value(Vec3(0.9, 0.9, 0.9))}, {"position", Value(Vec3(0.5, 0, 0))}});
  const Snapshot snapshot = at0(scene);
  FrameLook look = wearing(snapshot, written("a.png", quarters(64)));
  look.parts[1].material.picture = nullptr;
  const Image image = drawn(snapshot, look);
  EXPECT_EQ(colourAt(look, image, Vec3(-0.7, 0.2, 0.45)), "red");
  EXPECT_EQ(colourAt(look, image, Vec3(0.3, 0.2, 0.45)), "white");
}

}  // namespace
}  // namespace sinew::test
