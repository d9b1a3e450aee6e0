// Guards that segments train each answer once, after the ids that the model got for it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallTokens, CallUse, ModelCall } from './model-call.ts'
import { type EpisodeSegments, type Segment, segmentsInPieces } from './segments.ts'

/** A call of a fake agent: what it does, and which earlier call it continues. */
type Move =
  | { readonly kind: 'extend' | 'rerender' | 'retry' | 'fork' | 'fail'; readonly from: number }
  | { readonly kind: 'new' }

const move = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('extend' as const), from: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'rerender' as const,
        'retry' as const,
        'fork' as const,
        'fail' as const,
      ),
      from: fc.nat(6),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'new' as const }) },
)

/** Ids are counters, so that equal ids must have been copied. */
function callsOf(moves: readonly Move[]): ModelCall[] {
  let id = 0
  const fresh = (count: number): number[] => Array.from({ length: count }, () => id++)
  const calls: (ModelCall & { tokens: CallTokens })[] = []
  for (const [call, made] of [{ kind: 'new' as const }, ...moves].entries()) {
    const before = made.kind === 'new' ? undefined : calls[Math.max(0, call - 1 - made.from)]
    const tokens = (prompt: readonly number[]): CallTokens => {
      const ids = fresh(1 + (id % 3))
      return { prompt, ids, logprobs: ids.map((one) => -one / 1_000) }
    }
    const common = { call, position: call, isAnswered: made.kind !== 'fail', hasToolCalls: true }
    if (before === undefined) {
      calls.push({ ...common, parent: null, kept: 0, length: 1, tokens: tokens(fresh(3)) })
      continue
    }
    const { call: parent, parent: above, kept, length } = before
    const { prompt, ids } = before.tokens as CallTokens
    const whole = [...Array.from(prompt), ...Array.from(ids)]
    if (made.kind === 'retry') {
      calls.push({ ...common, parent: above, kept, length, tokens: tokens(Array.from(prompt)) })
    } else if (made.kind === 'fork') {
      const other = [...Array.from(prompt).slice(0, -1), ...fresh(2)]
      calls.push({ ...common, parent: above, kept, length, tokens: tokens(other) })
    } else {
      const start = made.kind === 'rerender' ? fresh(whole.length) : whole
      const added = { parent, kept: length + 1, length: length + 2 }
      calls.push({ ...common, ...added, tokens: tokens([...start, ...fresh(2)]) })
    }
  }
  return calls
}

/** The defects in the segments of some calls. */
function problemsOf(calls: readonly ModelCall[], { segments, uses }: EpisodeSegments): string[] {
  const problems: string[] = []
  const times = new Map<number, number>()
  for (const segment of segments) {
    const { prompt, response, mask, logprobs } = segment
    if (response.length !== mask.length || response.length !== logprobs.length) {
      problems.push('the response, its mask and its log-probabilities have different lengths')
    }
    const expected = new Array(response.length).fill(0)
    for (const { call, start, end, isTrained } of segment.calls) {
      const { tokens } = calls[call] as ModelCall & { tokens: CallTokens }
      const given = [...prompt, ...response.slice(0, start)]
      if (!same(given, tokens.prompt))
        problems.push(`call ${call} follows other ids than it was given`)
      if (!same(response.slice(start, end), tokens.ids)) problems.push(`call ${call} has other ids`)
      const known = logprobs.slice(start, end)
      if (isTrained && !same(known, tokens.logprobs))
        problems.push(`call ${call}: log-probabilities`)
      if (isTrained) expected.fill(1, start, end)
      if (isTrained) times.set(call, (times.get(call) ?? 0) + 1)
    }
    if (!same(mask, expected)) problems.push('the mask is not that of the trained answers')
    if (mask.at(-1) !== 1) problems.push('ids behind the last trained answer')
  }
  for (const { call, use } of uses) {
    const wanted = use === 'trained' ? 1 : 0
    if ((times.get(call) ?? 0) !== wanted)
      problems.push(`call ${call} is ${use}, not trained ${wanted}×`)
  }
  return problems
}

const same = (left: ArrayLike<number>, right: ArrayLike<number>): boolean =>
  left.length === right.length && Array.from(left).every((value, at) => value === right[at])

/** The segments of an episode, without the pauses in between. */
function toSegments(
  calls: readonly ModelCall[],
  positions: readonly number[],
  also?: Parameters<typeof segmentsInPieces>[2],
): EpisodeSegments {
  const work = segmentsInPieces(calls, positions, also)
  for (;;) {
    const { done, value } = work.next()
    if (done === true) return value
  }
}

const segmentsIn = (calls: readonly ModelCall[]): EpisodeSegments =>
  toSegments(
    calls,
    calls.map(({ position }) => position + 1),
  )

it('can pause within each pass over the calls', () => {
  const tokens = (from: number) => ({
    prompt: Int32Array.from({ length: 3 * from + 1 }, (_, at) => at),
    ids: Int32Array.from([3 * from + 1, 3 * from + 2]),
    logprobs: new Float32Array(2),
  })
  const calls = Array.from(
    { length: 40 },
    (_, call): ModelCall => ({
      ...{ call, parent: call === 0 ? null : call - 1, kept: 2 * call, length: 2 * call + 1 },
      ...{ position: call, isAnswered: true, hasToolCalls: true, tokens: tokens(call) },
    }),
  )
  const positions = calls.map(({ position }) => position + 1)
  const work = segmentsInPieces(calls, positions)
  let pauses = 0
  for (let next = work.next(); ; next = work.next(), pauses++) {
    if (next.done !== true) continue
    expect(next.value).toEqual(toSegments(calls, positions))
    break
  }
  expect(pauses).toBe(3 * calls.length)
})

const moves = fc.array(move, { maxLength: 14 })

describe('segments of any tree of calls', () => {
  it('train each answer once, after exactly the ids that the model received', () => {
    fc.assert(
      fc.property(moves, (made) => {
        const calls = callsOf(made)
        expect(problemsOf(calls, segmentsIn(calls))).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('follow the parent that a search through all calls finds', () => {
    fc.assert(
      fc.property(moves, (made) => {
        const calls = callsOf(made)
        const { segments } = segmentsIn(calls)
        for (const { calls: chain } of segments) {
          for (const [at, { call }] of chain.entries()) {
            const before = chain[at - 1]?.call
            if (before !== undefined) expect(parentsBySearch(calls, call)).toEqual([before])
          }
        }
      }),
    )
  })

  it('are as few as the tree allows', () => {
    fc.assert(
      fc.property(moves, (made) => {
        const calls = callsOf(made)
        const { segments } = segmentsIn(calls)
        const continued = new Set(
          segments.flatMap((one) => one.calls.slice(0, -1).map(({ call }) => call)),
        )
        const ends = new Set(segments.map((one) => one.calls.at(-1)?.call))
        for (const { calls: chain } of segments) {
          const [parent, ...others] = parentsBySearch(calls, chain[0]?.call ?? 0)
          if (parent === undefined || others.length > 0) continue
          expect(continued.has(parent) || !ends.has(parent)).toBe(true)
        }
      }),
    )
  })
})

/** The parent of a call by exhaustive search. */
function parentsBySearch(calls: readonly ModelCall[], call: number): number[] {
  const prompt = Array.from(calls[call]?.tokens?.prompt ?? [])
  const wholes = calls.slice(0, call).flatMap(({ call: before, tokens, isAnswered }) => {
    const whole = [...Array.from(tokens?.prompt ?? []), ...Array.from(tokens?.ids ?? [])]
    const isPrefix = whole.every((id, at) => id === prompt[at])
    return isAnswered && isPrefix ? [{ before, length: whole.length }] : []
  })
  const longest = Math.max(...wholes.map(({ length }) => length))
  return wholes.filter(({ length }) => length === longest).map(({ before }) => before)
}

describe('the check of segments', () => {
  const calls = callsOf([
    { kind: 'extend', from: 0 },
    { kind: 'extend', from: 0 },
    { kind: 'rerender', from: 0 },
    { kind: 'extend', from: 0 },
  ])
  const right = segmentsIn(calls)
  const [first, second] = right.segments as [Segment, Segment]
  const withFirst = (members: Partial<Segment>): EpisodeSegments => ({
    ...right,
    segments: [{ ...first, ...members }, second],
  })

  it('accepts correct segments', () => {
    expect(right.segments).toHaveLength(2)
    expect(problemsOf(calls, right)).toEqual([])
  })

  it.each<[string, EpisodeSegments]>([
    ['an id of the prompt that is lost', withFirst({ prompt: first.prompt.slice(1) })],
    ['an id that is another', withFirst({ response: [-1, ...first.response.slice(1)] })],
    ['a trained id of the environment', withFirst({ mask: first.mask.map(() => 1 as const) })],
    ['an answer that is not trained', withFirst({ mask: first.mask.map(() => 0 as const) })],
    [
      'log-probabilities moved by one',
      withFirst({ logprobs: [0, ...first.logprobs.slice(0, -1)] }),
    ],
    ['an answer trained twice', { ...right, segments: [first, second, second] }],
    ['a segment that is lost', { ...right, segments: [first] }],
  ])('finds %s', (_, wrong) => {
    expect(problemsOf(calls, wrong)).not.toEqual([])
  })
})

/** A call with given ids, answered by default. */
const call = (
  number: number,
  parent: number | null,
  [prompt, ids]: readonly [readonly number[], readonly number[]],
  more: Partial<ModelCall> = {},
): ModelCall => ({
  ...{ call: number, parent, kept: parent === null ? 0 : 1, length: 1, position: number },
  ...{ isAnswered: true, hasToolCalls: true },
  tokens: { prompt, ids, logprobs: ids.map(() => -0.5) },
  ...more,
})

const usesOf = ({ uses }: EpisodeSegments): CallUse[] => uses.map(({ use }) => use)

describe('a call is not trained by default', () => {
  const [one, two] = [call(0, null, [[1, 2], [3]]), call(1, 0, [[1, 2, 3, 4], [5]], { kept: 2 })]

  it('if two earlier calls qualify equally as its parent, and it is reported', () => {
    const again = call(1, 0, [[1, 2], [3]])
    const next = call(2, 0, [[1, 2, 3, 4], [5]], { kept: 2 })
    const last = call(3, 2, [[1, 2, 3, 4, 5, 6], [7]], { kept: 2 })
    const found = toSegments([one, again, next, last], [1, 2, 3, 4])
    expect(usesOf(found)).toEqual(['trained', 'trained', 'ambiguous', 'trained'])
    expect(found.segments.map(({ calls }) => calls.map((each) => each.call))).toEqual([
      ...[[0], [1], [2, 3]],
    ])
    expect(found.segments[2]?.mask).toEqual([0, 0, 1])
  })

  it('if its agent got no answer, and it has no child', () => {
    const failed = { ...one, isAnswered: false }
    const found = toSegments([failed, { ...two, parent: null }], [2])
    expect(usesOf(found)).toEqual(['failed', 'trained'])
    expect(found.segments[0]?.prompt).toEqual([1, 2, 3, 4])
  })

  it('if the server returned no ids', () => {
    expect(usesOf(toSegments([{ ...one, tokens: null }], [1]))).toEqual(['no_tokens'])
  })

  it('if the same prompt was sent again later and only that answer was used', () => {
    const again = call(1, 0, [[1, 2], [9]])
    const next = call(2, 1, [[1, 2, 9, 4], [5]], { kept: 2 })
    expect(usesOf(toSegments([one, again, next], [2, 3]))).toEqual([
      'retried',
      'trained',
      'trained',
    ])
  })

  it('if neither a later call nor a step used its answer', () => {
    const other = call(1, 0, [[1, 7], [9]])
    expect(usesOf(toSegments([one, other], [2]))).toEqual(['abandoned', 'trained'])
  })

  it('if it belongs to another conversation than the one that played', () => {
    const title = call(1, null, [[8, 8], [8]], { hasToolCalls: false })
    const next = call(2, 0, [[1, 2, 3, 4], [5]], { kept: 2 })
    expect(usesOf(toSegments([one, title, next], [2, 3]))).toEqual([
      ...['trained', 'auxiliary', 'trained'],
    ])
  })

  it('but is if its use is requested', () => {
    const title = call(1, null, [[8, 8], [8]], { hasToolCalls: false })
    const found = toSegments([one, title], [1], new Set(['auxiliary']))
    expect([usesOf(found), found.segments.length]).toEqual([['trained', 'auxiliary'], 2])
  })
})

it('names the call that led to each step, not a parallel one without tool calls', () => {
  const calls = [
    call(0, null, [[1], [2]], { position: 0 }),
    call(1, null, [[8], [8]], { position: 0, hasToolCalls: false }),
    call(2, 0, [[1, 2, 3], [4]], { position: 1, kept: 2 }),
  ]
  expect(toSegments(calls, [1, 2, 3]).steps).toEqual([
    { position: 1, call: 0 },
    { position: 2, call: 2 },
    { position: 3, call: 2 },
  ])
  expect(toSegments([], [1]).steps).toEqual([{ position: 1, call: null }])
})
