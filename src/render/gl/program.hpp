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
    void set(const std::string& name, bool value) { set(name, value ? 1 : 0); }
    void set(const std::string& name, GLuint value);
    void set(const std::string& name, const glm::ivec3& value);
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

/// Shaders, linked on first use. Programs that differ by place are linked for each place on its first use,
/// because most runs see only one.
class PlaceProgram {
public:
    /// `files` as for ShaderLibrary::link, `define` as in ShaderVariant.
    explicit PlaceProgram(std::vector<std::string> files, std::string define = {})
        : m_files(std::move(files)), m_define(std::move(define)) {}

    /// Links the shaders for a place unless already linked.
    Outcome prepare(const ShaderLibrary& library, LookSettings::Place place = {});
    /// Relinks every linked program; on failure the old ones stay.
    Outcome reload(const ShaderLibrary& library);

    /// Requires prepare() for the place; any, if the shaders are the same in all.
    Program& in(LookSettings::Place place = {}) { return *m_programs[indexOf(place)]; }

    /// Whether it has drawn in this place. Drivers compile a program when it is linked, or first drawn with.
    bool hasDrawn(LookSettings::Place place) const { return m_hasDrawn[indexOf(place)]; }
    void noteDrawn(LookSettings::Place place) { m_hasDrawn[indexOf(place)] = true; }

    const std::vector<std::string>& files() const { return m_files; }
    std::vector<std::string> faults() const;

private:
    std::size_t indexOf(LookSettings::Place place) const {
        return m_variesByPlace ? static_cast<std::size_t>(place) : 0;
    }

    std::vector<std::string> m_files;
    std::string m_define;
    bool m_variesByPlace = true;
    std::array<std::optional<Program>, LookSettings::places.size()> m_programs;
    std::array<bool, LookSettings::places.size()> m_hasDrawn{};
};

}  // namespace shoal
