#include "lesson/progress.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <functional>

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

TEST_CASE("progress: two tutors in one lesson keep each other's answers, the later of the same") {
  const Folder folder;
  {
    Progress p(folder.file());
    p.lesson("a").answers["q"] = {"q", "old", false, 1, 0, false, 10};
    p.lesson("a").answers["gone"] = {"q", "old", false, 1, 0, false, 10};
    p.save();
  }
  Progress first(folder.file());
  Progress second(folder.file());
  LessonProgress& mine = first.lesson("a");
  mine.answers["q"] = {"q", "first", true, 1, 0, false, 30};
  mine.answers["r"] = {"r", "first", true, 1, 0, false, 30};
  mine.answers.erase("gone");
  mine.step = 2;
  mine.when = 30;
  first.save();
  second.lesson("a").answers["q"] = {"q", "second", true, 1, 0, false, 20};
  second.lesson("a").answers["s"] = {"s", "second", true, 1, 0, false, 20};
  second.lesson("a").step = 7;
  second.lesson("a").when = 40;
  second.save();
  first.save();
  CHECK(mine.answers.at("s").said == "second");  // the reference still holds
  const Progress both(folder.file());
  const LessonProgress& a = *both.find("a");
  CHECK(a.answers.size() == 3);
  CHECK(a.answers.at("q").said == "first");
  CHECK(a.answers.at("r").said == "first");
  CHECK(a.answers.at("s").said == "second");
  CHECK(a.step == 7);
}

TEST_CASE("progress: what is forgotten stays so, unless it is taken up again") {
  const Folder folder;
  Progress other(folder.file());
  other.lesson("a").step = 1;
  other.lesson("b").step = 1;
  other.set_current("a");
  other.save();
  Progress p(folder.file());
  p.forget("a");
  p.save();
  other.lesson("b").step = 2;
  other.save();
  CHECK(other.current().empty());
  const Progress kept(folder.file());
  CHECK(kept.current().empty());
  CHECK((!kept.find("a") || *kept.find("a") == LessonProgress()));
  CHECK(kept.find("b")->step == 2);
}

namespace {

/// The exit code of a child once it has ended, or minus the signal that ended it.
int ending_of(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/// Runs in a process of its own; how that ended.
int in_process(const std::function<int()>& work) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(work());
  return ending_of(pid);
}

/// As in_process, but killed `us` microseconds after `work` has written a byte to
/// the descriptor it is given: on a slow machine too, something has been done.
int killed_at_work(const std::function<int(int began)>& work, int us) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::close(ends[0]);
    ::_exit(work(ends[1]));
  }
  ::close(ends[1]);
  char byte = 0;
  CHECK(::read(ends[0], &byte, 1) == 1);
  ::close(ends[0]);
  ::usleep(static_cast<useconds_t>(us));
  ::kill(pid, SIGKILL);
  return ending_of(pid);
}

/// Saves answers until it is killed, as many as the file's `step` says; a byte goes
/// to `began` once the first of them stands in the file.
int save_for_ever(const fs::path& file, int began) {
  try {
    Progress p(file);
    LessonProgress& mine = p.lesson("a");
    for (bool first = true;; first = false) {
      const auto n = std::to_string(mine.answers.size());
      mine.answers["q" + n] = {std::string(2000, 'x'), n, true, 1, 0, false, 1};
      mine.step = static_cast<int>(mine.answers.size());
      p.save();
      if (first && ::write(began, "!", 1) != 1) return 2;
    }
  } catch (const mha::Error&) {
    return 1;
  }
}

}  // namespace

TEST_CASE("progress: killed at any moment, the file is the old one or the new") {
  const Folder folder;
  int last = 0;
  for (int i = 0; i < 40; ++i) {
    const int end = killed_at_work(
        [&](int began) { return save_for_ever(folder.file(), began); }, i * 311);
    CHECK(end == -SIGKILL);
    const Progress p(folder.file());
    const LessonProgress* a = p.find("a");
    REQUIRE(a);
    CHECK(a->step == static_cast<int>(a->answers.size()));
    CHECK(a->step > last);
    last = a->step;
  }
  // What the killed ones left behind is cleared away by the next.
  Progress p(folder.file());
  p.save();
  for (const auto& entry : fs::directory_iterator(folder.file().parent_path())) {
    const std::string name = entry.path().filename().string();
    CHECK((name == "progress.json" || name == "progress.json.lock"));
  }
}

TEST_CASE("progress: several tutors at once lose nothing") {
  const Folder folder;
  constexpr int kTutors = 4, kAnswers = 25;
  std::vector<pid_t> tutors;
  for (int t = 0; t < kTutors; ++t) {
    const pid_t pid = ::fork();
    if (pid != 0) {
      tutors.push_back(pid);
      continue;
    }
    Progress p(folder.file());
    for (int i = 0; i < kAnswers; ++i) {
      const std::string id = std::to_string(t) + "-" + std::to_string(i);
      p.lesson("a").answers[id] = {id, id, true, 1, 0, false, i};
      p.save();
    }
    ::_exit(0);
  }
  for (const pid_t pid : tutors) {
    int status = 0;
    ::waitpid(pid, &status, 0);
    CHECK(status == 0);
  }
  CHECK(Progress(folder.file()).find("a")->answers.size() == kTutors * kAnswers);
}

TEST_CASE("progress: a full disk leaves the old file and nothing else") {
  const Folder folder;
  {
    Progress p(folder.file());
    p.lesson("a").step = 1;
    p.save();
  }
  const std::string before = mha::read_file(folder.file(), 10000);
  const int end = in_process([&] {
    // No file may grow beyond this: to a write that is a full disk.
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{500, 500};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    Progress p(folder.file());
    p.lesson("a").answers["q"] = {std::string(5000, 'x'), "", true, 1, 0};
    try {
      p.save();
    } catch (const mha::Error& e) {
      return p.find("a")->answers.contains("q") ? 7 : 8;
    }
    return 9;
  });
  CHECK(end == 7);
  CHECK(mha::read_file(folder.file(), 10000) == before);
  for (const auto& entry : fs::directory_iterator(folder.file().parent_path())) {
    const std::string name = entry.path().filename().string();
    CHECK((name == "progress.json" || name == "progress.json.lock"));
  }
}

TEST_CASE("progress: a file of a newer version is refused and left alone") {
  const Folder folder;
  const std::string newer = "{\"version\": 99, \"lessons\": {}}";
  mha::make_folder_of(folder.file());
  mha::write_file_atomic(folder.file(), newer);
  CHECK_THROWS_WITH_AS(Progress{folder.file()}, doctest::Contains("newer mha-tutor"),
                       mha::Error);
  CHECK(mha::read_file(folder.file(), 1000) == newer);
  // It may also turn up while an older tutor is at work.
  const Folder other;
  Progress p(other.file());
  p.lesson("a").step = 1;
  mha::make_folder_of(other.file());
  mha::write_file_atomic(other.file(), newer);
  CHECK_THROWS_AS(p.save(), mha::Error);
  CHECK(mha::read_file(other.file(), 1000) == newer);
}

TEST_CASE("progress: a file that is no progress is refused and left alone") {
  const Folder folder;
  for (const char* text : {"", "{", "[]", "{\"version\": 1, \"lessons\": 3}", "\x00\xff"}) {
    CAPTURE(text);
    mha::make_folder_of(folder.file());
    mha::write_file_atomic(folder.file(), text);
    CHECK_THROWS_WITH_AS(Progress{folder.file()}, doctest::Contains("it was not changed"),
                         mha::Error);
    CHECK(mha::read_file(folder.file(), 1000) == text);
  }
}
