/** Decay of the running means of gradients and of their squares. */
const [BETA_1, BETA_2] = [0.9, 0.999]
const EPSILON = 1e-8

/**
 * Adam (Kingma and Ba 2015, arXiv:1412.6980, algorithm 1), uphill:
 * m ← β₁m + (1 − β₁)g, v ← β₂v + (1 − β₂)g², θ ← θ + α · m̂ / (√v̂ + ε) with m̂ = m / (1 − β₁ᵗ)
 * and v̂ = v / (1 − β₂ᵗ). No decay of weights.
 */
export class Adam {
  readonly means: Float64Array
  readonly squares: Float64Array
  steps = 0

  constructor(size: number) {
    this.means = new Float64Array(size)
    this.squares = new Float64Array(size)
  }

  /** Moves the weights along the gradient. */
  step(weights: Float64Array, gradient: Float64Array, learningRate: number): void {
    const { means, squares } = this
    this.steps += 1
    const rate = learningRate / (1 - BETA_1 ** this.steps)
    const scale = 1 / (1 - BETA_2 ** this.steps)
    for (let index = 0; index < weights.length; index++) {
      const derivative = gradient[index] as number
      const mean = BETA_1 * (means[index] as number) + (1 - BETA_1) * derivative
      const square = BETA_2 * (squares[index] as number) + (1 - BETA_2) * derivative * derivative
      means[index] = mean
      squares[index] = square
      // Most features never occur. Their weights do not change, which saves the square root.
      if (mean !== 0) {
        weights[index] =
          (weights[index] as number) + (rate * mean) / (Math.sqrt(scale * square) + EPSILON)
      }
    }
  }
}
