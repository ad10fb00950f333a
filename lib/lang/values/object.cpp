#include "lang/values/object.h"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>
#include <unordered_map>

#include "base/memory.h"
#include "base/text.h"
#include "lang/values/class_object.h"
#include "lang/values/hash_table.h"
#include "lang/values/running.h"

namespace mha::lang {

// ------------------------------------------------------------------- objects

// Where GCC inlines one of these two and not the other, it warns that free() does not fit.
[[gnu::noinline]] void* Object::operator new(size_t bytes) {
  ask_memory(static_cast<int64_t>(bytes));
  if (void* const block = std::malloc(bytes)) return block;
  throw std::bad_alloc();
}

[[gnu::noinline]] void Object::operator delete(void* block) { std::free(block); }

Object::Object(ObjectKind kind, ClassObject* cls) : kind_(kind), cls_(cls) {
  if (cls_) retain(cls_);
}

Object::~Object() {
  attributes_.reset();
  if (cls_) release(cls_);
}

void Object::set_cls(ClassObject* cls) {
  if (cls) retain(cls);
  std::swap(cls, cls_);
  if (cls) release(cls);
}

ClassObject* Object::built_in_cls() const {
  return running_class_of(Value(const_cast<Object*>(this)));
}

void Object::make_attributes() {
  attributes_ = std::make_unique<Attributes>();
}

void Object::clear() {
  if (attributes_) attributes_->clear();
}

// A list in a list in a list ... is taken apart level by level: beyond some
// depth objects wait in a queue, so that the C++ stack never overflows.
void Object::destroy(Object* object) {
  constexpr int kDeepest = 64;
  constinit static thread_local int depth = 0;
  constinit static thread_local std::vector<Object*>* waiting = nullptr;
  if (depth >= kDeepest) {
    const MemoryWatch off(nullptr);  // nothing is thrown while objects go
    waiting->push_back(object);
    return;
  }
  if (depth > 0) {
    ++depth;
    delete object;
    --depth;
    return;
  }
  std::vector<Object*> queue;
  waiting = &queue;
  depth = 1;
  delete object;
  while (!queue.empty()) {
    Object* next = queue.back();
    queue.pop_back();
    delete next;
  }
  depth = 0;
  waiting = nullptr;
}

// ---------------------------------------------------------------------- heap

namespace {
constinit thread_local Heap* current_heap = nullptr;
}

Tracked::Tracked(ObjectKind kind, ClassObject* cls) : Object(kind, cls) {
  Heap* heap = current_heap;
  if (!heap) return;
  // The head is a sentinel, so that an object can leave without its Heap.
  Tracked* head = heap->head();
  previous_ = head;
  next_ = head->next_;
  if (next_) next_->previous_ = this;
  head->next_ = this;
}

Tracked::Tracked() : Object(ObjectKind::native, nullptr) {}

Tracked::~Tracked() {
  if (previous_) previous_->next_ = next_;
  if (next_) next_->previous_ = previous_;
}

Heap::Heap() : head_(new Tracked()) {}

Heap::~Heap() {
  clear();
  if (current_heap == this) current_heap = nullptr;
}

Heap* Heap::exchange_current(Heap* heap) {
  return std::exchange(current_heap, heap);
}

void Heap::clear() {
  std::vector<Ref<Object>> all;
  for (Tracked* t = head_->next_; t; t = t->next_) all.emplace_back(t);
  // Whoever still holds one of these later must not look for this heap.
  for (Tracked* t = head_->next_; t;) {
    Tracked* next = t->next_;
    t->previous_ = t->next_ = nullptr;
    t = next;
  }
  head_->next_ = nullptr;
  // Instances first: their classes are needed while they go.
  for (const Ref<Object>& o : all)
    if (o->kind() != ObjectKind::class_) o->clear();
  for (const Ref<Object>& o : all)
    if (o->kind() == ObjectKind::class_) o->clear();
}

// ---------------------------------------------------------------- attributes

struct AttributeIndex {
  std::unordered_map<Symbol, size_t> positions;
};

namespace {
constexpr size_t kIndexFrom = 9;
}

uint64_t next_version() {
  static std::atomic<uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

Attributes::Attributes() = default;
Attributes::~Attributes() = default;

uint64_t Attributes::take_version() const { return version_ = next_version(); }

size_t Attributes::position(Symbol name) const {
  if (index_) {
    const auto found = index_->positions.find(name);
    return found == index_->positions.end() ? kNone : found->second;
  }
  for (size_t i = 0; i < items_.size(); ++i)
    if (items_[i].first == name) return i;
  return kNone;
}

void Attributes::set(Symbol name, Value value) {
  if (Value* old = find(name)) {
    *old = std::move(value);
    return;
  }
  version_ = 0;
  items_.emplace_back(name, std::move(value));
  if (index_) {
    index_->positions.emplace(name, items_.size() - 1);
  } else if (items_.size() >= kIndexFrom) {
    index_ = std::make_unique<AttributeIndex>();
    for (size_t i = 0; i < items_.size(); ++i)
      index_->positions.emplace(items_[i].first, i);
  }
}

bool Attributes::erase(Symbol name) {
  const size_t i = position(name);
  if (i == kNone) return false;
  version_ = 0;
  const Value kept_until_done = std::move(items_[i].second);
  items_.erase(items_.begin() + static_cast<ptrdiff_t>(i));
  if (index_) {
    index_->positions.clear();
    for (size_t k = 0; k < items_.size(); ++k)
      index_->positions.emplace(items_[k].first, k);
  }
  return true;
}

void Attributes::clear() {
  version_ = 0;
  index_.reset();
  auto items = std::move(items_);
  items_.clear();
}

// --------------------------------------------------------------- small kinds

int64_t StrObject::length() const {
  if (length_ < 0) length_ = codepoint_count(text_);
  return length_;
}

uint64_t StrObject::hash() const {
  if (hash_ == 0) hash_ = text_hash(text_);
  return hash_;
}

void TupleObject::clear() {
  Object::clear();
  items.clear();
}

void ListObject::clear() {
  Tracked::clear();
  auto taken = std::move(items);
  items.clear();
}

int64_t RangeObject::length() const {
  if (step > 0 ? start >= stop : start <= stop) return 0;
  // In unsigned numbers: the distance of two int64 may not fit one.
  const auto a = static_cast<uint64_t>(start), b = static_cast<uint64_t>(stop);
  const uint64_t steps = step > 0 ? (b - a - 1) / static_cast<uint64_t>(step)
                                  : (a - b - 1) / (0 - static_cast<uint64_t>(step));
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  return steps >= static_cast<uint64_t>(kMost) ? kMost : static_cast<int64_t>(steps) + 1;
}

int64_t RangeObject::item(int64_t i) const {
  return static_cast<int64_t>(static_cast<uint64_t>(start) +
                              static_cast<uint64_t>(i) * static_cast<uint64_t>(step));
}

IteratorObject::IteratorObject(std::string type_name,
                               std::function<bool(Value&)> next)
    : Tracked(kKind, running_iterator_class(type_name)), next_(std::move(next)) {}
IteratorObject::IteratorObject(ClassObject* cls,
                               std::function<bool(Value&)> next)
    : Tracked(kKind, cls), next_(std::move(next)) {}

bool IteratorObject::next(Value& out) {
  // map(f, map(f, ...)): each stands on the stack of the next.
  constexpr int kDeepest = 20'000;
  constinit static thread_local int depth = 0;
  struct Level {
    Level() { ++depth; }
    ~Level() { --depth; }
  } level;
  if (!next_) return false;
  if (depth > kDeepest)
    throw Error("RecursionError", "maximum recursion depth exceeded");
  if (next_(out)) return true;
  next_ = nullptr;  // an iterator that has ended stays at its end
  return false;
}

void IteratorObject::clear() {
  Tracked::clear();
  const auto taken = std::move(next_);
  next_ = nullptr;
}

void ModuleObject::clear() {
  Tracked::clear();
  missing = nullptr;
}

void NativeObject::clear() {
  Tracked::clear();
  payload_.reset();
}

Value str(std::string text) { return make<StrObject>(std::move(text)); }
Value tuple(std::vector<Value> items) {
  return make<TupleObject>(std::move(items));
}
Value list(std::vector<Value> items) {
  return make<ListObject>(std::move(items));
}
void TensorObject::clear() {
  Tracked::clear();
  grad = Value();
}

Value tensor(Tensor t) { return make<TensorObject>(std::move(t)); }

}  // namespace mha::lang
