#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <shoal/result.hpp>
#include <shoal/scene.hpp>

#include "render/gl_object.hpp"

namespace shoal {

/// The text of shaders by file name: from the binary, or from a folder for work on them while it runs.
class ShaderLibrary {
public:
    explicit ShaderLibrary(std::filesystem::path folder = {}) : m_folder(std::move(folder)) {}

    /// Names of all shaders that were built in.
    static std::vector<std::string_view> names();

    /// Compiles and links a vertex and a fragment shader. `#include "name.glsl"` on a line of its own takes
    /// in another file. A file named `place.…` is that of `place`, such as `water.…`: places have the same
    /// functions, each in its own way.
    /// Problems read `fish.frag:12: what the compiler said`.
    Result<GlProgram> link(const std::string& vertexName, const std::string& fragmentName,
                           LookSettings::Place place = LookSettings::Place::water) const;

    /// True when a file of the folder changed since the last call that returned true, or since construction.
    bool hasChanged();

    const std::filesystem::path& folder() const { return m_folder; }

private:
    Result<std::string> text(const std::string& name) const;

    std::filesystem::path m_folder;
    std::map<std::string, std::filesystem::file_time_type> m_seen;
};

}  // namespace shoal
