#include "io/tensor_file.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "base/error.h"
#include "io/zip_archive.h"
#include "samples.h"
#include "tensor/core/factory.h"
#include "tensor/core/print.h"
#include "tensor/core/views.h"

namespace mha {
namespace {

using namespace samples;

/// A good file of each format, small.
std::vector<std::pair<std::string, std::string>> good_files() {
  std::vector<NamedTensor> tensors = all_dtypes();
  std::string text;
  for (const NamedTensor& named : tensors) {
    text += fmt::format("{} = {}\n", named.name, repr(named.tensor));
  }
  return {{"x.npz", write_npz(tensors)},
          {"x.pt", write_pt(tensors)},
          {"x.safetensors", write_safetensors(tensors)},
          {"x.json", write_json(tensors)},
          {"x.npy", npy("'>f4'", "(2, 3)", floats({1, 2, 3, 4, 5, 6}), "True")},
          {"x.csv", "a,b,c\n1.5,nan,3\n4,-inf,6e3\n"},
          {"x.txt", text}};
}

TEST_CASE("is_tensor_file: by the ending") {
  for (const char* path : {"a.npy", "b/a.NPZ", "a.pt", "a.pth", "a.safetensors",
                           "a.json", "a.csv", "a.b.txt"}) {
    CHECK(is_tensor_file(path));
  }
  for (const char* path : {"a.py", "a.ipynb", "npy", "a.npy/b", ""}) {
    CHECK_FALSE(is_tensor_file(path));
  }
}

TEST_CASE("writers: what is written is read back, bit by bit") {
  const std::vector<NamedTensor> tensors = all_dtypes();
  for (const auto& [name, bytes] : good_files()) {
    if (name != "x.pt" && name != "x.npz" && name != "x.safetensors") continue;
    const std::vector<NamedTensor> back = read_tensors(name, bytes);
    REQUIRE(back.size() == tensors.size());
    for (const NamedTensor& tensor : tensors) {
      const auto at = std::find_if(
          back.begin(), back.end(),
          [&](const NamedTensor& b) { return b.name == tensor.name; });
      REQUIRE(at != back.end());
      const bool widened =
          name == "x.npz" && tensor.tensor.dtype() == DType::bfloat16;
      CHECK(identical(at->tensor, widened ? to(tensor.tensor, DType::float32)
                                          : tensor.tensor));
    }
  }
}

TEST_CASE("writers: JSON keeps every number, and that one was NaN") {
  const std::vector<NamedTensor> tensors = all_dtypes();
  const std::vector<NamedTensor> back =
      read_tensors("x.json", write_json(tensors));
  REQUIRE(back.size() == tensors.size());
  for (size_t i = 0; i < back.size(); ++i) {
    CHECK(back[i].name == tensors[i].name);
    CHECK(repr(back[i].tensor) == repr(contiguous(tensors[i].tensor)));
  }
  CHECK(write_json({{"q", Tensor::of({2}, {0.1, 2})}}) ==
        "{\n\"q\": {\"shape\": [2], \"dtype\": \"float32\", \"data\": "
        "[0.1, 2.0]}\n}\n");
}

TEST_CASE("writers: the same tensors give the same bytes; names must differ") {
  CHECK(write_npz(all_dtypes()) == write_npz(all_dtypes()));
  CHECK(write_pt(all_dtypes()) == write_pt(all_dtypes()));
  const Tensor one = Tensor::of({1}, {1});
  for (const auto write :
       {write_npz, write_pt, write_safetensors, write_json}) {
    CHECK_THROWS_WITH(write({{"q", one}, {"q", one}}),
                      "two tensors have the name 'q'");
  }
}

TEST_CASE("read_tensors: a file without an ending is known by its bytes") {
  for (const auto& [name, bytes] : good_files()) {
    const auto by_ending = read_tensors(name, bytes);
    const auto by_bytes = read_tensors("submission", bytes);
    CHECK(by_bytes.size() == by_ending.size());
  }
  CHECK(read_tensors("table.txt", "# x y\n1 2\n3 4\n")[0].tensor.shape() ==
        Shape{2, 2});
}

TEST_CASE(
    "read_tensors: every file cut short is refused or reads as its part") {
  for (const auto& [name, bytes] : good_files()) {
    const std::vector<NamedTensor> whole = read_tensors(name, bytes);
    const bool text = name == "x.txt" || name == "x.csv";
    // Blanks after the last bracket are no part of the data.
    const size_t end = bytes.find_last_not_of(" \n") + 1;
    for (size_t n = 0; n < (text ? bytes.size() : end); ++n) {
      const std::string_view part = std::string_view(bytes).substr(0, n);
      try {
        const std::vector<NamedTensor> read = read_tensors(name, part);
        INFO(name, " ", n);
        CHECK(text);
        CHECK(read.size() <= whole.size());
        for (size_t i = 0; name == "x.txt" && i < read.size(); ++i) {
          CHECK(read[i].name == whole[i].name);
          CHECK(identical(read[i].tensor, whole[i].tensor));
        }
      } catch (const Error& error) {
        CHECK(error.kind() == "ValueError");
        CHECK(error.message().starts_with(name + ": "));
        CHECK(!error.help().empty());
      }
    }
  }
}

/// Some bytes changed, cut out, put in or repeated.
std::string changed(std::string bytes, std::mt19937& random) {
  const auto below = [&](size_t n) { return n == 0 ? 0 : random() % n; };
  const size_t times = 1 + below(4);
  for (size_t i = 0; i < times && !bytes.empty(); ++i) {
    const size_t at = below(bytes.size());
    switch (below(6)) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] ^= static_cast<char>(1U << below(8));
        break;
      case 2:
        bytes.erase(at, 1 + below(8));
        break;
      case 3:
        bytes.insert(at, 1 + below(4), static_cast<char>(random()));
        break;
      case 4:
        bytes.insert(at, bytes.substr(below(bytes.size()), below(40)));
        break;
      default:
        bytes.replace(at, 4, std::string(4, below(2) == 0 ? '\xff' : '\0'));
    }
  }
  return bytes;
}

/// Reads a damaged file and all its numbers; only a ValueError may come of it.
void read_anyhow(const std::string& name, const std::string& bytes) {
  try {
    for (const NamedTensor& named : read_tensors(name, bytes)) {
      if (named.tensor.numel() < 100'000) to_scalars(contiguous(named.tensor));
    }
  } catch (const Error& error) {
    CHECK(error.kind() == "ValueError");
  }
}

TEST_CASE("read_tensors: damaged files end in order") {
  // MHA_FUZZ_ROUNDS=100000 looks longer.
  const char* const wanted = std::getenv("MHA_FUZZ_ROUNDS");
  const int rounds = wanted != nullptr ? std::atoi(wanted) : 500;
  std::mt19937 random(static_cast<unsigned>(rounds));
  const auto files = good_files();
  const std::string& whole = files[1].second;
  io::ZipArchive archive(whole);
  for (int round = 0; round < rounds; ++round) {
    for (const auto& [name, bytes] : files) {
      read_anyhow(name, changed(bytes, random));
    }
    // A pickle or an array that is damaged in an archive that is not.
    io::ZipWriter out;
    for (const io::ZipArchive::Entry& entry : archive.entries()) {
      std::string content = archive.read(entry, 1 << 20);
      if (entry.name.ends_with(".pkl")) content = changed(content, random);
      out.add(entry.name, content);
    }
    read_anyhow("x.pt", out.finish());
    read_anyhow("x.npy",
                changed(npy("'<f4'", "(2, 1)", floats({1, 2})), random));
  }
}

}  // namespace
}  // namespace mha
