#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "render/gl/gl_object.hpp"

namespace shoal {

/// The variant of a pair of shaders to link.
struct ShaderVariant {
    LookSettings::Place place = LookSettings::Place::water;
    std::string define = {};  ///< a macro and its value, such as "SAMPLES 4"; none if empty
    std::string rules = {};   ///< the text of the included file "rules.glsl", which is in no folder
};

/// Shader sources by file name: from the binary, or from a folder so that they can be edited while Shoal
/// runs.
class ShaderLibrary {
public:
    explicit ShaderLibrary(std::filesystem::path folder = {}) : m_folder(std::move(folder)) {}

    /// Returns the names of all built-in shaders.
    static std::vector<std::string_view> names();

    /// Compiles and links shaders: a `.vert` and a `.frag`, or a `.comp` alone. `#include "name.glsl"` on a
    /// line of its own includes another file, once. A name `place.…` stands for the file of the variant's
    /// place, such as `water.…`; every place implements the same functions. Problems read `fish.frag:12: what
    /// the compiler said`.
    Result<GlProgram> link(std::span<const std::string> files, const ShaderVariant& variant = {}) const;

    /// Returns the text that is compiled for one of them.
    Result<std::string> source(const std::string& file, const ShaderVariant& variant = {}) const;

    /// Whether the linked program depends on ShaderVariant::place.
    bool variesByPlace(std::span<const std::string> files) const;

    /// Whether a file of the folder changed since the previous call. The first call only records the times
    /// and returns false.
    bool hasChanged();

    const std::filesystem::path& folder() const { return m_folder; }

private:
    struct Source;

    Result<Source> assemble(const std::string& file, const ShaderVariant& variant) const;
    Result<std::string> text(const std::string& name) const;

    std::filesystem::path m_folder;
    std::map<std::string, std::filesystem::file_time_type> m_seen;
};

}  // namespace shoal
