// Whole checks. Comments say what each program does wrong. PyTorch has confirmed that the numbers
// differ from the right ones (tests/homework/mutate.py makes such programs by the hundred).

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>

#include "base/front_end.h"
#include "homework/spec/assignment.h"
#include "homework/spec/draft.h"
#include "homework/verdict/check.h"
#include "homework/verdict/handout.h"
#include "io/tensor_file.h"
#include "solutions.h"
#include "tensor/core/factory.h"

using namespace mha;
using namespace mha::homework;

namespace {

std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

Result checked(const std::string& program, std::optional<std::string> assignment = "multi-head") {
  return check({"homework.py", program, std::move(assignment), 1});
}

std::vector<std::string> named(const Result& r) {
  std::vector<std::string> ids;
  for (const Finding& f : r.findings) ids.push_back(f.id);
  return ids;
}

int line_of(const Location& place) {
  return place.known() ? place.source->place(place.span.begin).line : 0;
}

}  // namespace

TEST_CASE("check: every solution is right, and its homework is recognised" *
          doctest::test_suite("many programs")) {
  for (const Assignment& a : assignments()) {
    CAPTURE(a.id);
    const Result r = checked(a.solution, a.id);
    CHECK(r.verdict == Verdict::right);
    CHECK(r.points() == r.of());
    CHECK(named(r).empty());
    for (const uint32_t seed : {2u, 77u}) {
      CHECK(check({"homework.py", a.solution, a.id, seed}).verdict == Verdict::right);
    }
    CHECK(checked(a.solution, std::nullopt).verdict == Verdict::right);
  }
}

TEST_CASE("check: a starter is not right, but nothing is called a mistake") {
  for (const Assignment& a : assignments()) {
    CAPTURE(a.id);
    const Result r = checked(a.starter, a.id);
    CHECK(r.verdict != Verdict::right);
    CHECK(named(r).empty());
  }
}

TEST_CASE("check: a mistake is named, and costs one stage") {
  // The model's width is used for a head's: line 28 of the solution.
  const std::string program = with(solution("multi-head"), "self.head_dim**0.5", "x.shape[-1]**0.5");
  // In a square layer the two widths are equal; the first probe has 7 and 20.
  const Result r = checked(with(program, "x.shape[-1]**0.5", "(q.shape[1] * q.shape[3])**0.5"));
  CHECK(r.verdict == Verdict::wrong);
  CHECK(named(r) == std::vector<std::string>{"scale-by-model-size"});
  CHECK(r.points() == r.of() - 1);
  REQUIRE(r.first_wrong());
  CHECK(r.first_wrong()->id == "scaled");
  REQUIRE(r.first_wrong()->first_wrong);
  CHECK(r.first_wrong()->first_wrong->words ==
        "batch 0, head 0, query 0 \"Your\", key 0 \"Your\"");
  // 144 scores for each text and head, 4 heads, 2 texts: every one is wrong.
  CHECK(r.first_wrong()->cells == 2 * 4 * 6 * 6);
}

TEST_CASE("check: two mistakes are both named" *
          doctest::test_suite("many programs")) {
  std::string program = with(solution("multi-head"), " / self.head_dim**0.5", "");
  program = with(program, "context.reshape(batch, tokens, -1)",
                 "(weights @ v).reshape(batch, tokens, -1)");
  const std::vector<std::string> ids = named(checked(program));
  CHECK(std::find(ids.begin(), ids.end(), "scale-missing") != ids.end());
  CHECK(std::find(ids.begin(), ids.end(), "merge-without-transpose") != ids.end());
}

TEST_CASE("check: mistakes that only the source shows are found there") {
  const std::string program = with(solution("multi-head"), "scores = scores.masked_fill",
                                   "scores.masked_fill");
  const Result r = checked(program);
  CHECK(named(r) == std::vector<std::string>{"masked-fill-discarded"});
  REQUIRE(!r.findings.empty());
  const SourcePtr source = r.findings[0].place.source;
  REQUIRE(source);
  CHECK(source->line(line_of(r.findings[0].place)).find("masked_fill") != std::string::npos);
}

TEST_CASE("check: a program that fails is judged up to the failure") {
  const Result r = checked(with(solution("multi-head"), "k.transpose(2, 3)", "k"));
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.error);
  CHECK(r.error->kind == "RuntimeError");
  CHECK(r.points() == 4);  // queries, keys, values and their heads
}

TEST_CASE("check: names do not matter, nor does the position of other code") {
  std::string program = solution("multi-head");
  for (const char* name : {"MultiHeadAttention", "W_query", "W_key", "W_value", "future"}) {
    size_t at = 0;
    while ((at = program.find(name, at)) != std::string::npos) {
      program.replace(at, std::string(name).size(), std::string("n") + name[0] + name[2]);
    }
  }
  CHECK(checked(program).verdict == Verdict::right);
}

TEST_CASE("check: the report says why something could not be judged") {
  CHECK(checked("def f(:\n").verdict == Verdict::unjudged);
  CHECK(checked("").verdict == Verdict::unjudged);
  CHECK(checked("print('hello')\n").verdict == Verdict::unjudged);
  CHECK(checked("class A:\n    pass\n").verdict == Verdict::unjudged);
  CHECK(check({"x.ipynb", "{", "multi-head", 1}).verdict == Verdict::unjudged);
  CHECK(check({"x.npz", "PK", "multi-head", 1}).verdict == Verdict::unjudged);
  const Result r = checked("while True:\n    pass\n");
  CHECK(r.verdict == Verdict::unjudged);
}

TEST_CASE("check: numbers that were computed elsewhere") {
  const Assignment& a = find_assignment("self-attention-linear");
  Reference reference(a);
  const Handout given = handout(reference, 5);
  Names names = given.names;
  for (const auto& [role, map] : given.weights) names[role] = reference.layer(map);
  std::vector<NamedTensor> right, wrong;
  for (const StageSpec& stage : a.stages) {
    REQUIRE(reference.run(stage, names).empty());
    for (const std::string& name : stage.snippet.makes) {
      NamedTensor t;
      t.name = "my_" + name;
      t.tensor = *tensor_in(names, name);
      right.push_back(t);
    }
  }
  CHECK(check({"mine.npz", write_npz(right), a.id, 5}).verdict == Verdict::right);
  CHECK(check({"mine.json", write_json(right), std::nullopt, 5}).verdict == Verdict::right);
  CHECK(check({"mine.pt", write_pt(right), a.id, 6}).verdict == Verdict::wrong);
  wrong.push_back(right[0]);
  CHECK(check({"mine.safetensors", write_safetensors(wrong), a.id, 5}).verdict == Verdict::wrong);
}

TEST_CASE("check: a layer whose result is discarded") {
  const std::string dropped =
      with(solution("multi-head"), "        return self.out_proj(context.reshape(batch, tokens, -1))",
           "        context = context.reshape(batch, tokens, -1)\n"
           "        self.out_proj(context)\n        return context");
  const std::vector<std::string> ids = named(checked(dropped));
  CHECK(std::find(ids.begin(), ids.end(), "layer-discarded") != ids.end());
}

TEST_CASE("check: the mask that a program makes if it is given none") {
  const auto attention = [](const char* diagonal) {
    return std::string("import torch\nimport torch.nn as nn\n\n\n"
                       "class Attention(nn.Module):\n"
                       "    def __init__(self, width, heads):\n"
                       "        super().__init__()\n"
                       "        self.heads = heads\n"
                       "        self.q, self.k = nn.Linear(width, width), nn.Linear(width, width)\n"
                       "        self.v, self.o = nn.Linear(width, width), nn.Linear(width, width)\n\n"
                       "    def forward(self, x, mask=None):\n"
                       "        b, n, w = x.shape\n"
                       "        if mask is None:\n"
                       "            mask = torch.ones(n, n).triu(") +
           diagonal +
           ") == 0\n"
           "        def cut(t):\n"
           "            return t.view(b, n, self.heads, -1).transpose(1, 2)\n"
           "        q, k, v = cut(self.q(x)), cut(self.k(x)), cut(self.v(x))\n"
           "        s = q @ k.transpose(2, 3) / k.shape[-1]**0.5\n"
           "        s = s.masked_fill(mask == 0, -torch.inf)\n"
           "        c = (s.softmax(-1) @ v).transpose(1, 2)\n"
           "        return self.o(c.reshape(b, n, w))\n";
  };
  CHECK(checked(attention("1")).verdict == Verdict::right);
  const Result late = checked(attention("2"));
  CHECK(late.verdict == Verdict::wrong);
  REQUIRE(named(late).size() == 1);
  CHECK(named(late)[0] == "mask-one-late");
}

TEST_CASE("check: the steps after random queries are still judged" *
          doctest::test_suite("many programs")) {
  const std::string program = with(
      with(solution("multi-head"), "split(self.W_query(x))", "torch.randn_like(split(self.W_query(x)))"),
      "self.head_dim**0.5", "self.head_dim");
  const Result r = checked(program);
  const std::vector<std::string> ids = named(r);
  CHECK(std::find(ids.begin(), ids.end(), "scale-without-root") != ids.end());
}

TEST_CASE("check: sizes that a module's own names fix are not changed") {
  // The mask has room for four tokens, and there are always two heads.
  const std::string program =
      "import torch\nimport torch.nn as nn\n\n"
      "ROOM = 4\nPARTS = 2\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, width):\n"
      "        super().__init__()\n"
      "        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)\n"
      "        self.register_buffer('seen', torch.tril(torch.ones(ROOM, ROOM)))\n\n"
      "    def forward(self, x):\n"
      "        b, n, w = x.shape\n"
      "        q, k, v = (t.view(b, n, PARTS, w // PARTS).transpose(1, 2)\n"
      "                   for t in self.qkv(x).chunk(3, -1))\n"
      "        s = q @ k.transpose(2, 3) / k.shape[-1]**0.5\n"
      "        s = s.masked_fill(self.seen[:n, :n] == 0, -torch.inf)\n"
      "        return self.out((s.softmax(-1) @ v).transpose(1, 2).reshape(b, n, w))\n";
  CHECK(checked(program).verdict == Verdict::right);
  const std::string literal = with(with(program, "ROOM, ROOM", "4, 4"), "PARTS, w // PARTS", "2, w // 2");
  CHECK(checked(literal).verdict == Verdict::right);
  CHECK(checked(with(program, "[:n, :n] == 0", "[:n, :n] == 1")).verdict == Verdict::wrong);
}

TEST_CASE("check: dropped weights are recognised in any order of axes") {
  const std::string program = with(
      with(solution("multi-head"), "weights = self.dropout(torch.softmax(scores, dim=-1))",
           "weights = self.dropout(torch.softmax(scores, dim=-1).permute(2, 1, 3, 0))"),
      "context = (weights @ v).transpose(1, 2)",
      "context = (weights.permute(3, 1, 0, 2) @ v).transpose(1, 2)");
  CHECK(checked(program).verdict == Verdict::right);
}

TEST_CASE("check: a program with float64 weights gets float64 inputs") {
  const std::string program = with(solution("causal-attention"), "import torch\n",
                                   "import torch\ntorch.set_default_dtype(torch.float64)\n");
  CHECK(checked(program, "causal-attention").verdict == Verdict::right);
}

TEST_CASE("check: scripts, whatever sizes they use" *
          doctest::test_suite("many programs")) {
  const std::string script =
      "import torch\n"
      "B, T, D, H = 2, 4, 8, 2\n"
      "x = torch.randn(B, T, D)\n"
      "Wq, Wk, Wv, Wo = torch.randn(4, D, D)\n"
      "q = (x @ Wq).view(B, T, H, D // H).transpose(1, 2)\n"
      "k = (x @ Wk).view(B, T, H, D // H).transpose(1, 2)\n"
      "v = (x @ Wv).view(B, T, H, D // H).transpose(1, 2)\n"
      "s = q @ k.transpose(2, 3) / (D // H)**0.5\n"
      "s = s.masked_fill(torch.ones(T, T).triu(1).bool(), -torch.inf)\n"
      "w = torch.softmax(s, dim=-1)\n"
      "out = (w @ v).transpose(1, 2).reshape(B, T, D) @ Wo\n"
      "print(out)\n";
  const Result right = checked(script, std::nullopt);
  CHECK(right.verdict == Verdict::right);
  CHECK(right.assignment == "multi-head");
  CHECK(named(checked(with(script, "(D // H)**0.5", "D**0.5"), std::nullopt)) ==
        std::vector<std::string>{"scale-by-model-size"});
  // A table of zeros cannot be the input: every weighted sum of it is right.
  const std::string loops =
      "import torch\n"
      "x = torch.tensor([[0.4, 0.1, 0.8], [0.5, 0.8, 0.6], [0.2, 0.5, 0.3], [0.7, 0.2, 0.1]])\n"
      "scores = torch.zeros(4, 4)\n"
      "for i in range(4):\n"
      "    for j in range(4):\n"
      "        scores[i, j] = torch.dot(x[i], x[j])\n"
      "w = torch.softmax(scores, dim=0)\n"
      "print(w @ x)\n";
  CHECK(checked(with(loops, "dim=0", "dim=1"), std::nullopt).verdict == Verdict::right);
  CHECK(checked(loops, std::nullopt).verdict == Verdict::wrong);
}

TEST_CASE("check: finished queries, keys and values belong to a single head") {
  const Result r = checked(
      "import torch\n\n\ndef attention(Q, K, V):\n"
      "    return torch.softmax(Q @ K.transpose(-2, -1) / Q.shape[-1]**0.5, dim=-1) @ V\n",
      std::nullopt);
  CHECK(r.verdict == Verdict::right);
  CHECK(r.assignment == "single-head");
}

TEST_CASE("check: causal attention without its mask is not taken for other homework") {
  const std::string program = with(
      with(solution("multi-head"), "        scores = scores.masked_fill(self.future[:tokens, :tokens], -torch.inf)\n", ""),
      "class MultiHeadAttention", "class CausalSelfAttention");
  const Result r = checked(program, std::nullopt);
  CHECK(r.assignment == "multi-head");
  CHECK(r.verdict == Verdict::wrong);
}

namespace {

/// A class for self-attention-linear with the given lines in its forward.
std::string attention(const std::string& forward, const std::string& before = "") {
  return "import torch\nimport torch.nn as nn\n\n" + before +
         "class Attention(nn.Module):\n"
         "    def __init__(self, d_in, d_out):\n"
         "        super().__init__()\n"
         "        self.q = nn.Linear(d_in, d_out)\n"
         "        self.k = nn.Linear(d_in, d_out)\n"
         "        self.v = nn.Linear(d_in, d_out)\n\n" +
         forward;
}

const std::string kForward =
    "    def forward(self, x):\n"
    "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
    "        w = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1]**0.5, dim=-1)\n"
    "        return w @ v\n";

}  // namespace

TEST_CASE("check: an endless program runs once, and its line is reported") {
  const Result r = checked(with(attention(kForward), "        w = ", "        while True:\n            x = x + 0\n        w = "),
                           std::nullopt);
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(r.error);
  CHECK(r.error->kind == "BudgetError");
  CHECK(r.error->message.find("took more than 10000000 steps") != std::string::npos);
  REQUIRE(r.error->source);
  const int line = r.error->source->place(r.error->span.begin).line;
  CHECK((line == 13 || line == 14));  // `while True:` and its body
  CHECK(r.stages[2].verdict == StageVerdict::right);
  CHECK(r.stages[3].verdict == StageVerdict::not_reached);
  CHECK(named(r).empty());
}

TEST_CASE("check: a check that is stopped from outside runs nothing more") {
  const std::atomic<bool> stop{true};
  Request request{"homework.py", solution("multi-head"), std::nullopt, 1};
  request.stop = &stop;
  CHECK(check(request).trouble == "the check was stopped");
}

TEST_CASE("check: code under __main__ is skipped, as by import") {
  const std::string main = "\nif __name__ == '__main__':\n    ";
  const Result r = checked(attention(kForward) + main + "raise ValueError('not reached')\n", "self-attention-linear");
  CHECK(r.verdict == Verdict::right);
  CHECK(!r.error);
  // Except for names that the rest of the program needs.
  const std::string scaled = with(attention(kForward), "k.shape[-1]**0.5", "(k.shape[-1]**power)");
  CHECK(checked(scaled + main + "power = 0.5\n", "self-attention-linear").verdict == Verdict::right);
}

TEST_CASE("check: a forward without return is wrong where it ends") {
  const Result r = checked(with(attention(kForward), "return w @ v", "z = w @ v"), std::nullopt);
  CHECK(r.verdict == Verdict::wrong);
  CHECK(r.assignment == "self-attention-linear");
  CHECK(r.points() == r.of() - 1);  // every stage is right, but nothing is returned
  REQUIRE(r.error);
  CHECK(r.error->message == "forward() returned None; a tensor was expected");
  CHECK(line_of({r.error->source, r.error->span}) == 14);
}

TEST_CASE("check: a forward defined inside __init__ is reported there") {
  std::string text = attention("");
  for (const std::string& line : {std::string("    def forward(self, x):\n"), std::string("        return self.q(x)\n")}) {
    text += "    " + line;
  }
  const Result r = checked(text, std::nullopt);
  CHECK(r.verdict == Verdict::unjudged);
  REQUIRE(r.error);
  CHECK(r.error->message == "Module [Attention] is missing the required \"forward\" function");
  CHECK(r.error->note.starts_with("`forward` is defined inside `__init__`"));
  CHECK(line_of({r.error->source, r.error->span}) == 11);
}

TEST_CASE("check: a forward without self is called as Python calls it") {
  const Result r = checked(with(attention(kForward), "forward(self, x)", "forward(x)"), "self-attention-linear");
  REQUIRE(r.error);
  CHECK(r.error->kind == "TypeError");
  CHECK(r.error->message == "Attention.forward() takes 1 positional argument but 2 were given");
  CHECK(named(r) == std::vector<std::string>{"self-missing"});
}

TEST_CASE("check: what helps is said in the words of the front end, and not what it has no way to do" *
          doctest::test_suite("many programs")) {
  struct Buttons : FrontEnd {
    std::string homework() const override { return "Homework"; }
    std::string task(const std::string& name) const override { return "Task " + name; }
    std::string start() const override { return "Start"; }
    std::string check_as(const std::string& file) const override { return "Check " + file; }
    std::string numbers(const std::string&, const std::string&) const override { return ""; }
    std::string modules() const override { return ""; }
  };
  static const Buttons buttons;
  const std::string empty = "x = 3\n", begun = draft(find_assignment("multi-head")), imports = "import mine\n";
  const std::string tensors = write_tensors("npz", {{"mine", zeros({3})}});
  const auto help = [](const std::string& text, const char* file = "homework.py") { return check({file, text, std::nullopt, 1}).help; };
  CHECK(help(empty) == "`mha-tutor homework list` shows all homework, and `mha-tutor homework start NAME` writes a file to start from");
  CHECK(help(begun) == "`mha-tutor homework show multi-head` shows the task");
  CHECK(help(imports) == "`--with FOLDER` lets it import the modules of that folder");
  CHECK(help(tensors, "mine.npz") == "compute with the numbers of `mha-tutor homework export NAME`, and name the homework");
  const FrontEnd& terminal = set_front_end(buttons);
  CHECK(help(empty) == "Homework shows all homework, and Start writes a file to start from");
  CHECK(help(begun) == "Task multi-head shows the task");
  CHECK(help(imports).empty());
  CHECK(help(tensors, "mine.npz") == "Check mine.npz");
  set_front_end(terminal);
}

TEST_CASE("check: arguments with names in any language") {
  // An argument that is never used, and names of one letter.
  std::string text = solution("multi-head");
  for (const auto& [from, to] : {std::pair{"context_length", "laenge"}, {"num_heads", "e"}}) {
    for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1)) text.replace(at, std::string(from).size(), to);
  }
  CHECK(checked(text, std::nullopt).verdict == Verdict::right);
  const Result unused = checked(with(attention(kForward), "d_in, d_out)", "breite, hoehe, unbenutzt)"), std::nullopt);
  CHECK(unused.trouble.empty());
  // An argument that cannot be guessed: the report says how to name it.
  const Result unknown = checked(with(with(attention(kForward), "d_in, d_out)", "d_in, d_out, zzz)"),
                                      "super().__init__()", "super().__init__()\n        self.t = print(zzz)"),
                                 "self-attention-linear");
  CHECK(unknown.trouble == "mha-tutor does not know what the argument 'zzz' of Attention() is for");
  CHECK(unknown.help.starts_with("use a name that says what it is"));
}

TEST_CASE("check: a default that is a configuration is used") {
  const std::string text =
      with(with(with(attention(kForward, "from types import SimpleNamespace\nc = SimpleNamespace(d=16)\n\n"),
                     "d_in, d_out)", "c=c)"),
                "(d_in, d_out)", "(c.d, c.d)"),
           "(d_in, d_out)", "(c.d, c.d)");
  const Result r = checked(with(text, "(d_in, d_out)", "(c.d, c.d)"), "self-attention-linear");
  CHECK(r.verdict == Verdict::right);
}

namespace {

/// The solution with the mask before the scale, which is inside the softmax call.
std::string masked_first() {
  std::string program = solution("multi-head");
  program = with(program, "k.transpose(2, 3) / self.head_dim**0.5", "k.transpose(2, 3)");
  return with(program, "torch.softmax(scores,", "torch.softmax(scores / self.head_dim**0.5,");
}

std::vector<std::string> wrong_stages(const Result& r) {
  std::vector<std::string> ids;
  for (const StageResult& s : r.stages) {
    if (s.verdict != StageVerdict::right && s.verdict != StageVerdict::unseen) ids.push_back(s.id);
  }
  return ids;
}

}  // namespace

TEST_CASE("check: without a known cause only the wrong step is marked") {
  CHECK(checked(masked_first()).verdict == Verdict::right);
  // Line 30 changes the result of the output layer.
  for (const char* given : {"torch.relu(self.out_proj(context.reshape(batch, tokens, -1)))",
                            "self.out_proj(context.reshape(batch, tokens, -1)).mean(1)"}) {
    CAPTURE(given);
    const Result r =
        checked(with(masked_first(), "self.out_proj(context.reshape(batch, tokens, -1))", given));
    // No known mistake does that; without the line everything is right.
    CHECK(named(r) == std::vector<std::string>{"step-too-many"});
    CHECK(r.findings[0].evidence == Finding::Evidence::mend);
    CHECK(line_of(r.findings[0].place) == 30);
    CHECK(wrong_stages(r) == std::vector<std::string>{"output"});
    CHECK(line_of(r.first_wrong()->place) == 30);
  }
  // Batch and tokens are swapped in the view.
  const Result r = checked(with(masked_first(), "context.reshape(batch, tokens, -1)",
                                "context.contiguous().view(tokens, batch, -1).transpose(0, 1)"));
  CHECK(wrong_stages(r) == std::vector<std::string>{"merged"});
}

TEST_CASE("check: a softmax down the columns of symmetric scores is located") {
  const Result r = checked(
      "import torch\nx = torch.rand(4, 3)\ns = x @ x.T\nw = torch.softmax(s, dim=0)\n"
      "result = w @ x\n",
      std::nullopt);
  CHECK(named(r) == std::vector<std::string>{"softmax-over-queries"});
  REQUIRE(r.first_wrong());
  CHECK(line_of(r.first_wrong()->place) == 4);
  // A tensor that is still empty cannot be a script's input.
  const Result loops = checked(
      "import torch\nx = torch.rand(4, 3)\ns = torch.empty(4, 4)\n"
      "for i in range(4):\n    for j in range(4):\n        s[i, j] = torch.dot(x[i], x[j])\n"
      "w = torch.softmax(s, dim=0)\nresult = w @ x\n",
      std::nullopt);
  CHECK(loops.verdict == Verdict::wrong);
}

TEST_CASE("check: a lambda counts as a function, and so does a function of lists") {
  const std::string lambda = "import torch\ncontext = lambda x: torch.softmax(x @ x.mT, dim=-1) @ x\n";
  CHECK(checked(lambda, std::nullopt).verdict == Verdict::right);
  const std::string lists =
      "import math\n\n\n"
      "def softmax(row):\n"
      "    e = [math.exp(r) for r in row]\n"
      "    return [z / sum(e) for z in e]\n\n\n"
      "def attention(tokens):\n"
      "    out = []\n"
      "    for q in tokens:\n"
      "        w = softmax([sum(a * b for a, b in zip(q, k)) for k in tokens])\n"
      "        out.append([sum(p * v[d] for p, v in zip(w, tokens)) for d in range(len(q))])\n"
      "    return out\n";
  const Result r = checked(lists, std::nullopt);
  CHECK(r.verdict == Verdict::right);
  CHECK(r.subject == "attention");
  CHECK(checked(with(lists, "math.exp(r)", "r * r"), "context-vectors").verdict == Verdict::wrong);
}

TEST_CASE("check: a function gets the program's own dict of weights") {
  const std::string text =
      "import torch\nimport torch.nn.functional as F\n\n\n"
      "def attention(params, x):\n"
      "    q, k, v = (F.linear(x, params[n]) for n in 'qkv')\n"
      "    return torch.softmax(q @ k.mT / q.shape[-1]**0.5, dim=-1) @ v\n\n\n"
      "params = {n: torch.randn(8, 8) for n in 'qkv'}\n";
  CHECK(checked(text, "self-attention-linear").verdict == Verdict::right);
  CHECK(checked(with(text, "**0.5", ""), "self-attention-linear").verdict == Verdict::wrong);
}

TEST_CASE("check: scripts with layers, and those that fit no homework") {
  const std::string script =
      "import torch\nimport torch.nn as nn\n"
      "x = torch.rand(5, 8)\n"
      "Wq, Wk, Wv = nn.Linear(8, 8), nn.Linear(8, 8), nn.Linear(8, 8)\n"
      "q, k, v = Wq(x), Wk(x), Wv(x)\n"
      "print(torch.softmax(q @ k.T / 8**0.5, dim=-1) @ v)\n";
  CHECK(checked(script, std::nullopt).verdict == Verdict::right);
  const Result one = checked("import torch\nx = torch.rand(5, 8)\n"
                             "print(torch.softmax(x @ x[1], dim=0) @ x)\n", std::nullopt);
  CHECK(one.verdict == Verdict::unjudged);
  CHECK(one.trouble == "none of the tensors that it makes is a step of a homework");
}

TEST_CASE("check: common first mistakes have a name" *
          doctest::test_suite("many programs")) {
  struct {
    const char *from, *to, *id;
  } const cases[] = {
      {"weights @ v)", "v @ weights)", "values-times-weights"},
      {"scores.masked_fill(self.future[:tokens, :tokens], -torch.inf)",
       "scores * self.future[:tokens, :tokens]", "mask-multiplied"},
      {"self.future[:tokens, :tokens]", "self.future[:x.shape[0], :x.shape[0]]",
       "tokens-from-wrong-axis"},
      {"nn.Dropout(dropout)", "nn.Dropout(0.1)", "dropout-fixed"},
      {"self.head_dim**0.5", "(self.head_dim ^ 1 / 2)", "power-as-caret"},
      {"self.head_dim**0.5", "8", "scale-fixed"},
      {"/ self.head_dim**0.5", "* 64**-0.5", "scale-fixed"},
      {"/ self.head_dim**0.5", "/ torch.sqrt(torch.tensor(10.0))", "scale-fixed"},
      // Numbers that do not scale anything are not a fixed scale.
      {"self.head_dim**0.5", "len(self.future)**0.5", "scale-by-tokens"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.id);
    CHECK(named(checked(with(solution("multi-head"), c.from, c.to))) ==
          std::vector<std::string>{c.id});
  }
}

TEST_CASE("check: one division without the root is not taken for two, before or after the mask") {
  const std::string solved = solution("multi-head");
  const std::string before = with(solved, "self.head_dim**0.5", "self.head_dim");
  const std::string after = with(with(solved, " / self.head_dim**0.5", ""),
                                 "torch.softmax(scores,", "torch.softmax(scores / q.shape[-1],");
  for (const std::string& program : {before, after}) {
    const Result r = checked(program);
    CHECK(named(r) == std::vector<std::string>{"scale-without-root"});
    // The width of a head is right where it is computed.
    CHECK(line_of(r.findings[0].place) >= 23);
  }
  // Two divisions in two places are two mistakes.
  const std::string twice = with(solved, "torch.softmax(scores,",
                                 "torch.softmax(scores / self.head_dim**0.5,");
  CHECK(named(checked(twice))[0] == "scale-twice");
}

TEST_CASE("check: a program that is right only under other names of its layers gets a remark") {
  const auto of = [](const std::string& program) { return checked(program, "self-attention-linear"); };
  const std::string right = with(attention(kForward), "q, k, v = self.q(x), self.k(x), self.v(x)",
                                 "q = self.q(x)\n        k = self.k(x)\n        v = self.v(x)");
  CHECK(of(right).remarks.empty());
  const Result turned = of(with(right, "q @ k.transpose", "k @ q.transpose"));
  CHECK(turned.verdict == Verdict::right);
  REQUIRE(turned.remarks.size() == 1);
  CHECK(turned.remarks[0].id == "keys-times-queries");
  CHECK(turned.remarks[0].evidence == Finding::Evidence::names);
  const Result exchanged = of(with(with(right, "q = self.q(x)", "q = self.k(x)"), "k = self.k(x)", "k = self.q(x)"));
  CHECK(exchanged.verdict == Verdict::right);
  REQUIRE(exchanged.remarks.size() == 1);
  CHECK(exchanged.remarks[0].id == "layers-exchanged");
  // Names without a meaning are no reason for a remark.
  std::string plain = with(right, "q @ k.transpose", "k @ q.transpose");
  for (const std::string name : {"self.q", "self.k", "self.v"}) {
    for (size_t at; (at = plain.find(name)) != std::string::npos;) {
      plain.replace(at, name.size(), name == "self.q" ? "self.one" : name == "self.k" ? "self.two" : "self.three");
    }
  }
  CHECK(of(plain).verdict == Verdict::right);
  CHECK(of(plain).remarks.empty());
}

TEST_CASE("check: an output that is all NaN does not support a mistake whose steps are missing") {
  const Result r = checked(with(solution("multi-head"), "torch.softmax(scores,",
                                "torch.softmax(torch.log(scores),"));
  CHECK(r.verdict == Verdict::wrong);
  // Of all mistakes that give NaN, the program only contains the logarithm.
  CHECK(named(r) == std::vector<std::string>{"step-too-many"});
}

TEST_CASE("check: a mistake outside the stages costs a point" *
          doctest::test_suite("many programs")) {
  const std::string solved = solution("multi-head");
  const Result silent = checked(with(solved, "return self.out_proj", "self.out_proj"));
  CHECK(silent.verdict == Verdict::wrong);
  CHECK(silent.points() == silent.of() - 1);
  // A constant dropout rate costs one point, not one for the stage and one for the constant.
  const Result fixed = checked(with(solved, "nn.Dropout(dropout)", "nn.Dropout(0.5)"));
  CHECK(fixed.verdict == Verdict::wrong);
  CHECK(fixed.points() == fixed.of() - 1);
}

namespace {

std::string code_of(const Result& r) { return r.next ? r.next->code : ""; }

}  // namespace

TEST_CASE("check: an unknown cause ends with a line to type, with the program's own names") {
  const std::string program =
      "import torch\n"
      "def attend(q, k, v):\n"
      "    marks = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5\n"
      "    shares = torch.sigmoid(marks) * torch.cos(marks) + marks.exp() / (1 + marks ** 2)\n"
      "    return shares @ v\n";
  const Result r = checked(program, "single-head");
  CHECK(r.verdict != Verdict::right);
  REQUIRE(r.next);
  CHECK(code_of(r) == "print(shares.sum(-1))");
  CHECK(r.next->expected == "each is expected to be 1");
  CHECK(line_of(r.next->place) == 4);
  CHECK(!r.next->before);
}

TEST_CASE("check: for a line that fails without a known cause, print its operands") {
  const std::string program =
      "import torch\n"
      "class Pool(torch.nn.Module):\n"
      "    def __init__(self, d):\n"
      "        super().__init__()\n"
      "        self.question = torch.nn.Parameter(torch.randn(d))\n"
      "    def forward(self, x, words):\n"
      "        return (x @ self.question).masked_fill(~words, 0.0)\n";
  const Result r = checked(program, "multi-head-stacked");
  CHECK(code_of(r) == "print(words.shape, words.dtype)");
  CHECK(r.next->before);
  CHECK(line_of(r.next->place) == 7);
}

TEST_CASE("check: a stage whose line fails is never right") {
  const std::string program =
      "import torch\n"
      "def attend(q, k, v):\n"
      "    scores = (q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5).softmax(-1) @ v.transpose(0, 1)\n"
      "    return scores\n";
  const Result r = checked(program, "single-head");
  REQUIRE(r.error);
  for (const StageResult& s : r.stages) CHECK(s.verdict != StageVerdict::right);
}

TEST_CASE("check: memory that is written later gives no numbers to a report") {
  const std::string program =
      "import torch\n"
      "def attend(q, k, v):\n"
      "    marks = torch.zeros(q.shape[0], k.shape[0])\n"
      "    for i in range(q.shape[0]):\n"
      "        marks[i] = (k @ q[i]).abs().sqrt() + q[i, 0] * k[:, 1]\n"
      "    shares = torch.softmax(marks, dim=-1)\n"
      "    return shares @ v\n";
  const Result r = checked(program, "single-head");
  CHECK(r.verdict == Verdict::wrong);
  for (const StageResult& s : r.stages) {
    if (is_wrong(s.verdict)) CHECK(line_of(s.place) != 3);
    if (is_wrong(s.verdict) && s.first_wrong) CHECK(s.first_wrong->got != 0);
  }
}

TEST_CASE("check: a pickle is refused by its name, without reading it") {
  for (const char* name : {"mine.pkl", "mine.pickle"}) {
    const Result r = check({name, "print('run')", std::nullopt, 1});
    CHECK(r.verdict == Verdict::unjudged);
    CHECK(!r.read);
    CHECK(r.trouble.starts_with("it is a pickle"));
  }
}

TEST_CASE("check: a layer used in place of its output, and a layer with two names") {
  const std::string linear = solution("self-attention-linear");
  const Result bare = checked(with(linear, "self.W_key(x)", "self.W_key"), "self-attention-linear");
  CHECK(bare.verdict == Verdict::wrong);
  CHECK(named(bare) == std::vector<std::string>{"layer-not-called"});

  const std::string shared = with(with(linear, "        self.W_key = nn.Linear(d_in, d_out, bias=qkv_bias)\n", ""),
                                  "self.W_query =", "self.W_query = self.W_key =");
  const Result r = checked(shared, "self-attention-linear");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(!r.findings.empty());
  CHECK(line_of(r.findings[0].place) == 8);
}

TEST_CASE("check: a configuration is read where the file passes it, whatever its keys") {
  const std::string linear = solution("self-attention-linear");
  const std::string configured =
      with(with(with(with(with(linear, "d_in, d_out, qkv_bias=False", "c"), "d_in, d_out, bias=qkv_bias", "c['a'], c['b']"),
                     "d_in, d_out, bias=qkv_bias", "c['a'], c['b']"),
                "d_in, d_out, bias=qkv_bias", "c['a'], c['b']"),
           "class SelfAttention", "class Head") +
      "\n\nprint(Head({'a': 6, 'b': 4})(torch.randn(3, 6)).shape)\n";
  CHECK(checked(configured, "self-attention-linear").verdict == Verdict::right);
  CHECK(checked(with(configured, "weights @ values", "weights @ keys"), "self-attention-linear").verdict == Verdict::wrong);
}

TEST_CASE("check: code for one form of a mask must be right for that form") {
  const std::string fused = with(solution("fused-qkv"), "scores.masked_fill(mask == 0, -torch.inf)",
                                 "scores.masked_fill((mask[:, None, None] if mask.dim() == 2 and len(mask) == batch "
                                 "else mask) == 0, -torch.inf)");
  CHECK(checked(fused, "fused-qkv").verdict == Verdict::right);
  const std::string rows = with(
      solution("fused-qkv"), "        if mask is not None:\n",
      "        if mask is not None:\n            if mask.dim() == 2 and len(mask) == batch:\n"
      "                mask = mask[:, None, :, None]\n");
  CHECK(checked(rows, "fused-qkv").verdict == Verdict::wrong);
}

TEST_CASE("check: a function's own causal flag is not taken for training") {
  const Result r = checked(
      "import torch\nimport torch.nn.functional as F\n\n\n"
      "def sdpa(q, k, v, mask=None, causal=False, dropout_p=0.0, training=False):\n"
      "    scores = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5\n"
      "    if causal:\n"
      "        ahead = torch.ones(q.size(-2), k.size(-2)).triu(1).bool()\n"
      "        scores = scores.masked_fill(ahead, float('-inf'))\n"
      "    if mask is not None:\n"
      "        scores = scores.masked_fill(mask == 0, float('-inf'))\n"
      "    weights = F.dropout(scores.softmax(-1), p=dropout_p, training=training)\n"
      "    return weights @ v\n",
      "scaled-dot-product");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("check: mistakes that do not change a right result are reported, and cost nothing") {
  const std::string heads =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Head(nn.Module):\n"
      "    def __init__(self, width, size, most):\n"
      "        super().__init__()\n"
      "        torch.manual_seed(1)\n"
      "        self.q, self.k, self.v = (nn.Linear(width, size) for _ in range(3))\n"
      "        self.register_buffer('past', torch.ones(most, most).tril())\n\n"
      "    def forward(self, x):\n"
      "        n, k = x.shape[1], self.k(x)\n"
      "        scores = self.q(x) @ k.transpose(1, 2) / k.shape[-1] ** 0.5\n"
      "        scores = scores.masked_fill(self.past[:n, :n] == 0, float('-inf'))\n"
      "        return scores.softmax(-1) @ self.v(x)\n\n\n"
      "class Heads(nn.Module):\n"
      "    def __init__(self, width, context_length, num_heads):\n"
      "        super().__init__()\n"
      "        assert (width % num_heads == 0, 'does not divide')\n"
      "        size = width // num_heads\n"
      "        self.heads = nn.ModuleList([Head(width, size, context_length) for _ in range(num_heads)])\n"
      "        self.out = nn.Linear(width, width)\n\n"
      "    def forward(self, x):\n"
      "        return self.out(torch.cat([h(x) for h in self.heads], dim=-1))\n";
  const auto told = [](const Result& r) {
    std::vector<std::string> ids;
    for (const Finding& f : r.remarks) ids.push_back(f.id);
    std::sort(ids.begin(), ids.end());
    return ids;
  };
  const Result right = checked(heads);
  CHECK(right.verdict == Verdict::right);
  CHECK(right.points() == right.of());
  CHECK(told(right) == std::vector<std::string>{"assert-tuple", "dropout-left-out", "heads-alike"});
  // Beside a mistake they are reported too, but not as its cause.
  const Result wrong = checked(with(heads, "tril()", "tril(-1)"));
  CHECK(wrong.verdict == Verdict::wrong);
  CHECK(named(wrong) == std::vector<std::string>{"mask-hides-itself"});
  CHECK(told(wrong) == std::vector<std::string>{"assert-tuple", "heads-alike"});
}

TEST_CASE("check: layers that the module does not see, and one layer in several places" *
          doctest::test_suite("many programs")) {
  const std::string heads =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Head(nn.Module):\n"
      "    def __init__(self, width, size, most):\n"
      "        super().__init__()\n"
      "        self.q, self.k, self.v = (nn.Linear(width, size) for _ in range(3))\n"
      "        self.register_buffer('past', torch.ones(most, most).tril())\n"
      "        self.drop = nn.Dropout(0.1)\n\n"
      "    def forward(self, x):\n"
      "        n, k = x.shape[1], self.k(x)\n"
      "        scores = self.q(x) @ k.transpose(1, 2) / k.shape[-1] ** 0.5\n"
      "        scores = scores.masked_fill(self.past[:n, :n] == 0, float('-inf'))\n"
      "        return self.drop(scores.softmax(-1)) @ self.v(x)\n\n\n"
      "def several(make, n):\n"
      "    return nn.ModuleList([make() for _ in range(n)])\n\n\n"
      "class Heads(nn.Module):\n"
      "    def __init__(self, width, context_length, num_heads):\n"
      "        super().__init__()\n"
      "        make = lambda: Head(width, width // num_heads, context_length)\n"
      "        self.heads = several(make, num_heads)\n"
      "        self.out = nn.Linear(width, width)\n\n"
      "    def forward(self, x):\n"
      "        return self.out(torch.cat([h(x) for h in self.heads], dim=-1))\n";
  const std::string own = "        self.heads = several(make, num_heads)\n";
  CHECK(checked(heads).verdict == Verdict::right);
  const auto told = [](const std::string& program, const std::string& id, int line) {
    CAPTURE(program);
    const Result r = checked(program);
    CHECK(r.verdict == Verdict::wrong);
    CHECK(named(r) == std::vector<std::string>{id});
    CHECK((r.findings.empty() ? 0 : line_of(r.findings[0].place)) == line);
  };
  // The list that a function returns; a list, a dict and a list that a loop fills.
  told(with(heads, "nn.ModuleList([make() for _ in range(n)])", "[make() for _ in range(n)]"), "heads-in-plain-list", 20);
  told(with(heads, "several(make, num_heads)", "[make() for _ in range(num_heads)]"), "heads-in-plain-list", 27);
  const std::string dict = with(heads, own, "        self.heads = {i: make() for i in range(num_heads)}\n");
  told(with(dict, "in self.heads]", "in self.heads.values()]"), "heads-in-plain-list", 27);
  const std::string filled = with(heads, own, "        self.heads = []\n        for _ in range(num_heads):\n            self.heads.append(make())\n");
  told(filled, "heads-in-plain-list", 27);
  told(with(heads, "several(make, num_heads)", "nn.ModuleList([make()] * num_heads)"), "same-head-repeated", 27);
}

TEST_CASE("check: exponentials without subtracting the largest score are a remark") {
  const std::string scores =
      "import torch\n\n\n"
      "def context(x):\n"
      "    scores = x @ x.T\n"
      "    e = torch.exp(scores)\n"
      "    return e / e.sum(-1, keepdim=True) @ x\n";
  const Result naive = checked(scores, "context-vectors");
  CHECK(naive.verdict == Verdict::right);
  REQUIRE(naive.remarks.size() == 1);
  CHECK(naive.remarks[0].id == "naive-exponentials");
  CHECK(line_of(naive.remarks[0].place) == 6);
  const Result safe = checked(with(scores, "torch.exp(scores)", "torch.exp(scores - scores.amax(-1, True))"), "context-vectors");
  CHECK(safe.verdict == Verdict::right);
  CHECK(safe.remarks.empty());
}

TEST_CASE("check: a layer that fills a whole list is read as several, but is not right") {
  const std::string lists =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Heads(nn.Module):\n"
      "    def __init__(self, width, context_length, num_heads):\n"
      "        super().__init__()\n"
      "        size = width // num_heads\n"
      "        self.q = nn.ModuleList([nn.Linear(width, size)] * num_heads)\n"
      "        self.k = nn.ModuleList([nn.Linear(width, size) for _ in range(num_heads)])\n"
      "        self.v = nn.ModuleList([nn.Linear(width, size) for _ in range(num_heads)])\n"
      "        self.out = nn.Linear(width, width)\n"
      "        self.register_buffer('ahead', torch.ones(context_length, context_length).triu(1).bool())\n\n"
      "    def forward(self, x):\n"
      "        n, heads = x.shape[1], []\n"
      "        for q, k, v in zip(self.q, self.k, self.v):\n"
      "            scores = q(x) @ k(x).transpose(1, 2) / v.out_features ** 0.5\n"
      "            scores = scores.masked_fill(self.ahead[:n, :n], -torch.inf)\n"
      "            heads.append(scores.softmax(-1) @ v(x))\n"
      "        return self.out(torch.cat(heads, dim=-1))\n";
  const Result alone = checked(lists);
  CHECK(alone.verdict == Verdict::wrong);
  REQUIRE(!alone.findings.empty());
  CHECK(line_of(alone.findings[0].place) == 9);
  // With another mistake beside it, both are reported, each at its line.
  const Result both = checked(with(lists, "-torch.inf", "torch.inf"));
  CHECK(named(both) == std::vector<std::string>{"mask-plus-infinity", "same-head-repeated"});
  REQUIRE(both.findings.size() == 2);
  CHECK(line_of(both.findings[0].place) == 19);
  CHECK(line_of(both.findings[1].place) == 9);
}

TEST_CASE("check: a wrong mask or size is reported where it is made") {
  const std::string causal =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Ahead(nn.Module):\n"
      "    def __init__(self, most):\n"
      "        super().__init__()\n"
      "        self.register_buffer('all', torch.ones(most, most).triu(1).bool())\n\n"
      "    def piece(self, n):\n"
      "        return self.all[:n, :n]\n\n\n"
      "class CausalAttention(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout):\n"
      "        super().__init__()\n"
      "        self.q = nn.Linear(d_in, d_out)\n"
      "        self.k = nn.Linear(d_in, d_out)\n"
      "        self.v = nn.Linear(d_in, d_out)\n"
      "        self.ahead = Ahead(context_length)\n"
      "        self.dropout = nn.Dropout(dropout)\n\n"
      "    def forward(self, x):\n"
      "        n = x.shape[1]\n"
      "        q, k, v = self.q(x), self.k(x), self.v(x)\n"
      "        width = k.shape[-1]\n"
      "        scores = q @ k.transpose(1, 2) / width ** 0.5\n"
      "        scores = scores.masked_fill(self.ahead.piece(n), -torch.inf)\n"
      "        return self.dropout(scores.softmax(-1)) @ v\n";
  const auto line_of = [](const std::string& program) {
    const Result r = checked(program, "causal-attention");
    CHECK(r.verdict == Verdict::wrong);
    REQUIRE(!r.findings.empty());
    return r.findings[0].place.source->place(r.findings[0].place.span.begin).line;
  };
  CHECK(checked(causal, "causal-attention").verdict == Verdict::right);
  CHECK(line_of(with(causal, "self.all[:n, :n]", "self.all[:n]")) == 11);
  CHECK(line_of(with(causal, "k.shape[-1]", "k.shape[1]")) == 26);
  CHECK(line_of(with(causal, "scores.masked_fill(self.ahead.piece(n), -torch.inf)",
                     "scores.masked_fill(self.ahead.piece(n), 0.0)")) == 28);
}

TEST_CASE("check: a mask that is stored by an index is seen in that line") {
  const std::string causal =
      with(solution("causal-attention"), "scores = scores.masked_fill(self.ahead[:tokens, :tokens], -torch.inf)",
           "scores[..., self.ahead[:tokens, :tokens]] = 0.0");
  const Result r = checked(causal, "causal-attention");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE(!r.findings.empty());
  const Location& place = r.findings[0].place;
  CHECK(std::string(place.source->line(place.source->place(place.span.begin).line)).find("= 0.0") != std::string::npos);
}

TEST_CASE("check: a function that makes weights is not a second answer") {
  const std::string file =
      "import torch\n\n\n"
      "def init(d_in, d_out):\n"
      "    return {n: torch.randn(d_in, d_out) / d_in ** 0.5 for n in ('q', 'k', 'v')}\n\n\n"
      "def attention(x, w):\n"
      "    q, k, v = x @ w['q'], x @ w['k'], x @ w['v']\n"
      "    return torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=0) @ v\n\n\n"
      "print(attention(torch.randn(5, 4), init(4, 6)))\n";
  const Result r = checked(file, "self-attention-parameters");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(r.subject == "attention");
  CHECK(r.answers.empty());
}

TEST_CASE("check: a mask that the task promises is passed, and proves what it shows") {
  const std::string right = solution("scaled-dot-product");
  const Result asked = checked(with(right, "mask is not None", "mask"), "scaled-dot-product");
  CHECK(asked.verdict == Verdict::wrong);
  CHECK(named(asked) == std::vector<std::string>{"tensor-as-condition"});
  // If 0 and minus infinity were read as False and True, the mask would be inverted.
  const Result inverted = checked(with(right, "mask == 0", "mask.bool()"), "scaled-dot-product");
  CHECK(inverted.verdict == Verdict::wrong);
  REQUIRE_FALSE(inverted.findings.empty());
  CHECK(inverted.findings.back().id == "mask-inverted");
  CHECK(checked(with(right, "scores.masked_fill(mask == 0, -torch.inf)", "scores + mask"), "scaled-dot-product").verdict ==
        Verdict::right);
}

TEST_CASE("check: masks of several texts match the heads that share their axis") {
  const std::string program = R"(import torch
import torch.nn as nn

class FusedAttention(nn.Module):
    def __init__(self, d_in, d_out, num_heads, qkv_bias=False):
        super().__init__()
        self.num_heads = num_heads
        self.qkv = nn.Linear(d_in, 3 * d_out, bias=qkv_bias)
        self.out_proj = nn.Linear(d_out, d_out)

    def fold(self, t):
        b, n, d = t.shape
        t = t.view(b, n, self.num_heads, d // self.num_heads).transpose(1, 2)
        return t.reshape(b * self.num_heads, n, -1)

    def forward(self, x, mask=None):
        b, n, _ = x.shape
        q, k, v = [self.fold(t) for t in self.qkv(x).chunk(3, dim=-1)]
        scores = q @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        if mask is not None:
            mask = mask.bool().expand(b, n, n).repeat(self.num_heads, 1, 1)
            scores = scores.masked_fill(~mask, -torch.inf)
        context = torch.softmax(scores, dim=-1) @ v
        context = context.view(b, self.num_heads, n, -1).transpose(1, 2)
        return self.out_proj(context.reshape(b, n, -1))
)";
  const Result r = checked(program, "fused-qkv");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(named(r) == std::vector<std::string>{"repeated-in-other-order"});
  CHECK(checked(with(program, "repeat(self.num_heads, 1, 1)", "repeat_interleave(self.num_heads, dim=0)"), "fused-qkv").verdict ==
        Verdict::right);
}

TEST_CASE("check: a mend confirms sizes with unknown names") {
  const Result r = checked(R"(import torch
import torch.nn as nn

def shares(scores, seen):
    e = torch.exp(scores) * seen
    return e / e.sum(dim=-1)

class Attention(nn.Module):
    def __init__(self, d_in, d_out, dlugosc, dropout):
        super().__init__()
        self.q = nn.Linear(d_in, d_out)
        self.k = nn.Linear(d_in, d_out)
        self.v = nn.Linear(d_in, d_out)
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("mask", torch.tril(torch.ones(dlugosc, dlugosc)))

    def forward(self, x):
        n = x.shape[1]
        k = self.k(x)
        scores = self.q(x) @ k.transpose(1, 2) / k.shape[-1] ** 0.5
        return self.dropout(shares(scores, self.mask[:n, :n])) @ self.v(x)
)",
                           "causal-attention");
  CHECK(r.verdict == Verdict::wrong);
  REQUIRE_FALSE(r.findings.empty());
  CHECK(line_of(r.findings[0].place) == 6);
}

TEST_CASE("check: steps that start from a text are as good as the last ones alone" *
          doctest::test_suite("many programs")) {
  const std::string script = R"(import torch

torch.manual_seed(1)
x = torch.randn(2, 5, 6)
W_query, W_key, W_value, W_out = torch.randn(6, 12), torch.randn(6, 12), torch.randn(6, 12), torch.randn(12, 12)

def cut(t):
    return t.view(2, 5, 3, 4).transpose(1, 2)

q = cut(x @ W_query)
k = cut(x @ W_key)
v = cut(x @ W_value)
scores = q @ k.transpose(2, 3)
scaled = scores / 4 ** 0.5
hidden = torch.triu(torch.ones(5, 5), diagonal=1).bool()
masked = scaled.masked_fill(hidden, -torch.inf)
weights = torch.softmax(masked, dim=-1)
context = weights @ v
joined = context.transpose(1, 2).reshape(2, 5, 12)
output = joined @ W_out
)";
  CHECK(checked(script, "attention-steps").verdict == Verdict::right);
  const Result r = checked(with(script, "scaled.masked_fill", "scores.masked_fill"), "attention-steps");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(named(r) == std::vector<std::string>{"scale-missing"});
  // A script for other homework is not taken for one that asks for less.
  CHECK(checked(script, "single-head").verdict != Verdict::wrong);
}

TEST_CASE("check: equal sizes of its own neither hide a mistake nor prove one" *
          doctest::test_suite("many programs")) {
  const std::string right =
      "import torch\nimport torch.nn as nn\n\n\n"
      "class Config:\n"
      "    d_in, d_model, n_heads, max_len, dropout = 32, 64, 8, 128, 0.1\n\n\n"
      "class Attention(nn.Module):\n"
      "    def __init__(self, cfg=Config):\n"
      "        super().__init__()\n"
      "        self.h = cfg.n_heads\n"
      "        self.q = nn.Linear(cfg.d_in, cfg.d_model, bias=False)\n"
      "        self.k = nn.Linear(cfg.d_in, cfg.d_model, bias=False)\n"
      "        self.v = nn.Linear(cfg.d_in, cfg.d_model, bias=False)\n"
      "        self.out = nn.Linear(cfg.d_model, cfg.d_model)\n"
      "        self.drop = nn.Dropout(cfg.dropout)\n"
      "        self.register_buffer(\"ahead\", torch.ones(cfg.max_len, cfg.max_len).triu(1).bool())\n\n"
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        q, k, v = (layer(x).view(b, n, self.h, -1).transpose(1, 2) for layer in (self.q, self.k, self.v))\n"
      "        scores = q @ k.transpose(-1, -2) / q.size(-1) ** 0.5\n"
      "        weights = scores.masked_fill(self.ahead[:n, :n], float(\"-inf\")).softmax(-1)\n"
      "        return self.out((self.drop(weights) @ v).transpose(1, 2).reshape(b, n, -1))\n";
  CHECK(checked(right).verdict == Verdict::right);
  // With 8 heads of 8 numbers each, the root of the number of heads is right.
  const Result r = checked(with(right, "q.size(-1)", "q.size(1)"));
  CHECK(r.verdict == Verdict::wrong);
  CHECK(r.other_sizes);
  REQUIRE(!r.findings.empty());
  CHECK(line_of(r.findings[0].place) == 23);
  // If the number is written out, these sizes are meant.
  CHECK(checked(with(right, "q.size(-1)", "8")).verdict == Verdict::right);
}

TEST_CASE("check: if a class splits and merges, both methods are judged") {
  const std::string right =
      "import torch\n\n\n"
      "class Heads:\n"
      "    def __init__(self, num_heads):\n"
      "        self.num_heads = num_heads\n\n"
      "    def split(self, x):\n"
      "        b, n, d = x.shape\n"
      "        return x.view(b, n, self.num_heads, d // self.num_heads).transpose(1, 2)\n\n"
      "    def merge(self, t):\n"
      "        return t.transpose(1, 2).flatten(2)\n";
  CHECK(checked(right, "split-and-merge").verdict == Verdict::right);
  const Result r = checked(with(right, "n, self.num_heads, d // self.num_heads).transpose(1, 2)", "self.num_heads, n, d // self.num_heads)"),
                           "split-and-merge");
  CHECK(r.verdict == Verdict::wrong);
  CHECK(line_of(r.findings.empty() ? r.stages[0].place : r.findings[0].place) == 10);
}

TEST_CASE("check: a mask that is passed but never read was not tried, if the program has its own") {
  const std::string own = with(solution("fused-qkv"), "        if mask is not None:\n            scores = scores.masked_fill(mask == 0, -torch.inf)\n",
                               "        ahead = torch.ones(tokens, tokens).triu(1).bool()\n        scores = scores.masked_fill(ahead, -torch.inf)\n");
  const Result r = checked(own, "fused-qkv");
  CHECK(r.verdict == Verdict::right);
  REQUIRE(r.remarks.size() == 1);
  CHECK(r.remarks[0].id == "argument-unused");
}

TEST_CASE("check: as many arguments with unknown names as there are inputs are the inputs") {
  const Result r = checked("import torch\n\n\n"
                           "def kroky(dotazy, klice, hodnoty):\n"
                           "    n, sirka = klice.shape[-2:]\n"
                           "    skore = dotazy @ klice.mT * sirka ** -0.5\n"
                           "    ahead = torch.ones(n, n).triu(1).bool()\n"
                           "    vahy = skore.masked_fill(ahead, -torch.inf).softmax(-1)\n"
                           "    return (vahy @ hodnoty).transpose(1, 2).flatten(2)\n",
                           "attention-steps");
  CHECK(r.verdict == Verdict::right);
}

TEST_CASE("check: weights and biases kept for each head, with the heads first") {
  const std::string program =
      "import torch\nfrom torch import nn\n"
      "class Heads(nn.Module):\n"
      "    def __init__(self, d_in, d_out, context_length, dropout, num_heads):\n"
      "        super().__init__()\n"
      "        d = d_out // num_heads\n"
      "        self.W_Q, self.W_K, self.W_V = [nn.Parameter(torch.randn(num_heads, d_in, d) * 0.1) for _ in range(3)]\n"
      "        self.b_Q, self.b_K, self.b_V = [nn.Parameter(torch.zeros(num_heads, d)) for _ in range(3)]\n"
      "        self.out_proj = nn.Linear(d_out, d_out)\n"
      "        self.dropout = nn.Dropout(dropout)\n"
      "        self.register_buffer('mask', torch.ones(context_length, context_length).triu(1).bool())\n"
      "    def forward(self, x):\n"
      "        b, n, _ = x.shape\n"
      "        q = torch.einsum('bpm,hmd->bphd', x, self.W_Q) + self.b_Q\n"
      "        k = torch.einsum('bpm,hmd->bphd', x, self.W_K) + self.b_K\n"
      "        v = torch.einsum('bpm,hmd->bphd', x, self.W_V) + self.b_V\n"
      "        scores = torch.einsum('bqhd,bkhd->bhqk', q, k) / q.shape[-1] ** 0.5\n"
      "        scores = scores.masked_fill(self.mask[:n, :n], -torch.inf)\n"
      "        weights = self.dropout(scores.softmax(-1))\n"
      "        mixed = torch.einsum('bhqk,bkhd->bqhd', weights, v)\n"
      "        return self.out_proj(mixed.reshape(b, n, -1))\n";
  CHECK(checked(program, "multi-head").verdict == Verdict::right);
}

TEST_CASE("check: a class of nn.Sequential is the answer, not its parts") {
  const std::string program =
      "from torch import nn\n"
      "class Project(nn.Module):\n"
      "    def __init__(self, d_in, d_out, bias):\n"
      "        super().__init__()\n"
      "        self.all = nn.Linear(d_in, 3 * d_out, bias=bias)\n"
      "    def forward(self, x):\n"
      "        return self.all(x).chunk(3, -1)\n"
      "class Attend(nn.Module):\n"
      "    def forward(self, qkv):\n"
      "        q, k, v = qkv\n"
      "        return (q @ k.mT * q.shape[-1] ** -0.5).softmax(-1) @ v\n"
      "class SelfAttention(nn.Sequential):\n"
      "    def __init__(self, d_in, d_out, qkv_bias=False):\n"
      "        super().__init__(Project(d_in, d_out, qkv_bias), Attend())\n";
  const Result r = checked(program, "self-attention-linear");
  CHECK(r.verdict == Verdict::right);
  CHECK(r.subject == "SelfAttention");
}

TEST_CASE("check: a split that is never made, and a model without attention") {
  const auto split = [](const std::string& body) {
    return checked("def split_and_merge(x, num_heads):\n    b, n, d = x.shape\n" + body, "split-and-merge").verdict;
  };
  CHECK(split("    return x\n") == Verdict::wrong);
  CHECK(split("    return x.view(b, num_heads, n, d // num_heads).view(b, n, d)\n") == Verdict::wrong);
  CHECK(split("    h = x.view(b, n, num_heads, d // num_heads).permute(2, 0, 1, 3)\n"
              "    return h.permute(1, 2, 0, 3).reshape(b, n, d)\n") == Verdict::right);
  const Result none = checked(
      "import torch\nfrom torch import nn\n"
      "class Net(nn.Module):\n"
      "    def __init__(self):\n        super().__init__()\n        self.first, self.second = nn.Linear(4, 8), nn.Linear(8, 2)\n"
      "    def forward(self, x):\n        return self.second(torch.relu(self.first(x)))\n",
      std::nullopt);
  CHECK(none.verdict == Verdict::unjudged);
  CHECK(none.assignment.empty());
}
