#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>

#include <imgui.h>

#include "capture/format/image.hpp"
#include "render/gl/gl_object.hpp"

namespace shoal {

/// Pictures of presets as textures, by the presets' keys. Needs a current context.
class PictureTextures {
public:
    static constexpr std::size_t kMaxCount = 160;

    /// Returns a texture for ImGui; null if there is none.
    ImTextureID of(const std::string& name) const;

    void put(const std::string& name, const Image& image);
    void clear() { m_textures.clear(); }
    std::size_t count() const { return m_textures.size(); }

    /// Drops all but these if there are more than kMaxCount.
    void keepOnly(std::span<const std::string> names);

private:
    std::map<std::string, GlTexture> m_textures;
};

}  // namespace shoal
