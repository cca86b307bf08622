#pragma once

#include <optional>
#include <span>

#include <nlohmann/json_fwd.hpp>

#include <shoal/scene.hpp>

#include "ui/layout/panel_place.hpp"
#include "ui/widgets/widgets.hpp"
#include "viewer/command/command.hpp"

namespace shoal {

struct PanelFrame;

/// What a feature builds windows of its own with, within an ImGui frame.
struct BuildFrame {
    const WidgetContext& context;
    const PanelPlace& place;
    bool isPanelShown = true;
    Commands& commands;
};

/// A part of the viewer that could be left out: a folder, and a line in the list of viewer/features.hpp. Its
/// class also has `static void declare(CommandTable&, T*)` for its commands, where the pointer may be null if
/// none of them is run, and a constructor that takes the Services. A feature includes no other one: they meet
/// in commands, by their ids, and in what the Services hold.
class Feature {
public:
    Feature() = default;
    Feature(const Feature&) = delete;
    Feature(Feature&&) = delete;
    Feature& operator=(const Feature&) = delete;
    Feature& operator=(Feature&&) = delete;
    virtual ~Feature() = default;

    /// Called once a frame, when the state of the flock that is due has arrived. `now` [s] of a monotonic
    /// clock.
    virtual void receive(double /*now*/) {}

    // It builds windows of its own; rows in the list of all settings, on the card of the boid followed
    // and under the time chip; and marks on the picture, below all windows.
    virtual void build(const BuildFrame& /*frame*/) {}
    virtual void buildSettings(PanelFrame& /*frame*/) {}
    virtual void buildFollowed(PanelFrame& /*frame*/) {}
    virtual void buildTime(PanelFrame& /*frame*/) {}
    virtual void buildOverlay(const WidgetContext& /*context*/) {}

    /// The left edge [px] of a panel at the right of a view `width` [px] wide; empty while there is none.
    virtual std::optional<float> panelLeft(const WidgetContext& /*context*/, float /*width*/) const {
        return std::nullopt;
    }

    /// The height [px] that it covers at the picture's bottom, above the icons and the time bar.
    virtual float drawerHeight() const { return 0.0f; }

    /// Called with the edits that the user makes at once.
    virtual void noteEdits(std::span<const Edit> /*edits*/) {}

    /// Called when the queued edits have been applied.
    virtual void afterEdits() {}

    /// Ends something for an Esc that no panel took. False if there is nothing to end.
    virtual bool cancel() { return false; }

    /// Whether something that the user has asked for is under way.
    virtual bool isBusy() const { return false; }

    /// Called before the user's next document replaces the scene, and before any other scene begins.
    virtual void beforeOpen() {}
    virtual void leave() {}
    /// Called when the same scene begins again.
    virtual void restart() {}

    /// Puts what belongs to the user's scene aside while another one takes its place, and restores it.
    virtual void putAside() {}
    virtual void bringBack() {}

    /// Completes everything before the viewer ends.
    virtual void finish() {}

    /// Adds what tests want to know.
    virtual void probe(nlohmann::ordered_json& /*json*/) const {}
};

}  // namespace shoal
