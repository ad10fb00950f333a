#include <doctest/doctest.h>

#include "homework/diagnosis/diagnosis.h"
#include "homework/spec/assignment.h"
#include "homework/verdict/check.h"
#include "homework/verdict/handout.h"
#include "io/tensor_file.h"
#include "tensor/core/factory.h"
#include "tensor/core/views.h"

using namespace mha;
using namespace mha::homework;

namespace {

/// The right tensors, by name.
std::vector<NamedTensor> right(const std::string& id, const std::vector<std::string>& names, uint32_t seed = 1) {
  const Assignment& a = find_assignment(id);
  Reference reference(a);
  const Handout given = handout(reference, seed);
  Trial trial;
  trial.setting = given.setting;
  trial.names = given.names;
  trial.handed = given.weights;
  Diagnosis diagnosis(reference, trial);
  const Names& all = diagnosis.reference_names(0);
  std::vector<NamedTensor> out;
  for (const std::string& name : names) {
    const Tensor* t = tensor_in(all, name);
    REQUIRE(t);
    out.push_back({name, contiguous(*t)});
  }
  return out;
}

Result checked(const std::string& id, const std::vector<NamedTensor>& tensors) {
  return check({"mine.safetensors", write_safetensors(tensors), id, 1});
}

const StageResult& stage(const Result& r, const std::string& id) {
  for (const StageResult& s : r.stages) {
    if (s.id == id) return s;
  }
  FAIL("no stage " << id);
  return r.stages[0];
}

}  // namespace

TEST_CASE("tensors: the output alone, under any name, or flat") {
  std::vector<NamedTensor> output = right("multi-head", {"output"});
  CHECK(checked("multi-head", output).verdict == Verdict::right);
  output[0].name = "y";
  CHECK(checked("multi-head", output).verdict == Verdict::right);
  output[0].tensor = reshape(output[0].tensor, {-1});
  CHECK(checked("multi-head", output).verdict == Verdict::right);
}

TEST_CASE("tensors: scores of keys against queries are no scores of queries against keys") {
  std::vector<NamedTensor> scores = right("single-head", {"scores"});
  CHECK(stage(checked("single-head", scores), "scores").verdict == StageVerdict::right);
  scores[0].tensor = contiguous(transpose(scores[0].tensor, 0, 1));
  const Result r = checked("single-head", scores);
  CHECK(r.verdict == Verdict::wrong);
  CHECK(stage(r, "scores").verdict == StageVerdict::wrong_layout);
}

TEST_CASE("tensors: the axes of the output must be in order, too") {
  std::vector<NamedTensor> output = right("multi-head", {"output"});
  output[0].tensor = contiguous(transpose(output[0].tensor, 1, 2));
  const Result r = checked("multi-head", output);
  CHECK(r.verdict == Verdict::wrong);
  CHECK(stage(r, "output").verdict == StageVerdict::wrong_layout);
  CHECK(stage(r, "merged").verdict == StageVerdict::unseen);
  CHECK(r.findings.empty());
}

TEST_CASE("tensors: unfinished work is judged as far as it goes") {
  const Result r = checked("multi-head", right("multi-head", {"scores", "weights"}));
  CHECK(r.verdict == Verdict::wrong);
  CHECK(stage(r, "weights").verdict == StageVerdict::right);
  CHECK(stage(r, "queries").verdict == StageVerdict::unseen);
  CHECK(stage(r, "output").verdict == StageVerdict::not_judged);
  CHECK(r.points() == 8);
  CHECK(r.of() == 12);
}

TEST_CASE("tensors: wrong numbers without a known cause are identified by their name") {
  std::vector<NamedTensor> tensors = right("multi-head", {"weights", "output"});
  tensors[1].tensor.data<float>()[3] += 1;
  const Result r = checked("multi-head", tensors);
  CHECK(stage(r, "weights").verdict == StageVerdict::right);
  CHECK(stage(r, "output").verdict == StageVerdict::wrong_value);
  CHECK(stage(r, "output").wrong_cells == 1);
  CHECK(stage(r, "queries").verdict == StageVerdict::unseen);
}

TEST_CASE("tensors: half precision is judged at half precision") {
  std::vector<NamedTensor> output = right("multi-head", {"output"});
  output[0].tensor = to(output[0].tensor, DType::float16);
  CHECK(checked("multi-head", output).verdict == Verdict::right);
}

TEST_CASE("tensors: optional inputs and weights may be left out") {
  CHECK(checked("cross-attention", right("cross-attention", {"output"})).verdict == Verdict::right);
  std::vector<NamedTensor> merged = right("cross-attention", {"merged"});
  merged[0].name = "mine";
  CHECK(checked("cross-attention", merged).verdict == Verdict::right);
}

TEST_CASE("tensors: those of no stage are not judged") {
  const Result r = checked("multi-head", {{"a", Tensor::empty({3, 4})}});
  CHECK(r.verdict == Verdict::unjudged);
  CHECK(r.help.find("(2, 6, 20)") != std::string::npos);
}

TEST_CASE("tensors: numbers for another seed are reported as such, and not called wrong") {
  std::vector<NamedTensor> mine = right("single-head", {"scores", "weights", "context"}, 42);
  const Result all = checked("single-head", mine);
  CHECK(all.verdict == Verdict::unjudged);
  CHECK(all.trouble == "these numbers are right for seed 42; the homework's seed is 1");
  CHECK(all.stages.empty());
  mine[2].tensor = clone(mine[2].tensor);
  mine[2].tensor.data<float>()[0] += 1;
  const Result some = checked("single-head", mine);
  CHECK(some.verdict == Verdict::unjudged);
  CHECK(some.trouble == "some of these numbers are right for seed 42; the homework's seed is 1");
  CHECK(check({"mine.safetensors", write_safetensors(right("single-head", {"context"}, 42)), "single-head", 42}).verdict ==
        Verdict::right);
}
