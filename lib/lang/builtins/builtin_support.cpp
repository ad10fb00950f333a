#include "lang/builtins/builtin_support.h"

#include <algorithm>
#include <cmath>

#include "base/memory.h"
#include "lang/values/number.h"

namespace mha::lang {

// ------------------------------------------------------------------ counting

void check_count(const std::string& name, size_t given, int least, int most) {
  const int count = static_cast<int>(given);
  if (count >= least && count <= most) return;
  // Builtins bear their type's name only in the two simplest forms.
  const std::string bare = name.substr(name.rfind('.') + 1);
  if (least == most && least <= 1) {
    throw TypeError(name + "() takes " +
                    (least == 0 ? "no arguments (" : "exactly one argument (") +
                    std::to_string(count) + " given)");
  }
  const bool few = count < least;
  const int bound = few ? least : most;
  throw TypeError(bare + " expected " +
                  (least == most ? ""
                   : few         ? "at least "
                                 : "at most ") +
                  std::to_string(bound) + " argument" +
                  (bound == 1 ? "" : "s") + ", got " + std::to_string(count));
}

void check_no_keywords(const std::string& name, const Args& args) {
  if (!args.keywords.empty()) {
    throw TypeError(name + "() takes no keyword arguments");
  }
}

std::function<Value(Symbol)> refused(const char* owner, std::string_view names) {
  return [owner, names](Symbol name) -> Value {
    if (names.find(" " + name.str() + " ") == std::string_view::npos) return {};
    throw Refusal(owner + name.str() + " is not part of this tutor");
  };
}

// ------------------------------------------------------------------- classes

ClassObject& builtin_type(Interpreter& interp, const std::string& name,
                          ObjectKind kind, ClassObject* base) {
  std::vector<Ref<ClassObject>> bases;
  if (base) bases.emplace_back(base);
  const Ref<ClassObject> cls =
      interp.make_class(name, "builtins", std::move(bases));
  cls->set_instance_kind(kind);
  interp.add_builtin(name, cls);
  return *cls;
}

void add_methods(ClassObject& cls, std::initializer_list<MethodRow> rows) {
  ClassObject* owner = &cls;
  for (const MethodRow& row : rows) {
    cls.method(row.name, [owner, row](Interpreter& interp, Args& args) {
      const auto full = [&] { return owner->name() + "." + row.name; };
      if (!args.keywords.empty()) check_no_keywords(full(), args);
      const int given = static_cast<int>(args.positional.size()) - 1;
      if (given < row.least || given > row.most) {
        check_count(full(), args.positional.size() - 1, row.least, row.most);
      }
      return row.fn(interp, args);
    });
    auto* const made = cls.attributes().find(Symbol(row.name))->get<NativeFunction>();
    if (made->takes_text) continue;
    made->counted = {row.fn, static_cast<size_t>(row.least) + 1,
                     static_cast<size_t>(row.most) + 1};
  }
}

void add_new(ClassObject& cls, PlainFn fn) {
  const auto made = make<NativeFunction>(
      "__new__", [owner = &cls, fn](Interpreter& interp, Args& args) {
        const auto name = [&] { return owner->name() + ".__new__"; };
        if (args.positional.empty()) {
          throw TypeError(name() + "(): not enough arguments");
        }
        const auto* wanted = args.positional[0].get<ClassObject>();
        if (!wanted) {
          throw TypeError(name() + "(X): X is not a type object (" +
                          interp.type_name(args.positional[0]) + ")");
        }
        if (wanted != owner && !wanted->is_subclass_of(owner)) {
          throw TypeError(name() + "(" + wanted->name() + "): " + wanted->name() +
                          " is not a subtype of " + owner->name());
        }
        return fn(interp, args);
      });
  cls.attributes().set(Symbol("__new__"),
                       make<Descriptor>(Descriptor::Type::static_method, made));
}

void add_functions(ModuleObject& module,
                   std::initializer_list<MethodRow> rows) {
  // The built-in functions are known by their bare names.
  const std::string prefix =
      module.name() == "builtins" ? "" : module.name() + ".";
  for (const MethodRow& row : rows) {
    const auto made = make<NativeFunction>(
        row.name, [name = prefix + row.name, row](Interpreter& interp, Args& args) {
          check_no_keywords(name, args);
          check_count(name, args.positional.size(), row.least, row.most);
          return row.fn(interp, args);
        });
    made->counted = {row.fn, static_cast<size_t>(row.least), static_cast<size_t>(row.most)};
    module.attributes().set(Symbol(row.name), made);
  }
}

void add_function(ModuleObject& module, std::string_view name,
                  std::string_view signature, NativeFn fn) {
  module.attributes().set(
      Symbol(name),
      make<NativeFunction>(std::string(name), std::move(fn), signature));
}

ClassObject* own_class(const Value& cls, std::string_view name) {
  ClassObject* given = cls.get<ClassObject>();
  return given && given->name() == name && given->module_name == "builtins" ? nullptr : given;
}

// ----------------------------------------------------------------- arguments

const std::string& text_argument(Interpreter& interp, const Value& v,
                                 const std::string& what) {
  if (const auto* s = v.get<StrObject>()) return s->text();
  throw TypeError(what + " must be str, not " + interp.type_name(v));
}

bool is_index(Interpreter& interp, const Value& v) {
  return is_integral(v) || interp.type_of(v)->special(Special::index).defined();
}

size_t item_place(Interpreter& interp, const Value& index, int64_t size, const std::string& owner,
                  const char* what) {
  if (!is_index(interp, index)) {
    const bool text = owner == "string";
    throw TypeError(owner + " indices must be integers" + (text ? ", not '" : " or slices, not ") +
                    interp.type_name(index) + (text ? "'" : ""));
  }
  if (index.get<BigIntObject>()) throw IndexError("cannot fit 'int' into an index-sized integer");
  int64_t at = interp.to_index(index);
  if (at < 0) at += size;
  if (at < 0 || at >= size) throw IndexError(owner + " " + what + " out of range");
  return static_cast<size_t>(at);
}

namespace {

/// An end of a slice: what is too large for 64 bits is as good as the largest that is not.
int64_t slice_end(Interpreter& interp, const Value& v) {
  if (v.get<BigIntObject>()) return int_sign(v) < 0 ? -INT64_MAX : INT64_MAX;
  if (!is_index(interp, v)) {
    throw TypeError("slice indices must be integers or None or have an __index__ method");
  }
  return std::max(interp.to_index(v), -INT64_MAX);
}

}  // namespace

int64_t clamp_index(Interpreter& interp, const Value& v, int64_t length,
                    int64_t if_missing) {
  if (!v.defined() || v.is_none()) return if_missing;
  const int64_t at = slice_end(interp, v);
  return std::clamp<int64_t>(at < 0 ? at + length : at, 0, length);
}

SliceBounds slice_bounds(Interpreter& interp, const SliceObject& slice,
                         int64_t length) {
  SliceBounds b;
  if (!slice.step.is_none()) b.step = slice_end(interp, slice.step);
  if (b.step == 0) throw ValueError("slice step cannot be zero");
  const bool down = b.step < 0;
  const int64_t lowest = down ? -1 : 0;
  const int64_t highest = down ? length - 1 : length;
  const auto place = [&](const Value& v, int64_t if_none) {
    if (v.is_none()) return if_none;
    int64_t at = slice_end(interp, v);
    if (at < 0) at += length;
    return std::clamp(at, lowest, highest);
  };
  b.start = place(slice.start, down ? highest : 0);
  b.stop = place(slice.stop, down ? -1 : length);
  if (down ? b.stop < b.start : b.start < b.stop) {
    b.count = down ? (b.start - b.stop - 1) / -b.step + 1
                   : (b.stop - b.start - 1) / b.step + 1;
  }
  return b;
}

Value make_iterator(Interpreter& interp, std::string_view type_name,
                    std::function<bool(Value&)> next) {
  return make<IteratorObject>(interp.iterator_class(std::string(type_name)),
                              std::move(next));
}

PyError make_error(Interpreter& interp, std::string_view kind,
                   std::vector<Value> arguments) {
  return PyError(interp.make_exception(kind, std::move(arguments)));
}

// ----------------------------------------------------------------- sequences

Value compare_sequences(Interpreter& interp, CompareOp op,
                        const std::vector<Value>& a,
                        const std::vector<Value>& b) {
  if (a.size() != b.size()) {
    if (op == CompareOp::eq) return false;
    if (op == CompareOp::ne) return true;
  }
  size_t i = 0;
  for (; i < a.size() && i < b.size(); ++i) {
    const Value x = a[i], y = b[i];  // the comparison may change the lists
    if (!x.is(y) && !interp.equal(x, y)) break;
    interp.tick();
  }
  if (i >= a.size() || i >= b.size()) {
    return interp.compare(op, static_cast<int64_t>(a.size()),
                          static_cast<int64_t>(b.size()));
  }
  if (op == CompareOp::eq) return false;
  if (op == CompareOp::ne) return true;
  return interp.compare(op, a[i], b[i]);
}

namespace {
thread_local std::vector<const Object*> under_repr;
}

ReprGuard::ReprGuard(const Object* object) {
  repeated_ = std::find(under_repr.begin(), under_repr.end(), object) !=
              under_repr.end();
  if (!repeated_) under_repr.push_back(object);
}

ReprGuard::~ReprGuard() {
  if (!repeated_) under_repr.pop_back();
}

void ask_items(int64_t count) {
  ask_memory(count, sizeof(Value));
}

int64_t repeat_count(Interpreter& interp, const Value& times, int64_t size,
                     int64_t bytes_each) {
  if (times.get<BigIntObject>()) {
    if (int_sign(times) < 0 || size == 0) return 0;
    throw Error("OverflowError",
                "cannot fit 'int' into an index-sized integer");
  }
  const int64_t count = std::max<int64_t>(interp.to_index(times), 0);
  int64_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) ||
      __builtin_mul_overflow(bytes, bytes_each, &bytes)) {
    throw Error("MemoryError", "");
  }
  ask_memory(bytes);
  return count;
}

namespace {

struct SortEntry {
  Value key, item;
};

// Keys of one plain type are compared without the machinery of operators.
template <typename Read>
void sort_plainly(std::vector<SortEntry>& entries, bool reverse,
                  const Read& read) {
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const SortEntry& a, const SortEntry& b) {
                     return reverse ? read(b.key) < read(a.key)
                                    : read(a.key) < read(b.key);
                   });
}

bool sort_plain_keys(std::vector<SortEntry>& entries, bool reverse) {
  const auto all = [&](auto test) {
    return std::all_of(entries.begin(), entries.end(),
                       [&](const SortEntry& e) { return test(e.key); });
  };
  if (all([](const Value& v) { return v.is_int(); })) {
    sort_plainly(entries, reverse, [](const Value& v) { return v.as_int(); });
  } else if (all([](const Value& v) {
               return v.is_float() && !std::isnan(v.as_float());
             })) {
    sort_plainly(entries, reverse, [](const Value& v) { return v.as_float(); });
  } else if (all([](const Value& v) {
               return v.get<StrObject>() && !v.object()->own_cls();
             })) {
    sort_plainly(entries, reverse, [](const Value& v) {
      return std::string_view(v.get<StrObject>()->text());
    });
  } else {
    return false;
  }
  return true;
}

// A merge sort: it survives comparisons that contradict each other.
void sort_by_comparing(Interpreter& interp, std::vector<SortEntry>& entries,
                       bool reverse) {
  // Reversed, the order of equal items is kept, as Python keeps it.
  const auto before = [&](const SortEntry& a, const SortEntry& b) {
    interp.tick();
    return reverse ? interp.truth(interp.compare(CompareOp::lt, b.key, a.key))
                   : interp.truth(interp.compare(CompareOp::lt, a.key, b.key));
  };
  std::vector<SortEntry> other(entries.size());
  for (size_t width = 1; width < entries.size(); width *= 2) {
    for (size_t from = 0; from < entries.size(); from += 2 * width) {
      size_t left = from, out = from;
      const size_t middle = std::min(from + width, entries.size());
      const size_t end = std::min(from + 2 * width, entries.size());
      size_t right = middle;
      while (left < middle && right < end) {
        other[out++] =
            std::move(before(entries[right], entries[left]) ? entries[right++]
                                                            : entries[left++]);
      }
      while (left < middle) other[out++] = std::move(entries[left++]);
      while (right < end) other[out++] = std::move(entries[right++]);
    }
    std::swap(entries, other);
  }
}

}  // namespace

void sort_values(Interpreter& interp, std::vector<Value>& items,
                 const Value& key, bool reverse) {
  std::vector<SortEntry> entries;
  entries.reserve(items.size());
  ask_items(static_cast<int64_t>(items.size()) * 2);
  const bool keyed = key.defined() && !key.is_none();
  for (const Value& item : items) {
    entries.push_back({keyed ? interp.call(key, {item}) : item, item});
  }
  interp.tick(static_cast<int64_t>(items.size()));
  if (!sort_plain_keys(entries, reverse)) {
    sort_by_comparing(interp, entries, reverse);
  }
  for (size_t i = 0; i < items.size(); ++i) {
    items[i] = std::move(entries[i].item);
  }
}

}  // namespace mha::lang
