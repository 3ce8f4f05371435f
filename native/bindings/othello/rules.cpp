// Othello's rules for Python: one position at a time, and many at once over uint64 arrays.
#include <nanobind/stl/tuple.h>

#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/othello/checks.hpp"
#include "bindings/othello/parts.hpp"
#include "othello/board.hpp"
#include "othello/canonical.hpp"
#include "othello/perft.hpp"
#include "othello/random_games.hpp"
#include "othello/replay.hpp"

namespace kibitz::bindings {

namespace {

namespace portable = othello::portable;
using othello::Board;
using othello::Canonical;
using othello::Replayed;
using othello::flip_mask;
using othello::legal_mask;
using othello::START_BLACK;
using othello::START_WHITE;
using Masks = Input<std::uint64_t>;
using Squares = Input<std::int8_t>;

// Longest game: 60 discs on the big board.
constexpr std::size_t MAX_MOVES = 60;

template <typename Question>
auto map_boards(const Masks& own, const Masks& opp, Question question) {
    require_same_length(own.size(), opp.size());
    std::vector<std::uint64_t> answers(own.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = question(Board{own.data()[i], opp.data()[i]}, i);
    }
    return give(std::move(answers));
}

auto legal_masks(const Masks& own, const Masks& opp, std::uint64_t playable) {
    return map_boards(own, opp, [playable](const Board& board, std::size_t) { return board.legal(playable); });
}

auto flip_masks(const Masks& own, const Masks& opp, const Squares& squares) {
    require_same_length(own.size(), squares.size());
    return map_boards(own, opp, [&](const Board& board, std::size_t i) {
        const int square = squares.data()[i];
        return square < 0 ? 0 : flip_mask(board.own, board.opp, square & 63);
    });
}

auto play_many(const Masks& own, const Masks& opp, const Squares& squares) {
    require_same_length(own.size(), opp.size());
    require_same_length(own.size(), squares.size());
    std::vector<std::uint64_t> next_own(own.size());
    std::vector<std::uint64_t> next_opp(own.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < next_own.size(); ++i) {
            const Board board{own.data()[i], opp.data()[i]};
            const int square = squares.data()[i];
            const Board next = square < 0 ? board.passed() : board.after(square & 63);
            next_own[i] = next.own;
            next_opp[i] = next.opp;
        }
    }
    return std::make_tuple(give(std::move(next_own)), give(std::move(next_opp)));
}

auto children(const Masks& own, const Masks& opp, std::uint64_t playable) {
    require_same_length(own.size(), opp.size());
    std::vector<std::int64_t> parent;
    std::vector<std::int8_t> square;
    std::vector<std::uint64_t> child_own;
    std::vector<std::uint64_t> child_opp;
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < own.size(); ++i) {
            const Board board{own.data()[i], opp.data()[i]};
            std::uint64_t moves = board.legal(playable);
            while (moves != 0) {
                const int move = othello::pop_square(moves);
                const Board child = board.after(move);
                parent.push_back(static_cast<std::int64_t>(i));
                square.push_back(static_cast<std::int8_t>(move));
                child_own.push_back(child.own);
                child_opp.push_back(child.opp);
            }
        }
    }
    return std::make_tuple(give(std::move(parent)), give(std::move(square)), give(std::move(child_own)),
                           give(std::move(child_opp)));
}

auto canonical_many(const Masks& own, const Masks& opp) {
    require_same_length(own.size(), opp.size());
    std::vector<std::uint64_t> best_own(own.size());
    std::vector<std::uint64_t> best_opp(own.size());
    std::vector<std::int8_t> symmetry(own.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < best_own.size(); ++i) {
            const Canonical best = othello::canonical({own.data()[i], opp.data()[i]});
            best_own[i] = best.board.own;
            best_opp[i] = best.board.opp;
            symmetry[i] = static_cast<std::int8_t>(best.symmetry);
        }
    }
    return std::make_tuple(give(std::move(best_own)), give(std::move(best_opp)), give(std::move(symmetry)));
}

nb::dict replay_games(const InputTable<std::int8_t>& moves, std::uint64_t black, std::uint64_t white, bool black_starts,
                      std::uint64_t playable) {
    const std::size_t games = moves.shape(0);
    const std::size_t width = moves.shape(1);
    std::vector<std::uint64_t> own, opp, final_black(games), final_white(games);
    std::vector<std::int8_t> square;
    std::vector<std::uint8_t> black_to_move, over(games);
    std::vector<std::int64_t> first(games + 1);
    std::vector<std::int32_t> failed_at(games);
    {
        nb::gil_scoped_release release;
        own.reserve(moves.size());
        opp.reserve(moves.size());
        square.reserve(moves.size());
        black_to_move.reserve(moves.size());
        const Board start = black_starts ? Board{black, white} : Board{white, black};
        for (std::size_t game = 0; game < games; ++game) {
            first[game] = static_cast<std::int64_t>(own.size());
            const std::span<const std::int8_t> list{moves.data() + game * width, width};
            const Replayed end = replay(start, black_starts, list, playable, [&](const Board& board, bool is_black, int move) {
                own.push_back(board.own);
                opp.push_back(board.opp);
                square.push_back(static_cast<std::int8_t>(move));
                black_to_move.push_back(is_black);
            });
            final_black[game] = end.black_to_move ? end.board.own : end.board.opp;
            final_white[game] = end.black_to_move ? end.board.opp : end.board.own;
            over[game] = end.over;
            failed_at[game] = end.failed_at;
        }
        first[games] = static_cast<std::int64_t>(own.size());
    }
    nb::dict result;
    result["own"] = give(std::move(own));
    result["opp"] = give(std::move(opp));
    result["square"] = give(std::move(square));
    result["black_to_move"] = give(std::move(black_to_move));
    result["first"] = give(std::move(first));
    result["final_black"] = give(std::move(final_black));
    result["final_white"] = give(std::move(final_white));
    result["over"] = give(std::move(over));
    result["failed_at"] = give(std::move(failed_at));
    return result;
}

auto random_games(std::size_t count, std::uint64_t seed, std::uint64_t playable) {
    std::vector<std::int8_t> moves(count * MAX_MOVES);
    std::vector<std::uint64_t> black(count);
    std::vector<std::uint64_t> white(count);
    {
        nb::gil_scoped_release release;
        Random random(seed);
        for (std::size_t game = 0; game < count; ++game) {
            const std::span<std::int8_t> list{moves.data() + game * MAX_MOVES, MAX_MOVES};
            const Board end = othello::random_game({START_BLACK, START_WHITE}, true, playable, random, list);
            black[game] = end.own;
            white[game] = end.opp;
        }
    }
    return std::make_tuple(give(std::move(moves), {count, MAX_MOVES}), give(std::move(black)), give(std::move(white)));
}

std::uint64_t count_leaves(std::uint64_t own, std::uint64_t opp, int depth, std::uint64_t playable) {
    if (depth < 0) throw std::invalid_argument("a depth is 0 or more");
    nb::gil_scoped_release release;
    return othello::perft({own, opp}, depth, playable);
}

}  // namespace

void add_othello_rules(nb::module_& module) {
    module.def("legal_mask", &legal_mask, nb::arg("own"), nb::arg("opp"));
    module.def("flip_mask", &at_square<&flip_mask>, nb::arg("own"), nb::arg("opp"), nb::arg("square"));
    module.def("portable_legal_mask", &portable::legal_mask, nb::arg("own"), nb::arg("opp"));
    module.def("portable_flip_mask", &at_square<&portable::flip_mask>, nb::arg("own"), nb::arg("opp"), nb::arg("square"));
    module.def("perft", &count_leaves, nb::arg("own"), nb::arg("opp"), nb::arg("depth"), nb::arg("playable"));

    module.def("legal_masks", &legal_masks, nb::arg("own"), nb::arg("opp"), nb::arg("playable"));
    module.def("flip_masks", &flip_masks, nb::arg("own"), nb::arg("opp"), nb::arg("squares"));
    module.def("play_many", &play_many, nb::arg("own"), nb::arg("opp"), nb::arg("squares"));
    module.def("children", &children, nb::arg("own"), nb::arg("opp"), nb::arg("playable"));
    module.def("canonical_many", &canonical_many, nb::arg("own"), nb::arg("opp"));
    module.def("replay_games", &replay_games, nb::arg("moves"), nb::arg("black"), nb::arg("white"), nb::arg("black_starts"),
               nb::arg("playable"));
    module.def("random_games", &random_games, nb::arg("count"), nb::arg("seed"), nb::arg("playable"));
}

}  // namespace kibitz::bindings
