#pragma once

// One interface to what a learner talks to: a lesson, a review or the quiz, a prompt without a lesson.

#include <memory>
#include <string>
#include <vector>

#include "lesson/review.h"
#include "lesson/session.h"
#include "lesson/workbench.h"

namespace mha::web {

class Talk {
 public:
  virtual ~Talk() = default;
  virtual lesson::Events begin() = 0;
  virtual lesson::Events take(const std::string& text) = 0;
  virtual lesson::Waiting waiting() const = 0;
  virtual std::string draft() const = 0;
  virtual std::string exercise() const = 0;
  virtual std::string missing(const std::string& code) const = 0;
  virtual std::string elsewhere() const = 0;
  /// The view that was asked for, or null; and what to show when it is left.
  virtual lesson::Playing* playing() = 0;
  virtual lesson::Events played() = 0;
  virtual lesson::Completions completions(const std::string& before) = 0;
  /// The current step or question, from 0, and how many there are; 0 of 0 without any.
  virtual int index() const = 0;
  virtual int count() const = 0;
};

/// A session in a page, where no other editor opens and no folder has files: `edit` and `file` are no commands.
template <typename S>
class InPage : public S {
 public:
  using S::S;

 protected:
  std::vector<std::string> meaningless() const override {
    std::vector<std::string> words = S::meaningless();
    words.insert(words.end(), {"edit", "file"});
    return words;
  }
};

/// What Session, ReviewSession and Workbench share.
template <typename S>
class TalkOf : public Talk {
 public:
  template <typename... Args>
  explicit TalkOf(Args&&... args) : session_(std::forward<Args>(args)...) {}
  lesson::Events begin() override {
    if constexpr (requires(S s) { s.begin(); }) return session_.begin();
    return {};
  }
  lesson::Events take(const std::string& text) override { return session_.take(text); }
  lesson::Waiting waiting() const override { return session_.waiting(); }
  std::string draft() const override { return session_.draft(); }
  std::string exercise() const override { return session_.exercise(); }
  std::string missing(const std::string& code) const override { return session_.missing(code); }
  std::string elsewhere() const override {
    if constexpr (requires(S s) { s.elsewhere(); }) return session_.elsewhere();
    return "";
  }
  lesson::Playing* playing() override {
    if constexpr (requires(S s) { s.play_wanted(); }) return session_.play_wanted();
    return nullptr;
  }
  lesson::Events played() override {
    if constexpr (requires(S s) { s.played(); }) return session_.played();
    return {};
  }
  lesson::Completions completions(const std::string& before) override { return session_.completions(before); }
  int index() const override {
    if constexpr (requires(S s) { s.step(); }) return session_.step();
    if constexpr (requires(S s) { s.index(); }) return session_.index();
    return 0;
  }
  int count() const override {
    if constexpr (requires(S s) { s.step_count(); }) return session_.step_count();
    if constexpr (requires(S s) { s.count(); }) return session_.count();
    return 0;
  }

 private:
  S session_;
};

}  // namespace mha::web
