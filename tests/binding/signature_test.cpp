#include <doctest/doctest.h>

#include "lang/runtime/interpreter.h"
#include "torch/register.h"

// Calls that no signature of PyTorch takes, and what PyTorch 1.13 says to each.

namespace mha {
namespace {

struct Refused {
  const char* call;
  const char* kind;
  const char* message;
};

const Refused kRefused[] = {
    {R"(torch.exp())", "TypeError",
     R"(exp() missing 1 required positional arguments: "input")"},
    {R"(torch.exp(x, x))", "TypeError",
     R"(exp() takes 1 positional argument but 2 were given)"},
    {R"(torch.exp(x, foo=1))", "TypeError",
     R"(exp() got an unexpected keyword argument 'foo')"},
    {R"(torch.exp(3))", "TypeError",
     R"(exp(): argument 'input' (position 1) must be Tensor, not int)"},
    {R"(torch.zeros())", "TypeError",
     R"(zeros() received an invalid combination of arguments - got (), but expected one of:
 * (tuple of ints size, *, tuple of names names, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (tuple of SymInts size, *, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
)"},
    {R"(torch.zeros("a"))", "TypeError",
     R"(zeros(): argument 'size' (position 1) must be tuple of SymInts, not str)"},
    {R"(torch.zeros(2.5, 3))", "TypeError",
     R"(zeros() received an invalid combination of arguments - got (float, int), but expected one of:
 * (tuple of ints size, *, tuple of names names, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (tuple of SymInts size, *, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
)"},
    {R"(x.view("a"))", "TypeError",
     R"(view() received an invalid combination of arguments - got (str), but expected one of:
 * (torch.dtype dtype)
      didn't match because some of the arguments have invalid types: (!str!)
 * (tuple of SymInts size)
      didn't match because some of the arguments have invalid types: (!str!)
)"},
    {R"(x.view())", "TypeError",
     R"(view() received an invalid combination of arguments - got (), but expected one of:
 * (torch.dtype dtype)
 * (tuple of SymInts size)
)"},
    {R"(x.view(dtype=3))", "TypeError",
     R"(view() received an invalid combination of arguments - got (dtype=int, ), but expected one of:
 * (torch.dtype dtype)
      didn't match because some of the arguments have invalid types: (!dtype=int!, )
 * (tuple of SymInts size)
      didn't match because some of the keywords were incorrect: dtype
)"},
    {R"(x.permute(0.5, 1))", "TypeError",
     R"(permute(): argument 'dims' (position 1) must be tuple of ints, not float)"},
    {R"(x.permute())", "TypeError",
     R"(permute() missing 1 required positional arguments: "dims")"},
    {R"(x.reshape(2.5))", "TypeError",
     R"(reshape(): argument 'shape' (position 1) must be tuple of SymInts, not float)"},
    {R"(x.sum(1, 2, 3))", "TypeError",
     R"(sum() received an invalid combination of arguments - got (int, int, int), but expected one of:
 * (*, torch.dtype dtype)
 * (tuple of ints dim, bool keepdim, *, torch.dtype dtype)
 * (tuple of names dim, bool keepdim, *, torch.dtype dtype)
)"},
    {R"(x.sum(dim=1.5))", "TypeError",
     R"(sum() received an invalid combination of arguments - got (dim=float, ), but expected one of:
 * (*, torch.dtype dtype)
 * (tuple of ints dim, bool keepdim, *, torch.dtype dtype)
 * (tuple of names dim, bool keepdim, *, torch.dtype dtype)
)"},
    {R"(x.sum(foo=1))", "TypeError",
     R"(sum() received an invalid combination of arguments - got (foo=int, ), but expected one of:
 * (*, torch.dtype dtype)
 * (tuple of ints dim, bool keepdim, *, torch.dtype dtype)
 * (tuple of names dim, bool keepdim, *, torch.dtype dtype)
)"},
    {R"(torch.cat(3))", "TypeError",
     R"(cat(): argument 'tensors' (position 1) must be tuple of Tensors, not int)"},
    {R"(torch.cat([x, 2]))", "TypeError",
     R"(expected Tensor as element 1 in argument 0, but got int)"},
    {R"(torch.cat((x, x), dim=0.5))", "TypeError",
     R"(cat() received an invalid combination of arguments - got (tuple, dim=float), but expected one of:
 * (tuple of Tensors tensors, int dim, *, Tensor out)
 * (tuple of Tensors tensors, name dim, *, Tensor out)
)"},
    {R"(torch.stack(x))", "TypeError",
     R"(stack(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor)"},
    {R"(x.unsqueeze(0, 1))", "TypeError",
     R"(unsqueeze() takes 1 positional argument but 2 were given)"},
    {R"(x.unsqueeze(1.5))", "TypeError",
     R"(unsqueeze(): argument 'dim' (position 1) must be int, not float)"},
    {R"(torch.add(x))", "TypeError",
     R"(add() received an invalid combination of arguments - got (Tensor), but expected (Tensor input, Tensor other, *, Number alpha, Tensor out))"},
    {R"(torch.add(x, "a"))", "TypeError",
     R"(add(): argument 'other' (position 2) must be Tensor, not str)"},
    {R"(x.add("a"))", "TypeError",
     R"(add(): argument 'other' (position 1) must be Tensor, not str)"},
    {R"(x.masked_fill(x, "a"))", "TypeError",
     R"(masked_fill() received an invalid combination of arguments - got (Tensor, str), but expected one of:
 * (Tensor mask, Tensor value)
      didn't match because some of the arguments have invalid types: (Tensor, !str!)
 * (Tensor mask, Number value)
      didn't match because some of the arguments have invalid types: (Tensor, !str!)
)"},
    {R"(x.masked_fill(x > 0, value=1, foo=2))", "TypeError",
     R"(masked_fill() received an invalid combination of arguments - got (Tensor, foo=int, value=int), but expected one of:
 * (Tensor mask, Tensor value)
 * (Tensor mask, Number value)
)"},
    {R"(torch.randn(2.0))", "TypeError",
     R"(randn(): argument 'size' (position 1) must be tuple of ints, not float)"},
    {R"(torch.randn("a", 2))", "TypeError",
     R"(randn() received an invalid combination of arguments - got (str, int), but expected one of:
 * (tuple of ints size, *, torch.Generator generator, tuple of names names, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (tuple of ints size, *, torch.Generator generator, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (tuple of ints size, *, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (tuple of ints size, *, tuple of names names, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
)"},
    {R"(torch.ones(2, 3, dtype=3))", "TypeError",
     R"(ones() received an invalid combination of arguments - got (int, int, dtype=int), but expected one of:
 * (tuple of ints size, *, tuple of names names, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (tuple of SymInts size, *, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
)"},
    {R"(torch.arange("a"))", "TypeError",
     R"(arange(): argument 'end' (position 1) must be Number, not str)"},
    {R"(torch.arange(1, 2, 3, 4))", "TypeError",
     R"(arange() received an invalid combination of arguments - got (int, int, int, int), but expected one of:
 * (Number end, *, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (Number start, Number end, *, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (Number start, Number end, Number step, *, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
)"},
    {R"(torch.triu(x, diagonal="a"))", "TypeError",
     R"(triu(): argument 'diagonal' must be int, not str)"},
    {R"(x.transpose("a", 1))", "TypeError",
     R"(transpose() received an invalid combination of arguments - got (str, int), but expected one of:
 * (int dim0, int dim1)
      didn't match because some of the arguments have invalid types: (!str!, int)
 * (name dim0, name dim1)
      didn't match because some of the arguments have invalid types: (!str!, !int!)
)"},
    {R"(x.transpose(1))", "TypeError",
     R"(transpose() received an invalid combination of arguments - got (int), but expected one of:
 * (int dim0, int dim1)
 * (name dim0, name dim1)
)"},
    {R"(x.to(torch.float32, 5, 6, 7))", "TypeError",
     R"(to() received an invalid combination of arguments - got (torch.dtype, int, int, int), but expected one of:
 * (torch.device device, torch.dtype dtype, bool non_blocking, bool copy, *, torch.memory_format memory_format)
 * (torch.dtype dtype, bool non_blocking, bool copy, *, torch.memory_format memory_format)
 * (Tensor tensor, bool non_blocking, bool copy, *, torch.memory_format memory_format)
)"},
    {R"(x.clamp("a"))", "TypeError",
     R"(clamp() received an invalid combination of arguments - got (str), but expected one of:
 * (Tensor min, Tensor max)
 * (Number min, Number max)
)"},
    {R"(torch.softmax(x, 1, foo=2))", "TypeError",
     R"(softmax() received an invalid combination of arguments - got (Tensor, int, foo=int), but expected one of:
 * (Tensor input, int dim, torch.dtype dtype, *, Tensor out)
 * (Tensor input, name dim, *, torch.dtype dtype)
)"},
    {R"(x.softmax(dim=1.0))", "TypeError",
     R"(softmax() received an invalid combination of arguments - got (dim=float, ), but expected one of:
 * (int dim, torch.dtype dtype)
 * (name dim, *, torch.dtype dtype)
)"},
    {R"(torch.topk(x))", "TypeError",
     R"(topk() missing 1 required positional arguments: "k")"},
    {R"(torch.max(x, 1.5))", "TypeError",
     R"(max() received an invalid combination of arguments - got (Tensor, float), but expected one of:
 * (Tensor input)
 * (Tensor input, Tensor other, *, Tensor out)
 * (Tensor input, int dim, bool keepdim, *, tuple of Tensors out)
 * (Tensor input, name dim, bool keepdim, *, tuple of Tensors out)
)"},
    {R"(x.std(foo=3))", "TypeError",
     R"(std() received an invalid combination of arguments - got (foo=int, ), but expected one of:
 * (tuple of ints dim, *, int correction, bool keepdim)
 * (tuple of ints dim, bool unbiased, bool keepdim)
 * (bool unbiased)
      didn't match because some of the keywords were incorrect: foo
 * (tuple of names dim, *, int correction, bool keepdim)
 * (tuple of names dim, bool unbiased, bool keepdim)
)"},
    {R"(x.var(1, True, True, True))", "TypeError",
     R"(var() received an invalid combination of arguments - got (int, bool, bool, bool), but expected one of:
 * (tuple of ints dim, *, int correction, bool keepdim)
      didn't match because some of the arguments have invalid types: (!int!, !bool!, !bool!, bool)
 * (tuple of ints dim, bool unbiased, bool keepdim)
 * (bool unbiased)
 * (tuple of names dim, *, int correction, bool keepdim)
      didn't match because some of the arguments have invalid types: (!int!, !bool!, !bool!, bool)
 * (tuple of names dim, bool unbiased, bool keepdim)
)"},
    {R"(x.item(1))", "TypeError",
     R"(_TensorBase.item() takes no arguments (1 given))"},
    {R"(x.contiguous(1))", "TypeError",
     R"(contiguous() takes 0 positional arguments but 1 was given)"},
    {R"(x.sum("a"))", "RuntimeError",
     R"(Name 'a' not found in Tensor[None, None].)"},
    {R"(torch.gather(x, 0))", "TypeError",
     R"(gather() received an invalid combination of arguments - got (Tensor, int), but expected one of:
 * (Tensor input, int dim, Tensor index, *, bool sparse_grad, Tensor out)
 * (Tensor input, name dim, Tensor index, *, bool sparse_grad, Tensor out)
)"},
    {R"(torch.randint(0, 10, 5))", "TypeError",
     R"(randint() received an invalid combination of arguments - got (int, int, int), but expected one of:
 * (int high, tuple of ints size, *, torch.Generator generator, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (int high, tuple of ints size, *, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (int low, int high, tuple of ints size, *, torch.Generator generator, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
 * (int low, int high, tuple of ints size, *, Tensor out, torch.dtype dtype, torch.layout layout, torch.device device, bool pin_memory, bool requires_grad)
)"},
    {R"(x.index_select(0, 1))", "TypeError",
     R"(index_select() received an invalid combination of arguments - got (int, int), but expected one of:
 * (int dim, Tensor index)
      didn't match because some of the arguments have invalid types: (int, !int!)
 * (name dim, Tensor index)
      didn't match because some of the arguments have invalid types: (!int!, !int!)
)"},
    {R"(torch.pow(2, "a"))", "TypeError",
     R"(pow() received an invalid combination of arguments - got (int, str), but expected one of:
 * (Tensor input, Tensor exponent, *, Tensor out)
 * (Number self, Tensor exponent, *, Tensor out)
 * (Tensor input, Number exponent, *, Tensor out)
)"},
    {R"(x.size(foo=1))", "TypeError",
     R"(size() received an invalid combination of arguments - got (foo=int, ), but expected one of:
 * (int dim)
      didn't match because some of the keywords were incorrect: foo
 * ()
      didn't match because some of the keywords were incorrect: foo
 * (name dim)
      didn't match because some of the keywords were incorrect: foo
)"},
    {R"(x.float(1))", "TypeError",
     R"(float() takes 0 positional arguments but 1 was given)"},
    {R"(torch.full((2, 2), "a"))", "TypeError",
     R"(full(): argument 'fill_value' (position 2) must be Number, not str)"},
    {R"(torch.tensor([1], dtype=5))", "TypeError",
     R"(tensor(): argument 'dtype' must be torch.dtype, not int)"},
    {R"(torch.where(x > 0, "a", 2))", "TypeError",
     R"(where() received an invalid combination of arguments - got (Tensor, str, int), but expected one of:
 * (Tensor condition)
 * (Tensor condition, Tensor input, Tensor other, *, Tensor out)
 * (Tensor condition, Number self, Tensor other)
      didn't match because some of the arguments have invalid types: (Tensor, !str!, !int!)
 * (Tensor condition, Tensor input, Number other)
      didn't match because some of the arguments have invalid types: (Tensor, !str!, !int!)
 * (Tensor condition, Number self, Number other)
      didn't match because some of the arguments have invalid types: (Tensor, !str!, !int!)
)"},
    {R"(torch.einsum("ij", 1))", "TypeError",
     R"(expected Tensor as element 0 in argument 1, but got int)"},
};

SourcePtr source(const std::string& text) {
  return std::make_shared<Source>("test", text);
}

}  // namespace

TEST_CASE("signatures: calls are refused in PyTorch's words") {
  lang::Interpreter interp;
  torch::add_torch(interp);
  interp.run(source("import torch\nx = torch.zeros(2, 3)\n"));
  for (const Refused& r : kRefused) {
    CAPTURE(r.call);
    std::string kind, message;
    try {
      interp.run_cell(source(r.call));
    } catch (const lang::PyError& e) {
      kind = e.kind();
      message = e.message();
    }
    CHECK(kind == r.kind);
    CHECK(message == r.message);
  }
}

TEST_CASE("signatures: an element that is no int is named by its place") {
  lang::Interpreter interp;
  torch::add_torch(interp);
  interp.run(source("import torch\nx = torch.zeros(2, 3)\n"));
  CHECK_THROWS_WITH(
      interp.run_cell(source("x.view(3, 4 / 2)")),
      "TypeError: view(): argument 'size' failed to unpack the object at pos 2 "
      "with error \"type must be tuple of ints,but got float\"");
}

}  // namespace mha
