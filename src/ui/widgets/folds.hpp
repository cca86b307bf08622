#pragma once

#include <map>
#include <string>
#include <utility>

namespace shoal {

/// The headings and cards that the user has folded or unfolded, by name. All others are as the panel shows
/// them at first.
using Folds = std::map<std::string, bool, std::less<>>;

/// Whether one of them is open.
class Fold {
public:
    /// `folds` may be null: then it stays as it is at first.
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
