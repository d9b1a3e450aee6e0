/**
 * Maps features to numbers by summing one table row per feature. Weights and gradient are parts of
 * the policy's arrays, from `offset` on.
 */
export interface Layer {
  /** Rows of the table; features are hashed into them. */
  readonly rows: number
  readonly outputs: number
  /** Number of weights. */
  readonly size: number
  /** Sets the initial weights that are not 0. */
  initialise(weights: Float64Array, draw: () => number): void
  /** Sets `out` for the features `rows[0..end)`. */
  forward(weights: Float64Array, rows: Int32Array, end: number, out: Float64Array): void
  /**
   * Adds to the gradient, given that of `out`. Call it directly after `forward` with the same
   * features.
   */
  backward(
    weights: Float64Array,
    gradient: Float64Array,
    rows: Int32Array,
    end: number,
    outGradient: Float64Array,
  ): void
}

/** Makes a layer that starts at an offset. */
export type LayerMaker = (offset: number, rows: number, outputs: number) => Layer

/** The sum of the rows: a log-linear model. */
export const linearLayer: LayerMaker = (offset, rows, outputs) => ({
  rows,
  outputs,
  size: rows * outputs,
  initialise: () => undefined,
  forward(weights, features, end, out) {
    out.fill(0, 0, outputs)
    for (let index = 0; index < end; index++) {
      const start = offset + (features[index] as number) * outputs
      for (let output = 0; output < outputs; output++) {
        out[output] = (out[output] as number) + (weights[start + output] as number)
      }
    }
  },
  backward(_, gradient, features, end, outGradient) {
    for (let index = 0; index < end; index++) {
      const start = offset + (features[index] as number) * outputs
      for (let output = 0; output < outputs; output++) {
        gradient[start + output] =
          (gradient[start + output] as number) + (outGradient[output] as number)
      }
    }
  },
})
