/** A repeatable source of draws for `?`, `rand` and the like. */
export interface RandomSource {
  /** A whole number in [0, bound), bound up to 2^53. */
  below(bound: number): number
  /** A number in [0, 1). */
  unit(): number
}

/** The generator of a seed: xoshiro128** over a mixed seed. */
export function randomSource(seed: number): RandomSource {
  const state = new Uint32Array(4)
  let mixed = seed >>> 0
  for (let i = 0; i < 4; i++) {
    mixed = (mixed + 0x9e3779b9) >>> 0
    let word = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
    state[i] = word ^ (word >>> 15)
  }
  state[0] = (state[0] as number) | 1
  const unit = (): number => (next(state) * 0x200000 + (next(state) >>> 11)) / 2 ** 53
  return { unit, below: (bound) => Math.floor(unit() * bound) }
}

function next(state: Uint32Array): number {
  const first = state[0] as number
  const second = state[1] as number
  const third = state[2] as number
  const fourth = state[3] as number
  const scaled = Math.imul(second, 5)
  const result = Math.imul((scaled << 7) | (scaled >>> 25), 9) >>> 0
  const mixedThird = third ^ first
  const mixedFourth = fourth ^ second
  state[1] = second ^ mixedThird
  state[0] = first ^ mixedFourth
  state[2] = mixedThird ^ (second << 9)
  state[3] = (mixedFourth << 11) | (mixedFourth >>> 21)
  return result
}
