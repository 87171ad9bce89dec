// Whatever happened to a file, reading it gives what was recorded or an error.
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "core/io/clip/Database.h"
#include "core/io/clip/FrameCodec.h"
#include "core/io/clip/Verify.h"
#include "tests/support/ClipScenes.h"

namespace sinew::test {
namespace {

/// Reads everything; every frame that can be read must be as it was recorded.
void readAll(const std::filesystem::path& path, const World& world, const RecordedRun& run) {
  const auto clip = ClipReader::open(path);
  if (!clip) {
    EXPECT_FALSE(clip.error().message.empty());
    return;
  }
  for (std::size_t i = 0; i < (*clip)->frames().size(); ++i) {
    const std::uint64_t number = (*clip)->frames()[i].number;
    if (const auto shot = (*clip)->snapshot(i)) {
      ASSERT_LT(number, run.shots.size());
      EXPECT_EQ((*shot)->positions, run.shots[number]->positions);
    }
    if (const auto state = (*clip)->state(i, world)) {
      EXPECT_EQ(*state, run.states[number]);
    }
  }
}

TEST(ClipDamage, FlippedBytesAreNoticed) {
  const TemporaryFolder folder;
  const auto world = pendulums("euler").world();
  const RecordedRun run = record(world, folder / "a.clip", 0.2, grabs());
  const std::string sound = readFile(folder / "a.clip");
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 200; ++trial) {
    std::string bytes = sound;
    const int flips = 1 + static_cast<int>(random() % 3);
    // Half of the trials hit the first pages, where the structure is.
    const std::size_t reach =
        trial % 2 == 0 ? bytes.size() : std::min<std::size_t>(16384, bytes.size());
    for (int i = 0; i < flips; ++i) {
      bytes[random() % reach] ^= static_cast<char>(1U << (random() % 8));
    }
    writeFile(folder / "b.clip", bytes);
    readAll(folder / "b.clip", *world, run);
  }
}

TEST(ClipDamage, ShortenedFilesAreNoticed) {
  const TemporaryFolder folder;
  const auto world = pendulums("euler").world();
  const RecordedRun run = record(world, folder / "a.clip", 0.2);
  const std::string sound = readFile(folder / "a.clip");
  for (std::size_t cut = 0; cut < 40; ++cut) {
    writeFile(folder / "b.clip", sound.substr(0, sound.size() * cut / 40));
    readAll(folder / "b.clip", *world, run);
  }
}

TEST(ClipDamage, ForeignFilesAreRefused) {
  const TemporaryFolder folder;
  writeFile(folder / "empty", "");
  writeFile(folder / "text", std::string(5000, 'x'));
  writeFile(folder / "start", "SQLite format 3");
  {
    auto other = Database::open(folder / "other", Database::Mode::Create);
    ASSERT_TRUE(other);
    ASSERT_TRUE(other->run("CREATE TABLE frames(number)"));
  }
  for (const char* name : {"empty", "text", "start", "other"}) {
    const auto clip = ClipReader::open(folder / name);
    ASSERT_FALSE(clip) << name;
    EXPECT_EQ(clip.error().code, ErrorCode::Invalid) << name << ": " << clip.error().message;
  }
  EXPECT_FALSE(looksLikeClip(folder / "text"));
  EXPECT_TRUE(looksLikeClip(folder / "other"));
  EXPECT_EQ(ClipReader::open(folder / "absent").error().code, ErrorCode::Io);
  EXPECT_EQ(ClipReader::open(folder / "").error().code, ErrorCode::Io);
}

/// What opening, or reading the first frame of, a clip gives after its tables were changed.
Error errorAfter(const char* sql, const std::function<void(Database&)>& change = {}) {
  const TemporaryFolder folder;
  const auto world = pendulums("euler").world();
  record(world, folder / "a.clip", 0.1);
  {
    auto database = Database::open(folder / "a.clip", Database::Mode::Write);
    if (sql) {
      const auto done = database->run(sql);
      EXPECT_TRUE(done) << done.error().message;
    }
    if (change) change(*database);
  }
  const auto clip = ClipReader::open(folder / "a.clip");
  if (!clip) return clip.error();
  const auto shot = (*clip)->snapshot(0);
  if (!shot) return shot.error();
  const auto state = (*clip)->state(0, *world);
  return state ? Error{ErrorCode::Usage, "all is well", {}} : state.error();
}

TEST(ClipDamage, ChangedTablesAreNoticed) {
  EXPECT_EQ(errorAfter("UPDATE frames SET time = 3 WHERE number = 0").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("UPDATE scenes SET text = '{}'").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("DELETE FROM frames WHERE number = 1").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("DELETE FROM frames").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("DELETE FROM scenes").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("DELETE FROM states").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("DELETE FROM meta WHERE key = 'fps'").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("DROP TABLE layout").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("DROP TABLE shapes").code, ErrorCode::Usage);  // as in older clips: it plays
  EXPECT_EQ(errorAfter("DELETE FROM layout WHERE number = 3").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("UPDATE pictures SET positions = zeroblob(12)").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("CREATE VIEW x AS SELECT 1").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("PRAGMA application_id = 1").code, ErrorCode::Invalid);
  EXPECT_EQ(errorAfter("PRAGMA user_version = 99").code, ErrorCode::Mismatch);
}

TEST(ClipDamage, SoundChecksumsDoNotExcuseWrongSizes) {
  const std::vector<std::byte> few(24);
  const auto positions = errorAfter("DELETE FROM pictures WHERE number = 0", [&](Database& db) {
    auto row = db.prepare("INSERT INTO pictures VALUES(?,?,?,?)");
    EXPECT_TRUE(row->integer(0).blob(few).blob(few).insert());
  });
  EXPECT_EQ(positions.code, ErrorCode::Invalid);
  const auto corner = errorAfter("DELETE FROM models WHERE number = 0", [](Database& db) {
    const std::vector<std::uint32_t> triangle = {0, 1, 1000000};
    const std::vector<float> material(9);
    auto row = db.prepare("INSERT INTO models VALUES(?,?,?,?,?,?,?,?,?)");
    EXPECT_TRUE(row->integer(0)
                    .text("bob")
                    .text("particle")
                    .integer(1)
                    .integer(0)
                    .integer(3)
                    .blob(std::as_bytes(std::span(triangle)))
                    .blob(std::as_bytes(std::span(material)))
                    .insert());
  });
  EXPECT_EQ(corner.code, ErrorCode::Invalid);
  const auto shape = errorAfter("DELETE FROM shapes WHERE number = 0", [&](Database& db) {
    const std::vector<float> period(3);
    auto row = db.prepare("INSERT INTO shapes VALUES(?,?,?,?,?)");
    EXPECT_TRUE(
        row->integer(0).integer(2).blob(std::as_bytes(std::span(period))).blob(few).insert());
  });
  EXPECT_EQ(shape.code, ErrorCode::Invalid);
  const auto state = errorAfter("DELETE FROM states WHERE number = 0", [](Database& db) {
    const std::vector<std::uint64_t> huge = {~0ULL, 0};
    auto row = db.prepare("INSERT INTO states VALUES(?,?,?)");
    EXPECT_TRUE(row->integer(0).blob(std::as_bytes(std::span(huge))).insert());
  });
  EXPECT_EQ(state.code, ErrorCode::Invalid);
}

/// Puts other positions into a frame of a clip; `alsoDo` has the clip open for writing.
void changePositions(const std::filesystem::path& path, std::uint64_t frame,
                     const std::function<void(std::vector<float>&)>& change,
                     const std::function<void(Database&)>& alsoDo = {}) {
  const auto shot = *openClip(path)->snapshot(frame);
  std::vector<float> positions = shot->positions;
  change(positions);
  ByteWriter picture;
  encodePicture(*shot, picture);
  auto db = Database::open(path, Database::Mode::Write);
  ASSERT_TRUE(db);
  ASSERT_TRUE(db->run(("DELETE FROM pictures WHERE number = " + std::to_string(frame)).c_str()));
  auto row = db->prepare("INSERT INTO pictures VALUES(?,?,?,?)");
  ASSERT_TRUE(
      row->integer(frame).blob(std::as_bytes(std::span(positions))).blob(picture.bytes()).insert());
  if (alsoDo) alsoDo(*db);
}

// Whoever changes a picture can write its checksum too; but not make it that of the state.
TEST(ClipDamage, APictureThatIsNotOfItsStateIsNotVerified) {
  const TemporaryFolder folder;
  record(pendulums("euler").world(), folder / "a.clip", 0.1);
  EXPECT_TRUE(verifyClip(*openClip(folder / "a.clip"), builtins())->same);
  changePositions(folder / "a.clip", 1, [](auto& positions) { positions[100] += 1e-6F; });
  const auto verified = verifyClip(*openClip(folder / "a.clip"), builtins());
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_FALSE(verified->same);
  EXPECT_EQ(verified->frame, 1u);
  EXPECT_EQ(verified->slice, "bob/picture");
  EXPECT_NE(verified->message.find("the picture of frame 1"), std::string::npos);
}

// All that the scene draws is there, and something besides.
TEST(ClipDamage, APictureOfMoreThanItsStateIsNotVerified) {
  const TemporaryFolder folder;
  const auto world = pendulums("euler").world();
  record(world, folder / "a.clip", 0.1);
  const auto addModel = [&](Database& db) {
    const std::vector<float> material(3);
    auto row = db.prepare("INSERT INTO models VALUES(?,?,?,?,?,?,?,?,?)");
    EXPECT_TRUE(row->integer(world->parts().size())
                    .text("ghost")
                    .text("particle")
                    .integer(1)
                    .integer(world->topology()->vertexCount)
                    .integer(1)
                    .blob({})
                    .blob(std::as_bytes(std::span(material)))
                    .insert());
  };
  changePositions(
      folder / "a.clip", 0,
      [](auto& positions) {
        positions.insert(positions.end(), {1, 2, 3});
      },
      addModel);
  const auto verified = verifyClip(*openClip(folder / "a.clip"), builtins());
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_FALSE(verified->same);
  EXPECT_EQ(verified->frame, 0u);
  EXPECT_EQ(verified->slice, "ghost/picture");
}

/// One column of a row.
struct Cell {
  std::uint64_t integer = 0;
  double real = 0;
  std::string bytes;
};

/// Changes a row of a clip's table, and its checksum with it. Types are as in Statement::next.
void rewrite(Database& db, const std::string& table, const std::string& types, int number,
             const std::function<void(std::vector<Cell>&)>& change) {
  const std::string where = table + " WHERE rowid = " + std::to_string(number);
  std::vector<Cell> cells(types.size());
  std::string places = "?";
  {
    auto row = db.prepare(("SELECT * FROM " + where).c_str());
    ASSERT_TRUE(row) << row.error().message;
    const auto found = row->next(types);
    ASSERT_TRUE(found && *found) << table;
    for (std::size_t i = 0; i < types.size(); ++i) {
      const int column = static_cast<int>(i);
      places += ",?";
      if (types[i] == 'i') cells[i].integer = row->integerAt(column);
      if (types[i] == 'r') cells[i].real = row->realAt(column);
      if (types[i] == 't') cells[i].bytes = std::string(row->textAt(column));
      if (types[i] != 'b') continue;
      const ByteSpan blob = row->blobAt(column);
      cells[i].bytes.assign(reinterpret_cast<const char*>(blob.data()), blob.size());
    }
  }
  change(cells);
  ASSERT_TRUE(db.run(("DELETE FROM " + where).c_str()));
  auto row = db.prepare(("INSERT INTO " + table + " VALUES(" + places + ")").c_str());
  ASSERT_TRUE(row) << row.error().message;
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (types[i] == 'i') row->integer(cells[i].integer);
    if (types[i] == 'r') row->real(cells[i].real);
    if (types[i] == 't') row->text(cells[i].bytes);
    if (types[i] == 'b') row->blob(std::as_bytes(std::span(cells[i].bytes)));
  }
  ASSERT_TRUE(row->insert());
}

/// Something that pictures or going on depend on is made another in a clip.
struct Change {
  const char* slice;  ///< where it is to be noticed
  std::function<void(Database&)> make;
};

std::vector<Change> changesOfLooks() {
  constexpr int kJelly = 5, kHook = 0;  // numbers in pendulums()
  const auto flipByte = [](std::size_t column, std::size_t byte) {
    return [=](std::vector<Cell>& cells) { cells[column].bytes[byte] ^= 1; };
  };
  return {
      {"jelly/triangles",
       [=](Database& db) {
         rewrite(db, "models", "ittiiibb", kJelly, [](std::vector<Cell>& cells) {
           std::swap(cells[6].bytes[0], cells[6].bytes[4]);  // two corners of a triangle
         });
       }},
      {"jelly/material",
       [=](Database& db) { rewrite(db, "models", "ittiiibb", kJelly, flipByte(7, 20)); }},
      {"jelly/rest", [=](Database& db) { rewrite(db, "shapes", "iibb", kJelly, flipByte(3, 20)); }},
      {"hook/glyph",
       [=](Database& db) {
         rewrite(db, "glyphs", "itt", kHook,
                 [](std::vector<Cell>& cells) { cells[2].bytes = "notch"; });
       }},
      {"hook/glyph",  // where its first end is, in the picture of a frame
       [=](Database& db) { rewrite(db, "pictures", "ibb", 1, flipByte(2, 40)); }},
      {"time",
       [=](Database& db) {
         rewrite(db, "frames", "irii", 1, [](std::vector<Cell>& cells) { ++cells[2].integer; });
       }},
      {"scenes/0",
       [=](Database& db) {
         rewrite(db, "scenes", "iit", 0, [](std::vector<Cell>& cells) {
           cells[2].bytes.replace(cells[2].bytes.find("\"bob\""), 5,
                                  "\"bob\", \"colour\": [1, 0, 0]");
         });
       }},
  };
}

TEST(ClipDamage, WhatPicturesDependOnIsVerified) {
  const TemporaryFolder folder;
  record(pendulums("euler").world(), folder / "a.clip", 0.1);
  const std::string sound = readFile(folder / "a.clip");
  for (const Change& change : changesOfLooks()) {
    writeFile(folder / "b.clip", sound);
    {
      auto db = Database::open(folder / "b.clip", Database::Mode::Write);
      ASSERT_TRUE(db);
      change.make(*db);
    }
    const auto verified = verifyClip(*openClip(folder / "b.clip"), builtins());
    ASSERT_TRUE(verified) << change.slice << ": " << verified.error().message;
    EXPECT_FALSE(verified->same) << change.slice;
    EXPECT_EQ(verified->slice, change.slice);
    EXPECT_NE(verified->message.find(change.slice), std::string::npos) << verified->message;
  }
}

// They hold no hashes of their scenes, and other versions made their meshes.
TEST(ClipDamage, ClipsOfEarlierVersionsAreVerifiedAsTheyWere) {
  const TemporaryFolder folder;
  record(pendulums("euler").world(), folder / "a.clip", 0.1);
  EXPECT_TRUE(verifyClip(*openClip(folder / "a.clip"), builtins())->looksCompared);
  {
    auto db = Database::open(folder / "a.clip", Database::Mode::Write);
    ASSERT_TRUE(db);
    ASSERT_TRUE(db->run("DROP TABLE scene_hashes"));
    for (const Change& change : changesOfLooks()) change.make(*db);
  }
  const auto verified = verifyClip(*openClip(folder / "a.clip"), builtins());
  ASSERT_TRUE(verified) << verified.error().message;
  EXPECT_TRUE(verified->same) << verified->message;
  EXPECT_FALSE(verified->looksCompared);
}

}  // namespace
}  // namespace sinew::test
