/** A reproducible source of draws for `?`, `rand` and similar. */
export interface RandomSource {
  /** An integer in [0, bound), with a bound of at most 2^53. */
  below(bound: number): number
  /** A number in [0, 1). */
  unit(): number
  /** Fills an array with the results of successive `below` calls. */
  fill(into: Float64Array, bound: number): void
  /** An independent source that continues with the same draws. */
  copy(): RandomSource
}

const UNIT = 2 ** -53

/** The generator of a seed: xoshiro128** over a mixed seed. */
export function randomSource(seed: number): RandomSource {
  const state = new Uint32Array(4)
  let mixedBits = seed >>> 0
  for (let i = 0; i < 4; i++) {
    mixedBits = (mixedBits + 0x9e3779b9) >>> 0
    let word = Math.imul(mixedBits ^ (mixedBits >>> 16), 0x21f0aaad)
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
    state[i] = word ^ (word >>> 15)
  }
  state[0] = (state[0] as number) | 1
  return sourceFrom(state)
}

function sourceFrom(state: Uint32Array): RandomSource {
  const unit = (): number => (next(state) * 0x200000 + (next(state) >>> 11)) * UNIT
  return {
    unit,
    below: (bound) => Math.floor(unit() * bound),
    fill: (into, bound) => fill(state, into, bound),
    copy: () => sourceFrom(state.slice()),
  }
}

/** The same steps as `next` with the state in local variables, in a third of the time. */
function fill(state: Uint32Array, into: Float64Array, bound: number): void {
  let first = state[0] as number
  let second = state[1] as number
  let third = state[2] as number
  let fourth = state[3] as number
  for (let i = 0; i < into.length; i++) {
    let high = 0
    let low = 0
    for (let half = 0; half < 2; half++) {
      const scaledState = Math.imul(second, 5)
      high = low
      low = Math.imul((scaledState << 7) | (scaledState >>> 25), 9) >>> 0
      third ^= first
      fourth ^= second
      const shiftedState = second << 9
      second ^= third
      first ^= fourth
      third ^= shiftedState
      fourth = (fourth << 11) | (fourth >>> 21)
    }
    into[i] = Math.floor((high * 0x200000 + (low >>> 11)) * UNIT * bound)
  }
  state.set([first, second, third, fourth])
}

function next(state: Uint32Array): number {
  const first = state[0] as number
  const second = state[1] as number
  const third = state[2] as number
  const fourth = state[3] as number
  const scaledState = Math.imul(second, 5)
  const result = Math.imul((scaledState << 7) | (scaledState >>> 25), 9) >>> 0
  const mixedThird = third ^ first
  const mixedFourth = fourth ^ second
  state[1] = second ^ mixedThird
  state[0] = first ^ mixedFourth
  state[2] = mixedThird ^ (second << 9)
  state[3] = (mixedFourth << 11) | (mixedFourth >>> 21)
  return result
}
