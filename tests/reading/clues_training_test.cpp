#include <doctest/doctest.h>

#include "lang/syntax/parser.h"
#include "reading/clues.h"

using namespace mha;
using mha::reading::Clue;

namespace {

/// "no-step: loss.backward()" for each clue in a function with these lines.
std::string seen_in_function(const std::string& lines) {
  const std::string text = "import torch\nimport torch.nn.functional as F\ndef train(model, ids, lr, steps):\n" + lines;
  std::string out;
  for (const Clue& c : mha::reading::find_clues({lang::parse(std::make_shared<Source>("a.py", text))}, "train")) {
    if (!c.subject.empty()) continue;  // an argument that these lines do not use
    out += (out.empty() ? "" : ", ") + c.id + ": " + std::string(c.source->text(c.span));
  }
  return out;
}

/// The same for a loop with these lines after the loss is computed.
std::string seen_in_loop(const std::vector<std::string>& lines, const std::string& before = "") {
  std::string text = before + "    for step in range(steps):\n        loss = F.cross_entropy(model(ids), ids)\n";
  for (const std::string& line : lines) text += "        " + line + "\n";
  return seen_in_function("    optimizer = torch.optim.SGD(model.parameters(), lr=lr)\n" + text);
}

}  // namespace

TEST_CASE("clues: what a training loop lacks") {
  CHECK(seen_in_loop({"optimizer.zero_grad()", "loss.backward()", "optimizer.step()"}).empty());
  CHECK(seen_in_loop({"loss.backward()", "optimizer.step()", "optimizer.zero_grad(set_to_none=True)"}).empty());
  CHECK(seen_in_loop({"loss.backward()", "optimizer.step()"}) == "no-zero-grad: loss.backward()");
  CHECK(seen_in_loop({"loss.backward()", "optimizer.step()"}, "    optimizer.zero_grad()\n") == "no-zero-grad: optimizer.zero_grad()");
  CHECK(seen_in_loop({"optimizer.zero_grad()", "loss.backward()"}) == "no-step: loss.backward()");
  CHECK(seen_in_loop({"optimizer.zero_grad()", "optimizer.step()"}) == "no-backward: optimizer.step()");
  // By hand, and with the gradients returned.
  CHECK(seen_in_loop({"loss.backward()", "for p in model.parameters():", "    p.data -= lr * p.grad", "    p.grad = None"}).empty());
  CHECK(seen_in_loop({"grads = torch.autograd.grad(loss, [w])", "w.data -= lr * grads[0]", "scheduler.step()"}) ==
        "no-step: torch.autograd.grad(loss, [w])");
}

TEST_CASE("clues: what comes too early in a training loop") {
  CHECK(seen_in_loop({"optimizer.zero_grad()", "optimizer.step()", "loss.backward()"}) == "step-before-backward: optimizer.step()");
  CHECK(seen_in_loop({"loss.backward()", "optimizer.zero_grad()", "optimizer.step()"}) == "zero-before-step: optimizer.zero_grad()");
  const std::vector<std::string> usual = {"optimizer.zero_grad()", "loss.backward()", "optimizer.step()"};
  CHECK(seen_in_loop(usual, "    model.eval()\n") == "eval-in-training: model.eval()");
  CHECK(seen_in_loop(usual, "    model.eval()\n    model.train()\n").empty());
}

TEST_CASE("clues: where the way back from the loss is cut") {
  const std::vector<std::string> usual = {"optimizer.zero_grad()", "loss.backward()", "optimizer.step()"};
  const auto with = [&](std::string line) {
    std::vector<std::string> lines = usual;
    lines.insert(lines.begin(), std::move(line));
    return seen_in_loop(lines);
  };
  CHECK(with("loss = torch.tensor(loss.item(), requires_grad=True)") == "graph-cut: torch.tensor(loss.item(), requires_grad=True)");
  CHECK(with("loss = loss.detach().requires_grad_()") == "graph-cut: loss.detach()");
  CHECK(with("losses.append(loss.item())").empty());
  // A weight after a step by hand is cut off on purpose.
  CHECK(seen_in_function("    for step in range(steps):\n        loss = ((ids @ w) ** 2).mean()\n        loss.backward()\n"
                         "        with torch.no_grad():\n            w -= lr * w.grad\n            w.grad = None\n")
            .empty());
}

TEST_CASE("clues: steps that are not those of plain gradient descent") {
  const std::string loop = "    for step in range(steps):\n        loss = F.cross_entropy(model(ids), ids)\n        optimizer.zero_grad()\n"
                           "        loss.backward()\n        optimizer.step()\n";
  const auto made = [&](const std::string& optimizer) { return seen_in_function("    optimizer = " + optimizer + "\n" + loop); };
  CHECK(made("torch.optim.AdamW(ps)") == "other-rule: torch.optim.AdamW(ps)");
  CHECK(made("torch.optim.SGD(ps, lr, momentum=0.9)") == "other-rule: torch.optim.SGD(ps, lr, momentum=0.9)");
  CHECK(made("torch.optim.SGD(ps, lr, momentum=0)").empty());
  CHECK(made("torch.optim.SGD(ps, lr, maximize=True)") == "gradient-added: torch.optim.SGD(ps, lr, maximize=True)");
  CHECK(seen_in_loop({"loss.backward()", "w.data += lr * w.grad", "w.grad = None"}) == "gradient-added: w.data += lr * w.grad");
  CHECK(seen_in_loop({"loss.backward()", "w.data += -lr * w.grad", "w.grad = None"}).empty());
}

TEST_CASE("clues: a loop that chooses tokens") {
  const auto loop = [](const std::string& read, const std::string& more = "") {
    return seen_in_function("    for _ in range(steps):\n        logits = " + read + "[:, -1]\n" + more +
                            "        ids = torch.cat([ids, logits.argmax(-1, keepdim=True)], 1)\n    return ids\n");
  };
  CHECK(loop("model(ids)") == "gradients-while-drawing: model(ids)");
  CHECK(loop("model(start)") == "gradients-while-drawing: model(start), same-in-each-round: model(start)");
  CHECK(seen_in_function("    with torch.no_grad():\n        for _ in range(steps):\n            ids = torch.cat([ids, "
                         "model(ids)[:, -1:].argmax(-1)], 1)\n    return ids\n")
            .empty());
}
