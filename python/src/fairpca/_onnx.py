# SPDX-License-Identifier: BSD-3-Clause
"""Models as ONNX graphs, alone or inside a converted scikit-learn pipeline."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from fairpca import _core
from fairpca._messages import rejection

# Read by the widest set of runtimes.
_OPSETS = {"": 18, "ai.onnx.ml": 3}
_IR_VERSION = 8
# What a missing category is called, whether or not it is a level.
_MISSING_LEVEL = "(missing)"


class OnnxExport:
    """What an estimator has for ONNX; nothing is imported before it is called."""

    _model: _core.Model
    n_features_in_: int
    missing: str
    unseen: str

    def to_onnx(self) -> Any:
        """The model as an ONNX graph in double precision (opset 18), for any runtime.

        Fitted to an array the graph has one input, ``X``; fitted to a data frame, one input of
        shape (n, 1) per column that the model uses, by its name: numbers as float64, categories as
        texts. Its output is ``coordinates``. A row with a level that ``fit`` has not seen gets NaN
        coordinates if ``unseen`` is "error"; "zeros" encodes the level by zeros. A missing number
        is NaN, a missing category the text ``(missing)``; unless that is a level, they are filled
        if ``missing`` is "mean" and otherwise give NaN coordinates. Needs onnx:
        ``pip install 'fairpca[onnx]'``.

        Returns
        -------
        onnx.ModelProto
            ``onnx.save`` writes it.
        """
        facts = self._projection()
        try:
            import onnx
        except ImportError as error:
            raise ImportError(
                "ONNX graphs are made by onnx, which is not installed: pip install 'fairpca[onnx]'"
            ) from error
        graph = _Graph(onnx, facts, fills=self.missing == "mean", rejects=self.unseen == "error")
        return graph.model(self._array_places())

    def onnx_shape_calculator(self) -> Callable[[Any], None]:
        """What skl2onnx asks for: the type and the shape of the output.

        Returns
        -------
        calculator : callable
            Of an operator of skl2onnx.
        """
        facts = self._projection()

        def calculate(operator: Any) -> None:
            [given] = operator.inputs
            _check_numbers(facts, type(given.type).__name__)
            kind = type(operator.outputs[0].type)
            if type(given.type).__name__ in ("FloatTensorType", "DoubleTensorType"):
                kind = type(given.type)
            operator.outputs[0].type = kind([given.get_first_dimension(), _width(facts)])

        return calculate

    def onnx_converter(self) -> Callable[[Any, Any, Any], None]:
        """What skl2onnx asks for: the nodes of the graph, computed in double precision.

        Returns
        -------
        converter : callable
            Of a scope, an operator and a container of skl2onnx.
        """
        facts = self._projection()
        places = self._places()
        fills = self.missing == "mean"

        def convert(scope: Any, operator: Any, container: Any) -> None:
            import onnx

            graph = _Graph(onnx, facts, fills=fills, new_name=scope.get_unique_variable_name)
            output = operator.outputs[0]
            is_float32 = type(output.type).__name__ == "FloatTensorType"
            graph.from_array(operator.inputs[0].full_name, places, self.n_features_in_)
            graph.to_output(
                output.full_name,
                onnx.TensorProto.FLOAT if is_float32 else onnx.TensorProto.DOUBLE,
            )
            for tensor in graph.constants:
                values = onnx.numpy_helper.to_array(tensor)
                container.add_initializer(
                    tensor.name, tensor.data_type, values.shape, values.ravel().tolist()
                )
            for node in graph.nodes:
                attributes = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
                container.add_node(
                    node.op_type,
                    list(node.input),
                    list(node.output),
                    name=scope.get_unique_operator_name("fairpca"),
                    op_version=13,
                    **attributes,
                )

        return convert

    def _projection(self) -> dict[str, Any]:
        """What docs/formats/export.md describes."""
        check_is_fitted(self)
        facts: dict[str, Any] = json.loads(self._model.projection_json())
        return facts

    def _places(self) -> list[int]:
        """Where the columns the model uses stand in X."""
        names = self._names_in()  # type: ignore[attr-defined]
        places = {name: place for place, name in enumerate(names)}
        return [places[column["name"]] for column in self._projection()["columns"]]

    def _array_places(self) -> tuple[list[int], int] | None:
        if hasattr(self, "feature_names_in_"):
            return None
        return self._places(), self.n_features_in_


def _width(facts: dict[str, Any]) -> int:
    """How many coordinates there are."""
    if "mixture" not in facts:
        return len(facts["components"])
    parts = facts["mixture"]
    return len(parts[0]["frame"]) * (len(parts) if facts["embedding"] == "blocks" else 1)


def _check_numbers(facts: dict[str, Any], kind: str) -> None:
    """Raises ``ValueError`` unless a tensor of such a type holds all that the model asks for."""
    named = [column["name"] for column in facts["columns"] if column["kind"] == "category"]
    if named:
        raise rejection("onnx-category", column=named[0])
    if not kind.endswith("TensorType") or kind.startswith(("String", "Boolean", "Complex")):
        raise rejection("onnx-input", kind=kind)


class _Graph:
    """The nodes from raw columns to coordinates."""

    def __init__(
        self,
        onnx: Any,
        facts: dict[str, Any],
        *,
        fills: bool,
        rejects: bool = False,
        new_name: Callable[[str], str] | None = None,
    ) -> None:
        self.onnx, self.facts, self.fills, self.rejects = onnx, facts, fills, rejects
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        # Names of our own begin as no column does.
        self._prefix = "fairpca_"
        while any(column["name"].startswith(self._prefix) for column in facts["columns"]):
            self._prefix += "_"
        self._count = 0
        self._new_name = new_name or self._numbered

    def _numbered(self, name: str) -> str:
        self._count += 1
        return f"{self._prefix}{name}{self._count}"

    def _constant(self, name: str, values: NDArray[Any]) -> str:
        made = self._new_name(name)
        self.constants.append(self.onnx.numpy_helper.from_array(values, made))
        return made

    def _add(self, kind: str, *inputs: str, output: str | None = None, **attributes: Any) -> str:
        result = output or self._new_name(kind.lower())
        self.nodes.append(self.onnx.helper.make_node(kind, inputs, [result], **attributes))
        return result

    def from_array(self, given: str, places: list[int], width: int) -> None:
        """Encoded rows of an array of numbers."""
        rows = self._add("Cast", given, to=self.onnx.TensorProto.DOUBLE)
        if places != list(range(width)):
            rows = self._add("Gather", rows, self._constant("places", np.array(places)), axis=1)
        self.encoded = self._filled(rows)

    def from_columns(self, names: list[str]) -> None:
        """Encoded rows of columns that are inputs of their own."""
        parts, strangers = [], []
        for name, column in zip(names, self.facts["columns"], strict=True):
            if column["kind"] == "number":
                parts.append(name)
                continue
            levels = column["levels"]
            known = [*levels, *column["dropped_levels"]]
            hot = self._add(
                "OneHotEncoder", name, cats_strings=levels, zeros=1, domain="ai.onnx.ml"
            )
            shape = self._constant("shape", np.array([-1, len(levels)]))
            flat = self._add("Reshape", hot, shape)
            encoded = self._add("Cast", flat, to=self.onnx.TensorProto.DOUBLE)
            if not column["missing_is_level"] and _MISSING_LEVEL not in known:
                known.append(_MISSING_LEVEL)
                encoded = self._nan_where(self._is_among(name, [_MISSING_LEVEL]), encoded)
            parts.append(encoded)
            if self.rejects:
                strangers.append(self._add("Not", self._is_among(name, known)))
        self.encoded = self._filled(self._add("Concat", *parts, axis=1))
        if strangers:  # not filled: a level not seen is no missing cell
            any_of_them = functools.reduce(lambda a, b: self._add("Or", a, b), strangers)
            self.encoded = self._nan_where(any_of_them, self.encoded)

    def _is_among(self, texts: str, levels: list[str]) -> str:
        """Of each text, whether it is one of these."""
        places = self._add(
            "LabelEncoder",
            texts,
            keys_strings=levels,
            values_int64s=[1] * len(levels),
            default_int64=0,
            domain="ai.onnx.ml",
        )
        return self._add("Cast", places, to=self.onnx.TensorProto.BOOL)

    def _nan_where(self, condition: str, numbers: str) -> str:
        return self._add("Where", condition, self._constant("nan", np.array(np.nan)), numbers)

    def _filled(self, rows: str) -> str:
        if not self.fills:
            return rows
        mean = self._constant("fill", np.array(self.facts["mean"]))
        return self._add("Where", self._add("IsNaN", rows), mean, rows)

    def to_output(self, name: str, kind: int) -> None:
        """Coordinates of the encoded rows, as numbers of this kind."""
        mean = self._constant("mean", np.array(self.facts["mean"]))
        scale = self._constant("scale", np.array(self.facts["scale"]))
        scaled = self._add("Div", self._add("Sub", self.encoded, mean), scale)
        along = self._embedded(scaled) if "mixture" in self.facts else self._projected(scaled)
        self._add("Cast", along, output=name, to=kind)

    def _projected(self, rows: str) -> str:
        loadings = self._constant("components", np.array(self.facts["components"]).T.copy())
        stretch = self._constant("coordinate_scale", np.array(self.facts["coordinate_scale"]))
        return self._add("Mul", self._add("MatMul", rows, loadings), stretch)

    def _embedded(self, rows: str) -> str:
        """Posterior means of a mixture's components, weighted by responsibility."""
        described = [self._described(rows, part) for part in self.facts["mixture"]]
        logs = self._add("Concat", *(log for _, log in described), axis=1)
        shares = self._add("Softmax", logs, axis=1)
        parts = []
        for k, (means, _) in enumerate(described):
            share = self._add("Gather", shares, self._constant("place", np.array([k])), axis=1)
            parts.append(self._add("Mul", means, share))
        if self.facts["embedding"] == "blocks":
            return self._add("Concat", *parts, axis=1)
        return self._add("Sum", *parts)

    def _described(self, rows: str, part: dict[str, Any]) -> tuple[str, str]:
        """Posterior means under a component, and the log of its share of the density."""
        frame = np.array(part["frame"])
        offset = self._add("Sub", rows, self._constant("center", np.array(part["mean"])))
        along = self._add("MatMul", offset, self._constant("frame", frame.T.copy()))
        back = self._add("MatMul", along, self._constant("axes", frame))
        within = self._sum_of_squares(along, np.array(part["variance"]))
        across = self._sum_of_squares(
            self._add("Sub", offset, back), np.array([part["noise_variance"]])
        )
        half = self._constant("half", np.array(0.5))
        distance = self._add("Mul", self._add("Add", within, across), half)
        weight = self._constant("log_weight", np.array(part["log_weight"]))
        stretch = self._constant("coordinate_scale", np.array(part["coordinate_scale"]))
        return self._add("Mul", along, stretch), self._add("Sub", weight, distance)

    def _sum_of_squares(self, numbers: str, divisor: NDArray[np.float64]) -> str:
        """Of each row, each square divided."""
        squares = self._add("Mul", numbers, numbers)
        divided = self._add("Div", squares, self._constant("variance", divisor))
        axis = self._constant("axis", np.array([1]))
        return self._add("ReduceSum", divided, axis, keepdims=1)

    def model(self, array: tuple[list[int], int] | None) -> Any:
        """A whole ONNX model; ``array``: places of the columns in X and its width."""
        helper, double = self.onnx.helper, self.onnx.TensorProto.DOUBLE
        text = self.onnx.TensorProto.STRING
        # ONNX has no input without a name.
        names = [column["name"] or self._prefix + "nameless" for column in self.facts["columns"]]
        if array is not None:
            places, width = array
            inputs = [helper.make_tensor_value_info("X", double, ["rows", width])]
            self.from_array("X", places, width)
        else:
            kinds = [double if c["kind"] == "number" else text for c in self.facts["columns"]]
            inputs = [
                helper.make_tensor_value_info(name, kind, ["rows", 1])
                for name, kind in zip(names, kinds, strict=True)
            ]
            self.from_columns(names)
        output = "coordinates"
        while output in names:
            output += "_"
        self.to_output(output, double)
        shape = ["rows", _width(self.facts)]
        outputs = [helper.make_tensor_value_info(output, double, shape)]
        graph = helper.make_graph(self.nodes, "fairpca", inputs, outputs, self.constants)
        made = helper.make_model(
            graph,
            opset_imports=[helper.make_opsetid(*one) for one in _OPSETS.items()],
            ir_version=_IR_VERSION,
            producer_name="fairpca",
        )
        self.onnx.checker.check_model(made)
        return made
