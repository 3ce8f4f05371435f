// The pattern evaluation and its training for Python.
#include <nanobind/stl/vector.h>

#include "bindings/arrays.hpp"
#include "bindings/othello/parts.hpp"
#include "othello/evaluation.hpp"
#include "othello/evaluation_training.hpp"

namespace kibitz::bindings {

namespace {

using othello::Board;
using othello::Evaluation;
using othello::EvaluationTrainer;
using othello::Knots;
using othello::PatternSet;
using Masks = Input<std::uint64_t>;

template <typename T, typename Question>
auto answers_for(const Masks& own, const Masks& opp, Question question) {
    require_same_length(own.size(), opp.size());
    std::vector<T> answers(own.size());
    {
        nb::gil_scoped_release release;
        for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = question(Board{own.data()[i], opp.data()[i]});
    }
    return give(std::move(answers));
}

auto values_of(const Evaluation& evaluation, const Masks& own, const Masks& opp) {
    return answers_for<std::int32_t>(own, opp, [&](const Board& board) { return evaluation.value(board); });
}

auto predictions_of(const EvaluationTrainer& trainer, const Masks& own, const Masks& opp) {
    return answers_for<float>(own, opp, [&](const Board& board) { return trainer.predict(board); });
}

double learn_all(EvaluationTrainer& trainer, const Masks& own, const Masks& opp, const Input<float>& targets, float rate) {
    require_same_length(own.size(), opp.size());
    require_same_length(own.size(), targets.size());
    nb::gil_scoped_release release;
    double squared_errors = 0;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const float error = trainer.learn({own.data()[i], opp.data()[i]}, targets.data()[i], rate);
        squared_errors += static_cast<double>(error) * error;
    }
    return own.size() == 0 ? 0 : squared_errors / static_cast<double>(own.size());
}

}  // namespace

void add_othello_evaluation(nb::module_& module) {
    module.attr("UNITS_PER_DISC") = othello::UNITS_PER_DISC;
    module.attr("COUNT_ROWS") = othello::ALL_COUNT_ROWS;

    nb::class_<Evaluation>(module, "Evaluation")
        .def("__init__",
             [](Evaluation* self, const PatternSet& set, const std::vector<int>& knots, const InputTable<std::int16_t>& weights) {
                 new (self) Evaluation(set, Knots(knots), {weights.data(), weights.size()});
             },
             nb::arg("patterns"), nb::arg("knots"), nb::arg("weights"))
        .def("values", &values_of, nb::arg("own"), nb::arg("opp"));

    nb::class_<EvaluationTrainer>(module, "EvaluationTrainer")
        .def("__init__",
             [](EvaluationTrainer* self, const PatternSet& set, const std::vector<int>& knots, bool with_counts, bool with_frontier,
                float caution) { new (self) EvaluationTrainer(set, Knots(knots), with_counts, with_frontier, caution); },
             nb::arg("patterns"), nb::arg("knots"), nb::arg("with_counts") = true, nb::arg("with_frontier") = true,
             nb::arg("caution") = 1.0f)
        .def("learn", &learn_all, nb::arg("own"), nb::arg("opp"), nb::arg("targets"), nb::arg("rate"))
        .def("predict", &predictions_of, nb::arg("own"), nb::arg("opp"))
        .def("weights", [](const EvaluationTrainer& trainer) {
            return give(trainer.weights(), {trainer.knot_count(), trainer.row_count()});
        })
        .def("squares", [](const EvaluationTrainer& trainer) {
            return give(trainer.squares(), {trainer.knot_count(), trainer.row_count()});
        })
        .def("restore",
             [](EvaluationTrainer& trainer, const InputTable<float>& weights, const InputTable<float>& squares) {
                 trainer.restore({weights.data(), weights.size()}, {squares.data(), squares.size()});
             },
             nb::arg("weights"), nb::arg("squares"));
}

}  // namespace kibitz::bindings
