#include "play_json.h"

#include "lesson/event.h"
#include "render/page/lesson_html.h"
#include "render/page/markdown_html.h"

namespace mha::web {

namespace {

using lesson::KnobValue;
using nlohmann::json;

// More changed numbers are counted, not listed.
constexpr size_t kMostChanges = 6;

const char* name_of(KnobValue::Kind kind) {
  switch (kind) {
    case KnobValue::Kind::number:
    case KnobValue::Kind::whole: return "number";
    case KnobValue::Kind::tensor: return "tensor";
    case KnobValue::Kind::option: return "option";
    case KnobValue::Kind::text: return "text";
  }
  return "";
}

json knob_json(const lesson::Playing& playing, size_t i) {
  const lesson::Knob& knob = playing.play().knobs[i];
  const KnobValue& now = playing.now().knobs[i];
  json out = {{"name", knob.name}, {"kind", name_of(now.kind)}, {"about", playing.knob_text(i)}, {"options", knob.options},
              {"step", playing.step_of(i)}, {"values", json::array()}};
  if (now.kind == KnobValue::Kind::option && !now.words.empty()) out["options"].push_back(now.words);
  if (knob.low) out["low"] = *knob.low, out["high"] = *knob.high;
  const bool tensor = now.kind == KnobValue::Kind::tensor;
  for (int64_t cell = 0; cell < (tensor ? now.tensor.numel() : 1); ++cell) {
    out["values"].push_back({{"name", knob.name + (tensor ? lesson::cell_text(now.tensor.shape(), cell) : "")},
                             {"text", now.kind == KnobValue::Kind::text ? now.words : now.text(knob, cell)}});
  }
  return out;
}

}  // namespace

json play_json(const lesson::Playing& playing, int width) {
  const lesson::PlayMoment& now = playing.now();
  json out = {{"title", playing.play().title}, {"task", render::markdown_html(playing.play().task)}, {"reached", now.reached},
              {"changes", playing.changes(kMostChanges)}, {"knobs", json::array()}};
  for (size_t i = 0; i < now.knobs.size(); ++i) out["knobs"].push_back(knob_json(playing, i));
  lesson::Events events;
  if (!now.output.empty()) events.add(lesson::Event::Kind::output, now.output);
  for (const lesson::PlayPicture& p : now.pictures) {
    events.add(lesson::Event::Kind::note, "`" + p.picture.expression + "`:");
    events.push_back(lesson::drawing(p.picture));
  }
  if (now.failure) events.add(lesson::Event::Kind::output, playing.failure_text() + "\n");
  static const lesson::Lesson none;
  out["html"] = render::lesson_html(none, events, width);
  return out;
}

}  // namespace mha::web
