/** The logistic function, without overflow. */
export const sigmoid = (value: number): number =>
  value >= 0 ? 1 / (1 + Math.exp(-value)) : 1 - 1 / (1 + Math.exp(value))

/** log(1 + exp(value)), without overflow. */
export const softplus = (value: number): number =>
  value > 0 ? value + Math.log1p(Math.exp(-value)) : Math.log1p(Math.exp(value))

/** Converts the first `count` logits to log-probabilities in place. */
export function logSoftmax(logits: Float64Array, count: number): void {
  let maximum = -Infinity
  for (let index = 0; index < count; index++) maximum = Math.max(maximum, logits[index] as number)
  let sum = 0
  for (let index = 0; index < count; index++) sum += Math.exp((logits[index] as number) - maximum)
  const shift = maximum + Math.log(sum)
  for (let index = 0; index < count; index++) {
    logits[index] = (logits[index] as number) - shift
  }
}

/**
 * Samples an index in proportion to exp of the first `count` log-probabilities; `draw` in [0, 1).
 */
export function drawFrom(logProbs: Float64Array, count: number, draw: number): number {
  let remaining = draw
  for (let index = 0; index < count - 1; index++) {
    remaining -= Math.exp(logProbs[index] as number)
    if (remaining < 0) return index
  }
  return count - 1
}

/** The entropy of the first `count` log-probabilities, in nats. */
export function entropy(logProbs: Float64Array, count: number): number {
  let sum = 0
  for (let index = 0; index < count; index++) {
    const logProb = logProbs[index] as number
    const prob = Math.exp(logProb)
    if (prob > 0) sum -= prob * logProb
  }
  return sum
}
