import { matches } from '../comparison/match.ts'
import { signal } from '../errors.ts'
import { isTrue } from '../evaluate/condition.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { countOf, itemAt } from '../values/access.ts'
import { collapse, dictionary, EMPTY } from '../values/build.ts'
import { bytesMade } from '../values/memory.ts'
import { meter, spend } from '../values/meter.ts'
import { FLOAT, isNumeric } from '../values/types.ts'
import { isFunction, isList, type Value } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'
import { binaryCaller, unaryCaller } from './callers.ts'

/** Collects the steps of a scan, but not of a fold, and charges their memory meanwhile. */
class Steps {
  readonly #items: Value[] = []
  readonly #pending = meter.pending
  readonly #keeps: boolean
  /** The value of `allocated` when the last step was added. */
  #allocated = meter.allocated

  constructor(keeps: boolean) {
    this.#keeps = keeps
  }

  add(value: Value): void {
    if (!this.#keeps) return
    meter.pending += bytesMade(value, meter.allocated - this.#allocated)
    this.#allocated = meter.allocated
    this.#items.push(value)
  }

  /** All steps as one list, or the last value. */
  result(lastValue: Value): Value {
    meter.pending = this.#pending
    return this.#keeps ? collapse(this.#items) : lastValue
  }
}

/** `f/x` of a unary: repeats until a result matches the previous or the first one. */
export function converge(q: Interpreter, target: Value, first: Value, scan: boolean): Value {
  const apply = unaryCaller(q, target)
  const steps = new Steps(scan)
  steps.add(first)
  let previous = first
  for (;;) {
    spend(1)
    const nextValue = apply(previous)
    if (matches(nextValue, previous) || matches(nextValue, first)) break
    steps.add(nextValue)
    previous = nextValue
  }
  return steps.result(previous)
}

/** `n f/x` and `test f/x` of a unary: repeats a number of times, or while the test holds. */
export function repeat(
  q: Interpreter,
  target: Value,
  control: Value,
  first: Value,
  scan: boolean,
): Value {
  const apply = unaryCaller(q, target)
  const steps = new Steps(scan)
  steps.add(first)
  let value = first
  const goesOn = condition(q, control)
  for (let round = 0; goesOn(round, value); round++) {
    spend(1)
    value = apply(value)
    steps.add(value)
  }
  return steps.result(value)
}

function condition(q: Interpreter, control: Value): (round: number, value: Value) => boolean {
  if (control.kind === 'atom' && isNumeric(control.type)) {
    const times = toDouble(control.value)
    return (round) => round < times
  }
  const isTest =
    control.kind === 'atom' ||
    isFunction(control) ||
    isList(control) ||
    control.kind === 'dictionary'
  if (!isTest) return signal('type')
  const test = unaryCaller(q, control)
  return (_, value) => isTrue(test(value))
}

const hasItems = (value: Value): boolean =>
  isList(value) || value.kind === 'dictionary' || value.kind === 'table'

/** Folds and scans that are verbs, which treat nulls in the same way. */
const FOLDS: ReadonlyMap<string, string> = new Map([
  ['+/', 'sum'],
  ['*/', 'prd'],
  ['|/', 'max'],
  ['&/', 'min'],
  ['+\\', 'sums'],
  ['*\\', 'prds'],
  ['|\\', 'maxs'],
  ['&\\', 'mins'],
])

/** Folds an operator over a vector by its equivalent verb. */
function atOnce(q: Interpreter, target: Value, values: Value, scan: boolean): Value | undefined {
  if (target.kind !== 'primitive' || values.kind !== 'vector' || !isNumeric(values.type)) {
    return undefined
  }
  const verb = q.verbs.find(FOLDS.get(`${target.verb.name}${scan ? '\\' : '/'}`) ?? '')
  return verb?.unary?.(values, q)
}

const FLOAT_STEPS: ReadonlyMap<string, (x: number, y: number) => number> = new Map([
  ['+', (x, y) => x + y],
  ['-', (x, y) => x - y],
  ['*', (x, y) => x * y],
])

/** The operation of an operator, or of a function equal to one, on two floats. */
function floatStep(target: Value): ((x: number, y: number) => number) | undefined {
  if (target.kind === 'primitive') return FLOAT_STEPS.get(target.verb.name)
  if (target.kind !== 'lambda') return undefined
  return FLOAT_STEPS.get(/^\{x ?(.) ?y\}$/.exec(target.source)?.[1] ?? '')
}

/** Folds arithmetic over floats without making a value for each step. */
function foldFloats(target: Value, seed: Value | undefined, values: Value): Value | undefined {
  if (values.kind !== 'vector' || values.type !== FLOAT) return undefined
  if (seed !== undefined && !(seed.kind === 'atom' && seed.type === FLOAT)) return undefined
  const step = floatStep(target)
  if (step === undefined) return undefined
  const data = values.data as Float64Array
  let state = seed === undefined ? (data[0] as number) : (seed.value as number)
  for (let i = seed === undefined ? 1 : 0; i < data.length; i++) {
    if (i % 256 === 0) spend(64)
    state = step(state, data[i] as number)
  }
  return { kind: 'atom', type: FLOAT, value: state }
}

/** `f/y` and `x f/y` of a binary: folds the items, starting from x if it is given. */
export function fold(
  q: Interpreter,
  target: Value,
  seed: Value | undefined,
  values: Value,
  scan: boolean,
): Value {
  if (!hasItems(values)) return seed === undefined ? values : q.apply(target, [seed, values])
  const count = countOf(values)
  const quick = seed === undefined ? atOnce(q, target, values, scan) : undefined
  if (quick !== undefined) return quick
  if (count === 0) return emptyFold(target, seed, values, scan)
  const foldedFloats = scan ? undefined : foldFloats(target, seed, values)
  if (foldedFloats !== undefined) return foldedFloats
  const combine = binaryCaller(q, target)
  const steps = new Steps(scan)
  const start = seed === undefined ? 1 : 0
  const joins = scan && target.kind === 'primitive' && target.verb.name === ','
  let state = seed ?? itemAt(values, 0)
  // The result of a join is a list from its first step on.
  if (joins && state.kind === 'atom') state = collapse([state])
  if (seed === undefined) steps.add(state)
  for (let i = start; i < count; i++) {
    spend(1)
    state = combine(state, itemAt(values, i))
    steps.add(state)
  }
  const results = steps.result(state)
  return scan && values.kind === 'dictionary' ? dictionary(values.keys, results) : results
}

function emptyFold(target: Value, seed: Value | undefined, values: Value, scan: boolean): Value {
  if (scan) return seed === undefined && target.kind === 'primitive' ? values : EMPTY
  if (seed !== undefined) return seed
  const identity = target.kind === 'primitive' ? target.verb.identity : undefined
  return identity ?? EMPTY
}

/** `f[x;y;z]/` with three or more arguments: folds over several lists in parallel. */
export function foldMany(
  q: Interpreter,
  target: Value,
  args: readonly Value[],
  scan: boolean,
): Value {
  const [seed, ...lists] = args
  if (seed === undefined) return signal('rank')
  const [leader, ...otherLists] = lists.filter(hasItems)
  if (leader === undefined) return q.apply(target, args)
  const count = countOf(leader)
  if (otherLists.some((other) => countOf(other) !== count)) return signal('length')
  const steps = new Steps(scan)
  let state = seed
  for (let i = 0; i < count; i++) {
    spend(1)
    state = q.apply(target, [state, ...lists.map((l) => (hasItems(l) ? itemAt(l, i) : l))])
    steps.add(state)
  }
  return steps.result(state)
}
