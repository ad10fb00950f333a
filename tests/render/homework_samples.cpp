#include "homework_samples.h"

#include <limits>

namespace mha::samples {

namespace {

using namespace mha::homework;

const char* const kProgram = R"(import torch
import torch.nn as nn


class MultiHead(nn.Module):
    def __init__(self, d_in, d_out, context_length, dropout, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.head_dim = d_out // num_heads
        self.d_out = d_out
        self.scale = d_out**0.5
        self.W_q = nn.Linear(d_in, d_out)
        self.W_k = nn.Linear(d_in, d_out)
        self.W_v = nn.Linear(d_in, d_out)
        self.proj = nn.Linear(d_out, d_out)
        self.register_buffer("mask", torch.triu(torch.ones(context_length, context_length), diagonal=1))

    def forward(self, x):
        b, t, _ = x.shape
        q = self.W_q(x).view(b, t, self.num_heads, self.head_dim).transpose(1, 2)
        k = self.W_k(x).view(b, t, self.num_heads, self.head_dim).transpose(1, 2)
        v = self.W_v(x).view(b, t, self.num_heads, self.head_dim).transpose(1, 2)
        scores = q @ k.transpose(2, 3)
        scores = scores / self.scale
        scores = scores.masked_fill(self.mask.bool()[:t, :t], -torch.inf)
        weights = torch.softmax(scores, dim=-1)
        context = weights @ v
        merged = context.transpose(1, 2).reshape(b, t, self.d_out)
        return self.proj(merged)
)";

/// The place of a piece of the program, after its line `line`.
Location at(const SourcePtr& source, int line, const std::string& code) {
  const auto found = source->text().find(code, source->line_start(line));
  const auto begin = static_cast<uint32_t>(found);
  return {source, {begin, begin + static_cast<uint32_t>(code.size())}};
}

StageResult stage(const std::string& id, const std::string& title, const std::vector<std::string>& axes,
                  const Shape& shape, const Location& place) {
  StageResult s;
  s.id = id;
  s.title = title;
  s.axes = axes;
  s.verdict = StageVerdict::right;
  s.place = place;
  s.points = s.of = 1;
  s.expected_shape = s.shape = shape;
  s.cells = 1;
  for (const int64_t n : shape) s.cells *= n;
  s.tolerance = 1e-5;
  return s;
}

Result base() {
  const auto source = std::make_shared<Source>("mha.py", kProgram);
  const auto place = [&](int line, const char* code) { return at(source, line, code); };
  const std::vector<std::string> flat = {"batch", "tokens", "d_out"}, square = {"batch", "head", "query", "key"},
                                 heads = {"batch", "heads", "tokens", "head_dim"};
  const Shape wide = {2, 5, 12}, split = {2, 3, 5, 4}, table = {2, 3, 5, 5};
  Result r;
  r.verdict = Verdict::right;
  r.file = "mha.py";
  r.assignment = "multi-head";
  r.title = "Causal multi-head attention with weight splits";
  r.kind = "class";
  r.subject = "MultiHead";
  r.place = place(5, "class MultiHead");
  r.tolerance = 1e-5;
  r.seed = 1;
  r.stages = {
      stage("queries", "Queries", flat, wide, place(20, "self.W_q(x)")),
      stage("keys", "Keys", flat, wide, place(21, "self.W_k(x)")),
      stage("values", "Values", flat, wide, place(22, "self.W_v(x)")),
      stage("heads", "Heads split, and moved before the tokens", heads, split,
            place(20, "self.W_q(x).view(b, t, self.num_heads, self.head_dim).transpose(1, 2)")),
      stage("scores", "Every query against every key", square, table, place(23, "q @ k.transpose(2, 3)")),
      stage("scaled", "Scores divided by the root of head_dim", square, table, place(24, "scores / self.scale")),
      stage("masked", "Later tokens are hidden", square, table,
            place(25, "scores.masked_fill(self.mask.bool()[:t, :t], -torch.inf)")),
      stage("weights", "Scores turned into weights", square, table, place(26, "torch.softmax(scores, dim=-1)")),
      stage("dropped", "Dropout on the weights", square, table, {}),
      stage("context", "Values mixed by the weights", {"batch", "head", "token", "head_dim"}, split,
            place(27, "weights @ v")),
      stage("merged", "Heads joined again", flat, wide, place(28, "context.transpose(1, 2).reshape(b, t, self.d_out)")),
      stage("output", "The output layer", flat, wide, place(29, "self.proj(merged)"))};
  r.stages[5].code = "scaled = scores / head_dim**0.5";
  r.stages[8].verdict = StageVerdict::unseen;
  r.probe = "as usual";
  const std::map<std::string, std::string> sizes = {{"batch", "2"}, {"tokens", "5"}, {"heads", "3"}};
  r.probes = {{"as usual", sizes, true, 1e-7, false, ""},
              {"one head", {{"batch", "2"}, {"tokens", "5"}, {"heads", "1"}}, true, 1e-7, false, ""},
              {"one token", {{"batch", "2"}, {"tokens", "1"}, {"heads", "3"}}, true, 0, false, ""}};
  r.properties = {{"causal", "A token's output does not change when a later token does.", true, ""}};
  return r;
}

StageResult& spoil(Result& r, size_t i, StageVerdict verdict) {
  r.verdict = Verdict::wrong;
  StageResult& s = r.stages[i];
  s.verdict = verdict;
  s.points = 0;
  r.probes[0].right = r.probes[1].right = false;
  return s;
}

Finding scale(const Result& r) {
  Finding f;
  f.id = "scale-by-model-size";
  f.title = "The scale uses the model size instead of the head size";
  f.text = "The scores are divided by the root of the model size. Each score is a product of\ntwo vectors of head_dim "
           "numbers, so the root of head_dim is what belongs there.\n";
  f.why = "In the formula it says d_k, and with a single head that is the model size.";
  f.effect = "The weights become too flat, the more so the more heads there are.";
  f.hints = {"How many products are added up to make one score here?",
             "Look at the last axis of q in the product. Is that the number you divide by the root of?",
             "Divide by the root of head_dim, not of the whole width: `q.shape[-1] ** 0.5`."};
  f.lesson = "the-scale";
  f.stage = "scaled";
  f.place = at(r.place.source, 11, "d_out**0.5");
  f.cause = r.stages[5].place;
  return f;
}

}  // namespace

Result right() { return base(); }

Result wrong_value() {
  Result r = base();
  StageResult& s = spoil(r, 5, StageVerdict::wrong_value);
  s.first_wrong = Cell{{0, 0, 0, 0}, "batch 0, head 0, query 0 \"Your\", key 0 \"Your\"", -0.234567, -0.135427};
  s.largest_error = 0.4321;
  s.wrong_cells = s.cells;
  r.findings = {scale(r)};
  return r;
}

Result two_candidates() {
  Result r = wrong_value();
  Finding other = r.findings[0];
  other.id = "scale-by-tokens";
  other.title = "The scores are scaled by the number of tokens";
  other.text = "The scores are divided by the root of the number of tokens.";
  other.hints = {"What does the number of tokens have to do with the length of one product?"};
  other.place = other.cause;
  other.cause = {};
  other.alternatives = {"scale-by-model-size"};
  r.findings[0].alternatives = {"scale-by-tokens"};
  r.findings.push_back(other);
  return r;
}

Result two_mistakes() {
  Result r = wrong_value();
  StageResult& s = spoil(r, 7, StageVerdict::wrong_value);
  s.first_wrong = Cell{{0, 0, 0, 0}, "batch 0, head 0, query 0 \"Your\", key 0 \"Your\"", 1, 0.25};
  s.largest_error = 0.9;
  s.wrong_cells = 90;
  Finding f;
  f.id = "softmax-over-queries";
  f.title = "Softmax over the queries instead of the keys";
  f.text = "Each column adds up to 1, not each row.";
  f.hints = {"Whose shares should add up to 1?"};
  f.lesson = "one-query";
  f.stage = "weights";
  f.place = s.place;
  r.findings.push_back(f);
  return r;
}

Result wrong_shape() {
  Result r = base();
  StageResult& s = spoil(r, 4, StageVerdict::wrong_shape);
  s.shape = {2, 5, 3, 3};
  for (size_t i = 5; i < r.stages.size(); ++i) {
    r.stages[i].verdict = StageVerdict::not_judged;
    r.stages[i].points = 0;
    r.stages[i].shape = {};
    r.stages[i].place = {};
  }
  Finding f;
  f.id = "attention-over-heads";
  f.title = "Heads attend to heads, not tokens to tokens";
  f.text = "Tokens stand before heads when the product is made.";
  f.hints = {"Which two axes does `@` work on?"};
  f.lesson = "transpose";
  f.stage = "scores";
  f.place = s.place;
  r.findings = {f};
  r.probes[2].right = false;
  r.probes[2].trouble = "the output has shape (2, 3, 12)";
  return r;
}

Result wrong_layout() {
  Result r = base();
  StageResult& s = spoil(r, 10, StageVerdict::wrong_layout);
  s.first_wrong = Cell{{0, 0, 4}, "batch 0, token 0 \"Your\", column 4", 0.5, -0.25};
  s.largest_error = 1.5;
  s.wrong_cells = 96;
  r.findings = {};
  Finding f;
  f.id = "merge-without-transpose";
  f.title = "Heads joined without putting the tokens first";
  f.text = "The heads still stand before the tokens when they are joined.";
  f.hints = {"In which order do the numbers lie in memory?"};
  f.stage = "merged";
  f.evidence = Finding::Evidence::source;
  f.seen = "the result of `context.transpose(1, 2)` is not kept";
  f.place = s.place;
  r.findings = {f};
  return r;
}

Result stopped() {
  Result r = base();
  r.verdict = Verdict::wrong;
  for (size_t i : {10U, 11U}) {
    r.stages[i].verdict = StageVerdict::not_reached;
    r.stages[i].points = 0;
    r.stages[i].place = {};
    r.stages[i].shape = {};
  }
  torch::Report e;
  e.kind = "RuntimeError";
  e.message = "view size is not compatible with input tensor's size and stride";
  const Location place = at(r.place.source, 28, "context.transpose(1, 2).reshape(b, t, self.d_out)");
  e.source = place.source;
  e.span = place.span;
  e.help = "reshape() copies where view() cannot";
  r.error = e;
  Finding f;
  f.id = "view-after-transpose";
  f.title = "view() on a transposed tensor";
  f.text = "After a transpose the numbers no longer lie in memory in the order of the axes.";
  f.hints = {"In which order do the numbers lie in memory now?"};
  f.lesson = "memory";
  f.stage = "merged";
  f.evidence = Finding::Evidence::error;
  f.place = place;
  r.findings = {f};
  for (ProbeResult& p : r.probes) p.right = false;
  return r;
}

Result unknown_cause() {
  Result r = wrong_value();
  r.findings.clear();
  r.stages[5].first_wrong->got = std::numeric_limits<double>::quiet_NaN();
  r.stages[5].largest_error = std::numeric_limits<double>::quiet_NaN();
  return r;
}

Result tensors() {
  Result r = wrong_value();
  r.file = "mha.npz";
  r.kind = "tensors";
  r.subject.clear();
  r.place = {};
  r.named = true;
  r.probes.resize(1);
  for (StageResult& s : r.stages) s.place = {};
  for (size_t i : {0U, 1U, 2U}) r.stages[i].verdict = StageVerdict::unseen;
  r.findings[0].place = r.findings[0].cause = {};
  return r;
}

Result broken_property() {
  Result r = base();
  r.verdict = Verdict::wrong;
  r.properties[0].holds = false;
  r.properties[0].detail = "token 0 changes by 0.31";
  r.probes[2].right = false;
  Finding f;
  f.id = "heads-in-plain-list";
  f.title = "Heads in a plain list";
  f.text = "A plain list hides the heads from the module.";
  f.hints = {"What does `list(model.parameters())` show?"};
  f.evidence = Finding::Evidence::property;
  f.place = at(r.place.source, 8, "self.num_heads = num_heads");
  r.findings = {f};
  return r;
}

Result with_remark() {
  Result r = base();
  Finding f;
  f.id = "mask-not-buffer";
  f.title = "The mask is no buffer";
  f.text = "It does not go along when the module moves to another device.";
  f.place = at(r.place.source, 16, "self.register_buffer");
  r.remarks = {f};
  return r;
}

Result unjudged() {
  Result r;
  r.file = "mha.py";
  r.trouble = "nothing in it takes an input and gives attention back.";
  r.help = "name the homework: `mha-tutor check mha.py multi-head`";
  return r;
}

}  // namespace mha::samples
