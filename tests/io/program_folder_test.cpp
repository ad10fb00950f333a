#include "io/program_folder.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/error.h"

namespace mha {
namespace {

namespace fs = std::filesystem;

/// A folder of its own with a program's modules in it, removed at the end.
struct Folder {
  Folder() : root(fs::temp_directory_path() / ("mha_modules_" + std::to_string(::getpid()))) {
    fs::create_directories(root / "inside/models/empty");
    write("secret.py", "x = 1\n");
    write("inside/heads.py", "y = 2\n");
    write("inside/models/__init__.py", "");
    write("inside/models/layers.py", "z = 3\n");
    write("inside/models.py", "never = 0\n");
    fs::create_symlink(root / "secret.py", root / "inside/stolen.py");
    fs::create_symlink("heads.py", root / "inside/again.py");
  }
  ~Folder() { fs::remove_all(root); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root / name) << text;
  }
  fs::path root;
};

TEST_CASE("program folder: a file, a package and a module in it, an empty package") {
  const Folder folder;
  ProgramFolder files(folder.root / "inside");
  const auto heads = files.find_module("heads");
  REQUIRE(heads);
  CHECK(heads->source->text() == "y = 2\n");
  CHECK(heads->source->name() == (folder.root / "inside/heads.py").string());
  CHECK_FALSE(heads->is_package);
  CHECK(files.find_module("models")->is_package);
  CHECK(files.find_module("models")->source->text().empty());
  CHECK(files.find_module("models.layers")->source->text() == "z = 3\n");
  CHECK(files.find_module("models.empty")->is_package);
  CHECK(files.find_module("models.empty")->source == nullptr);
  CHECK_FALSE(files.find_module("nothing"));
  CHECK(files.read().size() == 3);  // each once, however often it is asked for
}

TEST_CASE("program folder: the modules beside a name") {
  const Folder folder;
  const ProgramFolder files(folder.root / "inside");
  using Names = std::vector<std::string>;
  CHECK(files.beside("haeds") == Names{"again", "heads", "models"});
  CHECK(files.beside("models.x") == Names{"models.empty", "models.layers"});
  CHECK(files.beside("nowhere.x").empty());
  CHECK(files.beside("..secret").empty());
}

TEST_CASE("program folder: nothing above the folder, by name or by link") {
  const Folder folder;
  ProgramFolder files(folder.root / "inside");
  for (const char* name : {"..secret", "../secret", "", ".", "models..layers", "models/layers",
                           "stolen", "inside", "heads.py", "models.", "a\nb", "heads "}) {
    CAPTURE(name);
    CHECK_FALSE(files.find_module(name));
  }
  CHECK(files.find_module("again"));  // a link that stays inside
}

TEST_CASE("program folder: a module is at most a megabyte") {
  const Folder folder;
  folder.write("inside/large.py", std::string((1 << 20) + 1, '#'));
  ProgramFolder files(folder.root / "inside");
  CHECK_THROWS_WITH_AS(files.find_module("large"), doctest::Contains("is too large: 1048577 bytes"), Error);
}

TEST_CASE("program folder: a text is opened by its path from there, and by none that leads out") {
  const Folder folder;
  const ProgramFolder files(folder.root / "inside");
  CHECK(files.text_of("heads.py") == "y = 2\n");
  CHECK(files.text_of("models/../again.py") == "y = 2\n");  // a link that stays inside
  CHECK(files.text_of((folder.root / "inside/models/layers.py").string()) == "z = 3\n");
  for (const char* path : {"../secret.py", "stolen.py", "..", "/etc/hostname", "../nothing.txt"}) {
    CAPTURE(path);
    CHECK_THROWS_WITH_AS(files.text_of(path), doctest::Contains("is not in the program's folder"), Error);
  }
  CHECK_THROWS_WITH_AS(files.text_of("nothing.txt"), doctest::Contains("[Errno 2] No such file or directory: 'nothing.txt'"), Error);
  CHECK_THROWS_WITH_AS(files.text_of("models"), doctest::Contains("[Errno 21] Is a directory: 'models'"), Error);
  folder.write("inside/weights.bin", "\xff\xfe");
  CHECK_THROWS_WITH_AS(files.text_of("weights.bin"), doctest::Contains("is not text in UTF-8"), Error);
  CHECK(files.bytes_of("weights.bin").size() > 0);
}

}  // namespace
}  // namespace mha
