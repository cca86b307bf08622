#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include <shoal/result.hpp>

namespace shoal {

/// What a program finds at the name of an output.
enum class Found {
    nothing,
    file,          ///< a regular file, or a link to one
    folder,        ///< or a link to one
    danglingLink,  ///< a symbolic link to something that does not exist
    stream,        ///< a pipe, a terminal or a device, or a link to one
};

Found foundAt(const std::filesystem::path& path);

/// Which file an output may replace. Each output states it on opening; `requirePlace` decides for all of
/// them.
///
/// | found          | nothing | earlier                | anything         | numbered        |
/// |----------------|---------|------------------------|------------------|-----------------|
/// | nothing        | create  | create                 | create           | create          |
/// | file           | refuse  | replace if it is one   | replace          | another name    |
/// | folder         | refuse  | refuse                 | refuse           | refuse          |
/// | dangling link  | refuse  | refuse                 | create its target| another name    |
/// | stream         | write   | write                  | write            | write           |
///
/// A file that appears after the output was opened is replaced only by `anything`.
class Overwrite {
public:
    /// Whether a file is an earlier output of the same kind.
    using IsEarlier = std::function<bool(const std::filesystem::path& file)>;

    /// `refusal` says why a file is not replaced and what to do.
    static Overwrite nothing(std::string refusal = "the name is taken; name another file") {
        return {Kind::nothing, {}, std::move(refusal)};
    }
    /// An empty file counts as an earlier one.
    static Overwrite earlier(
        IsEarlier isEarlier,
        std::string refusal = "exists but is not an earlier output of this kind; name another file") {
        return {Kind::earlier, std::move(isEarlier), std::move(refusal)};
    }
    /// If the user asked for it, or for files that belong to Shoal, such as its settings.
    static Overwrite anything() { return {Kind::anything, {}, {}}; }
    /// If the caller gives the output the next free name: AtomicFile::commitNew.
    static Overwrite numbered() { return {Kind::numbered, {}, {}}; }

    bool isAnything() const { return m_kind == Kind::anything; }
    bool isNumbered() const { return m_kind == Kind::numbered; }

private:
    enum class Kind { nothing, earlier, anything, numbered };
    Overwrite(Kind kind, IsEarlier isEarlier, std::string refusal)
        : m_kind(kind), m_isEarlier(std::move(isEarlier)), m_refusal(std::move(refusal)) {}
    friend Outcome requirePlace(const std::filesystem::path& path, const Overwrite& overwrite);

    Kind m_kind;
    IsEarlier m_isEarlier;
    std::string m_refusal;
};

/// Refuses in one line an output that would replace a file against `overwrite`.
Outcome requirePlace(const std::filesystem::path& path, const Overwrite& overwrite);

/// Whether a file is exactly these bytes.
bool holds(const std::filesystem::path& file, std::string_view text);

/// Whether a file begins with these bytes.
bool beginsWith(const std::filesystem::path& file, std::string_view beginning);

}  // namespace shoal
