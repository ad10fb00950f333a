#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/reading.h"

/// Zip archives in memory: .npz and .pt files are zip archives.
namespace mha::io {

/// An archive to read. `bytes` must outlive it.
class ZipArchive {
 public:
  struct Entry {
    std::string name;
    uint64_t index = 0;
    /// The position of its directory entry in the archive.
    uint64_t described_at = 0;
    /// The size that the archive claims; checked to be possible for its bytes.
    int64_t size = 0;
  };

  /// Throws ValueError if the archive is damaged or has entries that no such
  /// file has: encrypted, repeated, or too small for their claimed size.
  explicit ZipArchive(std::string_view bytes);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  const std::vector<Entry>& entries() const { return entries_; }
  /// Null if there is no entry of this name.
  const Entry* find(std::string_view name) const;
  /// The bytes of a small entry. Throws if it has more than `most` bytes.
  std::string read(const Entry& entry, int64_t most);

 private:
  friend class ZipStream;
  struct Source;
  /// Adds minizip's current entry. Returns the position of the next directory
  /// entry, if there is one.
  uint64_t add_entry(uint64_t index);

  /// The bytes, as minizip reads them.
  std::unique_ptr<Source> source_;
  /// minizip's unzFile.
  void* zip_ = nullptr;
  std::vector<Entry> entries_;
  std::map<std::string, size_t, std::less<>> places_;
};

/// The bytes of one entry. Never reads more than the entry's size. Only one
/// stream of an archive may be open at a time.
class ZipStream : public ByteStream {
 public:
  ZipStream(ZipArchive& archive, const ZipArchive::Entry& entry);
  ~ZipStream() override;
  ZipStream(const ZipStream&) = delete;
  ZipStream& operator=(const ZipStream&) = delete;

  int64_t left() const override { return left_; }
  void read(std::span<std::byte> to) override;
  /// Throws unless everything was read and the checksum is right.
  void finish();

 private:
  std::string name_;
  /// The archive's unzFile while this stream is open in it.
  void* zip_ = nullptr;
  int64_t left_ = 0;
};

/// An archive to write: entries are stored uncompressed, without a time.
class ZipWriter {
 public:
  void add(std::string name, std::string content);
  /// The whole archive.
  std::string finish();

 private:
  struct Entry {
    std::string name;
    std::string content;
  };
  std::vector<Entry> entries_;
};

}  // namespace mha::io
