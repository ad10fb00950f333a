#include <doctest/doctest.h>

#include <cmath>

#include "io/tensor_file.h"
#include "samples.h"
#include "tensor/core/storage.h"

namespace mha {
namespace {

using namespace samples;

Tensor read_one(const std::string& bytes) {
  std::vector<NamedTensor> all = read_tensors("x.npy", bytes);
  REQUIRE(all.size() == 1);
  CHECK(all[0].name == "x");
  CHECK(all[0].precision == 0);
  return all[0].tensor;
}

TEST_CASE("npy: numbers in either byte order and either order of axes") {
  const std::string six = floats({1, 2, 3, 4, 5, NAN});
  const Tensor rows = read_one(npy("'<f4'", "(2, 3)", six));
  CHECK(rows.at({1, 0}).to_double() == 4);
  CHECK(std::isnan(rows.at({1, 2}).to_double()));
  CHECK(identical(read_one(npy("'>f4'", "(2, 3)", reversed(six))), rows));
  const Tensor columns = read_one(npy("'<f4'", "(2, 3)", six, "True"));
  CHECK(columns.at({1, 0}).to_double() == 2);
  CHECK(columns.strides() == Shape{1, 2});
}

TEST_CASE("npy: scalars, empty arrays, bools that are no 0 or 1") {
  CHECK(read_one(npy("'<f4'", "()", floats({2.5F}))).item().to_double() == 2.5);
  CHECK(read_one(npy("'<f4'", "(2, 0)", "")).shape() == Shape{2, 0});
  const Tensor flags = read_one(npy("'|b1'", "(2,)", std::string("\x07\0", 2)));
  CHECK(flags.dtype() == DType::bool_);
  CHECK(flags.at({0}).to_int() == 1);
}

TEST_CASE("npy: what is no array of numbers is refused by its name") {
  const struct {
    std::string bytes, said;
  } cases[] = {
      {npy("'|O'", "(1,)", "\x80\x03."),
       "x.npy: its elements have the dtype '|O': Python objects, which are "
       "stored as a pickle | a pickle can run code, so it is never opened; "
       "make one array of numbers, array.astype('float32')"},
      {npy("'<c8'", "(1,)", "12345678"),
       "x.npy: its elements have the dtype '<c8': complex numbers | save "
       "array.astype('float32') or array.astype('int64')"},
      {npy("'<U3'", "(1,)", "123456789012"),
       "x.npy: its elements have the dtype '<U3': text | save "
       "array.astype('float32') or array.astype('int64')"},
      {npy("[('a', '<f4')]", "(1,)", "1234"),
       "x.npy: its elements are records with fields, not numbers | save each "
       "field as its own array"},
      {npy("'<f4'", "(2, -3)", ""),
       "x.npy: the shape (2, -3) has a negative size | save it with "
       "np.save(path, array)"},
      {npy("'<f4'", "(99999999999999999999,)", ""),
       "x.npy: the shape in its header has a size that no array has | save it "
       "with np.save(path, array)"},
      {npy("'<f4'", "(4294967296, 4294967296, 4294967296)", ""),
       "x.npy: the shape (4294967296, 4294967296, 4294967296) asks for more "
       "than 1 GiB, the most that is read | save it with np.save(path, array)"},
      {npy("'<f4'", "(0, 9223372036854775807)", ""),
       "x.npy: the shape (0, 9223372036854775807) asks for more than 1 GiB, "
       "the most that is read | save it with np.save(path, array)"},
      {npy("'<f4'", "(3,)", "1234"),
       "x.npy: it is cut short: an array of shape (3,) has 12 bytes of "
       "numbers, and 4 are there | copy or save the file again"},
      {npy("'<f4'", "(1,)", "12345"),
       "x.npy: it goes on for 1 byte after the array of shape (1,) | save each "
       "array to its own file, or all with np.savez"},
      {npy("'<f4'", "(1,), 'x': 1", "1234"),
       "x.npy: its header is not one that NumPy writes ('descr', "
       "'fortran_order', 'shape') | save it with np.save(path, array)"},
      {"PK\x03\x04 and so on",
       "x.npy: it ends in .npy, but what it holds begins as NumPy's .npz | "
       "rename it to x.npz"},
      {"", "x.npy: the file is empty | save it with np.save(path, array)"},
  };
  for (const auto& c : cases) CHECK(refusal("x.npy", c.bytes) == c.said);
}

TEST_CASE("npy: a gigabyte that is claimed and not there takes no memory") {
  MemoryMeter::set_limit(MemoryMeter::live_bytes() + 1000);
  CHECK(refusal("x.npy", npy("'<f4'", "(268435456,)", "1234")) ==
        "x.npy: it is cut short: an array of shape (268435456,) has 1073741824 "
        "bytes of numbers, and 4 are there | copy or save the file again");
  MemoryMeter::set_limit(0);
}

}  // namespace
}  // namespace mha
