// Searches with the pattern evaluation for Python.
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <tuple>

#include "bindings/arrays.hpp"
#include "bindings/interrupts.hpp"
#include "bindings/othello/parts.hpp"
#include "othello/search/every_move.hpp"
#include "othello/search/midgame.hpp"

namespace kibitz::bindings {

namespace {

namespace search = othello::search;
using othello::Board;
using othello::Evaluation;
using Masks = Input<std::uint64_t>;

// How many positions pass between two looks at the keyboard.
constexpr std::size_t POSITIONS_A_LOOK = 64;

auto move_values(const Evaluation& evaluation, const Masks& own, const Masks& opp, int depth) {
    require_same_length(own.size(), opp.size());
    if (depth < 1) throw std::invalid_argument("depth is at least 1");
    std::vector<std::int64_t> parent;
    std::vector<std::int8_t> squares;
    std::vector<std::int32_t> values;
    {
        nb::gil_scoped_release release;
        const search::EveryMove every_move(evaluation);
        for (std::size_t i = 0; i < own.size(); ++i) {
            if (i % POSITIONS_A_LOOK == 0) raise_if_interrupted();
            every_move({own.data()[i], opp.data()[i]}, depth, [&](int square, int value) {
                parent.push_back(static_cast<std::int64_t>(i));
                squares.push_back(static_cast<std::int8_t>(square));
                values.push_back(value);
            });
        }
    }
    return std::make_tuple(give(std::move(parent)), give(std::move(squares)), give(std::move(values)));
}

// The best square and its value of each position; NO_MOVE and 0 where there is no legal move.
auto best_moves(const Evaluation& evaluation, const Masks& own, const Masks& opp, int depth) {
    require_same_length(own.size(), opp.size());
    if (depth < 1) throw std::invalid_argument("depth is at least 1");
    std::vector<std::int8_t> squares(own.size(), othello::NO_MOVE);
    std::vector<std::int32_t> values(own.size());
    {
        nb::gil_scoped_release release;
        const search::EveryMove every_move(evaluation);
        for (std::size_t i = 0; i < own.size(); ++i) {
            if (i % POSITIONS_A_LOOK == 0) raise_if_interrupted();
            const Board board{own.data()[i], opp.data()[i]};
            if (board.legal(~0ULL) == 0) continue;
            const auto best = every_move.best(board, depth);
            squares[i] = static_cast<std::int8_t>(best.square);
            values[i] = best.value;
        }
    }
    return std::make_tuple(give(std::move(squares)), give(std::move(values)));
}

using Clock = std::chrono::steady_clock;

// How long a search goes on between two looks at the keyboard: short for a person, long beside the cost of a look.
constexpr auto BETWEEN_LOOKS = std::chrono::milliseconds(20);

constexpr double NO_TIME_LIMIT_SECONDS = 1e8;

// The first look is at once: whoever has been told to stop beforehand need not begin.
std::function<void()> every_now_and_then(std::function<void()> look) {
    return [look = std::move(look), last = Clock::time_point{}]() mutable {
        if (Clock::now() - last < BETWEEN_LOOKS) return;
        look();
        last = Clock::now();
    };
}

// One evaluation, one table, one search at a time.
class Searcher {
public:
    Searcher(const Evaluation& evaluation, std::size_t table_bytes) : evaluation_(evaluation), table_(table_bytes) {}

    void set_cuts(const std::vector<int>& shallow, const Input<float>& relations, float width) {
        cuts_ = search::ProbableCuts(shallow, view(relations), width);
    }

    void stop() { stop_ = true; }

    // The tables are cleared.
    void forget() { table_ = search::Table(table_.bytes()); }

    std::size_t table_bytes() const { return table_.bytes(); }

    // Deepens from `first_depth` to `depth`, and hands every finished depth to `progress`. Depth 1 is finished whatever the limits.
    // `is_stopped` may be None, else it is asked now and then and ends the search by answering True.
    void search(std::uint64_t own, std::uint64_t opp, int first_depth, int depth, double seconds, bool all_moves,
                const nb::callable& progress, const nb::object& is_stopped) {
        stop_ = false;
        table_.grow_older();
        const Board board{own, opp};
        const Clock::time_point begin = Clock::now();
        const search::Limits limits{stop_, begin + duration(seconds), every_now_and_then([&] { look(is_stopped); })};
        search::MidgameSearch search(evaluation_, table_, cuts_, limits);
        std::vector<search::RootMove> moves = search.moves_of(board);
        if (moves.empty()) throw std::invalid_argument("a search needs a legal move");
        for (int reached = first_depth; reached <= depth; ++reached) {
            const Ending ending = deepen(search, board, reached, all_moves, moves);
            if (ending == Ending::STOPPED) return;
            progress(reached, listed(moves, all_moves), search.nodes(), std::chrono::duration<double>(Clock::now() - begin).count());
            if (ending == Ending::STOPPED_WITH_BETTER_MOVE) return;
        }
    }

private:
    static Clock::duration duration(double seconds) {
        return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(seconds, NO_TIME_LIMIT_SECONDS)));
    }

    void look(const nb::object& is_stopped) {
        nb::gil_scoped_acquire acquire;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!is_stopped.is_none() && nb::cast<bool>(is_stopped())) stop_ = true;
    }

    enum class Ending { FINISHED, STOPPED, STOPPED_WITH_BETTER_MOVE };

    static Ending deepen(search::MidgameSearch& search, const Board& board, int depth, bool all_moves,
                         std::vector<search::RootMove>& moves) {
        nb::gil_scoped_release release;
        std::vector<search::RootMove> found = moves;
        Ending ending = Ending::FINISHED;
        try {
            all_moves ? search.value_all(board, depth, found) : search.find_best(board, depth, found);
        } catch (const search::Stopped&) {
            // A move only comes before the first one if it was found to be better at the new depth.
            const bool has_better = !all_moves && found.front().square != moves.front().square;
            if (!has_better) return Ending::STOPPED;
            ending = Ending::STOPPED_WITH_BETTER_MOVE;
        }
        moves = std::move(found);
        return ending;
    }

    // Square, value and line of the best move, or of all.
    static nb::list listed(const std::vector<search::RootMove>& moves, bool all_moves) {
        nb::list rows;
        for (const search::RootMove& move : moves) {
            rows.append(nb::make_tuple(static_cast<int>(move.square), move.value, std::vector<int>(move.line.begin(), move.line.end())));
            if (!all_moves) break;
        }
        return rows;
    }

    const Evaluation& evaluation_;
    search::Table table_;
    search::ProbableCuts cuts_;
    std::atomic<bool> stop_ = false;
};

// The values of many positions at one depth, without ProbCut.
auto position_values(const Evaluation& evaluation, const Masks& own, const Masks& opp, int depth, std::size_t table_bytes) {
    require_same_length(own.size(), opp.size());
    std::vector<std::int32_t> values(own.size());
    {
        nb::gil_scoped_release release;
        const std::atomic<bool> never = false;
        const search::Limits limits{never, Clock::time_point::max(), every_now_and_then(raise_if_interrupted)};
        const search::ProbableCuts no_cuts;
        search::Table table(table_bytes);
        search::MidgameSearch search(evaluation, table, no_cuts, limits);
        for (std::size_t i = 0; i < values.size(); ++i) {
            const Board board{own.data()[i], opp.data()[i]};
            // Shallower searches first leave their best moves in the table, which order the deeper ones.
            for (int reached = depth & 1; reached <= depth; reached += 2) values[i] = search.value_of(board, reached);
            table.grow_older();
        }
    }
    return give(std::move(values));
}

// The values of some moves of many positions at every depth up to `depth`, by position and then square, [moves, depth]. Each
// position is searched with an empty table, so that it has the same values in every company.
auto deep_move_values(const Evaluation& evaluation, const Masks& own, const Masks& opp, const Masks& wanted, int depth, int margin,
                      std::size_t table_bytes, const std::vector<int>& shallow, const Input<float>& relations, float width) {
    require_same_length(own.size(), opp.size());
    require_same_length(own.size(), wanted.size());
    if (depth < 1 || margin < 1) throw std::invalid_argument("depth and margin are at least 1");
    std::vector<std::int32_t> values;
    {
        nb::gil_scoped_release release;
        const std::atomic<bool> never = false;
        const search::Limits limits{never, Clock::time_point::max(), every_now_and_then(raise_if_interrupted)};
        const search::ProbableCuts cuts(shallow, view(relations), width);
        for (std::size_t i = 0; i < own.size(); ++i) {
            search::Table table(table_bytes);
            search::MidgameSearch search(evaluation, table, cuts, limits);
            const Board board{own.data()[i], opp.data()[i]};
            std::vector<search::RootMove> moves = search.moves_of(board);
            std::erase_if(moves, [&](const auto& move) { return !(wanted.data()[i] >> move.square & 1); });
            const std::size_t first = values.size();
            values.resize(first + moves.size() * depth);
            for (int reached = 1; reached <= depth; ++reached) {
                search.value_all_within(board, reached, margin, moves);
                for (const search::RootMove& move : moves) {
                    const auto place = std::ranges::count_if(moves, [&](const auto& other) { return other.square < move.square; });
                    values[first + place * depth + reached - 1] = move.value;
                }
            }
        }
    }
    const std::size_t rows = values.size() / depth;
    return give(std::move(values), {rows, static_cast<std::size_t>(depth)});
}

}  // namespace

void add_othello_search(nb::module_& module) {
    nb::class_<Searcher>(module, "Searcher")
        .def(nb::init<const Evaluation&, std::size_t>(), nb::arg("evaluation"), nb::arg("table_bytes"), nb::keep_alive<1, 2>())
        .def("set_cuts", &Searcher::set_cuts, nb::arg("shallow"), nb::arg("relations"), nb::arg("width"))
        .def("stop", &Searcher::stop)
        .def("forget", &Searcher::forget)
        .def_prop_ro("table_bytes", &Searcher::table_bytes)
        .def("search", &Searcher::search, nb::arg("own"), nb::arg("opp"), nb::arg("first_depth"), nb::arg("depth"),
             nb::arg("seconds"), nb::arg("all_moves"), nb::arg("progress"), nb::arg("is_stopped").none());
    module.def("position_values", &position_values, nb::arg("evaluation"), nb::arg("own"), nb::arg("opp"), nb::arg("depth"),
               nb::arg("table_bytes"));
    module.def("deep_move_values", &deep_move_values, nb::arg("evaluation"), nb::arg("own"), nb::arg("opp"), nb::arg("wanted"),
               nb::arg("depth"), nb::arg("margin"), nb::arg("table_bytes"), nb::arg("shallow"), nb::arg("relations"),
               nb::arg("width"));
    module.def("move_values", &move_values, nb::arg("evaluation"), nb::arg("own"), nb::arg("opp"), nb::arg("depth"));
    module.def("best_moves", &best_moves, nb::arg("evaluation"), nb::arg("own"), nb::arg("opp"), nb::arg("depth"));
}

}  // namespace kibitz::bindings
