#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/reading.h"

/// Reads the pickle inside a .pt on a machine that can only build dicts, lists,
/// numbers, strings and tensors. Python's unpickler would import any name and
/// call anything with it; this one throws at a name that torch.save() does not
/// write for tensors, and does itself what the other names do. For the sources
/// of lib/io only.
namespace mha::io {

/// A value on the machine's stack: a number, or the index of an object in one
/// of the Pickle's tables.
struct PickleValue {
  enum class Kind : uint8_t {
    none,
    boolean,
    integer,
    floating,
    text,
    list,
    tuple,
    dict,     // `number` is a place among items()
    tensor,   // among tensors()
    storage,  // among the storages
    storage_type,
    dtype_name,  // `number` is a DType
    callable,    // `number` is a Callable
    skipped,     // a value that tensors do not need
  };
  Kind kind = Kind::none;
  int64_t number = 0;
};

/// Memory for the storage `key`, `numel` numbers of `dtype`, filled.
using StorageReader = std::function<std::shared_ptr<Storage>(
    std::string_view key, DType dtype, int64_t numel)>;

class Pickle {
 public:
  using Kind = PickleValue::Kind;

  /// Reads all of `bytes`, which must outlive the object. Throws ValueError,
  /// which names what it refuses.
  Pickle(std::string_view bytes, StorageReader read_storage,
         const Collection& collection);

  PickleValue root() const { return root_; }
  /// The values of a list or tuple; alternating keys and values of a dict.
  const std::vector<PickleValue>& items(PickleValue value) const {
    return containers_[static_cast<size_t>(value.number)];
  }
  const Tensor& tensor(PickleValue value) const {
    return tensors_[static_cast<size_t>(value.number)];
  }
  std::string_view text(PickleValue value) const {
    return texts_[static_cast<size_t>(value.number)];
  }

 private:
  struct StorageRef {
    std::shared_ptr<Storage> storage;
    DType dtype = DType::float32;
    int64_t numel = 0;
  };

  // The bytes.
  std::string_view take(uint64_t count);
  uint64_t take_number(int bytes);
  std::string_view take_line();

  // The stack.
  void push(PickleValue value);
  void push(Kind kind, int64_t number = 0) { push({kind, number}); }
  void push_text(std::string_view text);
  void push_container(Kind kind, std::vector<PickleValue> items);
  PickleValue pop();
  PickleValue& top();
  std::vector<PickleValue> pop_to_mark();
  std::vector<PickleValue>& open_container(Kind kind);

  // The instructions.
  void run();
  bool step_value(char code);
  bool step_container(char code);
  bool step_memo(char code);
  void push_integer(std::string_view bytes);
  void memoize(uint64_t place);
  void push_memo(uint64_t place);
  void global(std::string_view module, std::string_view name);
  void call();
  void build();
  void load_storage();
  void rebuild_tensor(const std::vector<PickleValue>& arguments);
  Shape shape_from(PickleValue value) const;

  std::string_view bytes_;
  size_t pos_ = 0;
  StorageReader read_storage_;
  const Collection& collection_;
  std::vector<PickleValue> stack_;
  std::vector<size_t> marks_;
  std::unordered_map<uint64_t, PickleValue> memo_;
  std::vector<std::vector<PickleValue>> containers_;
  std::vector<std::string_view> texts_;
  std::vector<Tensor> tensors_;
  std::vector<StorageRef> storages_;
  PickleValue root_;
};

}  // namespace mha::io
