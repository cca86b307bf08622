#include "viewer/scenes/picture_textures.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace shoal {

ImTextureID PictureTextures::of(const std::string& name) const {
    const auto found = m_textures.find(name);
    // ImGui's backend for OpenGL takes the texture's name in place of a pointer.
    return found == m_textures.end() ? ImTextureID{}
                                     : (ImTextureID) static_cast<std::intptr_t>(found->second.name());
}

void PictureTextures::put(const std::string& name, const Image& image) {
    GLint before = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &before);
    GlTexture texture = GlTexture::make();
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                 image.rgba.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    // Cards in narrow windows are a third as wide as the picture.
    glGenerateMipmap(GL_TEXTURE_2D);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(before));
    m_textures.insert_or_assign(name, std::move(texture));
}

void PictureTextures::keepOnly(std::span<const std::string> names) {
    if (m_textures.size() > kMaxCount) {
        std::erase_if(m_textures,
                      [&](const auto& each) { return std::ranges::find(names, each.first) == names.end(); });
    }
}

}  // namespace shoal
