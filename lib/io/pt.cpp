// The .pt reader of formats.h and writer of tensor_file.h. PyTorch's .pt: a zip
// archive with a pickle of the saved objects and an entry for each storage.

#include <fmt/format.h>

#include <map>

#include "io/formats.h"
#include "io/pickle.h"
#include "io/pickle_names.h"
#include "io/zip_archive.h"

namespace mha {
namespace io {
namespace {

using Kind = PickleValue::Kind;

constexpr int64_t kLongestPickle = 16 << 20;
constexpr int kMostVisits = 1'000'000;

constexpr const char* kPickleName = "data.pkl";

/// How torch.save() began a file before PyTorch 1.6, or with
/// _use_new_zipfile_serialization=False: a pickled number.
constexpr std::string_view kOldStart(
    "\x80\x02\x8a\x0al\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 14);

[[noreturn]] void refuse_without_zip(std::string_view bytes) {
  constexpr const char* kSaveAgain =
      "load it with the program that saved it, and save it again with "
      "torch.save(x, path) of PyTorch 1.6 or newer";
  if (bytes.starts_with(kOldStart) ||
      (bytes.size() > 262 && bytes.substr(257, 5) == "ustar")) {
    refuse(
        "it is in the form that torch.save() had before PyTorch 1.6, which "
        "is not read",
        kSaveAgain);
  }
  if (bytes.starts_with('\x80')) {
    refuse("it is a bare pickle, which is never opened since it can run code",
           "save tensors with torch.save(x, path)");
  }
  refuse("it is not what torch.save() writes: that is a zip archive",
         "save tensors with torch.save(x, path); if you did, copy the file "
         "again");
}

class PtReader {
 public:
  PtReader(std::string_view bytes, Collection& collection)
      : archive_(bytes), collection_(collection) {
    for (const ZipArchive::Entry& entry : archive_.entries()) {
      const size_t slash = entry.name.find('/');
      if (slash != std::string::npos &&
          entry.name.substr(slash + 1) == kPickleName) {
        folder_ = entry.name.substr(0, slash + 1);
      }
    }
    if (const ZipArchive::Entry* order = archive_.find(folder_ + "byteorder")) {
      const std::string text = archive_.read(*order, /*most=*/16);
      if (text != "little" && text != "big") {
        refuse(fmt::format("its byte order is {}", shown(text)));
      }
      big_endian_ = text == "big";
    }
  }

  void read(const std::string& stem) {
    const ZipArchive::Entry* entry = archive_.find(folder_ + kPickleName);
    if (entry == nullptr) {
      refuse(
          "it is a zip archive, but not one of torch.save()'s: it has no "
          "data.pkl",
          "save tensors with torch.save(x, path)");
    }
    if (archive_.find(folder_ + "constants.pkl") != nullptr) {
      refuse("it is a program saved by torch.jit.save(), not tensors",
             "save the weights alone: torch.save(model.state_dict(), path)");
    }
    const std::string code = archive_.read(*entry, kLongestPickle);
    const Pickle pickle(
        code,
        [this](std::string_view key, DType dtype, int64_t numel) {
          return storage(key, dtype, numel);
        },
        collection_);
    add(pickle, pickle.root(), "", stem, 0);
  }

 private:
  /// Each entry is read once, so that its tensors share it.
  std::shared_ptr<Storage> storage(std::string_view key, DType dtype,
                                   int64_t numel) {
    const int64_t bytes = collection_.bytes_of({numel}, dtype);
    Known& known = storages_[std::string(key)];
    if (known.storage == nullptr) {
      const std::string name = fmt::format("{}data/{}", folder_, key);
      const ZipArchive::Entry* entry = archive_.find(name);
      if (entry == nullptr) {
        refuse(fmt::format("the numbers of a tensor, its entry {}, are missing",
                           shown(name)));
      }
      if (entry->size != bytes) {
        refuse(fmt::format(
            "its entry {} has {} bytes where {} numbers of {} "
            "take {}",
            shown(name), entry->size, numel, torch_name(dtype), bytes));
      }
      collection_.claim(bytes);
      const auto fresh = std::make_shared<Storage>(bytes);
      ZipStream stream(archive_, *entry);
      stream.read(std::span(fresh->data(), static_cast<size_t>(bytes)));
      stream.finish();
      put_in_order(*fresh, dtype, big_endian_);
      known = {fresh, dtype};
    } else if (known.dtype != dtype || known.storage->bytes() != bytes) {
      refuse("two tensors disagree on what the storage holds that they share");
    }
    return known.storage;
  }

  /// Tensors in dicts and lists, named by their path: "a.b.0".
  void add(const Pickle& pickle, PickleValue value, const std::string& name,
           const std::string& stem, int depth) {
    if (depth > kMaxDepth) {
      refuse(
          fmt::format("its lists and dicts lie in each other more than {} "
                      "deep",
                      kMaxDepth));
    }
    if (++visits_ > kMostVisits) refuse("it holds too many values");
    const auto under = [&](std::string_view key) {
      return depth == 0 ? std::string(key) : fmt::format("{}.{}", name, key);
    };
    if (name.size() > kMaxName) check_name(name);
    if (value.kind == Kind::tensor) {
      collection_.add(depth == 0 ? stem : name, pickle.tensor(value));
    } else if (value.kind == Kind::list || value.kind == Kind::tuple) {
      int64_t place = 0;
      for (const PickleValue item : pickle.items(value)) {
        add(pickle, item, under(fmt::format("{}", place++)), stem, depth + 1);
      }
    } else if (value.kind == Kind::dict) {
      const std::vector<PickleValue>& items = pickle.items(value);
      for (size_t i = 0; i < items.size(); i += 2) {
        add(pickle, items[i + 1], under(key_text(pickle, items[i])), stem,
            depth + 1);
      }
    }
  }

  static std::string key_text(const Pickle& pickle, PickleValue key) {
    if (key.kind == Kind::text) {
      return std::string(pickle.text(key).substr(0, kMaxName + 1));
    }
    if (key.kind == Kind::integer) return fmt::format("{}", key.number);
    if (key.kind == Kind::boolean) return key.number != 0 ? "True" : "False";
    refuse("one of its dicts has a key that is neither text nor an integer",
           "name each tensor by a text: torch.save({'scores': scores}, path)");
  }

  struct Known {
    std::shared_ptr<Storage> storage;
    DType dtype = DType::float32;
  };

  ZipArchive archive_;
  Collection& collection_;
  std::string folder_;
  bool big_endian_ = false;
  std::map<std::string, Known> storages_;
  int visits_ = 0;
};

// ---- Writing

constexpr char kMark = '(', kTuple = 't', kReduce = 'R';

void put_global(std::string& out, std::string_view module,
                std::string_view name) {
  out += fmt::format("c{}\n{}\n", module, name);
}

void put_text(std::string& out, std::string_view text) {
  out += 'X';
  append_little_endian(out, text.size(), 4);
  out += text;
}

void put_integer(std::string& out, int64_t value) {
  out += "\x8a\x08";
  append_little_endian(out, static_cast<uint64_t>(value), 8);
}

void put_tuple(std::string& out, const Shape& sizes) {
  out += kMark;
  for (const int64_t size : sizes) put_integer(out, size);
  out += kTuple;
}

/// The call that torch.load() rebuilds a tensor by, over the storage `key`.
void put_tensor(std::string& out, const Tensor& tensor, std::string_view key) {
  put_global(out, "torch._utils", "_rebuild_tensor_v2");
  out += kMark;
  out += kMark;
  put_text(out, "storage");
  put_global(out, "torch", storage_type_name(tensor.dtype()));
  put_text(out, key);
  put_text(out, "cpu");
  put_integer(out, tensor.numel());
  out += kTuple;
  out += 'Q';
  put_integer(out, 0);
  put_tuple(out, tensor.shape());
  put_tuple(out, Tensor::empty(tensor.shape(), tensor.dtype()).strides());
  out += '\x89';  // requires_grad=False
  put_global(out, "collections", "OrderedDict");
  out += ')';
  out += kReduce;
  out += kTuple;
  out += kReduce;
}

}  // namespace

void read_pt(std::string_view bytes, const std::string& stem,
             Collection& collection) {
  if (!bytes.starts_with("PK")) refuse_without_zip(bytes);
  PtReader(bytes, collection).read(stem);
}

}  // namespace io

std::string write_pt(const std::vector<NamedTensor>& tensors) {
  io::check_names(tensors);
  std::string pickle("\x80\x02}(", 4);
  io::ZipWriter writer;
  int key = 0;
  for (const NamedTensor& tensor : tensors) {
    io::put_text(pickle, tensor.name);
    io::put_tensor(pickle, tensor.tensor, fmt::format("{}", key++));
  }
  writer.add("archive/data.pkl", pickle + "u.");
  key = 0;
  for (const NamedTensor& tensor : tensors) {
    writer.add(fmt::format("archive/data/{}", key++),
               io::element_bytes(tensor.tensor));
  }
  writer.add("archive/version", "3\n");
  return writer.finish();
}

}  // namespace mha
