#include "homework/choice.h"

#include <algorithm>
#include <cctype>

#include "homework/clues.h"
#include "homework/vocabulary.h"
#include "tensor/ops_binary.h"
#include "torch/convert.h"

namespace mha::homework {

namespace {

// Ways to call one candidate that are tried.
constexpr size_t kMostManners = 12;

/// How much of an assignment was seen, in tenths; a long one weighs a little more.
double share_of(const Assignment& assignment, int seen) {
  int named = 0;
  for (const StageSpec& stage : assignment.stages) {
    named += static_cast<int>(stage.piece.makes.size());
  }
  return 10.0 * seen / named + 0.05 * named;
}

/// Whether an assignment speaks of a size to who starts on it: 1 if its starter
/// has a word for it, -1 if it only bears with it.
int asked_for(const Assignment& assignment, const std::string& size) {
  std::string word;
  for (const char c : assignment.starter + " ") {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      word += c;
      continue;
    }
    const std::vector<std::string> sizes = vocabulary().sizes(word);
    if (std::find(sizes.begin(), sizes.end(), size) != sizes.end()) return 1;
    word.clear();
  }
  return -1;
}

/// Whether a program has one of these words.
bool has_word(const Program& program, const std::vector<std::string>& words) {
  for (const lang::ModulePtr& module : program.modules()) {
    std::string word;
    for (const char c : module->source->text() + " ") {
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
        word += c;
        continue;
      }
      if (std::find(words.begin(), words.end(), word) != words.end()) return true;
      word.clear();
    }
  }
  return false;
}

/// Whether the source shows a mistake that numbers may hide.
bool shows_mistake(const Program& program, const Candidate& candidate) {
  for (const Clue& clue : find_clues(program.modules(), candidate.name)) {
    for (const Misconception& m : misconceptions()) {
      const bool subject = m.clue_subject.empty() || m.clue_subject == "*" ||
                           m.clue_subject == clue.subject;
      if (!m.remark && m.clue == clue.id && subject && !m.variants.empty()) return true;
    }
  }
  return false;
}

/// How many of the tensors that only this assignment's setup makes, a mask say,
/// are among the program's, as they are or turned over.
int helpers_seen(const Trial& trial, const Assignment& assignment) {
  int seen = 0;
  for (const auto& [name, value] : trial.names) {
    const Tensor* t = torch::as_tensor(value);
    if (!t || t->dtype() != DType::bool_ || t->numel() < 4 ||
        assignment.setup.find(name + " =") == std::string::npos) {
      continue;
    }
    const Numbers as_is = numbers_of(*t);
    const Numbers turned = numbers_of(eq(*t, 0));
    seen += trial.recording.find(as_is) || trial.recording.find(turned);
  }
  return seen;
}

/// Sizes that the stages read and nothing in the program decides: they are not
/// asked for, and no input or weight has them.
std::vector<std::string> free_sizes(const Trial& trial, const Reference& reference) {
  const Assignment& a = reference.assignment();
  std::vector<std::string> out;
  for (const auto& [size, expression] : a.sizes) {
    if (trial.bound.contains(size) || !trial.setting.sizes.contains(size)) continue;
    bool read = false, elsewhere = !trial.setting.sizes.at(size).is_int();
    for (const StageSpec& stage : a.stages) read = read || stage.piece.uses(size);
    for (const WeightSpec& w : a.weights) elsewhere = elsewhere || w.in == size || w.out == size;
    for (const InputSpec& i : a.inputs) {
      elsewhere = elsewhere || i.expression.find(size) != std::string::npos;
    }
    if (read && !elsewhere) out.push_back(size);
  }
  return out;
}

/// Every way to call it that differs from the first: other readings of an
/// input, arguments that have a default.
std::vector<Manner> manners(const Trial& first, const Reference& reference) {
  std::vector<Manner> out = {Manner()};
  for (const std::string& input : first.inputs) {
    const size_t n = reference.alternatives(input);
    const size_t before = out.size();
    for (size_t which = 1; which < n; ++which) {
      for (size_t i = 0; i < before; ++i) {
        Manner m = out[i];
        m.which[input] = which;
        out.push_back(m);
      }
    }
  }
  for (const std::string& input : first.could_take) {
    for (size_t which = 0; which < reference.alternatives(input); ++which) {
      Manner m;
      m.also_given.insert(input);
      if (which > 0) m.which[input] = which;
      out.push_back(m);
    }
  }
  if (out.size() > kMostManners) out.resize(kMostManners);
  for (const std::string& size : free_sizes(first, reference)) {
    for (const int64_t guess : {1, 2, 4, 8, 3, 6}) {
      Manner m;
      m.guessed[size] = guess;
      out.push_back(m);
    }
  }
  return out;
}

Choice tried(Program& program, const Candidate& candidate, const Assignment& assignment,
             const std::shared_ptr<Reference>& reference, uint32_t seed) {
  Choice best;
  best.score = -1;
  Choice c;
  c.assignment = &assignment;
  c.candidate = &candidate;
  c.reference = reference;
  c.trials = std::make_shared<Trials>(program, candidate, *reference, seed);
  std::vector<Manner> ways = {Manner()};
  for (size_t i = 0; i < ways.size(); ++i) {
    c.manner = ways[i];
    c.trial = std::make_shared<Trial>(c.trials->run(assignment.probes[0], c.manner, true));
    if (i == 0) ways = manners(*c.trial, *reference);
    c.diagnosis = std::make_shared<Diagnosis>(*reference, *c.trial);
    c.right = c.diagnosis->right_way().has_value();
    const int seen = c.trial->constructed && c.trial->trouble.empty()
                         ? c.diagnosis->seen_tensors() : 0;
    c.score = share_of(assignment, seen);
    if (c.right) c.score += 4;
    if (!c.trial->trouble.empty()) c.score -= 20;
    if (c.trial->failure) c.score -= 3;
    c.score -= 0.5 * static_cast<double>(c.manner.also_given.size());
    // A guess is no sign of what was meant.
    c.score -= (c.right ? 2 : 0.3) * static_cast<double>(c.manner.guessed.size());
    const std::vector<FoundWeight>& matrices = c.trial->found.matrices;
    if (!assignment.made_of.empty()) {
      const bool layers = !matrices.empty() && matrices[0].linear;
      c.score += (assignment.made_of == "layers") == layers ? 0.5 : 0;
    }
    // Sizes that the program asks for are sizes of what it was written for.
    for (const std::string& size : c.trial->bound) c.score += asked_for(assignment, size);
    c.score += 2 * helpers_seen(*c.trial, assignment);
    if (has_word(program, assignment.signs)) c.score += 2;
    // Right for another homework than the one that has this mistake.
    if (c.right && shows_mistake(program, candidate)) c.score -= 6;
    if (!best.trial || c.score > best.score) best = c;
    if (c.right) break;
  }
  return best;
}

/// A program of loose statements: it fits what most of its tensors are stages of.
std::optional<Choice> chosen_script(Program& program,
                                    const std::vector<const Assignment*>& among) {
  std::optional<Choice> best;
  for (const Assignment* assignment : among) {
    Choice c;
    c.assignment = assignment;
    c.reference = std::make_shared<Reference>(*assignment);
    for (Trial& trial : script_trials(program, *c.reference)) {
      c.trial = std::make_shared<Trial>(std::move(trial));
      c.diagnosis = std::make_shared<Diagnosis>(*c.reference, *c.trial);
      c.right = c.diagnosis->right_way().has_value();
      const int seen = c.diagnosis->seen_tensors();
      if (seen == 0) continue;
      c.score = share_of(*assignment, seen) + (c.right ? 4 : 0);
      if (!best || c.score > best->score) best = c;
    }
  }
  return best;
}

}  // namespace

std::optional<Choice> choose(Program& program, const std::vector<const Assignment*>& among,
                             uint32_t seed, std::string& trouble) {
  std::optional<Choice> best;
  bool called = false;
  std::vector<std::shared_ptr<Reference>> references;
  for (const Assignment* assignment : among) {
    references.push_back(std::make_shared<Reference>(*assignment));
  }
  // A part of something larger is looked at only if nothing larger is there.
  for (const bool part : {false, true}) {
    if (best) break;
    for (size_t i = 0; i < among.size(); ++i) {
      for (const Candidate& candidate : program.candidates()) {
        if (candidate.part != part) continue;
        const Choice c = tried(program, candidate, *among[i], references[i], seed);
        if (!c.trial->trouble.empty()) {
          // Why it could not be called says more than why it could not be made.
          if (trouble.empty() || (c.trial->constructed && !called)) trouble = c.trial->trouble;
          called = called || c.trial->constructed;
          continue;
        }
        // Of two that fit alike, the one that asks for more.
        const bool asks_more = best && c.assignment != best->assignment;
        if (!best || c.score > best->score || (asks_more && c.score == best->score)) best = c;
      }
    }
  }
  if (!best && program.candidates().empty()) return chosen_script(program, among);
  return best;
}

}  // namespace mha::homework
