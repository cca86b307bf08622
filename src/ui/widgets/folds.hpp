#pragma once

#include <map>
#include <string>
#include <utility>

namespace shoal {

/// The headings and cards that the user has folded or unfolded, by name. All others keep their default.
using Folds = std::map<std::string, bool, std::less<>>;

/// The state of one heading or card.
class Fold {
public:
    /// If `folds` is null, it keeps its default.
    Fold(Folds* folds, std::string name, bool isOpenAtFirst)
        : m_folds(folds), m_name(std::move(name)), m_isOpenAtFirst(isOpenAtFirst) {}

    bool isOpen() const {
        const auto found = m_folds == nullptr ? Folds::iterator() : m_folds->find(m_name);
        return m_folds == nullptr || found == m_folds->end() ? m_isOpenAtFirst : found->second;
    }
    /// Returns to the default.
    void reset() const {
        if (m_folds != nullptr) {
            m_folds->erase(m_name);
        }
    }
    void set(bool isOpen) const {
        if (m_folds != nullptr) {
            (*m_folds)[m_name] = isOpen;
        }
    }

private:
    Folds* m_folds;
    std::string m_name;
    bool m_isOpenAtFirst;
};

}  // namespace shoal
