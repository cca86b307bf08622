#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include <shoal/result.hpp>

namespace shoal {

/// Work beside the frame: on disks that may be slow or dead, and computations that take longer than a frame.
/// Other threads do it; its results arrive on the window's thread, in drain(). Create it on that thread.
class Background {
public:
    /// What becomes of unfinished work when the program ends.
    enum class AtEnd {
        abandoned,  ///< the program ends without it
        awaited,    ///< finish() waits, however long it takes
    };

    /// Work of one lane is done in order, one after another. It belongs to one Background.
    class Lane {
        friend class Background;
        std::shared_ptr<std::deque<std::function<void()>>> m_waiting =
            std::make_shared<std::deque<std::function<void()>>>();  ///< the first is being done
    };

    Background() = default;
    ~Background();  ///< waits for awaited work; no result arrives any more
    Background(const Background&) = delete;
    Background& operator=(const Background&) = delete;

    /// Does `work()` on a thread of its own; drain() then calls `then(result)`. Both may be called after
    /// their caller has gone: `work` captures values, and `then` only what drain()'s caller outlives. If
    /// memory runs out, the result is a Problem, or what a default constructor makes.
    template <class Work, class Then>
    void run(Work work, Then then, AtEnd atEnd = AtEnd::abandoned) {
        start(taskOf(std::move(work), std::move(then), atEnd), atEnd);
    }

    /// The same after all earlier work of the lane.
    template <class Work, class Then>
    void run(Lane& lane, Work work, Then then, AtEnd atEnd = AtEnd::awaited) {
        startIn(lane, taskOf(std::move(work), std::move(then), atEnd), atEnd);
    }

    /// Returns `work()`, or if memory runs out a Problem, or what a default constructor makes.
    template <class Value, class Work>
    static Value valueOf(Work&& work) {
        try {
            return work();
        } catch (const std::bad_alloc&) {
            if constexpr (std::is_convertible_v<Problem, Value>) {
                return Problem{"not enough memory"};
            } else {
                return Value();
            }
        }
    }

    /// Lets drain() call `task`; any thread may call this.
    void post(std::function<void()> task) { post(*m_state, std::move(task)); }

    /// Calls what has arrived, in order. Returns whether anything had.
    bool drain();

    /// Waits until all awaited work is done, and drains.
    void finish();

private:
    /// Shared with all threads, which may outlive this object.
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        std::deque<std::function<void()>> arrived;
        std::size_t awaited = 0;  ///< unfinished work that finish() waits for
    };

    template <class Work, class Then>
    std::function<void()> taskOf(Work work, Then then, AtEnd atEnd) {
        using Value = std::decay_t<decltype(work())>;
        // Shared, because std::function copies.
        auto both = std::make_shared<std::pair<Work, Then>>(std::move(work), std::move(then));
        return [state = m_state, both, atEnd] {
            auto value = std::make_shared<Value>(valueOf<Value>(both->first));
            end(*state, atEnd, [both, value] { both->second(std::move(*value)); });
        };
    }

    void start(std::function<void()> task, AtEnd atEnd);
    void startIn(Lane& lane, std::function<void()> task, AtEnd atEnd);
    void expect(AtEnd atEnd);
    void await();
    static void post(State& state, std::function<void()> task);
    static void end(State& state, AtEnd atEnd, std::function<void()> arrival);

    std::shared_ptr<State> m_state = std::make_shared<State>();
};

/// Whether all background work has ended, waiting half a second for it. Otherwise the program must leave by
/// std::_Exit: threads must not run while static objects are destroyed.
bool hasBackgroundEnded();

}  // namespace shoal
