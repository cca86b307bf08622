#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "play/player.hpp"
#include "ui/overlay/messages.hpp"
#include "viewer/camera/camera_input.hpp"
#include "viewer/stage/frame_layout.hpp"
#include "viewer/stage/stage.hpp"

namespace shoal {

/// The viewer's camera: its views, its flight, and the picture that it composes for.
class Views {
public:
    /// All must outlive this.
    Views(Player& player, Stage& stage, Messages& messages)
        : m_player(player), m_stage(stage), m_messages(messages) {}

    /// Adds its commands to the table. `views` may be null if none of them is run.
    static void declare(CommandTable& commands, Views* views);

    /// Shows the next view of the camera's list (1) or the previous one (-1).
    void showNext(int direction);
    /// `index` in sceneViews().
    void show(std::size_t index);
    /// Looks through a boid's eyes, or stops that.
    void lookThroughEyes();
    /// The name of the boid followed: "sardine 12".
    std::optional<std::string> followedName() const;
    /// Returns one step towards the view of the flock.
    void stepBack();
    void frameFlock() { m_stage.frameFlock(m_player.shown(), m_player.beside()); }

    const CameraView& view() const { return m_stage.director().view(); }
    std::size_t viewIndex() const { return static_cast<std::size_t>(&view() - sceneViews().data()); }

    /// Composes for the picture of this layout.
    void setFrame(const FrameLayout& layout);

    /// Moves the camera for a frame of `seconds`, aimed at the moment shown.
    void move(const FlyKeys& keys, float seconds, const FrameLayout& layout);

    /// Holds the camera still while an object is being placed; afterwards it follows the flock again.
    void rest(bool isPlacing, float seconds);

    /// Holds the camera of a take that is played.
    void holdTakePose();

    /// Lets go of the take's camera if the user has just touched it. `wasHeld`: isHeld() before.
    void freeTouched(bool wasHeld);
    bool isHeld() const { return m_stage.camera().isHeld(); }

    /// The camera's pose for a picture of the whole window, as takes and screenshots store it.
    CameraPose wholePose(const FrameLayout& layout) const;

private:
    Player& m_player;
    Stage& m_stage;
    Messages& m_messages;
    std::optional<Camera::Framing> m_framingBefore;  ///< while it rests
    float m_restsIn = 0.0f;                          ///< [s]
};

}  // namespace shoal
