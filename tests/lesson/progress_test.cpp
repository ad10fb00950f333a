#include "lesson/progress.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <fstream>

#include "base/error.h"
#include "base/files.h"

using namespace mha::lesson;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "mha-progress-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  fs::path file() const { return path / "state" / "progress.json"; }
};

}  // namespace

TEST_CASE("progress: what was saved is read again") {
  const Folder folder;
  {
    Progress p(folder.file());
    p.set_current("b");
    p.lesson("a").done = true;
    p.lesson("b").step = 4;
    p.lesson("b").answers["predict-x"] = {"x.shape", "(2, 3)", true, 2, 1,
                                              true, 1700000000, 3, 1700259200};
    p.save();
  }
  const Progress p(folder.file());
  CHECK(p.current() == "b");
  CHECK(p.find("a")->done);
  CHECK(p.find("b")->step == 4);
  const Answer& a = p.find("b")->answers.at("predict-x");
  CHECK(a.question == "x.shape");
  CHECK(a.said == "(2, 3)");
  CHECK(a.tries == 2);
  CHECK(a.looked_up);
  CHECK(a.interval_days == 3);
  CHECK(a.due == 1700259200);
  CHECK(p.find("c") == nullptr);
}

TEST_CASE("progress: two tutors at once keep what the other wrote") {
  const Folder folder;
  Progress first(folder.file());
  Progress second(folder.file());
  first.lesson("a").step = 3;
  first.save();
  second.lesson("b").step = 5;
  second.save();
  const Progress both(folder.file());
  CHECK(both.find("a")->step == 3);
  CHECK(both.find("b")->step == 5);
}

TEST_CASE("progress: a file of a newer version is refused and left alone") {
  const Folder folder;
  const std::string newer = "{\"version\": 99, \"lessons\": {}}";
  mha::write_file_atomic(folder.file(), newer);
  CHECK_THROWS_WITH_AS(Progress{folder.file()}, doctest::Contains("newer mha-tutor"),
                       mha::Error);
  CHECK(mha::read_file(folder.file(), 1000) == newer);
}

TEST_CASE("progress: a file that is no progress is refused and left alone") {
  const Folder folder;
  for (const char* text : {"", "{", "[]", "{\"version\": 1, \"lessons\": 3}", "\x00\xff"}) {
    CAPTURE(text);
    mha::write_file_atomic(folder.file(), text);
    CHECK_THROWS_WITH_AS(Progress{folder.file()}, doctest::Contains("left as it is"),
                         mha::Error);
    CHECK(mha::read_file(folder.file(), 1000) == text);
  }
}
