// Comprehensions at once, generator expressions one value at a time.

#include <alloca.h>

#include "lang/runtime/evaluator.h"
#include "lang/runtime/generator.h"

namespace mha::lang {

namespace {

const std::string& shown_name(Comprehension::Result kind) {
  static const std::string names[] = {"<listcomp>", "<setcomp>", "<dictcomp>",
                                      "<genexpr>"};
  return names[static_cast<size_t>(kind)];
}

/// The frame of a comprehension: the enclosing one with names of its own.
Frame inner_frame(const Frame& f, const Comprehension& e) {
  Frame inner;
  inner.globals = f.globals;
  inner.scope = &e.scope;
  inner.source = f.source;
  inner.shared_source = f.shared_source;
  inner.function = &shown_name(e.result);
  inner.callee = f.callee;
  inner.tree = f.tree;
  inner.qualname = f.qualname;
  inner.is_comprehension = true;
  inner.at = f.at;
  return inner;
}

}  // namespace

Value Evaluator::eval_comprehension(Frame& f, const Comprehension& e) {
  // The first iterable is the enclosing scope's business.
  const Value iterable = eval(f, *e.clauses[0].iterable);
  if (e.result == Comprehension::Result::generator)
    return make_generator(f, e, iterable);
  const size_t local_count = e.scope.locals.size();
  const size_t cell_count = e.scope.cells.size();
  const StackArray<Value> locals(alloca(local_count * sizeof(Value)),
                                 local_count);
  const StackArray<Ref<CellObject>> cells(
      alloca(cell_count * sizeof(Ref<CellObject>)), cell_count);
  fill_cells(f, e.scope, cells.data());
  Frame inner = inner_frame(f, e);
  inner.locals = locals.data();
  inner.cells = cells.data();
  Ref<Object> result;
  switch (e.result) {
    case Comprehension::Result::set: result = make<SetObject>().get(); break;
    case Comprehension::Result::dict: result = make<DictObject>().get(); break;
    default: result = make<ListObject>().get();
  }
  const auto iterator = guarded(f, e.clauses[0].iterable->span, [&] {
    return interp_.iterate(iterable);
  });
  guarded(f, e.span, [&] {
    const FrameScope scope(impl_, inner);
    comprehend(inner, e, 0, iterator, result.get());
  });
  return Value(result.get());
}

void Evaluator::comprehend(Frame& f, const Comprehension& e, size_t clause,
                           const Value& iterator, Object* result) {
  const ComprehensionClause& c = e.clauses[clause];
  auto* walk = iterator.get<IteratorObject>();
  Value item;
  while (guarded(f, c.iterable->span, [&] { return walk->next(item); })) {
    impl_.step();
    assign(f, *c.target, std::move(item));
    bool wanted = true;
    for (const ExprPtr& condition : c.conditions)
      if (!(wanted = test(f, *condition))) break;
    if (!wanted) continue;
    if (clause + 1 < e.clauses.size()) {
      const Expr& next = *e.clauses[clause + 1].iterable;
      const Value inner = eval(f, next);
      const auto it =
          guarded(f, next.span, [&] { return interp_.iterate(inner); });
      comprehend(f, e, clause + 1, it, result);
      continue;
    }
    Value element = eval(f, *e.element);
    if (result->kind() == ObjectKind::list) {
      auto& items = static_cast<ListObject*>(result)->items;
      items.push_back(std::move(element));
    } else if (result->kind() == ObjectKind::set) {
      guarded(f, e.element->span,
              [&] { static_cast<SetObject*>(result)->add(element); });
    } else {
      Value value = eval(f, *e.value);
      guarded(f, e.element->span, [&] {
        static_cast<DictObject*>(result)->set(element, std::move(value));
      });
    }
  }
}

/// A generator expression between two of its values: how far each of its loops has come.
class ExpressionRun : public GeneratorRun {
 public:
  ExpressionRun(Interpreter& interp, const Frame& f, const Comprehension& e)
      : GeneratorRun(interp, e.scope),
        expression_(e),
        globals_(f.globals),
        callee_(f.callee),
        source_(*f.shared_source),
        tree_(f.tree ? *f.tree : std::shared_ptr<const void>(f.callee->code)),
        qualname_(f.qualname ? *f.qualname : std::string()) {
    fill_cells(f, e.scope, cells.data());
    frame = inner_frame(f, e);
    frame.locals = locals.data();
    frame.cells = cells.data();
    frame.shared_source = &source_;
    frame.tree = &tree_;
    frame.qualname = &qualname_;
  }

  void begin(Ref<IteratorObject> first) { loops_.push_back(std::move(first)); }

  bool resume(Value, Value& out) override {
    const auto& clauses = expression_.clauses;
    while (!loops_.empty()) {
      const size_t level = loops_.size() - 1;
      const ComprehensionClause& c = clauses[level];
      Value item;
      if (!evaluator.guarded(frame, c.iterable->span, [&] {
            return loops_.back()->next(item);
          })) {
        loops_.pop_back();
        continue;
      }
      evaluator.impl_.step();
      evaluator.assign(frame, *c.target, std::move(item));
      bool wanted = true;
      for (const ExprPtr& condition : c.conditions)
        if (!(wanted = evaluator.test(frame, *condition))) break;
      if (!wanted) continue;
      if (level + 1 == clauses.size()) {
        out = evaluator.eval(frame, *expression_.element);
        return true;
      }
      const Expr& inner = *clauses[level + 1].iterable;
      const Value iterable = evaluator.eval(frame, inner);
      loops_.push_back(evaluator.guarded(frame, inner.span, [&] {
        return evaluator.interp_.iterate(iterable);
      }));
    }
    return false;
  }

  bool raise(PyError error, Value&) override {
    evaluator.add_place(frame, expression_.element->span, error);
    throw error;
  }

 private:
  const Comprehension& expression_;
  Ref<ModuleObject> globals_;
  Ref<FunctionObject> callee_;
  SourcePtr source_;
  std::shared_ptr<const void> tree_;
  std::string qualname_;
  std::vector<Ref<IteratorObject>> loops_;
};

Value Evaluator::make_generator(Frame& f, const Comprehension& e,
                                const Value& iterable) {
  auto run = std::make_shared<ExpressionRun>(interp_, f, e);
  run->begin(guarded(f, e.clauses[0].iterable->span, [&] {
    return interp_.iterate(iterable);
  }));
  return make<GeneratorObject>(interp_, std::move(run), shown_name(e.result));
}

}  // namespace mha::lang
