#include <doctest/doctest.h>

#include "io/tensor_file.h"
#include "samples.h"
#include "tensor/core/storage.h"

namespace mha {
namespace {

using namespace samples;

TEST_CASE("safetensors: in the order of their bytes, metadata passed over") {
  const std::vector<NamedTensor> read =
      read_tensors("x.safetensors",
                   safetensors(R"({"__metadata__": {"format": "pt"},
        "b": {"dtype": "F32", "shape": [1, 2], "data_offsets": [0, 8]},
        "a": {"dtype": "BF16", "shape": [], "data_offsets": [8, 10]},
        "e": {"dtype": "I64", "shape": [0], "data_offsets": [8, 8]}}  )",
                               floats({1, 2}) + std::string("\x20\x40", 2)));
  REQUIRE(read.size() == 3);
  CHECK(read[0].name == "b");
  CHECK(read[0].tensor.at({0, 1}).to_double() == 2);
  CHECK(read[1].name == "e");
  CHECK(read[2].name == "a");
  CHECK(read[2].tensor.item().to_double() == 2.5);
}

TEST_CASE("safetensors: headers that lie") {
  MemoryMeter::set_limit(MemoryMeter::live_bytes() + 1000);
  const struct {
    std::string header, said;
  } cases[] = {
      {R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]},
           "b": {"dtype": "F32", "shape": [2], "data_offsets": [4, 12]}})",
       "'b' lies over the numbers of another tensor"},
      {R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [4, 12]}})",
       "no tensor has the 4 bytes before 'a'"},
      {R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}})",
       "no tensor has the 4 bytes at its end"},
      {R"({"a": {"dtype": "F32", "shape": [4], "data_offsets": [0, 16]}})",
       "'a' should lie in bytes 0 to 16, of 12 that are there: the file is cut "
       "short or damaged"},
      {R"({"a": {"dtype": "F32", "shape": [3], "data_offsets": [12, 0]}})",
       "'a' should lie in bytes 12 to 0, of 12 that are there: the file is cut "
       "short or damaged"},
      {R"({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 12]}})",
       "'a' has the shape (2,), which takes 8 bytes, but 12 are given to it"},
      {R"({"a": {"dtype": "F32", "shape": [-3], "data_offsets": [0, 12]}})",
       "the header of 'a' has a negative number"},
      {R"({"a": {"dtype": "F32", "shape": [3], "data_offsets": [0, 1e1]}})",
       "the header of 'a' has a size that is not a whole number in reach"},
      {R"({"a": {"dtype": "F32", "shape": [18446744073709551615],
           "data_offsets": [0, 12]}})",
       "the header of 'a' has a size that is not a whole number in reach"},
      {R"({"a": {"dtype": "F32", "shape": [4294967296, 4294967296],
           "data_offsets": [0, 12]}})",
       "the shape (4294967296, 4294967296) asks for more than 1 GiB, the most "
       "that is read"},
      {R"({"a": {"dtype": "F8_E4M3", "shape": [12], "data_offsets": [0, 12]}})",
       "'a' has the dtype 'F8_E4M3', which is not read"},
      {R"({"a": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]},
           "a": {"dtype": "F32", "shape": [2], "data_offsets": [4, 12]}})",
       "its header has a tensor's name twice"},
      {R"({"a": {"dtype": "F32", "shape": [3]}})",
       "the header of 'a' has no data_offsets"},
      {R"({"\u001b[2J": {"dtype": "F32", "shape": [3],
           "data_offsets": [0, 12]}})",
       "a tensor's name is not readable text: '?[2J'"},
      {R"({"a": 5})",
       "the header of 'a' is not of the form that safetensors have"},
      {R"({"a\":{": {"dtype": "F32", "shape": [3], "data_offsets": [0, 8]}})",
       "'a\":{' has the shape (3,), which takes 12 bytes, but 8 are given to "
       "it"},
      {R"({"a": 1e999})", "its header has a number that is out of reach"},
      {R"({"a": {"dtype": "F32", "shape": [-1e400], "data_offsets": [0, 12]}})",
       "its header has a number that is out of reach"},
      {R"({"a)", "its header is not valid JSON (at its byte 4)"},
      {"[]", "its header is not a JSON object"},
      {"{\"a\": " + std::string(100'000, '['),
       "its header is nested too deeply"},
  };
  for (const auto& c : cases) {
    CHECK(refusal("x.safetensors", safetensors(c.header, floats({1, 2, 3})))
              .starts_with("x.safetensors: " + c.said + " | "));
  }
  MemoryMeter::set_limit(0);
  CHECK(refusal("x.safetensors", std::string(8, '\x7f') + "{}") ==
        "x.safetensors: its header claims 9187201950435737471 bytes and 2 are "
        "there: the file is cut short or is none of safetensors | copy the "
        "file again, or save it with safetensors' save_file()");
}

}  // namespace
}  // namespace mha
