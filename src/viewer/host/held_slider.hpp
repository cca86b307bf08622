#pragma once

#include <cstdint>
#include <optional>

#include "play/player.hpp"
#include "viewer/panel/panel_shown.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

/// What the picture shows while a slider is held: its radius around a boid, or the world's edges.
class HeldSlider {
public:
    /// Both must outlive this.
    HeldSlider(Player& player, Stage& stage) : m_player(player), m_stage(stage) {}

    /// Shows what the panel, as just built, wants shown.
    void show(const PanelShown& shown);

private:
    Player& m_player;
    Stage& m_stage;
    std::optional<BoidName> m_ringed;  ///< of the flock that began then
    std::uint64_t m_beginning = 0;
};

}  // namespace shoal
