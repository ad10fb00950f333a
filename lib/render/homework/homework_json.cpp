#include "render/homework/homework_json.h"

#include <cmath>
#include <string_view>
#include <nlohmann/json.hpp>

#include "lesson/course/embedded.h"
#include "render/homework/homework_words.h"

namespace mha::render {

namespace {

using homework::Finding;
using homework::Location;
using homework::Result;
using homework::StageResult;
using homework::StageVerdict;
using json = nlohmann::ordered_json;

constexpr int kFormat = 1;

/// JSON has no infinities, so these become strings.
json number(double v) {
  if (std::isnan(v)) return "nan";
  if (std::isinf(v)) return v > 0 ? "inf" : "-inf";
  return v;
}

json text_or_null(const std::string& text) { return text.empty() ? json() : json(text); }

json line(const Location& place) {
  return place.known() ? json(place.source->place(place.span.begin).line) : json();
}

json column(const Location& place) {
  return place.known() ? json(place.source->place(place.span.begin).column) : json();
}

/// For a notebook, the cell in which the line is counted: "mha.ipynb, cell 3".
void add_cell(json& out, const Location& place) {
  constexpr std::string_view kCell = ", cell ";
  const std::string name = place.known() ? place.source->name() : "";
  const size_t at = name.rfind(kCell);
  if (at == std::string::npos) return;
  const std::string number = name.substr(at + kCell.size());
  if (!number.empty() && number.size() < 7 && number.find_first_not_of("0123456789") == std::string::npos) {
    out["cell"] = std::stoi(number);
  }
}

const char* verdict(homework::Verdict v) {
  switch (v) {
    case homework::Verdict::right: return "right";
    case homework::Verdict::wrong: return "wrong";
    case homework::Verdict::unjudged: return "unjudged";
  }
  return "";
}

const char* evidence(Finding::Evidence e) {
  switch (e) {
    case Finding::Evidence::numbers: return "numbers";
    case Finding::Evidence::steps: return "steps";
    case Finding::Evidence::source: return "source";
    case Finding::Evidence::error: return "error";
    case Finding::Evidence::property: return "property";
    case Finding::Evidence::names: return "names";
    case Finding::Evidence::mend: return "mend";
  }
  return "";
}

/// The file name of a lesson: "05-the-scale" for "the-scale".
json lesson(const std::string& id) {
  for (const EmbeddedFile& file : lesson::embedded_lessons()) {
    const std::string name(file.name);
    if (!id.empty() && name.find('/') == std::string::npos && name.ends_with("-" + id + ".md") &&
        name.size() == id.size() + 6) {
      return name.substr(0, name.size() - 3);
    }
  }
  return text_or_null(id);
}

json stage(const Result& result, const StageResult& s) {
  const bool seen = is_wrong(s.verdict) || s.verdict == StageVerdict::right || s.place.known();
  json out = {{"id", s.id},
              {"title", s.title},
              {"verdict", verdict_name(s.verdict)},
              {"follows_wrong", follows_wrong(result, s)},
              {"line", line(s.place)},
              {"column", column(s.place)},
              {"points", s.points},
              {"of", s.of},
              {"expected_shape", s.expected_shape},
              {"shape", seen || !s.shape.empty() ? json(s.shape) : json()},
              {"axes", s.axes},
              {"first_wrong", json()},
              {"largest_error", number(s.largest_error)},
              {"wrong_cells", s.wrong_cells},
              {"cells", s.cells}};
  add_cell(out, s.place);
  if (s.first_wrong) {
    out["first_wrong"] = {{"index", s.first_wrong->index},
                          {"words", s.first_wrong->words},
                          {"expected", number(s.first_wrong->expected)},
                          {"got", number(s.first_wrong->got)}};
  }
  return out;
}

json misconception(const Finding& f) {
  json out = {{"id", f.id},
              {"title", f.title},
              {"stage", text_or_null(f.stage)},
              {"line", line(f.place)},
              {"column", column(f.place)},
              {"evidence", evidence(f.evidence)},
              {"or", f.alternatives},
              {"hints", f.hints},
              {"lesson", lesson(f.lesson)}};
  add_cell(out, f.place);
  return out;
}

json list(const std::vector<json>& entries) { return entries.empty() ? json::array() : json(entries); }

}  // namespace

std::string homework_json(const Result& checked, bool one_line) {
  const Result result = harmless(checked);
  std::vector<json> stages, misconceptions, remarks, probes, properties;
  for (const StageResult& s : result.stages) stages.push_back(stage(result, s));
  for (const Finding& f : result.findings) misconceptions.push_back(misconception(f));
  for (const Finding& f : result.remarks) {
    remarks.push_back({{"id", f.id}, {"title", f.title}, {"line", line(f.place)}});
    add_cell(remarks.back(), f.place);
  }
  for (const homework::ProbeResult& p : result.probes) {
    json sizes = json::object();
    for (const auto& [name, size] : p.sizes) sizes[name] = size;
    probes.push_back({{"name", p.name}, {"sizes", sizes}, {"right", p.right},
                      {"largest_error", number(p.largest_error)}});
  }
  for (const homework::PropertyResult& p : result.properties) {
    properties.push_back({{"id", p.id}, {"title", p.title}, {"holds", p.holds}, {"detail", p.detail}});
  }
  json out = {{"format", kFormat},
              {"file", result.file},
              {"assignment", json()},
              {"verdict", verdict(result.verdict)},
              {"points", {{"earned", result.points()}, {"of", result.of()}}},
              {"subject", json()},
              {"fault", json()},
              {"stages", list(stages)},
              {"misconceptions", list(misconceptions)},
              {"remarks", list(remarks)},
              {"probes", list(probes)},
              {"properties", list(properties)},
              {"mend", json()},
              {"next", json()},
              {"error", json()},
              {"seed", result.seed}};
  if (const auto& m = result.mend) {
    out["mend"] = {{"line", line(m->place)}, {"column", column(m->place)}, {"kind", m->kind},
                   {"stages_mended", m->stages}};
    add_cell(out["mend"], m->place);
  }
  if (const auto& e = result.next) {
    const Location place = experiment_place(*e);
    out["next"] = {{"line", line(place)}, {"before", e->before}, {"code", e->code}, {"expected", experiment_sentence(result)}};
    add_cell(out["next"], place);
  }
  if (!result.assignment.empty()) out["assignment"] = {{"id", result.assignment}, {"title", result.title}};
  if (!result.kind.empty()) {
    out["subject"] = {{"kind", result.kind}, {"name", result.subject}, {"line", line(result.place)}};
    add_cell(out["subject"], result.place);
  }
  if (const Location fault = fault_of(result); fault.known()) {
    out["fault"] = {{"line", line(fault)}, {"column", column(fault)}};
    add_cell(out["fault"], fault);
  }
  if (result.error) {
    const Location place = {result.error->source, result.error->span};
    out["error"] = {{"kind", result.error->kind}, {"message", result.error->message}, {"line", line(place)},
                    {"column", column(place)}, {"help", help_of_error(result)}};
    add_cell(out["error"], place);
  } else if (!result.trouble.empty()) {
    out["error"] = {{"kind", "unjudged"}, {"message", result.trouble}, {"line", json()}, {"column", json()},
                    {"help", result.help}};
  }
  return out.dump(one_line ? -1 : 1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string homework_json_format() {
  return R"(What --json prints (format 1; a later version may add names):
  format          1
  file            its name, as given
  assignment      {id, title}, or null if none fits
  verdict         "right", "wrong", "unjudged": exit code 0, 1, 3
  points          {earned, of}
  subject         {kind, name, line}, or null; kind is "class", "function",
                  "script" or "tensors"
  fault           {line, column}: where to look first, or null
  stages          a list, in order, of {id, title, verdict, follows_wrong,
                  line, column, points, of, expected_shape, shape, axes,
                  first_wrong, largest_error, wrong_cells, cells}
    verdict       "right", "wrong value", "wrong shape", "wrong layout" (right
                  numbers, wrong places), "not seen" (what follows is right),
                  "not reached" (an error came before), "not judged"
    follows_wrong whether a stage before it is wrong or not judged: "right"
                  then means: right, given its input
    line, column  where its tensor was made
    first_wrong   {index, words, expected, got}, or null
  misconceptions  a list of {id, title, stage, line, column, evidence, or,
                  hints, lesson}, the first wrong stage's first
    evidence      "numbers" (these come out exactly), "steps" (its numbers are
                  among the program's, which has other mistakes), "source", "error",
                  "property", "mend" (a small change there makes it right)
    or            ids of other mistakes that give the same result here
  remarks         a list of {id, title, line}: not mistakes, but good to know
  probes          a list of {name, sizes, right, largest_error}
  properties      a list of {id, title, holds, detail}
  mend            {line, column, kind, stages_mended}: the change that makes
                  the program right, or null
  next            {line, before, code, expected}: if the cause is not known, code
                  to type after that line, or before it; or null
  error           {kind, message, line, column, help}, or null
  seed            of the inputs and weights
Lines and columns count from 1. In a notebook each line has a "cell" next to it,
in which it is counted. An unknown value is null; numbers that JSON does not
have are "nan", "inf" and "-inf".
)";
}

}  // namespace mha::render
