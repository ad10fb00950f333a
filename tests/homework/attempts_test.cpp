#include "homework/verdict/attempts.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <fstream>
#include <thread>

#include "base/error.h"
#include "base/files.h"

using namespace mha::homework;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path;
  Folder() {
    std::string name = (fs::temp_directory_path() / "mha-attempts-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  fs::path file() const { return path / "state" / "attempts.json"; }
};

Result result(Verdict verdict, int points) {
  Result r;
  r.file = "mha.py";
  r.assignment = "multi-head";
  r.verdict = verdict;
  StageResult s;
  s.points = points;
  s.of = 12;
  r.stages = {s};
  if (verdict == Verdict::wrong) {
    Finding f;
    f.id = "scale-missing";
    r.findings = {f};
  }
  return r;
}

}  // namespace

TEST_CASE("attempts: saved attempts are read back") {
  const Folder folder;
  Attempts(folder.file()).add(result(Verdict::wrong, 7), 1700000000);
  Attempts(folder.file()).add(result(Verdict::right, 12), 1700000060);
  Attempts(folder.file()).add(result(Verdict::wrong, 3), 1700000120);
  const Attempts kept(folder.file());
  const AttemptsOf* tried = kept.find("multi-head");
  REQUIRE(tried);
  CHECK(tried->passed == 1700000060);
  CHECK(kept.passed("multi-head"));
  CHECK(tried->best == 12);
  CHECK(tried->of == 12);
  CHECK(tried->checks == 3);
  REQUIRE(tried->list.size() == 3);
  CHECK(tried->list[0].verdict == Verdict::wrong);
  CHECK(tried->list[0].points == 7);
  CHECK(tried->list[0].file == "mha.py");
  CHECK(tried->list[0].misconceptions == std::vector<std::string>{"scale-missing"});
  CHECK(kept.find("other") == nullptr);
  CHECK(!kept.passed("other"));
}

TEST_CASE("attempts: a repeated result is counted, not listed again") {
  const Folder folder;
  for (int i = 0; i < 5; ++i) Attempts(folder.file()).add(result(Verdict::wrong, 7), 1700000000 + i);
  const Attempts kept(folder.file());
  REQUIRE(kept.find("multi-head")->list.size() == 1);
  const Attempt& a = kept.find("multi-head")->list[0];
  CHECK(a.times == 5);
  CHECK(a.when == 1700000000);
  CHECK(a.until == 1700000004);
  CHECK(kept.find("multi-head")->checks == 5);
}

TEST_CASE("attempts: a long history is cut, but a pass is never lost") {
  const Folder folder;
  Attempts attempts(folder.file());
  attempts.add(result(Verdict::right, 12), 1);
  for (int i = 0; i < 110; ++i) attempts.add(result(Verdict::wrong, i % 2), 2 + i);
  CHECK(attempts.find("multi-head")->list.size() == 100);
  CHECK(attempts.find("multi-head")->checks == 111);
  CHECK(attempts.find("multi-head")->passed == 1);
}

TEST_CASE("attempts: several writers at once lose nothing") {
  const Folder folder;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&folder, t] {
      Attempts mine(folder.file());
      for (int i = 0; i < 10; ++i) mine.add(result(Verdict::wrong, t * 100 + i), 5);
    });
  }
  for (std::thread& t : threads) t.join();
  CHECK(Attempts(folder.file()).find("multi-head")->checks == 40);
}

TEST_CASE("attempts: an unreadable file is refused and not changed") {
  const Folder folder;
  for (const std::string text : {"{ not json", "[1]", R"({"version": 99})", R"({"version": 1, "assignments": 3})"}) {
    mha::make_folder_of(folder.file());
    mha::write_file_atomic(folder.file(), text);
    CHECK_THROWS_AS(Attempts(folder.file()), mha::Error);
    CHECK(mha::read_file(folder.file(), 1000) == text);
  }
}

TEST_CASE("attempts: a result without a homework is not saved") {
  const Folder folder;
  Result none;
  Attempts(folder.file()).add(none, 1);
  CHECK(!fs::exists(folder.file()));
}
