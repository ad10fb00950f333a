#include "io/pickle.h"

#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "io/pickle_names.h"

namespace mha::io {
namespace {

using Kind = PickleValue::Kind;

/// Limits the number of values: each takes memory, however few bytes it has in
/// the file.
constexpr size_t kMostContainers = 1'000'000;
constexpr size_t kMostValues = 8'000'000;
constexpr size_t kMostMemos = 2'000'000;

[[noreturn]] void damaged(std::string_view why) {
  refuse(fmt::format("its pickle is damaged: {}", why),
         "copy or save the file again");
}

[[noreturn]] void bad_call(std::string_view what) {
  refuse(
      fmt::format("its pickle calls {} with other arguments than "
                  "torch.save() writes",
                  what));
}

}  // namespace

Pickle::Pickle(std::string_view bytes, StorageReader read_storage,
               const Collection& collection)
    : bytes_(bytes),
      read_storage_(std::move(read_storage)),
      collection_(collection) {
  run();
}

// ---- The bytes

std::string_view Pickle::take(uint64_t count) {
  if (count > bytes_.size() - pos_) damaged("it ends too early");
  const std::string_view out = bytes_.substr(pos_, count);
  pos_ += count;
  return out;
}

uint64_t Pickle::take_number(int bytes) {
  return little_endian(take(static_cast<uint64_t>(bytes)));
}

std::string_view Pickle::take_line() {
  const size_t end = bytes_.find('\n', pos_);
  if (end == std::string_view::npos) damaged("it ends too early");
  const std::string_view out = bytes_.substr(pos_, end - pos_);
  pos_ = end + 1;
  return out;
}

// ---- The stack

void Pickle::push(PickleValue value) {
  if (stack_.size() >= kMostValues) damaged("it holds too many values");
  stack_.push_back(value);
}

void Pickle::push_text(std::string_view text) {
  if (texts_.size() >= kMostValues) damaged("it holds too many texts");
  texts_.push_back(text);
  push(Kind::text, static_cast<int64_t>(texts_.size() - 1));
}

void Pickle::push_container(Kind kind, std::vector<PickleValue> items) {
  if (containers_.size() >= kMostContainers) {
    damaged("it holds too many lists");
  }
  containers_.push_back(std::move(items));
  push(kind, static_cast<int64_t>(containers_.size() - 1));
}

PickleValue& Pickle::top() {
  const size_t floor = marks_.empty() ? 0 : marks_.back();
  if (stack_.size() <= floor) damaged("it takes a value that is not there");
  return stack_.back();
}

PickleValue Pickle::pop() {
  const PickleValue value = top();
  stack_.pop_back();
  return value;
}

std::vector<PickleValue> Pickle::pop_to_mark() {
  if (marks_.empty()) damaged("it closes a list that it did not open");
  const auto begin =
      stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
  std::vector<PickleValue> out(begin, stack_.end());
  stack_.erase(begin, stack_.end());
  marks_.pop_back();
  return out;
}

std::vector<PickleValue>& Pickle::open_container(Kind kind) {
  const PickleValue value = top();
  if (value.kind != kind) damaged("it adds to something that is not a list or dict");
  return containers_[static_cast<size_t>(value.number)];
}

// ---- The instructions

void Pickle::run() {
  constexpr char kProto = '\x80', kStop = '.', kGlobal = 'c', kReduce = 'R',
                 kBuild = 'b', kPersistentId = 'Q', kStackGlobal = '\x93',
                 kFrame = '\x95';
  if (bytes_.empty() || bytes_[0] != kProto) {
    damaged("it does not begin as one");
  }
  for (;;) {
    const char code = take(1)[0];
    switch (code) {
      case kProto: {
        const uint64_t protocol = take_number(1);
        if (protocol < 2 || protocol > 5) {
          damaged(fmt::format("its protocol is {}", protocol));
        }
        break;
      }
      case kFrame:
        take_number(8);
        break;
      case kGlobal: {
        const std::string_view module = take_line();
        global(module, take_line());
        break;
      }
      case kStackGlobal: {
        const PickleValue name = pop();
        const PickleValue module = pop();
        if (name.kind != Kind::text || module.kind != Kind::text) {
          damaged("a name is not text");
        }
        global(text(module), text(name));
        break;
      }
      case kReduce:
        call();
        break;
      case kBuild:
        build();
        break;
      case kPersistentId:
        load_storage();
        break;
      case kStop:
        root_ = pop();
        if (!stack_.empty() || pos_ != bytes_.size()) {
          damaged("it goes on after its end");
        }
        return;
      default:
        if (!step_value(code) && !step_container(code) && !step_memo(code)) {
          refuse(fmt::format("its pickle has the instruction 0x{:02x}, which "
                             "no tensor needs; nothing in it was run",
                             static_cast<unsigned char>(code)),
                 "save tensors, or a dict or list of them, with torch.save");
        }
    }
  }
}

/// Numbers, texts, None, True and False.
bool Pickle::step_value(char code) {
  switch (code) {
    case 'N':
      push(Kind::none);
      return true;
    case '\x88':
      push(Kind::boolean, 1);
      return true;
    case '\x89':
      push(Kind::boolean, 0);
      return true;
    case 'K':
      push_integer(take(1));
      return true;
    case 'M':
      push_integer(take(2));
      return true;
    case 'J':
      push(Kind::integer, static_cast<int32_t>(take_number(4)));
      return true;
    case '\x8a': {  // signed, of any width
      const std::string_view bytes = take(take_number(1));
      const bool negative = !bytes.empty() && (bytes.back() & 0x80) != 0;
      if (bytes.size() > 8) {
        push(Kind::skipped);
      } else {
        uint64_t value = little_endian(bytes);
        if (negative && bytes.size() < 8)
          value |= ~uint64_t{0} << (8 * bytes.size());
        push(Kind::integer, static_cast<int64_t>(value));
      }
      return true;
    }
    case 'G':
      take(8);
      push(Kind::floating);
      return true;
    case 'X':
      push_text(take(take_number(4)));
      return true;
    case '\x8c':
      push_text(take(take_number(1)));
      return true;
    case '\x8d':
      push_text(take(take_number(8)));
      return true;
    default:
      return false;
  }
}

void Pickle::push_integer(std::string_view bytes) {
  push(Kind::integer, static_cast<int64_t>(little_endian(bytes)));
}

/// Lists, tuples and dicts.
bool Pickle::step_container(char code) {
  switch (code) {
    case ']':
      push_container(Kind::list, {});
      return true;
    case '}':
      push_container(Kind::dict, {});
      return true;
    case ')':
      push_container(Kind::tuple, {});
      return true;
    case '(':
      if (marks_.size() >= kMostValues) damaged("it opens too many lists");
      marks_.push_back(stack_.size());
      return true;
    case 't':
      push_container(Kind::tuple, pop_to_mark());
      return true;
    case '\x85':
    case '\x86':
    case '\x87': {
      std::vector<PickleValue> items(
          static_cast<size_t>(static_cast<unsigned char>(code) - 0x84));
      for (size_t i = items.size(); i-- > 0;) items[i] = pop();
      push_container(Kind::tuple, std::move(items));
      return true;
    }
    case 'a': {
      const PickleValue item = pop();
      open_container(Kind::list).push_back(item);
      return true;
    }
    case 'e': {
      const std::vector<PickleValue> items = pop_to_mark();
      std::vector<PickleValue>& list = open_container(Kind::list);
      list.insert(list.end(), items.begin(), items.end());
      return true;
    }
    case 's': {
      const PickleValue value = pop();
      const PickleValue key = pop();
      std::vector<PickleValue>& dict = open_container(Kind::dict);
      dict.push_back(key);
      dict.push_back(value);
      return true;
    }
    case 'u': {
      const std::vector<PickleValue> items = pop_to_mark();
      if (items.size() % 2 != 0) damaged("a key has no value");
      std::vector<PickleValue>& dict = open_container(Kind::dict);
      dict.insert(dict.end(), items.begin(), items.end());
      return true;
    }
    default:
      return false;
  }
}

/// The memo: values that are used again.
bool Pickle::step_memo(char code) {
  switch (code) {
    case 'q':
      memoize(take_number(1));
      return true;
    case 'r':
      memoize(take_number(4));
      return true;
    case '\x94':
      memoize(memo_.size());
      return true;
    case 'h':
      push_memo(take_number(1));
      return true;
    case 'j':
      push_memo(take_number(4));
      return true;
    default:
      return false;
  }
}

void Pickle::memoize(uint64_t place) {
  if (memo_.size() >= kMostMemos) damaged("it holds too many values");
  memo_[place] = top();
}

void Pickle::push_memo(uint64_t place) {
  const auto at = memo_.find(place);
  if (at == memo_.end()) damaged("it takes a value that is not there");
  push(at->second);
}

void Pickle::global(std::string_view module, std::string_view name) {
  push(known_global(module, name));
}

void Pickle::call() {
  const PickleValue arguments = pop();
  const PickleValue callable = pop();
  if (callable.kind != Kind::callable) {
    refuse(
        "its pickle calls something that is not a function of torch.save(); "
        "nothing in it was run",
        "save tensors, or a dict or list of them, with torch.save");
  }
  if (arguments.kind != Kind::tuple) damaged("arguments are not a tuple");
  const std::vector<PickleValue>& items = this->items(arguments);
  switch (static_cast<Callable>(callable.number)) {
    case Callable::ordered_dict:
      if (!items.empty()) bad_call("OrderedDict");
      push_container(Kind::dict, {});
      return;
    case Callable::size:
      if (items.size() != 1 || items[0].kind != Kind::tuple) {
        bad_call("torch.Size");
      }
      push(items[0]);
      return;
    case Callable::rebuild_parameter:
      if (items.size() != 3 || items[0].kind != Kind::tensor) {
        bad_call("_rebuild_parameter");
      }
      push(items[0]);
      return;
    case Callable::rebuild_tensor:
      rebuild_tensor(items);
      return;
  }
}

/// A state_dict() has its modules' versions as a state of its own.
void Pickle::build() {
  const PickleValue state = pop();
  const bool plain = state.kind == Kind::dict || state.kind == Kind::none;
  if (!plain || top().kind != Kind::dict) {
    refuse(
        "its pickle gives a state to something that is not an OrderedDict; "
        "nothing in it was run",
        "save tensors, or a dict or list of them, with torch.save");
  }
}

/// ('storage', torch.FloatStorage, '0', 'cpu', 24)
void Pickle::load_storage() {
  const PickleValue id = pop();
  if (id.kind != Kind::tuple) damaged("a storage is not described");
  const std::vector<PickleValue>& parts = items(id);
  if (parts.size() != 5 || parts[0].kind != Kind::text ||
      text(parts[0]) != "storage" || parts[1].kind != Kind::storage_type ||
      parts[2].kind != Kind::text || parts[4].kind != Kind::integer ||
      parts[4].number < 0) {
    damaged("a storage is not described as torch.save() does");
  }
  StorageRef storage;
  storage.dtype = static_cast<DType>(parts[1].number);
  storage.numel = parts[4].number;
  storage.storage = read_storage_(text(parts[2]), storage.dtype, storage.numel);
  storages_.push_back(std::move(storage));
  push(Kind::storage, static_cast<int64_t>(storages_.size() - 1));
}

Shape Pickle::shape_from(PickleValue value) const {
  if (value.kind != Kind::tuple) bad_call("_rebuild_tensor_v2");
  Shape out;
  for (const PickleValue size : items(value)) {
    if (size.kind != Kind::integer) bad_call("_rebuild_tensor_v2");
    out.push_back(size.number);
  }
  return out;
}

/// (storage, offset, sizes, strides, requires_grad, hooks[, metadata])
void Pickle::rebuild_tensor(const std::vector<PickleValue>& arguments) {
  if (arguments.size() < 6 || arguments.size() > 7 ||
      arguments[0].kind != Kind::storage ||
      arguments[1].kind != Kind::integer) {
    bad_call("_rebuild_tensor_v2");
  }
  if (arguments.size() == 7 && arguments[6].kind != Kind::none &&
      !(arguments[6].kind == Kind::dict && items(arguments[6]).empty())) {
    refuse("it holds a tensor that is a conjugate or a negative view",
           "save x.resolve_conj().resolve_neg()");
  }
  const StorageRef& storage =
      storages_[static_cast<size_t>(arguments[0].number)];
  const int64_t offset = arguments[1].number;
  Shape shape = shape_from(arguments[2]);
  Shape strides = shape_from(arguments[3]);
  if (shape.size() != strides.size()) bad_call("_rebuild_tensor_v2");
  collection_.bytes_of(shape, storage.dtype);
  // The last number of the view must be one of the storage's.
  bool empty = false, inside = offset >= 0;
  int64_t last = offset;
  for (size_t d = 0; d < shape.size(); ++d) {
    int64_t step = 0;
    empty = empty || shape[d] == 0;
    inside = inside && strides[d] >= 0 &&
             !__builtin_mul_overflow(std::max<int64_t>(shape[d] - 1, 0),
                                     strides[d], &step) &&
             !__builtin_add_overflow(last, step, &last);
  }
  inside = inside && (empty ? offset <= storage.numel : last < storage.numel);
  if (!inside) {
    refuse(fmt::format("a tensor of shape {} with strides {} from {} on does "
                       "not lie inside its storage of {} numbers",
                       shape_text(shape), shape_text(strides), offset,
                       storage.numel),
           "copy or save the file again");
  }
  if (static_cast<int64_t>(tensors_.size()) >= kMaxTensors) {
    refuse(fmt::format("it holds more than {} tensors", kMaxTensors));
  }
  tensors_.push_back(Tensor::over(storage.storage, storage.dtype,
                                  std::move(shape), std::move(strides),
                                  offset));
  push(Kind::tensor, static_cast<int64_t>(tensors_.size() - 1));
}

}  // namespace mha::io
