#include "render/gl/shader_library.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "embedded_shaders.hpp"

namespace shoal {

/// A shader assembled from its files, with the origin of each line. GLSL's own `#line` would do, but Mesa
/// omits the file in some of its messages.
struct ShaderLibrary::Source {
    struct Origin {
        std::string file;
        int row = 0;
    };
    std::string text;
    std::vector<Origin> origins;

    void add(const std::string& line, const Origin& origin) {
        text += line + '\n';
        origins.push_back(origin);
    }
};

namespace {

/// Begins the name of a file that stands for another in each place.
constexpr std::string_view kAnyPlace = "place.";

/// The included file that a variant brings.
constexpr std::string_view kRules = "rules.glsl";

class Shader {
public:
    explicit Shader(GLenum kind) : m_name(glCreateShader(kind)) {}
    ~Shader() { glDeleteShader(m_name); }
    Shader(const Shader&) = delete;
    Shader& operator=(const Shader&) = delete;
    GLuint name() const { return m_name; }

private:
    GLuint m_name;
};

GLenum kindOf(std::string_view file) {
    return file.ends_with(".vert")   ? GL_VERTEX_SHADER
           : file.ends_with(".frag") ? GL_FRAGMENT_SHADER
                                     : GL_COMPUTE_SHADER;
}

std::string trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(" \t\r\n\0");
    const auto to = text.find_last_not_of(std::string_view(" \t\r\n\0", 5));
    return from == std::string_view::npos ? std::string() : std::string(text.substr(from, to - from + 1));
}

std::optional<std::string> includedName(std::string_view line) {
    constexpr std::string_view kInclude = "#include \"";
    if (!line.starts_with(kInclude)) {
        return std::nullopt;
    }
    const auto end = line.find('"', kInclude.size());
    return std::string(line.substr(kInclude.size(), end - kInclude.size()));
}

/// Drivers write `0:12(3): error: …` (Mesa), `0(12) : error …` (NVIDIA) or `ERROR: 0:12: …` (others).
template <class Source>
std::string withFileName(std::string_view log, const Source& source) {
    std::string_view line = log.substr(0, log.find('\n'));
    if (line.starts_with("ERROR: ")) {
        line.remove_prefix(7);
    }
    const char* const end = line.data() + line.size();
    int ignored = 0;
    std::size_t row = 0;
    const auto number = std::from_chars(line.data(), end, ignored);
    const auto place = number.ptr == end ? number : std::from_chars(number.ptr + 1, end, row);
    if (number.ec != std::errc{} || place.ec != std::errc{} || row < 1 || row > source.origins.size()) {
        return fmt::format("{}: {}", source.origins.front().file, line);
    }
    const std::string_view rest(place.ptr, static_cast<std::size_t>(end - place.ptr));
    const auto message = rest.find(": ");
    const auto& origin = source.origins[row - 1];
    return fmt::format("{}:{}: {}", origin.file, origin.row,
                       message == std::string_view::npos ? rest : rest.substr(message + 2));
}

std::string shaderLog(GLuint shader) {
    std::array<char, 4096> log{};
    GLsizei length = 0;
    glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), &length, log.data());
    return trimmed({log.data(), static_cast<std::size_t>(length)});
}

template <class Source>
Outcome compile(const Shader& shader, const Source& source) {
    const char* const text = source.text.c_str();
    glShaderSource(shader.name(), 1, &text, nullptr);
    glCompileShader(shader.name());
    GLint isCompiled = 0;
    glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &isCompiled);
    if (!isCompiled) {
        return Problem{withFileName(shaderLog(shader.name()), source)};
    }
    return Done{};
}

}  // namespace

std::vector<std::string_view> ShaderLibrary::names() {
    std::vector<std::string_view> names;
    for (const EmbeddedFile& file : embeddedShaders) {
        names.push_back(file.name);
    }
    return names;
}

Result<std::string> ShaderLibrary::text(const std::string& name) const {
    if (!m_folder.empty()) {
        const std::filesystem::path path = m_folder / name;
        std::ifstream file(path, std::ios::binary);
        std::string content{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        if (!file.is_open() || file.bad()) {
            return Problem{
                fmt::format("{}: cannot be read; a folder of shaders needs a copy of each", path.string())};
        }
        return content;
    }
    const auto found = std::find_if(std::begin(embeddedShaders), std::end(embeddedShaders),
                                    [&name](const EmbeddedFile& file) { return file.name == name; });
    if (found == std::end(embeddedShaders)) {
        return Problem{fmt::format("there is no shader named {}", name)};
    }
    return std::string(found->bytes);
}

Result<ShaderLibrary::Source> ShaderLibrary::assemble(const std::string& file,
                                                      const ShaderVariant& variant) const {
    const auto fileFor = [place = variant.place](const std::string& name) {
        return name.starts_with(kAnyPlace)
                   ? fmt::format("{}.{}", LookSettings::places[static_cast<std::size_t>(place)],
                                 name.substr(kAnyPlace.size()))
                   : name;
    };
    Source source;
    std::set<std::string> included;
    const std::function<Outcome(const std::string&)> add = [&](const std::string& name) -> Outcome {
        const Result<std::string> content = name == kRules ? Result<std::string>(variant.rules) : text(name);
        if (!content) {
            return content.problem();
        }
        const bool isMain = included.empty();
        included.insert(name);
        std::istringstream lines(*content);
        std::string line;
        for (int row = 1; std::getline(lines, line); ++row) {
            if (const std::optional<std::string> asked = includedName(line)) {
                const std::string other = fileFor(*asked);
                if (Outcome added = included.contains(other) ? Done{} : add(other); !added) {
                    return Problem{fmt::format("{}:{}: {}", name, row, added.problem().text)};
                }
                continue;
            }
            source.add(line, {name, row});
            // Nothing may precede the version.
            if (isMain && row == 1 && !variant.define.empty()) {
                source.add("#define " + variant.define, {name, row});
            }
        }
        return Done{};
    };
    const std::string name = fileFor(file);
    if (Outcome added = add(name); !added) {
        return added.problem();
    }
    if (source.origins.empty()) {
        return Problem{fmt::format("{}: is empty", name)};
    }
    return source;
}

Result<std::string> ShaderLibrary::source(const std::string& file, const ShaderVariant& variant) const {
    auto source = assemble(file, variant);
    return source ? Result<std::string>(std::move(source->text)) : source.problem();
}

Result<GlProgram> ShaderLibrary::link(std::span<const std::string> files,
                                      const ShaderVariant& variant) const {
    GlProgram program = GlProgram::make();
    for (const std::string& file : files) {
        const Result<Source> source = assemble(file, variant);
        if (!source) {
            return source.problem();
        }
        const Shader shader(kindOf(file));
        if (const Outcome compiled = compile(shader, *source); !compiled) {
            return compiled.problem();
        }
        glAttachShader(program.name(), shader.name());  // deleted with the program
    }
    glLinkProgram(program.name());
    GLint isLinked = 0;
    glGetProgramiv(program.name(), GL_LINK_STATUS, &isLinked);
    if (!isLinked) {
        std::array<char, 4096> log{};
        GLsizei length = 0;
        glGetProgramInfoLog(program.name(), static_cast<GLsizei>(log.size()), &length, log.data());
        return Problem{fmt::format("{}: {}", fmt::join(files, " with "),
                                   trimmed({log.data(), static_cast<std::size_t>(length)}))};
    }
    return program;
}

bool ShaderLibrary::variesByPlace(std::span<const std::string> files) const {
    std::set<std::string> seen;
    const std::function<bool(const std::string&)> varies = [&](const std::string& name) {
        if (name.starts_with(kAnyPlace)) {
            return true;
        }
        const Result<std::string> content = seen.insert(name).second ? text(name) : Result<std::string>("");
        std::istringstream lines(content ? *content : std::string());
        for (std::string line; std::getline(lines, line);) {
            if (const std::optional<std::string> asked = includedName(line); asked && varies(*asked)) {
                return true;
            }
        }
        return false;
    };
    return std::ranges::any_of(files, varies);
}

bool ShaderLibrary::hasChanged() {
    bool hasAny = false;
    for (const std::string_view name : m_folder.empty() ? std::vector<std::string_view>{} : names()) {
        std::error_code error;
        const auto time = std::filesystem::last_write_time(m_folder / name, error);
        if (error) {
            continue;  // an editor may be replacing the file right now
        }
        const auto [entry, isNew] = m_seen.try_emplace(std::string(name), time);
        hasAny = hasAny || (!isNew && entry->second != time);
        entry->second = time;
    }
    return hasAny;
}

}  // namespace shoal
