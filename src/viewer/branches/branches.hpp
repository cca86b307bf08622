#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "play/session/session.hpp"
#include "viewer/feature/feature.hpp"
#include "viewer/feature/services.hpp"

namespace shoal {

/// The branches of play: where the user goes back in time and changes something, what had been played after
/// that moment stays, and goes on when it is chosen under the time chip.
class Branches : public Feature {
public:
    explicit Branches(const Services& services) : m_services(services) {}

    /// Adds its commands to the table. `branches` may be null if none of them is run.
    static void declare(CommandTable& commands, Branches* branches);

    void receive(double now) override;
    void afterEdits() override;
    void buildTime(PanelFrame& frame) override;
    void leave() override { forget(); }
    void restart() override { forget(); }
    void probe(nlohmann::ordered_json& json) const override;

private:
    static constexpr const char* kFirst = "As it began";

    using End = std::shared_ptr<const BranchEnd>;
    struct Branch {
        std::string name;      ///< the change that it began with
        double seconds = 0.0;  ///< of play, where it ended
        End end;
    };
    /// The branch that has just begun, until the gesture that changes something is over.
    struct Beginning {
        Scene before;
        double seconds = 0.0;  ///< of play
    };

    bool canOpen() const;
    void keep(Branch branch);
    void open(std::size_t index);
    void goOn(const End& chosen, const End& present);
    void forget();

    const Services& m_services;
    std::vector<Branch> m_branches;  ///< oldest first
    std::string m_present = kFirst;  ///< name of the branch that is played
    std::optional<Beginning> m_beginning;
    std::size_t m_generation = 0;  ///< number of times that they were forgotten
};

}  // namespace shoal
