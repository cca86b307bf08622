#include "app/gallery/thumbnail_worker.hpp"

#include <algorithm>
#include <chrono>
#include <new>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <shoal/preset.hpp>

#include "system/process/child_process.hpp"
#include "system/process/process.hpp"

namespace shoal {

namespace {

constexpr double kPictureWarmup = 8.0;  // [s] of play before the picture
// No picture is rendered while the user types or scrolls: the wishes must have been unchanged for this long.
constexpr auto kCalm = std::chrono::milliseconds(300);
constexpr auto kNap = std::chrono::milliseconds(20);
constexpr auto kPatience = std::chrono::minutes(3);  // time limit for one picture, on a busy machine
// After this many failed process starts in a row, none is tried until the gallery opens again.
constexpr int kMaxFailures = 3;

}  // namespace

ThumbnailWorker::~ThumbnailWorker() {
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_changed.notify_all();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void ThumbnailWorker::want(std::vector<Wish> wishes) {
    {
        const std::lock_guard lock(m_mutex);
        m_wishes = std::move(wishes);
        m_wishedAt = Clock::now();
        if (!m_thread.joinable() && !m_wishes.empty()) {
            m_thread = std::thread([this] { run(); });
        }
    }
    m_changed.notify_all();
}

std::vector<ThumbnailWorker::Made> ThumbnailWorker::take() {
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_made, {});
}

void ThumbnailWorker::forget(const std::string& name) {
    const std::lock_guard lock(m_mutex);
    m_settled.erase(name);
}

void ThumbnailWorker::forgetAll() {
    const std::lock_guard lock(m_mutex);
    m_settled.clear();
    m_impossible.clear();
    m_absent.clear();
    m_cached.clear();
    m_made.clear();
    m_failures = 0;
}

/// Returns the next wish to fulfil. Cached pictures come before those to be rendered.
std::optional<ThumbnailWorker::Wish> ThumbnailWorker::next() const {
    const bool isCalm = Clock::now() - m_wishedAt >= kCalm;
    const Wish* toRender = nullptr;
    for (const Wish& wish : m_wishes) {
        if (m_settled.contains(wish.name) || m_impossible.contains(wish.name) ||
            (!wish.isShown && m_cached.contains(wish.name))) {
            continue;
        }
        if (!m_absent.contains(wish.name)) {
            return wish;
        }
        if (toRender == nullptr && isCalm && m_failures < kMaxFailures) {
            toRender = &wish;
        }
    }
    return toRender == nullptr ? std::nullopt : std::optional(*toRender);
}

void ThumbnailWorker::settle(const Wish& wish, std::optional<Image> image) {
    if (!image) {
        m_impossible.insert(wish.name);
        return;
    }
    m_cached.insert(wish.name);
    m_absent.erase(wish.name);
    if (wish.isShown) {
        m_settled.insert(wish.name);
        m_made.push_back({wish.name, std::move(*image)});
    }
}

void ThumbnailWorker::run() {
    m_cache.prune();
    std::unique_lock lock(m_mutex);
    while (!m_isEnding) {
        const std::optional<Wish> wish = next();
        if (!wish) {
            if (m_wishes.empty()) {
                m_changed.wait(lock);
            } else {
                m_changed.wait_for(lock, kCalm);
            }
            continue;
        }
        const bool isAbsent = m_absent.contains(wish->name);
        lock.unlock();
        Found found;
        try {
            found = find(*wish, isAbsent);
        } catch (const std::bad_alloc&) {
            found = {.image = {}, .isPossible = false};  // the preset is too large and has no picture
        }
        lock.lock();
        if (found.image || isAbsent || !found.isPossible) {
            settle(*wish, std::move(found.image));
        } else {
            m_absent.insert(wish->name);
        }
    }
}

/// Looks for a preset's picture in the cache and, if `renders`, makes a missing one.
ThumbnailWorker::Found ThumbnailWorker::find(const Wish& wish, bool renders) {
    const auto scene = wish.file.empty() ? openPreset(wish.name) : loadPreset(wish.file);
    if (!scene) {
        return {.image = {}, .isPossible = false};
    }
    const std::string key = ThumbnailCache::keyFor(presetText(*scene));
    auto image = m_cache.read(key);
    if (!image && renders) {
        image = render(wish, key);
    }
    return {.image = std::move(image), .isPossible = true};
}

/// Renders the picture in another process and waits for it.
std::optional<Image> ThumbnailWorker::render(const Wish& wish, const std::string& key) {
    const std::filesystem::path program = programFile();
    const std::filesystem::path target = m_cache.nameToRender(key);
    std::vector<std::string> words{program.string(),
                                   "render",
                                   wish.file.empty() ? wish.name : wish.file.string(),
                                   "--background",
                                   "--threads",
                                   "1",
                                   "--supersample",
                                   "2",
                                   "--warmup",
                                   fmt::format("{}", kPictureWarmup),
                                   "--size",
                                   fmt::format("{}x{}", ThumbnailCache::kWidth, ThumbnailCache::kHeight),
                                   "-o",
                                   target.string()};
    words.insert(words.end(), m_arguments.begin(), m_arguments.end());
    runToEnd(std::move(words));
    return m_cache.adopt(target, key);  // after the process has ended, because it might still write files
}

/// Runs a process until it ends. Kills it if that takes too long, or when the worker is ending.
void ThumbnailWorker::runToEnd(std::vector<std::string> words) {
    auto child = ChildProcess::start(std::move(words), 0.0);
    std::unique_lock lock(m_mutex);
    m_failures = child ? 0 : m_failures + 1;
    for (const auto start = Clock::now(); child && Clock::now() - start < kPatience;) {
        if (m_changed.wait_for(lock, kNap, [this] { return m_isEnding; }) || child->poll()) {
            return;
        }
    }
}

}  // namespace shoal
