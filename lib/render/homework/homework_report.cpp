#include "render/homework/homework_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "render/error_view.h"
#include "render/homework/homework_words.h"
#include "render/markdown.h"

namespace mha::render {

namespace {

using homework::Finding;
using homework::Location;
using homework::Result;
using homework::StageResult;
using homework::StageVerdict;
using homework::Verdict;

constexpr int kAllHints = 3;

/// Writes the report, from top to bottom.
class ReportWriter {
 public:
  ReportWriter(const Style& style, const Result& result, const HomeworkReportOptions& options)
      : style_(style), result_(result), options_(options) {}

  std::string report() {
    heading();
    if (result_.verdict == Verdict::unjudged) {
      unjudged();
      return std::move(out_);
    }
    const StageResult* first = result_.first_wrong();
    fault_ = fault_of(result_);
    stages();
    if (first) first_wrong(*first);
    const bool elsewhere = result_.error_elsewhere;
    if (result_.error && !elsewhere) stopped();
    properties();
    if (result_.verdict == Verdict::wrong) mistakes(first);
    cases();
    experiment();
    remarks();
    if (result_.error && elsewhere) {
      stopped();
      blank();
    }
    footer();
    if (out_.ends_with("\n\n")) out_.pop_back();
    return std::move(out_);
  }

 private:
  // --- pieces of text ------------------------------------------------------

  void line(Role role, const std::string& text) {
    for (const std::string& l : wrap(fit_charset(style_, text), style_.text_width())) {
      out_ += paint(style_, role, l) + "\n";
    }
  }

  void blank() {
    if (!out_.empty() && !out_.ends_with("\n\n")) out_ += "\n";
  }

  /// Markdown that starts on the line of a label: "Hint 1: ...".
  void labelled(Role role, const std::string& label, const std::string& text, size_t hang) {
    const std::string mark = fit_charset(style_, label);
    const int lead = display_width(mark) + 1;
    Style narrower = style_;
    narrower.width = style_.text_width() + 1 - static_cast<int>(hang);
    // The first line is wrapped with blanks where the label goes.
    const std::string room(static_cast<size_t>(lead) - std::min(hang, static_cast<size_t>(lead)), 'x');
    std::vector<std::string> lines = split_lines(markdown(narrower, room + text));
    if (!lines.empty()) lines[0].erase(0, room.size());
    out_ += hung(paint(style_, role, mark) + " ", lines, static_cast<int>(hang));
  }

  void paragraph(const std::string& text, int indent) {
    Style narrower = style_;
    narrower.width = style_.text_width() + 1 - indent;
    out_ += hung(std::string(static_cast<size_t>(indent), ' '), split_lines(markdown(narrower, text)));
  }

  /// A line of the source with a caret; in speech mode, a sentence with its place and text.
  void excerpt(const Location& place) {
    if (!place.known()) return;
    if (!style_.spoken) {
      out_ += source_excerpt(style_, *place.source, place.span);
      return;
    }
    const Place at = place.source->place(place.span.begin);
    const std::string code = harmless(std::string(trim(place.source->line(at.line))));
    const std::string marked = harmless(std::string(trim(place.source->text(place.span))));
    out_ += sentence(style_, fmt::format("  The line is: {}", code), 2);
    if (marked != code) out_ += sentence(style_, fmt::format("  The part to look at: {}", marked), 2);
  }

  std::string place_text(const Location& place) const {
    const Place at = place.source->place(place.span.begin);
    if (style_.spoken) return line_text(result_, place);
    return fmt::format("{}:{}:{}", harmless(place.source->name()), at.line, at.column);
  }

  // --- the parts -----------------------------------------------------------

  void heading() {
    if (result_.assignment.empty()) return;
    const std::string subject = fmt::format("{}: {}", result_.file, subject_text(result_));
    const std::string homework = ", as homework " + result_.assignment;
    const std::string where =
        result_.place.known() ? fmt::format(" ({})", line_text(result_, result_.place)) : "";
    const bool fits = display_width(subject + where + homework) <= style_.text_width();
    // In a notebook, the line numbers below are those of this cell.
    const bool cell = result_.place.known() && result_.place.source->name() != result_.file;
    line(Role::faint, subject + (fits || cell || style_.spoken ? where : "") + homework);
  }

  void unjudged() {
    const std::string why = result_.trouble.empty() ? "the program stopped" : result_.trouble;
    if (result_.stages.empty()) {
      line(Role::error, fmt::format("{} could not be judged: {}", result_.file, why));
    } else {
      line(Role::strong, "I could not follow your code, so I do not call it wrong.");
      paragraph("What I see: " + why + ".", 2);
      const std::string seen = seen_rightly(/*after=*/false), given = seen_rightly(/*after=*/true);
      if (!seen.empty()) paragraph("Right so far: " + seen + ".", 2);
      if (!given.empty()) paragraph("Right, given their input: " + given + ".", 2);
    }
    if (result_.error) out_ += error_text(style_, *result_.error);
    experiment();
    if (!result_.help.empty()) labelled(Role::hint, "help:", result_.help, 6);
  }

  /// The experiment: a line to type.
  void experiment() {
    if (!result_.next) return;
    line(Role::hint, experiment_lead(result_));
    out_ += "    " + paint(style_, Role::code, result_.next->code) + "\n";
    paragraph(experiment_sentence(result_), 2);
  }

  /// The titles of the right steps before, or after, the first step that is not right.
  std::string seen_rightly(bool after) const {
    std::vector<std::string> titles;
    for (const StageResult& s : result_.stages) {
      if (s.verdict == StageVerdict::right && follows_wrong(result_, s) == after) titles.push_back(s.title);
    }
    return join(titles, "; ");
  }

  void stages() {
    const bool good = result_.verdict == Verdict::right;
    const std::string mark = style_.spoken ? "" : good ? "✓ " : "";
    line(good ? Role::right : Role::strong, mark + count_sentence(result_));
    if (style_.spoken) return spoken_stages();
    table();
    for (const std::string& note : {given_sentence(result_), unseen_sentence(result_)}) {
      if (note.empty() || options_.compact) continue;
      for (const std::string& l : wrap(note, style_.text_width() - 2)) out_ += "  " + paint(style_, Role::faint, l) + "\n";
    }
  }

  void table() {
    const bool none_reached = std::all_of(result_.stages.begin(), result_.stages.end(), [](const StageResult& s) {
      return s.verdict == StageVerdict::not_reached;
    });
    if (none_reached) return together(0, result_.stages.size());
    int titles = 0, places = 0;
    for (const StageResult& s : result_.stages) {
      titles = std::max(titles, display_width(fit_charset(style_, s.title)));
      places = std::max(places, display_width(line_of(s)));
    }
    // "  ✗ wrong numbers  TITLE  line 31  0/1"
    constexpr int kBefore = 4 + kWord + 2, kBehind = 2 + 2 + 5;
    const int room = style_.width - kBefore - places - kBehind;
    const bool narrow = room < 20;  // show only verdict and title
    titles = std::min(titles, narrow ? style_.width - 1 - kBefore : room);
    for (size_t i = 0; i < result_.stages.size(); ++i) {
      const StageResult& s = result_.stages[i];
      // Stages of a program have a line each; of tensors, most were not submitted.
      const bool gathers = options_.compact || (result_.kind == "tensors" && s.verdict != StageVerdict::right);
      const size_t alike = gathers ? run_of(i) : 1;
      if (alike > 1 || (options_.compact && s.verdict == StageVerdict::right && follows_wrong(result_, s))) {
        together(i, alike);
        i += alike - 1;
        continue;
      }
      const bool wrong = is_wrong(s.verdict);
      const std::string title = padded_right(shortened(style_, fit_charset(style_, s.title), titles), titles);
      out_ += "  " + verdict(s.verdict, stops_here(s)) + "  " + (wrong ? paint(style_, Role::strong, title) : title) + (narrow ? "\n" : "  ");
      if (narrow) continue;
      if (places > 0) out_ += paint(style_, Role::faint, padded_right(line_of(s), places)) + "  ";
      out_ += paint(style_, Role::faint, fmt::format("{}/{}", s.points, s.of)) + "\n";
    }
  }

  /// "line 5"; a cell is named only if it differs from that in the heading.
  std::string line_of(const StageResult& s) const {
    const Location place = place_of(result_, s);
    const std::string text = line_text(result_, place);
    if (style_.spoken || !place.known() || place.source != result_.place.source) return text;
    return text.substr(text.rfind("line "));
  }

  static constexpr int kWord = 13;

  /// Whether the program stops in the line that makes this stage's tensor.
  static bool stops_here(const StageResult& s) { return s.verdict == StageVerdict::not_reached && s.place.known(); }

  std::string verdict(StageVerdict v, bool stops = false) const {
    const Role role = is_wrong(v) ? Role::wrong : v == StageVerdict::right ? Role::right : Role::faint;
    const bool absent = v == StageVerdict::unseen && result_.kind == "tensors";
    const std::string word = absent ? "not handed in" : stops ? "stops here" : verdict_word(v);
    return paint(style_, role, fit_charset(style_, verdict_mark(v)) + " " + padded_right(word, kWord));
  }

  /// How many consecutive stages from here on are right, or were not reached.
  size_t run_of(size_t i) const {
    const StageVerdict verdict = result_.stages[i].verdict;
    if (is_wrong(verdict)) return 1;
    size_t alike = 0, earned = 0, unseen = 0;
    for (size_t end = i; end < result_.stages.size(); ++end) {
      const StageVerdict v = result_.stages[end].verdict;
      if (alike == end - i && v == verdict) ++alike;
      if (earned == end - i && is_earned(v)) {
        ++earned;
        unseen += v == StageVerdict::unseen;
      }
    }
    // A stage not seen among right ones is marked in the list.
    return options_.compact && verdict == StageVerdict::right && unseen == 1 ? earned : alike;
  }

  /// The titles of such stages, on as few lines as possible.
  void together(size_t from, size_t count) {
    std::vector<std::string> titles;
    StageVerdict all = StageVerdict::unseen;
    for (size_t i = from; i < from + count; ++i) {
      if (result_.stages[i].verdict != StageVerdict::unseen) all = result_.stages[i].verdict;
    }
    size_t counted = 0;
    for (size_t i = from; i < from + count; ++i) {
      const StageResult& s = result_.stages[i];
      if (options_.brief && count > 1 && all == StageVerdict::right && s.verdict == all) {
        ++counted;
        continue;
      }
      titles.push_back(fit_charset(style_, s.title) +
                       (s.verdict == all ? "" : " (" + verdict_word(s.verdict) + ")"));
    }
    if (counted > 0) titles.insert(titles.begin(), fmt::format("{} {}", counted, counted == 1 ? "step" : "steps"));
    if (all == StageVerdict::right && follows_wrong(result_, result_.stages[from])) titles.front().insert(0, "given its input: ");
    constexpr int kIndent = 2 + 2 + kWord + 2;
    out_ += hung("  " + verdict(all) + "  ",
                 wrap(join(titles, style_.unicode ? " · " : "; "), style_.width - 1 - kIndent), kIndent);
  }

  void spoken_stages() {
    int number = 0;
    for (const StageResult& s : result_.stages) {
      std::string text = fmt::format("Stage {}, {}: {}", ++number, s.title, stops_here(s) ? "stops here" : verdict_word(s.verdict));
      if (s.verdict == StageVerdict::right && follows_wrong(result_, s)) text += ", given its input";
      if (place_of(result_, s).known()) text += ", " + line_of(s);
      out_ += sentence(style_, fmt::format("{}, {} of {} points.", text, s.points, s.of), 2);
    }
  }

  void stopped() {
    blank();
    // The failing line has made this stage, so the next one is what was not done.
    const auto reached = [&](bool made) {
      return std::find_if(result_.stages.begin(), result_.stages.end(), [&](const StageResult& s) {
        return s.verdict == StageVerdict::not_reached && s.place.known() == made;
      });
    };
    auto next = reached(/*made=*/false);
    if (next == result_.stages.end()) next = reached(/*made=*/true);
    const bool elsewhere = result_.error_elsewhere;
    const std::string what = elsewhere ? "Elsewhere the program stops with an error"
                             : next == result_.stages.end()
                                 ? "The program stops with an error"
                                 : fmt::format("The program stops before \"{}\" is done", next->title);
    const Location at = {result_.error->source, result_.error->span};
    if (!elsewhere && !result_.first_wrong() && fault_.known() && at.known() && !same_line(fault_, at)) {
      headline(what);
      line(Role::wrong, fmt::format("The error is in {}:", line_text(result_, at)));
    } else {
      line(Role::wrong, what + ":");
    }
    const std::string judged = judged_case(result_);
    if (!judged.empty() && !elsewhere) fact("case", judged);
    torch::Report error = *result_.error;
    error.help = help_of_error(result_);
    out_ += error_text(style_, error);
  }

  /// Where to look, what is wrong, and the line.
  void headline(const std::string& what) {
    const std::string at = fault_.known() ? place_text(fault_) + ": " : "";
    if (display_width(at + what) <= style_.text_width()) {
      line(Role::wrong, at + what);
    } else {
      line(Role::wrong, what);
      line(Role::faint, at);
    }
    excerpt(fault_);
  }

  void first_wrong(const StageResult& s) {
    blank();
    headline(fmt::format("{}: {}", s.title, verdict_word(s.verdict)));
    const Location shows = place_of(result_, s);
    if (shows.known() && !same_line(shows, fault_)) fact("shows in", line_with_code(shows));
    const std::string judged = judged_case(result_);
    if (!judged.empty()) fact("case", judged);
    if (s.shape != s.expected_shape) {
      fact("expected", fmt::format("{}: {}", shape_text(s.expected_shape), named_shape(s.expected_shape, s.axes)));
      fact("yours", own_shape(s));
      return;
    }
    // "first at" names the axes, too.
    // A step that the task's own lines cannot take has no expected shape.
    if (!s.expected_shape.empty() && (!options_.brief || !s.first_wrong)) fact("shape", named_shape(s.expected_shape, s.axes) + ": as expected");
    if (s.first_wrong) {
      fact("first at", s.first_wrong->words);
      fact("numbers", numbers_sentence(s));
    }
    std::string all = difference_sentence(s);
    if (s.verdict == StageVerdict::wrong_layout) all += "; they are the right numbers in the wrong places";
    const bool told = options_.brief && !result_.findings.empty();
    if (!all.empty() && !told) fact("in all", all);
  }

  void fact(const std::string& name, const std::string& text) {
    constexpr int kWidth = 11;
    if (style_.spoken) {
      out_ += sentence(style_, fmt::format("  {}: {}", name, text), 2);
      return;
    }
    out_ += hung("  " + paint(style_, Role::faint, padded_right(name, kWidth - 3)) + " ",
                 wrap(fit_charset(style_, text), style_.text_width() - kWidth), kWidth);
  }

  void mistakes(const StageResult* first) {
    const auto groups = grouped(result_.findings);
    if (!first && (!result_.error || result_.error_elsewhere)) {
      blank();
      hidden_fault();
    } else if (!options_.brief) {
      blank();
    }
    const bool stopped = result_.error && !result_.error_elsewhere;
    const bool is_told = explains_first_wrong(result_);
    if (!is_told && first && !stopped) unknown(*first);
    for (size_t i = 0; i < groups.size(); ++i) {
      if (i > 0 || !is_told) blank();
      const StageResult* shown = i == 0 ? first : nullptr;
      short_ = options_.brief && i > 0;
      if (groups[i].size() == 1) {
        mistake(*groups[i][0], i == 0 && (is_told || !first) ? "What your code does:" : "Also:", shown, groups.size() == 1);
      } else {
        one_of(groups[i], shown);
      }
    }
    if (groups.size() > 1 && explained_together(result_)) {
      blank();
      paragraph(together_sentence(result_, groups.size()), 0);
    }
  }

  /// Mistakes that explain the result equally well.
  void one_of(const std::vector<const Finding*>& group, const StageResult* shown) {
    line(Role::wrong, alike_sentence(*group.front(), group.size()));
    for (const Finding* f : group) {
      mistake(*f, "Perhaps:", shown, false);
      short_ = options_.brief;
    }
  }

  /// For a wrong result without a wrong stage.
  void hidden_fault() {
    const bool begun = result_.kind == "tensors" && result_.findings.empty();
    line(begun ? Role::strong : Role::wrong, hidden_fault_sentence(result_));
  }

  /// `shown` is the stage whose line is already in the report, or null. `alone`: nothing else was
  /// found, so the numbers support this mistake.
  void mistake(const Finding& f, const char* label, const StageResult* shown, bool alone) {
    labelled(Role::wrong, label, strong(f.title), 2);
    if (!short_) paragraph(f.text, 2);
    const Location above = shown ? fault_ : Location();
    const bool stood = result_.error && same_line(f.place, {result_.error->source, result_.error->span});
    if (f.place.known() && !stood && !same_line(f.place, above)) {
      whence(same_line(f.cause, above) ? "It comes from" : "It is in", f.place);
    }
    if (alone || f.evidence != Finding::Evidence::numbers || !f.seen.empty()) {
      paragraph(evidence_sentence(result_, f), 2);
    }
    hints(f);
  }

  /// "line 24: scores = q @ k.transpose(2, 3) / self.scale".
  std::string line_with_code(const Location& place) const {
    const std::string lead = line_text(result_, place) + ": ";
    const std::string code = harmless(std::string(trim(place.source->line(place.source->place(place.span.begin).line))));
    return lead + shortened(style_, code, std::max(20, style_.text_width() - 11 - display_width(lead)));
  }

  /// "It comes from line 11: self.scale = d_out**0.5", or with a caret if the
  /// line is long.
  void whence(const std::string& words, const Location& place) {
    const std::string lead = fmt::format("  {} {}:", words, line_text(result_, place));
    const std::string code =
        harmless(std::string(trim(place.source->line(place.source->place(place.span.begin).line))));
    if (style_.spoken || display_width(lead) + 1 + display_width(code) <= style_.text_width()) {
      out_ += lead + " " + paint(style_, Role::code, code) + "\n";
      return;
    }
    out_ += lead + "\n";
    excerpt(place);
  }

  std::string strong(const std::string& text) const {
    return style_.colour ? "**" + text + "**" : text;
  }

  void hints(const Finding& f) {
    const size_t all = f.hints.size();
    const size_t shown = options_.hints >= kAllHints ? all : std::min(all, static_cast<size_t>(std::max(0, options_.hints)));
    for (size_t i = 0; i < shown; ++i) {
      labelled(Role::hint, all == 1 ? "Hint:" : fmt::format("Hint {} of {}:", i + 1, all), f.hints[i], 2);
    }
    if (options_.hints >= kAllHints && f.evidence == Finding::Evidence::mend) {
      out_ += "  What made it right:\n";
      out_ += "    " + paint(style_, Role::code, harmless("- " + f.before)) + "\n";
      out_ += "    " + paint(style_, Role::code, harmless("+ " + f.after)) + "\n";
    }
    if (options_.hints >= kAllHints) {
      if (!f.why.empty()) labelled(Role::strong, "Why people think so:", f.why, 2);
      if (!f.effect.empty()) labelled(Role::strong, "What it does to a model:", f.effect, 2);
    }
    more_hints_ = more_hints_ || shown < all;
    if (!f.lesson.empty() && std::find(lessons_.begin(), lessons_.end(), f.lesson) == lessons_.end()) {
      lessons_.push_back(f.lesson);
    }
  }

  /// Where the program departs from the reference, if no known mistake explains it.
  void unknown(const StageResult& first) {
    if (is_turned(first)) {
      paragraph(unknown_sentence(result_, first), 0);
      return;
    }
    labelled(Role::strong, "Cause unknown.", unknown_sentence(result_, first), 2);
    if (options_.hints >= kAllHints && !first.code.empty()) {
      out_ += "  What this step should compute:\n";
      for (const std::string& l : split_lines(first.code)) out_ += "    " + paint(style_, Role::code, l) + "\n";
    }
    more_hints_ = !first.code.empty() && options_.hints < kAllHints;
    jump_ = true;
  }

  void properties() {
    const bool known = !result_.findings.empty();
    if (known && options_.brief) return;
    for (const homework::PropertyResult& p : result_.properties) {
      if (p.holds) continue;
      labelled(Role::wrong, fit_charset(style_, style_.spoken ? "Not true:" : "✗ Not true:"),
               p.title + (p.detail.empty() || (options_.compact && known) ? "" : " Here " + p.detail + "."), 2);
      if (!known && p.place.known()) fact("shows in", line_with_code(p.place));
    }
  }

  void cases() {
    const std::string text = probes_sentence(result_);
    if (text.empty()) return;
    if (result_.verdict == Verdict::right) {
      paragraph(text, 0);
      return;
    }
    const auto right = std::count_if(result_.probes.begin(), result_.probes.end(), [](const auto& p) { return p.right; });
    // Say that all cases are right if they are, and that most are wrong only if nothing else is known.
    if (static_cast<size_t>(right) == result_.probes.size()) return;
    const bool usual = !result_.probes.front().right;
    const bool tells = right > 0 && !options_.compact;
    if (!usual || tells || result_.findings.empty() || options_.hints > 1) labelled(Role::strong, "Cases:", text, 2);
  }

  void remarks() {
    if (result_.remarks.empty()) return;
    blank();
    line(Role::heading, result_.verdict == Verdict::right ? "Right, and good to know:" : "Not a mistake, but good to know:");
    for (const Finding& f : result_.remarks) {
      std::string title = f.title;
      const std::string where = line_text(result_, f.place);
      if (!where.empty()) title += fmt::format(" ({})", where);
      labelled(Role::strong, "-", strong(title), 2);
      paragraph(f.text, 2);
      if (f.evidence == Finding::Evidence::names) paragraph(evidence_sentence(result_, f), 2);
    }
  }

  void footer() {
    // The lesson for the first wrong step comes first.
    std::string text;
    if (!lessons_.empty()) text = fmt::format("Lesson: `mha-tutor learn {}`", lessons_[0]);
    if (lessons_.size() > 1) {
      text += ", later " + join(std::vector<std::string>(lessons_.begin() + 1, lessons_.end()), ", ");
    }
    if (more_hints_) {
      const int next = jump_ ? kAllHints : std::min(kAllHints, options_.hints + 1);
      const std::string more = fmt::format("add `--hints {}`", next);
      const std::string joined = text + "; next hint: " + more + ".";
      if (text.empty()) {
        text = "For more, " + more;
      } else if (display_width(joined) <= style_.text_width()) {
        text = joined.substr(0, joined.size() - 1);
      } else {
        paragraph(text + ".", 0);
        text = "Next hint: " + more;
      }
    }
    if (!text.empty()) paragraph(text + ".", 0);
    if (!result_.named && result_.verdict != Verdict::right) {
      line(Role::faint, "Not this homework? Add its name, one of `mha-tutor homework list`.");
    }
  }

  const Style& style_;
  const Result& result_;
  const HomeworkReportOptions& options_;
  std::string out_;
  Location fault_;
  std::vector<std::string> lessons_;
  bool more_hints_ = false;
  bool short_ = false;  // show only title, line and hint of this mistake
  bool jump_ = false;  // the next part is only shown with all hints
};

}  // namespace

std::string homework_report(const Style& style, const Result& result,
                            const HomeworkReportOptions& options) {
  const Result shown = harmless(result);
  HomeworkReportOptions as = options;
  std::string text = without_trailing_blanks(ReportWriter(style, shown, as).report());
  if (as.height > 0 && std::count(text.begin(), text.end(), '\n') >= as.height && !as.compact) {
    as.compact = true;
    text = without_trailing_blanks(ReportWriter(style, shown, as).report());
    if (std::count(text.begin(), text.end(), '\n') >= as.height && as.hints < kAllHints) {
      as.brief = true;
      text = without_trailing_blanks(ReportWriter(style, shown, as).report());
    }
  }
  return text;
}

}  // namespace mha::render
