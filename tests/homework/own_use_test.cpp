// What the file's own calls hand over is tried, whatever it is called.

#include <doctest/doctest.h>

#include "homework/trial/own_use.h"
#include "homework/verdict/check.h"
#include "tensor/factory.h"

using namespace mha;
using namespace mha::homework;

namespace {

Result checked(const std::string& program, const char* homework = "scaled-dot-product") {
  return check({"homework.py", program, homework, 1});
}

/// Attention whose mask nobody would know by its name; `hide` fills the scores.
std::string attention(const std::string& parameters, const std::string& hide, const std::string& use) {
  return "import torch\n\n"
         "def dikkat(q, k, v, " + parameters + "):\n"
         "    puan = q @ k.transpose(-2, -1) / q.shape[-1] ** 0.5\n" + hide +
         "    return torch.softmax(puan, dim=-1) @ v\n\n"
         "a = torch.randn(2, 4, 8)\n" + use;
}

const char* const kLower = "dikkat(a, a, a, torch.ones(4, 4).tril())\n";
const char* const kUpper = "dikkat(a, a, a, torch.ones(4, 4).triu(1))\n";

}  // namespace

TEST_CASE("own use: a mask of any name is tried as the file hands it over") {
  const std::string keeps =
      "    if maske is not None:\n"
      "        puan = puan.masked_fill(maske == 0, float('-inf'))\n";
  const std::string hides =
      "    if maske is not None:\n"
      "        puan = puan.masked_fill(maske == 1, float('-inf'))\n";
  CHECK(checked(attention("maske=None", keeps, kLower)).verdict == Verdict::right);
  // Upper: what is hidden. Either convention is right with its own use.
  CHECK(checked(attention("maske=None", hides, kUpper)).verdict == Verdict::right);
  const Result turned = checked(attention("maske=None", hides, kLower));
  CHECK(turned.verdict == Verdict::wrong);
  REQUIRE_FALSE(turned.findings.empty());
  CHECK(turned.findings[0].place.source->place(turned.findings[0].place.span.begin).line == 6);
}

TEST_CASE("own use: lengths of the texts are a mask") {
  const std::string use = "dikkat(a, a, a, torch.tensor([4, 2]))\n";
  const auto hide = [](const char* sign) {
    return "    if uzunluk is not None:\n"
           "        yer = torch.arange(k.shape[1])\n"
           "        puan = puan.masked_fill(yer[None, None] " + std::string(sign) +
           " uzunluk[:, None, None], -1e9)\n";
  };
  CHECK(checked(attention("uzunluk=None", hide(">="), use)).verdict == Verdict::right);
  CHECK(checked(attention("uzunluk=None", hide(">"), use)).verdict == Verdict::wrong);
}

TEST_CASE("own use: what the file calls under __main__ counts too") {
  const std::string use = "if __name__ == '__main__':\n    " + std::string(kLower);
  CHECK(checked(attention("maske=None", "    pass\n", kLower)).verdict == Verdict::right);
  CHECK(checked(attention("maske=None", "    if maske is None:\n        pass\n", use)).verdict == Verdict::wrong);
}

TEST_CASE("own use: tensors of one kind, at other sizes") {
  const auto numbers = [](Shape shape, double value) { return numbers_of(full(shape, value)); };
  CHECK(are_of_one_kind(numbers({2, 5}, 1), numbers({3, 7}, 0)));
  CHECK_FALSE(are_of_one_kind(numbers({5, 5}, 1), numbers({3, 7}, 1)));
  CHECK_FALSE(are_of_one_kind(numbers({1, 5}, 1), numbers({3, 7}, 1)));
  CHECK_FALSE(are_of_one_kind(numbers({2, 5}, 1), numbers({3, 7}, 2)));
  CHECK_FALSE(are_of_one_kind(numbers({2, 5, 5}, 1), numbers({2, 5}, 1)));
}
