#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include "render/gl/gl_object.hpp"
#include "render/gl/shader_library.hpp"

namespace shoal {

/// Linked shaders whose uniforms are set by name. The block named Scene is bound to kSceneBinding.
class Program {
public:
    static constexpr GLuint kSceneBinding = 0;

    /// `files` as for ShaderLibrary::link.
    static Result<Program> create(const ShaderLibrary& library, const std::vector<std::string>& files,
                                  const ShaderVariant& variant = {});

    void use() const { glUseProgram(m_program.name()); }
    GLuint name() const { return m_program.name(); }

    // Only while in use. Names that the shaders lack are ignored, so that a shader can be cut down during
    // development; faults() reports them.
    void set(const std::string& name, float value);
    void set(const std::string& name, int value);
    void set(const std::string& name, const glm::vec3& value);
    void set(const std::string& name, const glm::vec4& value);
    void set(const std::string& name, const glm::mat4& value);

    /// One line for each uniform that was set but is in no shader, or is in one but was never set.
    std::vector<std::string> faults() const;

private:
    struct Uniform {
        GLint location = -1;
        bool isSet = false;
    };

    GLint locate(const std::string& name);

    std::string m_title;
    GlProgram m_program;
    std::map<std::string, Uniform> m_uniforms;  ///< location −1: set, but unknown
};

/// Shaders, linked per place on first use, because most runs see only one place.
class PlaceProgram {
public:
    /// The place to name for shaders that are the same in every place.
    static constexpr auto kEveryPlace = LookSettings::Place::water;

    explicit PlaceProgram(std::vector<std::string> files, bool isColoured = false)
        : m_files(std::move(files)), m_isColoured(isColoured) {}

    /// Links the shaders for a place unless already linked.
    Outcome prepare(const ShaderLibrary& library, LookSettings::Place place);
    /// Relinks every linked program; on failure the old ones stay.
    Outcome reload(const ShaderLibrary& library);

    /// Requires prepare() for the place.
    Program& in(LookSettings::Place place) { return *m_programs[static_cast<std::size_t>(place)]; }

    std::vector<std::string> faults() const;

private:
    std::vector<std::string> m_files;
    bool m_isColoured;
    std::array<std::optional<Program>, LookSettings::places.size()> m_programs;
};

}  // namespace shoal
