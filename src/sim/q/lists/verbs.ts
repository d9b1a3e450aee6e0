import { castOrFind } from '../casts/cast.ts'
import { signal } from '../errors.ts'
import { rand } from '../random/draw.ts'
import { toStrings } from '../strings/string.ts'
import { flip } from '../tables/flip.ts'
import { countOf, itemAt, slice } from '../values/access.ts'
import { collapse, list, long } from '../values/build.ts'
import { isList, type Value } from '../values/value.ts'
import { binary, unary, type Verb } from '../verbs/verb.ts'
import { ascending } from './ascending.ts'
import { distinct, groupItems, isIn, whereIndexes } from './find.ts'
import { join, raze } from './join.ts'
import { cross, except, inter, union } from './sets.ts'
import { fills, previousBy, shiftList } from './shift.ts'
import { sortedPositions, sortList } from './sort.ts'
import { cutList, drop, reverse, rotate, take, til } from './take.ts'

const last = (x: Value): Value => (isListLike(x) ? itemAt(x, countOf(x) - 1) : x)
const first = (x: Value): Value => (isListLike(x) ? itemAt(x, 0) : x)
const isListLike = (x: Value): boolean => isList(x) || x.kind === 'dictionary' || x.kind === 'table'

/** The verbs on lists. */
export const listVerbs: readonly Verb[] = [
  unary('count', 'how many items', (x) => long(countOf(x)), { shown: '#:' }),
  unary('til', 'the whole numbers below it', til, {
    shown: "k){$[0>@x;!x;'`type]}",
    type: 100,
  }),
  unary('first', 'the first item', first, { shown: '*:' }),
  unary('last', 'the last item', last),
  unary('reverse', 'back to front', reverse, { shown: '|:' }),
  unary('raze', 'join the items', raze, { shown: ',/', type: 107 }),
  unary('where', 'positions of true, or so many of each', whereIndexes, { shown: '&:' }),
  unary('distinct', 'each item once', distinct, { shown: '?:' }),
  unary('group', 'positions of each item', groupItems, { shown: '=:' }),
  unary('flip', 'turn a matrix, or a dictionary into a table', flip, { shown: '+:' }),
  unary('string', 'text of each item', toStrings, { shown: '$:' }),
  unary('asc', 'sort upwards', ascending, { type: 100 }),
  unary('desc', 'sort downwards', (x) => sortList(x, true), { type: 100 }),
  unary('iasc', 'positions that sort upwards', (x) => sortedPositions(x, false), {
    shown: "k){$[0h>@x;'`rank;<x]}",
    type: 100,
  }),
  unary('idesc', 'positions that sort downwards', (x) => sortedPositions(x, true), {
    shown: "k){$[0h>@x;'`rank;>x]}",
    type: 100,
  }),
  {
    ...unary('enlist', 'a list of one item', (x) => collapse([x])),
    nary: { minimum: 1, maximum: 99, apply: (args) => collapse(args) },
  },
  unary(',:', 'a list of one item, the unary form of an operator', (x) => collapse([x])),
  binary(',', 'join', join, { identity: list([]) }),
  binary('#', 'take, reshape', take),
  binary('_', 'drop, cut', drop),
  binary('$', 'cast, parse, pad', castOrFind),
  binary('in', 'whether it is an item', isIn),
  binary('cut', 'cut into pieces', cutList, { type: 100 }),
  binary('rotate', 'move the first items to the end', rotate, { type: 100 }),
  binary('except', 'items that the other has not', except, { type: 100 }),
  binary('inter', 'items that both have', inter, { type: 100 }),
  binary('union', 'items of both, each once', union, { type: 100 }),
  binary('cross', 'each item joined to each of the other', cross, { type: 100 }),
  unary('prev', 'the items one place later', (x) => shiftList(x, 1), { shown: ":':", type: 109 }),
  unary('next', 'the items one place earlier', (x) => shiftList(x, -1), { type: 100 }),
  binary('xprev', 'the items so many places later', previousBy, { type: 100 }),
  unary('fills', 'nulls filled from before', fills, { shown: '^\\', type: 108 }),
  unary('rand', 'one random draw', rand, { type: 100 }),
  binary('sublist', 'a part, as far as there is one', sublist, { type: 100 }),
]

function sublist(x: Value, y: Value): Value {
  const count = countOf(y)
  const [offset, length] = x.kind === 'atom' ? [0, Number(x.value)] : toPair(x)
  if (length < 0) return slice(y, Math.max(0, count + length), count)
  return slice(y, Math.min(offset, count), Math.min(offset + length, count))
}

function toPair(x: Value): [number, number] {
  if (x.kind !== 'vector' || x.data.length !== 2) return signal('length')
  return [Number(x.data[0]), Number(x.data[1])]
}
