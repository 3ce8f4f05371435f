// What the solver remembers: bounds on the scores of positions and their best moves. The whole board is the key, so two
// positions are never confused. Threads share one table without locks: each word of an entry is stored mixed with its data, and
// an entry torn by two writers matches no board.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "othello/board.hpp"
#include "games/huge_pages.hpp"

namespace kibitz::othello::solver {

// Below every score and above every score.
constexpr int INFINITE = 100;

struct Remembered {
    std::int8_t lower = -INFINITE;
    std::int8_t upper = INFINITE;
    std::int8_t best = NO_MOVE;
    std::int8_t second = NO_MOVE;
    std::uint8_t certainty = 0;  // of the bounds; see selectivity.hpp
    std::uint8_t effort = 0;     // what it cost to find out; the cheapest entry of a bucket gives way
};

class HashTable {
public:
    explicit HashTable(std::size_t bytes) : bucket_count_(std::max<std::size_t>(1, bytes / sizeof(Bucket))) {
        // Fresh pages are zero and cost nothing until they are touched, so a small search in a big table stays cheap.
        buckets_.reset(static_cast<Bucket*>(std::calloc(bucket_count_, sizeof(Bucket))));
        if (!buckets_) throw std::bad_alloc();
        prefer_huge_pages(buckets_.get(), this->bytes());
    }

    std::size_t bytes() const { return bucket_count_ * sizeof(Bucket); }

    void prefetch(const Board& board) const { __builtin_prefetch(&bucket_of(board)); }

    bool find(const Board& board, Remembered& found) const {
        for (const Entry& entry : bucket_of(board)) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.own.load(std::memory_order_relaxed) ^ data) == board.own &&
                (entry.opp.load(std::memory_order_relaxed) ^ data) == board.opp && data != 0) {
                found = unpack(data);
                return true;
            }
        }
        return false;
    }

    // What is already known of the board with the same certainty is joined with it; what is known better stays.
    void store(const Board& board, const Remembered& fresh) {
        Entry* cheapest = nullptr;
        unsigned least = ~0u;
        for (Entry& entry : bucket_of(board)) {
            const std::uint64_t data = entry.data.load(std::memory_order_relaxed);
            if ((entry.own.load(std::memory_order_relaxed) ^ data) == board.own &&
                (entry.opp.load(std::memory_order_relaxed) ^ data) == board.opp && data != 0) {
                write(entry, board, joined(unpack(data), fresh));
                return;
            }
            const unsigned effort = static_cast<std::uint8_t>(data >> EFFORT_SHIFT);
            if (effort < least) {
                least = effort;
                cheapest = &entry;
            }
        }
        write(*cheapest, board, fresh);
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> own;
        std::atomic<std::uint64_t> opp;
        std::atomic<std::uint64_t> data;
    };
    static constexpr std::size_t WAYS = 4;
    using Bucket = std::array<Entry, WAYS>;
    static constexpr int EFFORT_SHIFT = 32;
    static constexpr int CERTAINTY_SHIFT = 40;

    struct Free {
        void operator()(Bucket* buckets) const { std::free(buckets); }
    };

    static std::uint64_t pack(const Remembered& entry) {
        const auto byte = [](std::int8_t value) { return static_cast<std::uint64_t>(static_cast<std::uint8_t>(value)); };
        return byte(entry.lower) | byte(entry.upper) << 8 | byte(entry.best) << 16 | byte(entry.second) << 24 |
               static_cast<std::uint64_t>(entry.effort) << EFFORT_SHIFT |
               static_cast<std::uint64_t>(entry.certainty) << CERTAINTY_SHIFT;
    }

    static Remembered unpack(std::uint64_t data) {
        const auto byte = [data](int shift) { return static_cast<std::uint8_t>(data >> shift); };
        return {static_cast<std::int8_t>(byte(0)),  static_cast<std::int8_t>(byte(8)), static_cast<std::int8_t>(byte(16)),
                static_cast<std::int8_t>(byte(24)), byte(CERTAINTY_SHIFT),           byte(EFFORT_SHIFT)};
    }

    static Remembered joined(const Remembered& known, Remembered fresh) {
        if (fresh.certainty < known.certainty) return known;
        if (fresh.certainty == known.certainty) {
            fresh.lower = std::max(fresh.lower, known.lower);
            fresh.upper = std::min(fresh.upper, known.upper);
        }
        if (fresh.best == NO_MOVE) {
            fresh.best = known.best;
            fresh.second = known.second;
        } else if (known.best != fresh.best) {
            fresh.second = known.best;
        } else {
            fresh.second = known.second;
        }
        fresh.effort = std::max(fresh.effort, known.effort);
        return fresh;
    }

    static void write(Entry& entry, const Board& board, const Remembered& fresh) {
        const std::uint64_t data = pack(fresh);
        entry.own.store(board.own ^ data, std::memory_order_relaxed);
        entry.opp.store(board.opp ^ data, std::memory_order_relaxed);
        entry.data.store(data, std::memory_order_relaxed);
    }

    Bucket& bucket_of(const Board& board) const {
        std::uint64_t hash = board.own * 0x9e3779b97f4a7c15ULL;
        hash = (hash ^ (hash >> 32) ^ board.opp) * 0xd6e8feb86659fd93ULL;
        hash ^= hash >> 29;
        hash *= 0xa0761d6478bd642fULL;
        return buckets_.get()[((hash >> 32) * bucket_count_) >> 32];
    }

    std::size_t bucket_count_;
    std::unique_ptr<Bucket, Free> buckets_;
};

}  // namespace kibitz::othello::solver
