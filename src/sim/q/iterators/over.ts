import { matches } from '../comparison/match.ts'
import { signal } from '../errors.ts'
import { isTrue } from '../evaluate/control.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { countOf, itemAt } from '../values/access.ts'
import { collapse, dictionary, EMPTY } from '../values/build.ts'
import { spend } from '../values/meter.ts'
import { isNumeric } from '../values/types.ts'
import { isFunction, isList, type Value } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'

/** `f/x` of a unary: again and again until a result matches the one before, or the first. */
export function converge(q: Interpreter, target: Value, first: Value, scan: boolean): Value {
  const steps: Value[] = [first]
  let before = first
  for (;;) {
    spend(1)
    const next = q.apply(target, [before])
    if (matches(next, before) || matches(next, first)) break
    if (scan) steps.push(next)
    before = next
  }
  return scan ? collapse(steps) : before
}

/** `n f/x` and `test f/x` of a unary: so many times, or while the test holds. */
export function repeat(
  q: Interpreter,
  target: Value,
  control: Value,
  first: Value,
  scan: boolean,
): Value {
  const steps: Value[] = [first]
  let value = first
  const goesOn = condition(q, control)
  for (let round = 0; goesOn(round, value); round++) {
    spend(1)
    value = q.apply(target, [value])
    if (scan) steps.push(value)
  }
  return scan ? collapse(steps) : value
}

function condition(q: Interpreter, control: Value): (round: number, value: Value) => boolean {
  if (control.kind === 'atom' && isNumeric(control.type)) {
    const times = toDouble(control.value)
    return (round) => round < times
  }
  if (
    control.kind === 'atom' ||
    isFunction(control) ||
    isList(control) ||
    control.kind === 'dictionary'
  ) {
    return (_, value) => isTrue(q.apply(control, [value]))
  }
  return signal('type')
}

/** `f/y` and `x f/y` of a binary: folds the items, from x when there is one. */
export function fold(
  q: Interpreter,
  target: Value,
  seed: Value | undefined,
  values: Value,
  scan: boolean,
): Value {
  const isItems = isList(values) || values.kind === 'dictionary' || values.kind === 'table'
  if (!isItems) return seed === undefined ? values : q.apply(target, [seed, values])
  const count = countOf(values)
  if (count === 0) return emptyFold(target, seed, values, scan)
  const from = seed === undefined ? 1 : 0
  let state = seed ?? itemAt(values, 0)
  const steps: Value[] = seed === undefined ? [state] : []
  for (let i = from; i < count; i++) {
    spend(1)
    state = q.apply(target, [state, itemAt(values, i)])
    if (scan) steps.push(state)
  }
  if (!scan) return state
  const results = collapse(steps)
  return values.kind === 'dictionary' ? dictionary(values.keys, results) : results
}

function emptyFold(target: Value, seed: Value | undefined, values: Value, scan: boolean): Value {
  if (scan) return seed === undefined ? values : EMPTY
  if (seed !== undefined) return seed
  const identity = target.kind === 'primitive' ? target.verb.identity : undefined
  return identity ?? EMPTY
}

/** `f[x;y;z]/` of three and more: folds over several lists side by side. */
export function foldMany(
  q: Interpreter,
  target: Value,
  args: readonly Value[],
  scan: boolean,
): Value {
  const [seed, ...lists] = args
  if (seed === undefined) return signal('rank')
  const long = lists.filter(isList)
  const count = long[0] === undefined ? 1 : countOf(long[0])
  if (long.some((other) => countOf(other) !== count)) return signal('length')
  let state = seed
  const steps: Value[] = []
  for (let i = 0; i < count; i++) {
    spend(1)
    state = q.apply(target, [state, ...lists.map((l) => (isList(l) ? itemAt(l, i) : l))])
    steps.push(state)
  }
  return scan ? collapse(steps) : state
}
