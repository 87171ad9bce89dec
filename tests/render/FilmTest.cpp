// Picture files, videos and sequences of frames.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "render/FrameSequence.h"
#include "render/ImageWriter.h"
#include "render/VideoWriter.h"
#include "tests/render/MediaProbe.h"
#include "tests/render/TestBodies.h"

using namespace sinew;
using namespace sinew::test;
namespace fs = std::filesystem;

namespace {

/// A folder that goes with the test.
class Film : public ::testing::Test {
 protected:
  Film() {
    std::string name = (fs::temp_directory_path() / "sinew_film_XXXXXX").string();
    m_folder = mkdtemp(name.data());
  }
  ~Film() override { fs::remove_all(m_folder); }

  std::string path(const std::string& name) const { return (m_folder / name).string(); }
  int fileCount() const {
    return static_cast<int>(std::distance(fs::directory_iterator(m_folder), {}));
  }
  FilmOrder order(const std::string& name, int last) const {
    return {.path = path(name),
            .width = 64,
            .height = 48,
            .fps = 25,
            .first = 0,
            .last = last,
            .quality = Quality::Draft};
  }

 private:
  fs::path m_folder;
};

/// A ball that moves to the right, frame by frame.
Result<FilmFrame> movingBall(double frame) {
  FilmFrame film;
  film.snapshot = std::make_shared<Snapshot>(
      snapshotOf({{.name = "ball", .centre = Vec3(0.1 * frame, 1, 0), .across = 24}}));
  film.look = lookFrom(Vec3(0, 1, 5), Vec3(0, 1, 0));
  return film;
}

Image gradient(int width, int height) {
  Image image{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (const int value : {x * 5, y * 7, x + y, 255}) {
        image.rgba.push_back(static_cast<std::uint8_t>(value));
      }
    }
  }
  return image;
}

}  // namespace

TEST_F(Film, PngReadsBackPixelForPixel) {
  const Image image = gradient(33, 17);
  ASSERT_TRUE(writePng(image, path("a.png")));
  const DecodedMedia back = decodeMedia(path("a.png"));
  ASSERT_EQ(back.frames.size(), 1u);
  EXPECT_EQ(back.frames[0].width, 33);
  EXPECT_EQ(back.frames[0].rgba, image.rgba);
  EXPECT_EQ(fileCount(), 1);
}

TEST_F(Film, PngToAnUnwritablePathSaysSo) {
  const auto written = writePng(gradient(4, 4), path("no/such/folder/a.png"));
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::Io);
  EXPECT_NE(written.error().message.find("no/such/folder/a.png"), std::string::npos);
}

TEST_F(Film, Mp4HasExactlyItsFramesSizeRateAndColourTags) {
  const auto made = renderFilm(order("a.mp4", 36), movingBall, {}, {});
  ASSERT_TRUE(made) << made.error().message;
  const DecodedMedia video = decodeMedia(path("a.mp4"));
  EXPECT_EQ(video.frames.size(), 37u);
  EXPECT_EQ(video.declaredFrames, 37);
  EXPECT_EQ(video.codec, "h264");
  EXPECT_EQ(video.pixelFormat, "yuv420p");
  EXPECT_EQ(video.colours, "bt709/bt709/bt709/tv");
  EXPECT_DOUBLE_EQ(video.fps, 25);
  EXPECT_NEAR(video.seconds, 37 / 25.0, 1e-3);
  ASSERT_FALSE(video.frames.empty());
  EXPECT_EQ(video.frames[0].width, 64);
  EXPECT_EQ(video.frames[0].height, 48);
  EXPECT_EQ(fileCount(), 1);
}

TEST_F(Film, Mp4IndexStandsBeforeThePictures) {
  ASSERT_TRUE(renderFilm(order("a.mp4", 2), movingBall, {}, {}));
  std::ifstream file(path("a.mp4"), std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)), {});
  EXPECT_LT(bytes.find("moov"), bytes.find("mdat"));
}

TEST_F(Film, Mp4KeepsColours) {
  Image image{32, 32, {}};
  for (int i = 0; i < 32 * 32; ++i) image.rgba.insert(image.rgba.end(), {200, 60, 30, 255});
  auto writer = VideoWriter::open(path("a.mp4"), {32, 32, 24, 10});
  ASSERT_TRUE(writer);
  ASSERT_TRUE((*writer)->add(image));
  ASSERT_TRUE((*writer)->finish());
  const auto pixel = decodeMedia(path("a.mp4")).frames.at(0).at(16, 16);
  EXPECT_NEAR(pixel[0], 200, 4);
  EXPECT_NEAR(pixel[1], 60, 4);
  EXPECT_NEAR(pixel[2], 30, 4);
}

TEST_F(Film, FractionalFrameRatesAreKept) {
  FilmOrder ntsc = order("a.mp4", 3);
  ntsc.fps = 30000.0 / 1001;
  ASSERT_TRUE(renderFilm(ntsc, movingBall, {}, {}));
  EXPECT_NEAR(decodeMedia(path("a.mp4")).fps, 30000.0 / 1001, 1e-6);
}

TEST_F(Film, PngSequenceCarriesFrameNumbers) {
  FilmOrder some = order("f_%04d.png", 9);
  some.first = 8;
  ASSERT_TRUE(renderFilm(some, movingBall, {}, {}));
  EXPECT_TRUE(fs::exists(path("f_0008.png")));
  EXPECT_TRUE(fs::exists(path("f_0009.png")));
  EXPECT_EQ(fileCount(), 2);
}

TEST_F(Film, FrameNamesAreCheckedNotTrusted) {
  EXPECT_EQ(*frameFileName("a%d.png", 7, false), "a7.png");
  EXPECT_EQ(*frameFileName("a_%03d.png", 7, false), "a_007.png");
  EXPECT_EQ(*frameFileName("a.png", 7, true), "a.png");
  for (const char* bad : {"a.png", "a%s.png", "a%4f.png", "a%", "a%04d_%d.png", "a%999d.png"}) {
    const auto name = frameFileName(bad, 7, false);
    ASSERT_FALSE(name) << bad;
    EXPECT_EQ(name.error().code, ErrorCode::Usage);
  }
}

TEST_F(Film, OddSizesAreRefusedForVideo) {
  FilmOrder odd = order("a.mp4", 1);
  odd.width = 63;
  const auto made = renderFilm(odd, movingBall, {}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::Usage);
  EXPECT_NE(made.error().message.find("even"), std::string::npos);
  EXPECT_EQ(fileCount(), 0);
}

TEST_F(Film, UnknownEndingsAreRefused) {
  const auto made = renderFilm(order("a.gif", 1), movingBall, {}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::Usage);
}

TEST_F(Film, UnwritablePathsAreReported) {
  for (const char* name : {"no/folder/a.mp4", "no/folder/f_%04d.png"}) {
    const auto made = renderFilm(order(name, 5), movingBall, {}, {});
    ASSERT_FALSE(made) << name;
    EXPECT_EQ(made.error().code, ErrorCode::Io);
  }
}

TEST_F(Film, StoppingLeavesNoHalfFile) {
  std::stop_source stop;
  const auto stopAfterTwo = [&](int done, int) {
    if (done == 2) stop.request_stop();
  };
  const auto made = renderFilm(order("a.mp4", 30), movingBall, stopAfterTwo, stop.get_token());
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::Stopped);
  EXPECT_EQ(fileCount(), 0);
}

TEST_F(Film, StoppingKeepsAnOlderFileOfThatName) {
  std::ofstream(path("a.mp4")) << "older";
  std::stop_source stop;
  stop.request_stop();
  ASSERT_FALSE(renderFilm(order("a.mp4", 3), movingBall, {}, stop.get_token()));
  EXPECT_EQ(fs::file_size(path("a.mp4")), 5u);
  EXPECT_EQ(fileCount(), 1);
}

TEST_F(Film, ProgressCountsEveryFrame) {
  std::vector<int> seen;
  ASSERT_TRUE(renderFilm(order("a.mp4", 3), movingBall,
                         [&](int done, int all) {
                           seen.push_back(done);
                           EXPECT_EQ(all, 4);
                         },
                         {}));
  EXPECT_EQ(seen, (std::vector<int>{1, 2, 3, 4}));
}

TEST_F(Film, ErrorsOfTheSourceComeThrough) {
  const auto source = [](double frame) -> Result<FilmFrame> {
    if (frame == 2) return fail(ErrorCode::Diverged, "blew up");
    return movingBall(frame);
  };
  const auto made = renderFilm(order("a.mp4", 5), source, {}, {});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::Diverged);
  EXPECT_EQ(fileCount(), 0);
}

TEST_F(Film, AutomaticCameraStandsStill) {
  const auto source = [](double frame) {
    Result<FilmFrame> film = movingBall(10 * frame);
    film->look.camera.automatic = true;
    return film;
  };
  ASSERT_TRUE(renderFilm(order("f_%d.png", 2), source, {}, {}));
  const Image first = decodeMedia(path("f_0.png")).frames.at(0);
  const Image last = decodeMedia(path("f_2.png")).frames.at(0);
  EXPECT_NE(first.rgba, last.rgba);  // the ball left; a following camera would show the same
}

TEST_F(Film, SpeedSaysWhichFramesAreDrawnAndNumbersThePictures) {
  std::vector<double> asked;
  const auto source = [&](double frame) {
    asked.push_back(frame);
    return movingBall(frame);
  };
  FilmOrder slow = order("s_%d.png", 12);
  slow.first = 10;
  slow.speed = 0.5;
  EXPECT_EQ(picturesOf(slow), 5);
  ASSERT_TRUE(renderFilm(slow, source, {}, {}));
  EXPECT_EQ(asked, (std::vector<double>{10, 10.5, 11, 11.5, 12}));
  for (const char* name : {"s_10.png", "s_14.png"}) EXPECT_TRUE(fs::exists(path(name))) << name;
  EXPECT_EQ(fileCount(), 5);
  asked.clear();
  FilmOrder fast = order("f.mp4", 7);
  fast.speed = 2;
  ASSERT_TRUE(renderFilm(fast, source, {}, {}));
  EXPECT_EQ(asked, (std::vector<double>{0, 2, 4, 6}));
  EXPECT_EQ(decodeMedia(path("f.mp4")).frames.size(), 4u);
  fast.speed = 0;
  EXPECT_FALSE(renderFilm(fast, source, {}, {}));
}

TEST_F(Film, AStampIsOnThePictureAndNowhereElse) {
  ASSERT_TRUE(renderFilm(order("plain_%d.png", 1), movingBall, {}, {}));
  FilmOrder stamped = order("stamped_%d.png", 1);
  stamped.stamp = [](Image& image, double frame, double) {
    image.rgba[0] = static_cast<std::uint8_t>(200 + frame);
  };
  ASSERT_TRUE(renderFilm(stamped, movingBall, {}, {}));
  const Image plain = decodeMedia(path("plain_1.png")).frames.at(0);
  Image image = decodeMedia(path("stamped_1.png")).frames.at(0);
  EXPECT_EQ(image.rgba[0], 201);
  image.rgba[0] = plain.rgba[0];
  EXPECT_EQ(image.rgba, plain.rgba);
}
