#include "render/gl/program.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <glm/gtc/type_ptr.hpp>

#include "render/gl/gl_debug.hpp"

namespace shoal {

Result<Program> Program::create(const ShaderLibrary& library, const std::vector<std::string>& files,
                                const ShaderVariant& variant) {
    Result<GlProgram> linked = library.link(files, variant);
    if (!linked) {
        return linked.problem();
    }
    Program program;
    program.m_title = fmt::format("{} in {}{}{}", fmt::join(files, " with "),
                                  LookSettings::places[static_cast<std::size_t>(variant.place)],
                                  variant.define.empty() ? "" : ", ", variant.define);
    program.m_program = std::move(*linked);
    labelGl(GL_PROGRAM, program.name(), program.m_title);

    GLint count = 0;
    glGetProgramiv(program.name(), GL_ACTIVE_UNIFORMS, &count);
    for (GLint i = 0; i < count; ++i) {
        std::array<char, 128> name{};
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(program.name(), static_cast<GLuint>(i), static_cast<GLsizei>(name.size()), nullptr,
                           &size, &type, name.data());
        const GLint location = glGetUniformLocation(program.name(), name.data());
        if (location >= 0) {  // members of blocks have none
            // A sampler may have its unit in the shader.
            GLint unit = 0;
            const bool isImage = type == GL_IMAGE_2D || type == GL_IMAGE_3D;
            if (isImage || type == GL_SAMPLER_2D || type == GL_SAMPLER_3D || type == GL_SAMPLER_2D_SHADOW) {
                glGetUniformiv(program.name(), location, &unit);
            }
            program.m_uniforms[name.data()] = {location, isImage || unit != 0};
        }
    }
    const GLuint block = glGetUniformBlockIndex(program.name(), "Scene");
    if (block != GL_INVALID_INDEX) {
        glUniformBlockBinding(program.name(), block, kSceneBinding);
    }
    return program;
}

GLint Program::locate(const std::string& name) {
    Uniform& uniform = m_uniforms[name];
    uniform.isSet = true;
    return uniform.location;
}

void Program::set(const std::string& name, float value) {
    glUniform1f(locate(name), value);
}

void Program::set(const std::string& name, int value) {
    glUniform1i(locate(name), value);
}

void Program::set(const std::string& name, GLuint value) {
    glUniform1ui(locate(name), value);
}

void Program::set(const std::string& name, const glm::ivec3& value) {
    glUniform3i(locate(name), value.x, value.y, value.z);
}

void Program::set(const std::string& name, const glm::vec3& value) {
    glUniform3fv(locate(name), 1, glm::value_ptr(value));
}

void Program::set(const std::string& name, const glm::vec4& value) {
    glUniform4fv(locate(name), 1, glm::value_ptr(value));
}

void Program::set(const std::string& name, const glm::mat4& value) {
    glUniformMatrix4fv(locate(name), 1, GL_FALSE, glm::value_ptr(value));
}

std::vector<std::string> Program::faults() const {
    std::vector<std::string> faults;
    for (const auto& [name, uniform] : m_uniforms) {
        if (uniform.location < 0) {
            faults.push_back(fmt::format("{}: {} is set, but no shader has it", m_title, name));
        } else if (!uniform.isSet) {
            faults.push_back(fmt::format("{}: {} is never set", m_title, name));
        }
    }
    return faults;
}

Outcome PlaceProgram::prepare(const ShaderLibrary& library, LookSettings::Place place) {
    if (m_programs[indexOf(place)]) {
        return Done{};
    }
    m_variesByPlace = library.variesByPlace(m_files);
    Result<Program> made = Program::create(library, m_files, {place, m_define});
    if (!made) {
        return made.problem();
    }
    m_programs[indexOf(place)] = std::move(*made);
    return Done{};
}

Outcome PlaceProgram::reload(const ShaderLibrary& library) {
    PlaceProgram fresh(m_files, m_define);
    for (std::size_t place = 0; place < m_programs.size(); ++place) {
        if (!m_programs[place]) {
            continue;
        }
        if (Outcome linked = fresh.prepare(library, static_cast<LookSettings::Place>(place)); !linked) {
            return linked;
        }
    }
    *this = std::move(fresh);
    return Done{};
}

std::vector<std::string> PlaceProgram::faults() const {
    std::vector<std::string> faults;
    for (const std::optional<Program>& program : m_programs) {
        const std::vector<std::string> more = program ? program->faults() : std::vector<std::string>{};
        faults.insert(faults.end(), more.begin(), more.end());
    }
    return faults;
}

}  // namespace shoal
