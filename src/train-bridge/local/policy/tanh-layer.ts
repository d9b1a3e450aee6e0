import { type LayerMaker, linearLayer } from './layer.ts'

/** Units of the hidden layer. */
const HIDDEN_UNITS = 64

const START_SCALE = 0.1

/** One hidden layer: tanh of the sum of the rows, then a matrix to the outputs. */
export const tanhLayer: LayerMaker = (offset, rows, outputs) => {
  const table = linearLayer(offset, rows, HIDDEN_UNITS)
  const matrix = offset + table.size
  const matrixSize = HIDDEN_UNITS * outputs
  const hidden = new Float64Array(HIDDEN_UNITS)
  const hiddenGradient = new Float64Array(HIDDEN_UNITS)
  return {
    rows,
    outputs,
    size: table.size + matrixSize,
    initialise(weights, draw) {
      const end = matrix + matrixSize
      for (let index = offset; index < end; index++) weights[index] = START_SCALE * (2 * draw() - 1)
    },
    forward(weights, features, end, out) {
      table.forward(weights, features, end, hidden)
      for (let unit = 0; unit < HIDDEN_UNITS; unit++) {
        hidden[unit] = Math.tanh(hidden[unit] as number)
      }
      for (let output = 0; output < outputs; output++) {
        const start = matrix + output * HIDDEN_UNITS
        let sum = 0
        for (let unit = 0; unit < HIDDEN_UNITS; unit++) {
          sum += (weights[start + unit] as number) * (hidden[unit] as number)
        }
        out[output] = sum
      }
    },
    backward(weights, gradient, features, end, outGradient) {
      hiddenGradient.fill(0)
      for (let output = 0; output < outputs; output++) {
        const outputGradient = outGradient[output] as number
        if (outputGradient === 0) continue
        const start = matrix + output * HIDDEN_UNITS
        for (let unit = 0; unit < HIDDEN_UNITS; unit++) {
          const outputIndex = start + unit
          gradient[outputIndex] =
            (gradient[outputIndex] as number) + outputGradient * (hidden[unit] as number)
          hiddenGradient[unit] =
            (hiddenGradient[unit] as number) + outputGradient * (weights[outputIndex] as number)
        }
      }
      for (let unit = 0; unit < HIDDEN_UNITS; unit++) {
        const value = hidden[unit] as number
        hiddenGradient[unit] = (hiddenGradient[unit] as number) * (1 - value * value)
      }
      table.backward(weights, gradient, features, end, hiddenGradient)
    },
  }
}
