#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <shoal/state_view.hpp>

#include "play/background/background.hpp"
#include "sim/step/checkpoint.hpp"

namespace shoal {

/// Copies a flock that steps on another thread, and later calls `then` with the copy on the window's thread;
/// it is empty if memory ran out or the flock is gone.
using CopyFlock = std::function<void(std::function<void(const std::optional<Checkpoint>&)> then)>;

/// Answers one question at a time about a flock, each of which takes about as long as a step.
template <class Answer>
class Study {
public:
    /// Answers at once.
    Study() = default;

    /// Answers beside the frame, from a copy of the flock. `background` must outlive it.
    Study(Background& background, CopyFlock copy) : m_background(&background), m_copy(std::move(copy)) {}

    /// Whether it answers beside the frame.
    bool isBeside() const { return m_background != nullptr; }

    /// Whether a question has not been answered yet, or its answer not taken.
    bool isBusy() const { return m_asked && (m_asked->answer || !m_asked->isDone); }

    /// Asks a question; an unanswered one is dropped. `work` captures values. `state` is used
    /// only without a background.
    void ask(const StateView& state, std::function<Answer(const StateView&)> work) {
        m_asked = std::make_shared<Asked>();
        if (m_background == nullptr) {
            answer(*m_asked, work, state);
            return;
        }
        m_copy([background = m_background, asked = m_asked,
                work = std::move(work)](const std::optional<Checkpoint>& copy) {
            if (!copy) {
                asked->isDone = true;
                return;
            }
            background->run(
                [copy = *copy, work] {
                    Asked done;
                    answer(done, work, copy.state().view());
                    return done;
                },
                [asked](Asked done) {
                    *asked = std::move(done);
                    asked->isDone = true;
                });
        });
    }

    /// Returns a new answer.
    std::optional<Answer> take() {
        if (!m_asked || !m_asked->answer) {
            return std::nullopt;
        }
        m_seconds = m_asked->seconds;
        return std::exchange(m_asked, nullptr)->answer;
    }

    /// What the last answer took [s].
    double seconds() const { return m_seconds; }

    void drop() { m_asked.reset(); }

private:
    struct Asked {
        std::optional<Answer> answer;
        double seconds = 0.0;
        bool isDone = false;
    };

    static void answer(Asked& asked, const std::function<Answer(const StateView&)>& work,
                       const StateView& state) {
        const auto start = std::chrono::steady_clock::now();
        asked.answer = work(state);
        asked.isDone = true;
        asked.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

    Background* m_background = nullptr;
    CopyFlock m_copy;
    std::shared_ptr<Asked> m_asked;
    double m_seconds = 0.0;
};

}  // namespace shoal
