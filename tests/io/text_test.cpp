#include <doctest/doctest.h>

#include <cmath>

#include "io/tensor_file.h"
#include "samples.h"
#include "tensor/core/print.h"

// .json and .csv
namespace mha {
namespace {

using namespace samples;

/// "name: what PyTorch prints of it", a line each.
std::string printed(const std::string& name, std::string_view bytes) {
  std::string out;
  for (const NamedTensor& named : read_tensors(name, bytes)) {
    out += named.name + ": " + repr(named.tensor) + "\n";
  }
  return out;
}

TEST_CASE("json: lists of numbers, by the names that lead to them") {
  CHECK(printed("x.json", "[[1, 2], [3, 4.5]]") ==
        "x: tensor([[1.0000, 2.0000],\n        [3.0000, 4.5000]])\n");
  CHECK(printed("x.json", R"({"n": [1, 2], "flags": [true, false], "who": "me",
                              "in": {"s": 2.5, "e": [[], []]}, "none": null})") ==
        "n: tensor([1, 2])\nflags: tensor([ True, False])\n"
        "in.s: tensor(2.5000)\nin.e: tensor([], size=(2, 0))\n");
}

TEST_CASE("json: NaN and infinities, bare as Python writes them or as texts") {
  CHECK(printed("x.json", R"({"a NaN": [NaN, -Infinity, Infinity, 1.5],
                              "b": ["nan", "-inf"]})") ==
        "a NaN: tensor([   nan,   -inf,    inf, 1.5000])\n"
        "b: tensor([nan, -inf])\n");
}

TEST_CASE("json: shape, dtype and data are one tensor") {
  CHECK(printed("x.json", R"({"q": {"shape": [2, 1], "dtype": "float64",
                                     "data": [1, 2.5]},
                              "k": {"dtype": "torch.int8", "data": [[1], [2]]},
                              "e": {"shape": [0, 3], "dtype": "int64",
                                    "data": []}})") ==
        "q: tensor([[1.0000],\n        [2.5000]], dtype=torch.float64)\n"
        "k: tensor([[1],\n        [2]], dtype=torch.int8)\n"
        "e: tensor([], size=(0, 3), dtype=torch.int64)\n");
  CHECK(
      printed("x.json", R"({"shape": [1], "dtype": "bool", "data": [true]})") ==
      "x: tensor([True])\n");
}

TEST_CASE("json: what is refused") {
  const std::string help =
      " | save it with json.dump({'scores': scores.tolist()}, file)";
  const struct {
    std::string text, said;
  } cases[] = {
      {"[[1, 2], [3]]",
       "its rows differ in length: the numbers form no tensor" + help},
      {"[[], 1]",
       "its rows differ in length: the numbers form no tensor" + help},
      {"[1, [2]]",
       "its rows differ in length: the numbers form no tensor" + help},
      {"[1, \"one\"]", "a list of numbers has the text 'one' in it" + help},
      {"[1, null]", "a list of numbers has null in it | write NaN for it"},
      {"[{\"a\": 1}]", "a list of numbers has an object in it" + help},
      {"{\"a\": \"one\"}", "there is no tensor in it" + help},
      {"{\"a\": [1,\n2",
       "it is not valid JSON: line 2 cannot be read, or the "
       "end of the file is missing" +
           help},
      {"{\"a\":\n [1 2]}",
       "it is not valid JSON: line 2 cannot be read" + help},
      {"{\"a\": [1], \"a\": [2]}",
       "two tensors have the name 'a' | give each tensor its own name"},
      {R"({"q": {"shape": [3], "dtype": "float32", "data": [1, 2]}})",
       "'q' has the shape (3,), but 2 numbers of shape (2,)" + help},
      {R"({"q": {"shape": [2, 1], "dtype": "float32", "data": [[1, 2]]}})",
       "'q' has the shape (2, 1), but 2 numbers of shape (1, 2)" + help},
      {R"({"q": {"shape": [-1], "dtype": "float32", "data": [1]}})",
       "the shape (-1,) has a negative size" + help},
      {R"({"q": {"shape": [4294967296, 4294967296], "dtype": "float32",
           "data": [1]}})",
       "the shape (4294967296, 4294967296) asks for more than 1 GiB, the most "
       "that is read" +
           help},
      {R"({"q": {"shape": [1.5], "dtype": "float32", "data": [1]}})",
       "a \"shape\" is not a list of whole numbers" + help},
      {R"({"q": {"shape": [1], "dtype": "complex64", "data": [1]}})",
       "'q' has the dtype 'complex64', which is not read | \"float32\" and "
       "\"int64\" are"},
      {R"({"q": {"shape": [1], "dtype": "uint8", "data": [256]}})",
       "'q' has numbers that its dtype 'uint8' cannot hold" + help},
      {"[1, 1e999]",
       "it has a number that no float can hold | write Infinity or NaN where "
       "one is meant"},
      {std::string(100'000, '['),
       "its lists lie in each other more than 64 deep" + help},
  };
  for (const auto& c : cases) {
    CHECK(refusal("x.json", c.text) == "x.json: " + c.said);
  }
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
  CHECK(refusal("x.json", deep) ==
        "x.json: its objects lie in each other more than 64 deep" + help);
}

TEST_CASE("csv: a matrix, with or without headings") {
  const std::string matrix =
      "x: tensor([[1.0000, 2.0000],\n"
      "        [3.5000,   -inf]])\n";
  for (const char* text :
       {"1,2\n3.5,-inf\n", "a,b\r\n1,2\r\n3.5,-inf", "1 2\n\n 3.5  -inf\n",
        "# a, b\n1;2\n3.5;-inf\n", "1\t2\n3.5\t-inf\n",
        ",a,b\nfirst,1,2\nsecond,3.5,-inf\n",
        "\xef\xbb\xbf\"1\",\"2\"\n3.5,-inf"}) {
    CHECK(printed("x.csv", text) == matrix);
  }
  CHECK(printed("x.csv", "1,2\n3,4\n") ==
        "x: tensor([[1, 2],\n        [3, 4]])\n");
}

TEST_CASE("csv: numbers of one length were rounded to it") {
  CHECK(read_tensors("x.csv", "0.1234,1.5000\n")[0].precision ==
        doctest::Approx(5e-5).epsilon(0.01).scale(0));
  CHECK(read_tensors("x.csv", "0.12345,1.5\n")[0].precision == 0);
  CHECK(read_tensors("x.csv", "0.5,1.5\n")[0].precision == 0);
}

TEST_CASE("csv: what is refused") {
  CHECK(refusal("x.csv", "1,2\n3\n") ==
        "x.csv: line 2 has 1 cell where the first has 2 | every row of a "
        "matrix is as long as the first");
  CHECK(refusal("x.csv", "a,b\n1,x\n") ==
        "x.csv: line 2, cell 2 is not a number: 'x' | a row of the matrix a line, "
        "its numbers parted by commas and written with a point");
  CHECK(refusal("x.csv", "0,5;1,5\n0,5;1,5\n") ==
        "x.csv: line 2, cell 1 is not a number: '0,5' | a row of the matrix a "
        "line, its numbers parted by commas and written with a point");
  CHECK(refusal("x.csv", "1,2\n3,\n") ==
        "x.csv: line 2, cell 2 is empty | write nan for missing numbers: "
        "na_rep='nan' in pandas");
  CHECK(refusal("x.csv", "a,b\n") ==
        "x.csv: there is no row of numbers in it | a row of the matrix a line, "
        "its numbers parted by commas");
  CHECK(refusal("x.csv", std::string("1,2\0\n", 5)) ==
        "x.csv: it is not text: it has bytes that no text has | save "
        "it with np.savetxt(path, matrix, delimiter=',')");
}

}  // namespace
}  // namespace mha
