#include <doctest/doctest.h>
#include <sys/resource.h>

#include "io/tensor_file.h"
#include "io/zip_archive.h"
#include "samples.h"
#include "tensor/core/storage.h"

namespace mha {
namespace {

using namespace samples;

std::string npz(const std::vector<std::pair<std::string, std::string>>& parts) {
  io::ZipWriter writer;
  for (const auto& [name, content] : parts) writer.add(name, content);
  return writer.finish();
}

int64_t most_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * int64_t{1024};
}

TEST_CASE("npz: an array for each entry, stored or deflated") {
  const std::string two = npy("'<f4'", "(2,)", floats({1, 2}));
  for (const std::string& bytes :
       {npz({{"q.npy", two}, {"__MACOSX/._q.npy", "x"}, {"a/k.npy", two}}),
        deflated({{"q.npy", two}, {"a/k.npy", two}})}) {
    const std::vector<NamedTensor> read = read_tensors("x.npz", bytes);
    REQUIRE(read.size() == 2);
    CHECK(read[0].name == "q");
    CHECK(read[1].name == "a/k");
    CHECK(read[1].tensor.at({1}).to_double() == 2);
  }
}

TEST_CASE("npz: what is refused") {
  const std::string one = npy("'<f4'", "(1,)", floats({1}));
  const std::string help = " | save it with np.savez(path, scores=scores)";
  CHECK(refusal("x.npz", npz({{"q.txt", "hello"}})) ==
        "x.npz: its entry 'q.txt' is not a NumPy array; those end in .npy" +
            help);
  CHECK(
      refusal("x.npz", npz({{"q.npy", npy("'|O'", "(1,)", "cos\nsystem")}})) ==
      "x.npz: in 'q.npy': its elements have the dtype '|O': Python objects, "
      "which are stored as a pickle | a pickle can run code, so it is never "
      "opened; make one array of numbers, array.astype('float32')");
  CHECK(refusal("x.npz", npz({{"q.npy", npy("'<f4'", "(9,)", "1234")}})) ==
        "x.npz: in 'q.npy': it is cut short: an array of shape (9,) has 36 "
        "bytes of numbers, and 4 are there | copy or save the file again");
  CHECK(refusal("x.npz", npz({{"b.npy", "NUMPY"}})) ==
        "x.npz: in 'b.npy': it ends inside the header of a .npy" + help);
  CHECK(refusal("x.npz", "PK\x05\x06" + std::string(18, '\0')) ==
        "x.npz: there is no tensor in it" + help);
  // The end of the archive counts its entries 8 and 10 bytes in.
  std::string counted = npz({{"q.npy", one}, {"k.npy", one}});
  const size_t end = counted.rfind("PK\x05\x06");
  for (const char count : {0, 1}) {
    counted[end + 8] = counted[end + 10] = count;
    CHECK(refusal("x.npz", counted).find("it has more entries than it counts") !=
          std::string::npos);
  }
  std::string damaged = npz({{"q.npy", one}});
  damaged[damaged.find("}\n") + 2] ^= 1;
  CHECK(refusal("x.npz", damaged) ==
        "x.npz: its entry 'q.npy' is damaged (its checksum does not fit) | copy "
        "or download the file again; a part of it may be missing");
}

TEST_CASE("npz: a zip bomb is refused before it takes memory") {
  // Each: 64 MiB of zeros in 64 KiB, under one or another claim.
  const std::string zeros(64 << 20, '\0');
  const std::string array = npy("'<f4'", "(4,)", zeros);
  const std::string four = npy("'<f4'", "(4,)", floats({0, 0, 0, 0}));
  const std::string small =
      deflated({{"q.npy", array}}, static_cast<int64_t>(four.size()));
  const std::string whole =
      deflated({{"q.npy", npy("'<f4'", "(2000000000,)", zeros)}});
  const std::string beyond = deflated({{"q.npy", array}}, 0xfffffff0);
  const std::string pickle =
      deflated({{"archive/data.pkl", std::string("\x80\x02}") + zeros}});
  MemoryMeter::set_limit(MemoryMeter::live_bytes() + 1000);
  const int64_t before = most_memory();
  CHECK(refusal("x.npz", small) ==
        "x.npz: its entry 'q.npy' is damaged (its checksum does not fit) | copy "
        "or download the file again; a part of it may be missing");
  CHECK(refusal("x.npz", whole) ==
        "x.npz: in 'q.npy': the shape (2000000000,) asks for more than 1 GiB, "
        "the most that is read | save it with np.savez(path, scores=scores)");
  CHECK(refusal("x.npz", beyond).find("claims 4294967280 bytes, which the") !=
        std::string::npos);
  CHECK(refusal("x.pt", pickle).find("16777216 is the most that is read") !=
        std::string::npos);
  MemoryMeter::set_limit(0);
  CHECK(most_memory() - before < (160 << 20));
}

TEST_CASE("collection: tensors have at most a gigabyte together") {
  io::Collection collection;
  for (int i = 0; i < 4; ++i) collection.claim(1 << 28);
  CHECK_THROWS_WITH(collection.claim(1),
                    "its tensors take more than 1 GiB together, the most that "
                    "is read");
}

}  // namespace
}  // namespace mha
