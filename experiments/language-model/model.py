"""A decoder of a million weights that can point at what it has read.

What is not usual: a causal convolution of width four before the attention, squared ReLU, norms
without weights, output maps that begin at zero, and on the last layer a pointer, which gives each
token read before a chance to be written again.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from torch import Tensor, nn

#: How many tokens the convolution sees.
REACH = 4


@dataclass(frozen=True)
class Shape:
    vocabulary: int
    width: int = 128
    layers: int = 4
    heads: int = 4


def chance_of(seed: int) -> torch.Generator:
    """The random stream of a run or of a measurement."""
    return torch.Generator().manual_seed(seed)


@dataclass
class Cache:
    """What a batch of conversations has been read into, row by row; rows differ in length."""

    length: Tensor
    ids: Tensor
    #: Something for every token, such as keys and values: rows x heads x tokens x width.
    tokens: dict[str, Tensor] = field(default_factory=dict)
    #: What the last tokens of each row were, for the convolution.
    ends: dict[str, Tensor] = field(default_factory=dict)

    @classmethod
    def empty(cls, rows: int, room: int) -> Cache:
        return cls(torch.zeros(rows, dtype=torch.long), torch.zeros(rows, room, dtype=torch.long))

    def keep(self, rows: list[int]) -> Cache:
        """A copy of these rows."""
        length = self.length[rows]
        size = int(length.max()) if rows else 0
        tokens = {name: part[rows, :, :size] for name, part in self.tokens.items()}
        ends = {name: part[rows] for name, part in self.ends.items()}
        return Cache(length, self.ids[rows], tokens, ends)

    def put(self, rows: list[int], source: Cache) -> None:
        """Puts rows back that went on in a copy."""
        self.length[rows], self.ids[rows] = source.length, source.ids
        size = int(source.length.max())
        for name, part in source.tokens.items():
            self._widen(name, size, part)[rows, :, :size] = part[:, :, :size]
        for name, end in source.ends.items():
            self.ends.setdefault(name, end.new_zeros(len(self.ids), *end.shape[1:]))[rows] = end

    def store(self, name: str, new: Tensor, places: Tensor) -> Tensor:
        """Puts a chunk in its places of the row, and gives all of the row that is in use."""
        size = int(places.max()) + 1
        part = self._widen(name, size, new)
        part[torch.arange(len(new))[:, None], :, places] = new.transpose(1, 2)
        return part[:, :, :size]

    def _widen(self, name: str, size: int, like: Tensor) -> Tensor:
        """A part with room for so many tokens, and for more: rows grow by a token at a time."""
        part = self.tokens.get(name)
        if part is None:
            part = like.new_zeros(len(self.ids), like.shape[1], 0, like.shape[-1])
        if part.shape[2] < size:
            part = F.pad(part, (0, 0, 0, size + size // 2 - part.shape[2]))
        self.tokens[name] = part
        return part

    def before(self, name: str, new: Tensor, counts: Tensor) -> Tensor:
        """What stood before a chunk, for the convolution; remembers the end of the chunk."""
        stored = self.ends.get(name)
        if stored is None:
            stored = new.new_zeros(new.shape[0], REACH - 1, new.shape[-1])
        line = torch.cat([stored, new], 1)
        ends = counts[:, None] + torch.arange(REACH - 1)
        self.ends[name] = line[torch.arange(len(line))[:, None], ends]
        return stored


def norm(x: Tensor) -> Tensor:
    return F.rms_norm(x, (x.shape[-1],))


class Layer(nn.Module):
    def __init__(self, name: str, width: int, heads: int) -> None:
        super().__init__()
        self.name, self.heads = name, heads
        self.mix = nn.Parameter(torch.randn(REACH, width) * 0.1)
        self.query, self.key, self.value, self.out = (_matrix(width, width) for _ in range(4))
        self.up, self.down = _matrix(width, 4 * width), _matrix(4 * width, width)
        self.scale = nn.Parameter(torch.full((heads, 1, 1), 4.0))
        with torch.no_grad():
            self.mix[0] += 1
            self.out.zero_()
            self.down.zero_()

    def forward(self, x: Tensor, places: Tensor, cache: Cache | None, counts: Tensor) -> Tensor:
        h = norm(x)
        history = h.new_zeros(h.shape[0], REACH - 1, h.shape[-1])
        if cache is not None:
            history = cache.before(f"{self.name}.before", h, counts)
        line, size = torch.cat([history, h], 1), h.shape[1]
        h = sum(self.mix[k] * line[:, REACH - 1 - k : REACH - 1 - k + size] for k in range(REACH))
        q, k, v = h @ self.query.T, h @ self.key.T, h @ self.value.T
        k, v = _turned(norm(self._parted(k)), places), self._parted(v)
        if cache is not None:
            k = cache.store(f"{self.name}.key", k, places)
            v = cache.store(f"{self.name}.value", v, places)
        q = _turned(norm(self._parted(q)), places) * self.scale
        mask = None if cache is None else _seen(places, k.shape[2])[:, None]
        attended = F.scaled_dot_product_attention(q, k, v, mask, is_causal=mask is None)
        x = x + attended.transpose(1, 2).flatten(2) @ self.out.T
        return x + F.relu(norm(x) @ self.up.T).square() @ self.down.T

    def _parted(self, x: Tensor) -> Tensor:
        return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)


class Model(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        width = shape.width
        self.shape = shape
        self.embedding = nn.Parameter(torch.randn(shape.vocabulary, width) * 0.5)
        layers = (Layer(str(at), width, shape.heads) for at in range(shape.layers))
        self.layers = nn.ModuleList(layers)
        self.head = nn.Parameter(torch.zeros(width, width))
        self.pointer_query = _matrix(width, width)
        self.pointer_key = _matrix(2 * width, width)
        self.pointer_scale = nn.Parameter(torch.tensor(8.0))
        self.gate = nn.Parameter(torch.zeros(width))
        self.gate_bias = nn.Parameter(torch.tensor(-1.0))

    def read(self, ids: Tensor, cache: Cache | None = None, counts: Tensor | None = None) -> Tensor:
        """The last layer at every token. With a cache, `ids` go on where its rows end."""
        counts = torch.full((len(ids),), ids.shape[1]) if counts is None else counts
        places = torch.arange(ids.shape[1]).expand(ids.shape)
        if cache is not None:
            places = places + cache.length[:, None]
            cache.ids[torch.arange(len(ids))[:, None], places] = ids
        x = norm(self.embedding[ids])
        for layer in self.layers:
            x = layer(x, places, cache, counts)
        y = norm(x)
        if cache is not None:
            before = cache.before("pointer.before", y, counts)[:, -1:]
            cache.store("pointer.key", self._keys(before, y)[:, None], places)
            cache.length = cache.length + counts
        return y

    def _keys(self, history: Tensor, y: Tensor) -> Tensor:
        """What the pointer finds a token by: what was expected in its place, and what it became."""
        previous = torch.cat([history, y[:, :-1]], 1)
        return norm(torch.cat([previous, y], -1) @ self.pointer_key.T)

    def _logits(self, y: Tensor) -> Tensor:
        return (y @ self.head.T) @ self.embedding.T

    def log_probabilities(self, ids: Tensor, is_wanted: Tensor) -> Tensor:
        """Log-probabilities of the tokens after the first; zero for tokens that are not wanted."""
        y = self.read(ids)
        keys = self._keys(torch.zeros_like(y[:, :1]), y)
        rows, places = torch.nonzero(is_wanted[:, 1:], as_tuple=True)
        target, hidden = ids[rows, places + 1], y[rows, places]
        query = norm(hidden @ self.pointer_query.T) * self.pointer_scale
        score = torch.bmm(_spread(query, rows, places, ids.shape), keys.transpose(1, 2))
        score = score[rows, places] / keys.shape[-1] ** 0.5
        score = score.masked_fill(torch.arange(ids.shape[1]) > places[:, None], -torch.inf)
        pointed = (score.softmax(-1) * (ids[rows] == target[:, None])).sum(-1)
        sampled = self._logits(hidden).log_softmax(-1).gather(-1, target[:, None])[:, 0].exp()
        share = torch.sigmoid(hidden @ self.gate + self.gate_bias)
        found = ((1 - share) * sampled + share * pointed + 1e-8).log()
        result = torch.zeros(ids.shape[0], ids.shape[1] - 1)
        return result.index_put((rows, places), found)

    def next_token(self, y: Tensor, cache: Cache) -> Tensor:
        """The chances of every token after the last one of each row; `y` is the layer there."""
        room = int(cache.length.max())
        query = norm(y @ self.pointer_query.T) * self.pointer_scale
        score = torch.einsum("bd,btd->bt", query, cache.tokens["pointer.key"][:, 0, :room])
        score = score / y.shape[-1] ** 0.5
        score = score.masked_fill(torch.arange(room) >= cache.length[:, None], -torch.inf)
        share = torch.sigmoid(y @ self.gate + self.gate_bias)[:, None]
        chances = (1 - share) * self._logits(y).softmax(-1)
        return chances.scatter_add(-1, cache.ids[:, :room], share * score.softmax(-1))


def _matrix(inputs: int, outputs: int) -> nn.Parameter:
    return nn.Parameter(torch.randn(outputs, inputs) * inputs**-0.5)


def _spread(values: Tensor, rows: Tensor, places: Tensor, shape: torch.Size) -> Tensor:
    spread = values.new_zeros(*shape, values.shape[-1])
    return spread.index_put((rows, places), values)


def _seen(places: Tensor, size: int) -> Tensor:
    return torch.arange(size) <= places[:, :, None]


def _turned(x: Tensor, places: Tensor) -> Tensor:
    """Rotary positions: pairs of members turned by the place of their token."""
    half = x.shape[-1] // 2
    speed = 10_000.0 ** (-torch.arange(half) / half)
    angle = places[:, None, :, None] * speed
    first, second = x[..., :half], x[..., half:]
    cos, sin = angle.cos(), angle.sin()
    return torch.cat([first * cos - second * sin, first * sin + second * cos], -1)
