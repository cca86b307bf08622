#include "capture/capture_queue.hpp"

#include <cassert>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace shoal {

struct CaptureQueue::State {
    struct Entry {
        Image image;
        std::string scene;
    };

    State(std::unique_ptr<FrameSink> opened, std::size_t most) : sink(std::move(opened)), capacity(most) {}

    void run() {
        std::unique_lock lock(mutex);
        while (true) {
            changed.wait(lock, [this] { return isEnding || !entries.empty(); });
            if (entries.empty()) {
                return;
            }
            // Stays in front while it is written: it takes memory as well.
            const Entry& next = entries.front();
            lock.unlock();
            const Outcome written = sink->write(next.image, next.scene);
            lock.lock();
            if (!written) {
                problem = written.problem();
                entries.clear();
                changed.notify_all();
                return;
            }
            entries.pop_front();
            changed.notify_all();
        }
    }

    /// Returns when the thread has written all that it will.
    void end() {
        {
            const std::scoped_lock lock(mutex);
            isEnding = true;
        }
        changed.notify_all();
        if (writer.joinable()) {
            writer.join();
        }
    }

    std::unique_ptr<FrameSink> sink;
    std::size_t capacity;
    mutable std::mutex mutex;
    std::condition_variable changed;
    std::deque<Entry> entries;
    std::optional<Problem> problem;
    bool isEnding = false;
    std::thread writer;
};

CaptureQueue::CaptureQueue(std::unique_ptr<FrameSink> sink, std::size_t capacity)
    : m_state(std::make_unique<State>(std::move(sink), capacity)) {
    assert(capacity > 0 && "a queue without room takes nothing");
    m_state->writer = std::thread([state = m_state.get()] { state->run(); });
}

CaptureQueue::~CaptureQueue() {
    m_state->end();
}

Outcome CaptureQueue::push(Image image, std::string scene) {
    std::unique_lock lock(m_state->mutex);
    m_state->changed.wait(lock,
                          [this] { return m_state->problem || m_state->entries.size() < m_state->capacity; });
    if (m_state->problem) {
        return *m_state->problem;
    }
    m_state->entries.push_back({std::move(image), std::move(scene)});
    lock.unlock();
    m_state->changed.notify_all();
    return Done{};
}

Result<bool> CaptureQueue::tryPush(Image& image, std::string scene) {
    {
        const std::scoped_lock lock(m_state->mutex);
        if (m_state->problem) {
            return *m_state->problem;
        }
        if (m_state->entries.size() >= m_state->capacity) {
            return false;
        }
        m_state->entries.push_back({std::move(image), std::move(scene)});
    }
    m_state->changed.notify_all();
    return true;
}

Outcome CaptureQueue::finish(const std::string& scene) {
    m_state->end();
    if (m_state->problem) {
        return *m_state->problem;
    }
    return m_state->sink->finish(scene);
}

std::size_t CaptureQueue::waiting() const {
    const std::scoped_lock lock(m_state->mutex);
    return m_state->entries.size();
}

const FrameSink& CaptureQueue::sink() const {
    return *m_state->sink;
}

}  // namespace shoal
