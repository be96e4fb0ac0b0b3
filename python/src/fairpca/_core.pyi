"""The C++ core of fairpca, as the Python classes call it."""

from collections.abc import Callable, Mapping, Sequence
import os
from typing import Annotated, Any

import numpy
import numpy.typing
from numpy.typing import NDArray


def version() -> str:
    """Of the library."""

class Message:
    """Something said to the user: which message, about what."""

    @property
    def code(self) -> str: ...

    @property
    def option(self) -> str | None:
        """The parameter it is about, or None."""

    @property
    def arguments(self) -> dict[str, object]:
        """What the sentence mentions, by name."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

def message(code: str, arguments: Mapping[str, int | float | str | Message], words: Mapping[str, str]) -> Message:
    """A message of Python's own, from its table."""

def exception(type: type[BaseException], message: Message) -> Any:
    """An exception or warning that holds a message."""

def number_values(values: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))]]:
    """Codes of integers, and the distinct values in the order they are met."""

def cell_number(text: str) -> float | None:
    """The number a cell of a CSV holds; None if it is not a number."""

ROWS_PER_CHUNK: int = 4096

class Rows:
    """Rows of a table in memory, or of streams."""

    @property
    def rows(self) -> int:
        """How many; negative: not known."""

    @property
    def is_float32(self) -> bool: ...

class Table(Rows):
    """Columns in memory; numbers are viewed, not copied."""

    def __init__(self, numeric: Annotated[NDArray, dict(shape=(None, None), device='cpu', writable=False)], features: Sequence[str], *, categorical: Sequence[tuple[str, Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)], Sequence[str]]] = [], protected: Sequence[tuple[str, Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)], Sequence[str]]] = [], label: tuple[str, Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)], Sequence[str]] | None = None, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)] | None = None, persons: tuple[str, Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', writable=False)], Sequence[str]] | None = None) -> None: ...

def distinct_names(names: Sequence[str]) -> tuple[list[str], list[Message]]:
    """Names with numbers behind repeated ones, and the warnings that say so."""

def nearest_names(name: str, names: Sequence[str]) -> list[str]:
    """Up to three of the names that are nearest to one."""

def looks_like_date(text: str) -> bool:
    """Whether a text reads as a date, a time, or both."""

def chosen_columns(names: Sequence[str], features: Sequence[str], categorical: Sequence[str]) -> list[int]:
    """Places of the columns that names and patterns choose."""

class Stream(Rows):
    """Rows of Arrow streams."""

    def __init__(self, open: Callable, *, name: str, can_rewind: bool, rows: int) -> None:
        """
        The function gives a capsule `arrow_array_stream`, a fresh one for every pass.
        """

    def set_roles(self, *, protected: Sequence[str] = [], label: str | None = None, weight: str | None = None, chosen: Sequence[str] = [], dropped: Sequence[str] = [], categorical: Sequence[str] = [], kept: Sequence[str] = [], features: Sequence[tuple[str, bool]] | None = None, known_levels: Mapping[str, Sequence[str]] = {}, may_be_empty: bool = False, as_text: bool = False) -> None:
        """What the columns are for."""

    def close(self) -> None:
        """Lets go of the stream."""

    def count_rows(self) -> int:
        """How many rows there are; reads them if it must."""

    @property
    def columns(self) -> list[str]: ...

    @property
    def features(self) -> list[tuple[str, bool]]:
        """Name of each, and whether it is categories."""

    @property
    def can_rewind(self) -> bool: ...

    @property
    def warnings(self) -> list[Message]: ...

class GroupMoments:
    """Count, mean and scatter of every cell."""

    def __init__(self) -> None: ...

    @staticmethod
    def check(missing: str, missing_category: str) -> None:
        """Raises ValueError for what batches cannot do about missing cells."""

    def add(self, table: Rows, missing: str, missing_category: str, threads: int) -> None: ...

    def add_in_parts(self, table: Rows, name: str, codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], parts: int, missing: str, missing_category: str, threads: int) -> None:
        """With the number of the part of each row as the last protected column."""

    def merge(self, other: GroupMoments) -> None: ...

    def copy(self) -> GroupMoments: ...

    def parts(self, is_in: Sequence[bool]) -> GroupMoments:
        """
        The moments of the rows whose last protected column, the number of a part, is in these; without that column.
        """

    @property
    def rows(self) -> int: ...

    @property
    def features(self) -> list[str]: ...

    @property
    def encoded_names(self) -> list[str]: ...

    @property
    def protected_columns(self) -> list[str]: ...

    @property
    def label_column(self) -> str | None: ...

    @property
    def cells(self) -> list[tuple[list[str | None], str | None, int, float]]:
        """Protected levels, label, rows and weight of each cell."""

    def save(self, path: str | os.PathLike) -> None: ...

    @staticmethod
    def load(path: str | os.PathLike) -> GroupMoments: ...

    def to_bytes(self) -> bytes: ...

    @staticmethod
    def from_bytes(bytes: bytes) -> GroupMoments: ...

class NumberRange:
    """Numbers from least to most."""

    @property
    def least(self) -> float: ...

    @property
    def most(self) -> float: ...

    @property
    def excludes_least(self) -> bool: ...

    @property
    def excludes_most(self) -> bool: ...

    def __contains__(self, number: float) -> bool: ...

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

class OptionSpec:
    """One option, of a method or of all."""

    @property
    def name(self) -> str:
        """As the command line and the JSON have it, in snake_case."""

    @property
    def parameter(self) -> str:
        """Its name in Python."""

    @property
    def type(self) -> str:
        """`count`, `word`, ..."""

    @property
    def default(self) -> Any:
        """The default of the parameter."""

    @property
    def allowed(self) -> str:
        """What it may be, for people."""

    @property
    def words(self) -> list[str]: ...

    @property
    def range(self) -> NumberRange:
        """Of its number, or of each of several."""

    @property
    def takes_none(self) -> bool:
        """Whether None is a value."""

    @property
    def help(self) -> str: ...

    @property
    def needs(self) -> str | None:
        """The setting without which it has no effect, or None."""

    def allows(self, value: bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]) -> bool:
        """Whether the core takes this value."""

    def parse(self, text: str) -> Any:
        """
        The parameter that a text of the command line or a model file stands for.
        """

    def __repr__(self) -> str: ...

def shared_options() -> list[OptionSpec]:
    """The options that all methods share."""

def encode_options() -> list[OptionSpec]:
    """How rows are encoded for a model."""

def path_options() -> list[OptionSpec]:
    """The options of fairness_path."""

class Method:
    """One method of the registry."""

    @property
    def id(self) -> str: ...

    @property
    def python_name(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def brief(self) -> str:
        """The summary in a few words."""

    @property
    def problem(self) -> str:
        """What is minimised or maximised."""

    @property
    def paper(self) -> str: ...

    @property
    def example(self) -> str:
        """A fit, as one line."""

    @property
    def fairness(self) -> str: ...

    @property
    def needs(self) -> str: ...

    @property
    def min_groups(self) -> int: ...

    @property
    def allows_full_dimension(self) -> bool: ...

    @property
    def models_missing_cells(self) -> bool: ...

    @property
    def options(self) -> list[OptionSpec]: ...

    def __repr__(self) -> str: ...

def methods() -> list[Method]:
    """The registry, in the order people should read it."""

def find_method(id: str) -> Method:
    """The method with this id; ValueError offers the nearest ones."""

class GroupSummary:
    """What is known of one training group."""

    @property
    def name(self) -> str: ...

    @property
    def levels(self) -> list[tuple[str, str]]: ...

    @property
    def rows(self) -> int: ...

    @property
    def weight(self) -> float | None: ...

    @property
    def reconstruction_error(self) -> float | None: ...

    @property
    def loss(self) -> float | None: ...

    @property
    def log_likelihood(self) -> float | None: ...

class Model:
    """A fitted model, as the command line saves it."""

    @property
    def method(self) -> str: ...

    @property
    def requested_dimensions(self) -> int: ...

    @property
    def dimensions(self) -> int: ...

    @property
    def columns(self) -> list[tuple[str, bool, list[str], bool]]:
        """Name, whether categorical, levels and whether dropped, of each column."""

    @property
    def n_columns(self) -> int: ...

    @property
    def encoded_names(self) -> list[str]: ...

    @property
    def rows(self) -> int: ...

    @property
    def weight(self) -> float: ...

    @property
    def protected_columns(self) -> list[str]: ...

    @property
    def label_column(self) -> str | None: ...

    @property
    def groups(self) -> list[GroupSummary]: ...

    @property
    def options(self) -> dict[str, str]: ...

    @property
    def status(self) -> str: ...

    @property
    def certified(self) -> bool: ...

    @property
    def mean(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def scale(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def components(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @property
    def explained_variance(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def explained_variance_ratio(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def singular_values(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def noise_variance(self) -> float: ...

    def covariance(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def precision(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def transform(self, rows: Rows | Annotated[NDArray, dict(shape=(None, None), device='cpu', writable=False)], values: Mapping[str, bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]], threads: int) -> NDArray:
        """What the values ask for of each row; float32 if the rows are."""

    def sample(self, count: int, seed: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]:
        """Encoded rows drawn from it."""

    def component_covariances(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    @property
    def mixture(self) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, None))], Annotated[NDArray[numpy.float64], dict(shape=(None, None))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, None))]] | None:
        """
        Of a mixture: weights, means, loadings, noise variances, variances; otherwise None.
        """

    def projection_json(self) -> str:
        """The JSON of docs/formats/export.md."""

    def to_json(self) -> str:
        """The JSON that `fairpca inspect --json` writes."""

    def save(self, path: str | os.PathLike) -> None: ...

    @staticmethod
    def load(path: str | os.PathLike) -> Model: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

def transformed(rows: Stream, model: Model, values: Mapping[str, object], threads: int, names: Sequence[str]) -> object:
    """
    What the values ask for of each row, as a capsule `arrow_array_stream`.
    """

class FitSettings:
    """Everything a fit is asked for, apart from the data."""

    def __init__(self, method: str, values: Mapping[str, bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]]) -> None: ...

    def check(self) -> None:
        """Raises ValueError for what can be known without the data."""

    @property
    def uses_label(self) -> bool:
        """Whether the label matters."""

class FitStep:
    """One step of a fit over weights of the groups."""

    @property
    def group_weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def log_likelihood(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def reconstruction_error(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

class MmdConstraint:
    """One constraint of mmd-fair-pca."""

    @property
    def name(self) -> str: ...

    @property
    def mmd2(self) -> float: ...

    @property
    def tau(self) -> float: ...

    @property
    def p_value(self) -> float | None: ...

class FitResult:
    """A model, and what its fit says of itself."""

    @property
    def model(self) -> Model: ...

    @property
    def groups(self) -> list[GroupSummary]: ...

    @property
    def objective(self) -> float: ...

    @property
    def bound(self) -> float: ...

    @property
    def optimality_gap(self) -> float: ...

    @property
    def certified(self) -> bool: ...

    @property
    def dual_weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def group_weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def history(self) -> list[FitStep]: ...

    def step_model(self, step: int) -> Model: ...

    def step_groups(self, step: int) -> list[GroupSummary]: ...

    @property
    def status(self) -> str: ...

    @property
    def converged(self) -> bool: ...

    @property
    def eigensolves(self) -> int: ...

    @property
    def iterations(self) -> int: ...

    @property
    def measures(self) -> dict[str, bool | int | float]: ...

    @property
    def mmd_constraints(self) -> list[MmdConstraint]: ...

    @property
    def warnings(self) -> list[Message]: ...

    @property
    def missed(self) -> Message | None: ...

    @property
    def notes(self) -> list[Message]: ...

    def to_json(self) -> str:
        """The JSON that `fairpca fit --json` writes."""

def fit(table: Rows, settings: FitSettings) -> FitResult:
    """Fits the rows of a table."""

def fit_moments(moments: GroupMoments, settings: FitSettings) -> FitResult:
    """Fits moments."""

class PathPoint:
    """One projection, by what it costs."""

    @property
    def weights(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def group_errors(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    @property
    def error(self) -> float: ...

    @property
    def gap(self) -> float: ...

    @property
    def bound(self) -> float: ...

    def __repr__(self) -> str: ...

class PathMark:
    """A projection worth knowing of."""

    @property
    def name(self) -> str: ...

    @property
    def point(self) -> PathPoint: ...

    @property
    def objective(self) -> float: ...

    @property
    def bound(self) -> float: ...

    @property
    def status(self) -> str: ...

    @property
    def certified(self) -> bool: ...

    @property
    def components(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None))]: ...

    def __repr__(self) -> str: ...

class EqualError:
    """Whether two groups can have the same error."""

    @property
    def attainable(self) -> bool: ...

    @property
    def smallest_dimension(self) -> int | None: ...

    @property
    def smallest_gap(self) -> float: ...

    def __repr__(self) -> str: ...

class FairnessPath:
    """What fairness costs: exact Pareto fronts."""

    @property
    def dimensions(self) -> int: ...

    @property
    def groups(self) -> list[str]: ...

    @property
    def errors_front(self) -> list[PathPoint]: ...

    @property
    def gap_front(self) -> list[PathPoint]: ...

    @property
    def marks(self) -> list[PathMark]: ...

    @property
    def equal_error(self) -> EqualError | None: ...

    @property
    def distance(self) -> float: ...

    @property
    def certified(self) -> bool: ...

    @property
    def complete(self) -> bool: ...

    @property
    def eigensolves(self) -> int: ...

    @property
    def warnings(self) -> list[Message]: ...

    @property
    def notes(self) -> list[Message]: ...

    def to_json(self) -> str:
        """The JSON that `fairpca path --json` writes."""

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict."""

    def to_svg(self) -> str:
        """The picture that `fairpca path --svg` writes."""

    def __repr__(self) -> str: ...

def path(table: Rows, settings: FitSettings, values: Mapping[str, bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]]) -> FairnessPath:
    """The path of the rows of a table, as it may be published."""

def path_moments(moments: GroupMoments, settings: FitSettings, values: Mapping[str, bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]]) -> FairnessPath:
    """The path of moments."""

class Measure:
    """One measure of the registry."""

    @property
    def id(self) -> str: ...

    @property
    def summary(self) -> str:
        """What it is, in one line."""

    @property
    def definition(self) -> str:
        """The formula."""

    @property
    def fairness(self) -> str:
        """The notion it is about."""

    @property
    def direction(self) -> str:
        """Which values are better."""

    @property
    def needs(self) -> str:
        """What it must be given of the data."""

    @property
    def statistics(self) -> list[str]: ...

    @property
    def has_groups(self) -> bool:
        """Whether it has a value for each group."""

    @property
    def needs_training(self) -> bool: ...

    @property
    def needs_likelihood(self) -> bool: ...

    @property
    def uncertainty(self) -> str:
        """How its interval is made, or why there is none."""

    @property
    def paper(self) -> str: ...

    def __repr__(self) -> str: ...

def measures() -> list[Measure]:
    """The registry, in the order people should read it."""

def find_measure(id: str) -> Measure:
    """The measure with this id; ValueError offers the nearest ones."""

class Evaluation:
    """What was measured of a model on rows."""

    @property
    def warnings(self) -> list[Message]: ...

    def to_json(self) -> str:
        """The JSON that `fairpca evaluate --json` writes."""

    def to_text(self) -> str:
        """The table that `fairpca evaluate` prints."""

class OtherRows:
    """Rows, and what a model of others makes of them."""

    def __init__(self, table: Table, numbers: Annotated[NDArray, dict(shape=(None, None), device='cpu', writable=False)], coordinates: Annotated[NDArray, dict(shape=(None, None), device='cpu', writable=False)] | None, reconstructions: Annotated[NDArray, dict(shape=(None, None), device='cpu', writable=False)] | None) -> None: ...

def evaluate(model: Model, table: Rows, training: Rows | None, settings: FitSettings, values: Mapping[str, bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]], is_combine_given: bool, has_intervals: bool) -> Evaluation:
    """Measures a model on the rows of a table."""

def evaluate_moments(model: Model, moments: GroupMoments, training: GroupMoments | None, settings: FitSettings, values: Mapping[str, bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]], is_combine_given: bool) -> Evaluation:
    """Measures a model on the rows behind moments."""

def evaluate_coordinates(name: str, mean: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', writable=False)] | None, components: Annotated[NDArray, dict(shape=(None, None), device='cpu', writable=False)] | None, rows: OtherRows, training: OtherRows | None, settings: FitSettings, values: Mapping[str, bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]], has_intervals: bool) -> Evaluation:
    """Measures a model of others."""

def evaluate_options() -> list[OptionSpec]:
    """The options of evaluations."""

class Comparison:
    """A study that was run."""

    @property
    def results_csv(self) -> str: ...

    @property
    def features_csv(self) -> str: ...

    @property
    def fits_csv(self) -> str: ...

    @property
    def warnings(self) -> list[str]: ...

    @property
    def notes(self) -> list[str]: ...

    @property
    def problems(self) -> list[str]: ...

    @property
    def model_files(self) -> list[tuple[str, str, str]]: ...

    @property
    def suggested(self) -> tuple[str, str, list[tuple[str, str]]]:
        """Method, dimensions and options, all as texts."""

    def to_json(self, command: str) -> str: ...

    def to_text(self, command: str) -> str: ...

def compare(table: Rows, splits: Table | None, settings: FitSettings, values: Mapping[str, bool | int | float | str | Sequence[int] | Sequence[float] | Sequence[str]], folder: str, resumes: bool) -> Comparison:
    """Runs a study."""

def study_options() -> list[OptionSpec]:
    """The options of comparisons."""

def run_command(words: Sequence[bytes], open_table: Callable[[str, bool, bytes], Any], write_table: Callable[[str, Any, Callable[[bytes], None]], None]) -> int:
    """
    Runs a command line and returns its exit code. `open_table(form, is_folder, source)` gives an object with `names`, `rows` and `stream(columns)`; `write_table(form, rows, write)` writes the capsule of a stream.
    """

class Description:
    """A table, described."""

    def to_json(self, spell: Callable) -> str: ...

    def to_text(self, spell: Callable, width: int) -> str: ...

def describe(table: Rows, *, categorical: Sequence[str], dates: Sequence[str], per_attribute: bool | None, min_group_size: int, threads: int, protected: Sequence[str] = [], label: str | None = None) -> Description:
    """
    What is in a table; protected columns and label are of streams of texts.
    """

def synthetic_specs() -> list[tuple[str, str]]:
    """Names and summaries of the papers' generators."""

def synthesize(name: str, seed: int, rows: int, features: int) -> tuple[numpy.typing.NDArray[numpy.float64], list[str], numpy.typing.NDArray[numpy.int64]]:
    """Rows, column names and the group of each row."""

class Verification:
    """What could be proven of a model again."""

    @property
    def claims(self) -> list[tuple[str, str, str]]:
        """VerifiedClaim, status and sentence of each."""

    @property
    def ok(self) -> bool: ...

    @property
    def objective(self) -> float | None: ...

    @property
    def bound(self) -> float | None: ...

    def to_text(self) -> str: ...

def verify_moments(model: Model, moments: GroupMoments, threads: int) -> Verification:
    """From the moments of the rows it was fitted to."""

def verify_table(model: Model, table: Rows, threads: int) -> Verification:
    """From the rows it was fitted to."""

def needs_label(model: Model) -> bool:
    """Whether the labels matter to what the model solves."""

class PassSetup:
    """What all passes of a fit share."""

    def __init__(self, settings: FitSettings, *, protected: Sequence[str], label: str | None, weight: str | None, chosen: Sequence[str], categorical: Sequence[str]) -> None: ...

    @staticmethod
    def from_bytes(bytes: bytes) -> PassSetup: ...

    @property
    def protected(self) -> list[str]: ...

    @property
    def label(self) -> str | None: ...

    @property
    def weight(self) -> str | None: ...

    @property
    def chosen(self) -> list[str]: ...

    @property
    def dropped(self) -> list[str]: ...

    @property
    def categorical(self) -> list[str]: ...

def run_pass(rows: Rows, setup: bytes, request: bytes, number: int, first_row: int) -> bytes:
    """The result of a pass on a partition."""

def run_prepared(prepared: bytes, request: bytes, number: int) -> bytes:
    """The result of a pass on a prepared partition."""

def empty_partition(request: bytes, number: int) -> bytes:
    """The result of a partition without rows."""

def failed_partition(request: bytes, number: int, code: str, text: str, row: int, column: str) -> bytes:
    """The result of a partition whose rows cannot be read."""

def merge_results(results: Sequence[bytes]) -> bytes:
    """Results of consecutive partitions."""

def requested_features(request: bytes) -> list[tuple[str, bool]] | None:
    """Names of the columns a pass reads, and whether each is a category."""

def fit_passes(setup: PassSetup, run: Callable, bandwidth: bool, sample_rows: int, random_features: int) -> FitResult:
    """A fit, pass by pass."""

def moments_passes(setup: PassSetup, run: Callable) -> GroupMoments:
    """Moments of the rows of all partitions."""

def model_moments_passes(setup: PassSetup, model: Model, zeros: bool, run: Callable) -> GroupMoments:
    """The same with rows encoded as a model says."""
