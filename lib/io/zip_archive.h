#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/reading.h"

/// Zip archives in memory: what .npz and .pt are inside.
namespace mha::io {

/// An archive that is read. `bytes` must outlive it.
class ZipArchive {
 public:
  struct Entry {
    std::string name;
    uint64_t index = 0;
    /// Where in the archive its directory tells of it.
    uint64_t described_at = 0;
    /// Claimed by the archive, and possible for the bytes that are there.
    int64_t size = 0;
  };

  /// Throws ValueError if the archive is damaged or has entries that no such
  /// file has: encrypted, repeated, or smaller than their size allows.
  explicit ZipArchive(std::string_view bytes);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  const std::vector<Entry>& entries() const { return entries_; }
  /// Null if there is none of this name.
  const Entry* find(std::string_view name) const;
  /// The bytes of a small entry. Throws if it has more than `most`.
  std::string read(const Entry& entry, int64_t most);

 private:
  friend class ZipStream;
  struct Source;
  /// Adds the entry that minizip stands at. Returns where the directory tells of the
  /// next one, if there is one.
  uint64_t add_entry(uint64_t index);

  /// The bytes, as minizip reads them.
  std::unique_ptr<Source> source_;
  /// minizip's unzFile.
  void* zip_ = nullptr;
  std::vector<Entry> entries_;
  std::map<std::string, size_t, std::less<>> places_;
};

/// The bytes of one entry. Never takes more of them than the entry's size. Only
/// one stream of an archive is open at a time.
class ZipStream : public ByteStream {
 public:
  ZipStream(ZipArchive& archive, const ZipArchive::Entry& entry);
  ~ZipStream() override;
  ZipStream(const ZipStream&) = delete;
  ZipStream& operator=(const ZipStream&) = delete;

  int64_t left() const override { return left_; }
  void read(std::span<std::byte> to) override;
  /// Throws unless all was read and the checksum fits.
  void finish();

 private:
  std::string name_;
  /// The archive's unzFile while this stream is open in it.
  void* zip_ = nullptr;
  int64_t left_ = 0;
};

/// An archive that is written: entries stored as they are, without a time.
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
