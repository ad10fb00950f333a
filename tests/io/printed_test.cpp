#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "io/tensor_file.h"
#include "samples.h"
#include "tensor/core/print.h"

namespace mha {
namespace {

using namespace samples;

/// "name (precision): what PyTorch prints of it", a line each.
std::string read(std::string_view text) {
  std::string out;
  for (const NamedTensor& named : read_tensors("x.txt", text)) {
    out += fmt::format("{} ({:.1g}): {}\n", named.name, named.precision,
                       repr(named.tensor));
  }
  return out;
}

/// To half a percent: that a dtype rounds too is in the next digits.
doctest::Approx approximately(double value) {
  return doctest::Approx(value).epsilon(5e-3).scale(0);
}

TEST_CASE("printed: a tensor of every kind, as PyTorch prints it") {
  const char* const texts[] = {
      "tensor([[0.1234, 1.5000],\n        [2.0000, 3.0000]])",
      "tensor([[[1, 2]],\n\n        [[3, 4]]])",
      "tensor([0.1000,    inf,   -inf,    nan])",
      "tensor([1.0000e-05, 1.0000e+00])",
      "tensor([ True, False])",
      "tensor(0.5000)",
      "tensor(7)",
      "tensor([])",
      "tensor([], size=(2, 0), dtype=torch.int64)",
      "tensor([1., 2.], dtype=torch.float64)",
      "tensor([1, 2], dtype=torch.int32)",
      "tensor([-0.])",
  };
  for (const char* text : texts) {
    CHECK(repr(read_tensors("x.txt", text).at(0).tensor) == text);
  }
  CHECK(read("tensor([[0.5000]], device='cuda:0', dtype=torch.float16,\n"
             "       grad_fn=<AddBackward0>)") ==
        " (0.0003): tensor([[0.5000]], dtype=torch.float16)\n");
  CHECK(read("tensor([1.5000], requires_grad=True)") ==
        " (5e-05): tensor([1.5000])\n");
}

TEST_CASE("printed: half a unit of the last digit is the precision") {
  CHECK(read_tensors("x.txt", "tensor([1., 2.])")[0].precision == 0);
  CHECK(read_tensors("x.txt", "tensor([1, 2])")[0].precision == 0);
  CHECK(read_tensors("x.txt", "tensor([1.50, 2.00])")[0].precision ==
        approximately(5e-3));
  CHECK(read_tensors("x.txt", "[[0.125 0.5  ]]")[0].precision ==
        approximately(5e-4));
  // NumPy's rows may be of float32, which rounds more.
  CHECK(read_tensors("x.txt", "[[1. 2.]]")[0].precision ==
        approximately(5e-9 + 2 * 0x1p-24));
  CHECK(read_tensors("x.txt", "array([[1., 2.]])")[0].precision ==
        approximately(5e-9));
}

TEST_CASE("printed: with exponents, each number has a precision of its own") {
  const NamedTensor wide =
      read_tensors("x.txt", "tensor([1.5000e-05, 2.0000e+02, 0.0000e+00])")[0];
  CHECK(wide.precision == approximately(5e-3));
  CHECK(wide.half_units.at({0}).to_double() == approximately(5e-10));
  CHECK(wide.half_units.at({1}).to_double() == approximately(5e-3));
  CHECK(wide.half_units.at({2}).to_double() == 0);
  const NamedTensor even =
      read_tensors("x.txt", "tensor([1.5000e-05, 2.0000e-05])")[0];
  CHECK(even.precision == approximately(5e-10));
  CHECK(even.half_units.at({1}).to_double() == approximately(5e-10));
}

TEST_CASE("printed: names stand before, prose is passed over") {
  CHECK(
      read(
          "Here are my results [1], as asked:\n\n"
          "torch.Size([2, 3])\n"
          "q = tensor([1, 2])\n"
          "Attention weights: tensor([3])\n"
          "scores:\n tensor([4])\n"
          "k tensor([5])\n"
          ">>> v\ntensor([6])\n"
          "Out[3]: tensor([7])\n"
          "x = torch.tensor([[8],\n [9]])\n"
          "The loss is tensor(10) [2].\n"
          "shape torch.Size([2]), q: tensor([11])\n"
          "{'a': tensor([12]), 'b.c': tensor([13])}\n"
          "OrderedDict([('w', tensor([14])), ('b', tensor([15]))])\n"
          "out.weight Parameter containing:\ntensor([16], requires_grad=True)\n"
          "Parameter containing:\ntensor([17], requires_grad=True)\n"
          "[tensor([18]), tensor([19])]\n"
          "context vectors [[20 21]]\n"
          "q.shape = [2, 3]\n"
          "Masked scores\n[[22]]\n"
          "Table 3 [1]\n"
          "[12, pages 3-4] and [10-12] are prose.\n") ==
      "q (0): tensor([1, 2])\n"
      "Attention weights (0): tensor([3])\n"
      "scores (0): tensor([4])\n"
      "k (0): tensor([5])\n"
      "v (0): tensor([6])\n"
      " (0): tensor([7])\n"
      "The loss is (0): tensor(10)\n"
      "q (0): tensor([11])\n"
      "a (0): tensor([12])\nb.c (0): tensor([13])\n"
      "w (0): tensor([14])\nb (0): tensor([15])\n"
      "out.weight (0): tensor([16])\n (0): tensor([17])\n"
      " (0): tensor([18])\n (0): tensor([19])\n"
      "context vectors (0): tensor([[20, 21]])\n"
      "Masked scores (0): tensor([[22]])\n");
}

TEST_CASE("printed: NumPy's arrays, and rows in brackets") {
  CHECK(
      read("a = array([[1., 2.]], dtype=float32)\nb = array([], shape=(0, 3), "
           "dtype=int64)\n") ==
      "a (1e-07): tensor([[1., 2.]])\n"
      "b (0): tensor([], size=(0, 3), dtype=torch.int64)\n");
  CHECK(read("scores\n[[ 1.5 -inf]\n [ nan  3. ]]\nflags:\n[ True False]\n"
             "w [[0.25 0.75]]\nn = [[1, 2], [3, 4]]\n") ==
        "scores (0.05): tensor([[1.5000,   -inf],\n        [   nan, 3.0000]], "
        "dtype=torch.float64)\n"
        "flags (0): tensor([ True, False])\n"
        "w (0.005): tensor([[0.2500, 0.7500]], dtype=torch.float64)\n"
        "n (0): tensor([[1, 2],\n        [3, 4]])\n");
}

TEST_CASE("printed: text as Windows saves it") {
  std::string wide = "\xff\xfe";
  for (const char c : std::string("q: tensor([1.5000])\r\n")) {
    wide += c;
    wide += '\0';
  }
  CHECK(read(wide) == "q (5e-05): tensor([1.5000])\n");
}

TEST_CASE("printed: long lines take no longer than their length") {
  std::string line;
  for (int i = 0; i < 200'000; ++i) line += "a:[1 x]:[2] y";
  CHECK(
      refusal("x.txt", line).starts_with("x.txt: there is no printed tensor"));
  CHECK(read("tensor(1)" + line) == " (0): tensor(1)\n");
}

TEST_CASE("printed: what is refused, and where") {
  const std::string paste = " | paste the whole print, to its last bracket";
  const struct {
    std::string text, said;
  } cases[] = {
      {"q:\ntensor([[1., 2.,  ..., 3.]])",
       "on line 2 the print is summarised: '...' stands for numbers that are "
       "not there | print it whole after "
       "torch.set_printoptions(threshold=float('inf')), or hand in "
       "torch.save(x, 'x.pt')"},
      {"[[1. 2. ... 3.]]",
       "on line 1 the print is summarised: '...' stands for numbers that are "
       "not there | print it whole after "
       "np.set_printoptions(threshold=sys.maxsize), or hand in "
       "np.save('x.npy', x)"},
      {"tensor([1., 2.",
       "the print that begins on line 1 is never closed: the text ends inside "
       "it" +
           paste},
      {"tensor([1.], grad_fn=<Add",
       "the print that begins on line 1 is never closed: the text ends inside "
       "it" +
           paste},
      {"tensor([[1., 2.],\n        [3.]])",
       "on line 2: its rows differ in length: the numbers form no tensor | "
       "paste what print(scores) shows, with a name before it"},
      {"tensor([1., two])",
       "line 1 has 'two' inside the print that begins on line 1, where a "
       "number should be" +
           paste},
      {"tensor([1.+2.j])",
       "on line 1 there are complex numbers, which are not read | print the "
       "real part: print(x.real)"},
      {"tensor([1.], dtype=torch.complex64)",
       "on line 1 the numbers have the dtype 'torch.complex64', which is not "
       "read | print x.float() or x.astype('float32')"},
      {"array([1, None], dtype=object)",
       "line 1 has 'None' inside the print that begins on line 1, where a "
       "number should be" +
           paste},
      {"tensor(indices=tensor([[0]]), values=tensor([1.]), size=(3,))",
       "on line 1 a sparse tensor is printed | print x.to_dense()"},
      {"tensor([1.], size=(2,), scale=0.1)",
       "on line 1 a tensor has scale='0.1', which is not read | print "
       "x.to_dense() or a plain tensor"},
      {"tensor([], size=(2, 3))",
       "the print on line 1 says size=(2, 3) but has 0 numbers | paste what "
       "print(scores) shows, with a name before it"},
      {"I did not finish.",
       "there is no printed tensor in it: no tensor(...), no array(...) and no "
       "rows of numbers in brackets | paste what print(scores) shows, with a "
       "name before it"},
      {" \n",
       "there is nothing in it | paste what print(scores) shows, with a "
       "name before it"},
  };
  for (const auto& c : cases) {
    CHECK(refusal("x.txt", c.text) == "x.txt: " + c.said);
  }
  CHECK(refusal("x.txt", "tensor(" + std::string(100'000, '[')) ==
        "x.txt: on line 1: its lists lie in each other more than 64 deep | "
        "paste what print(scores) shows, with a name before it");
}

}  // namespace
}  // namespace mha
