import type { MarksAct } from '../../../env/learner/acts.ts'
import { sigmoid, softplus } from './chance.ts'
import type { Head, PolicyParameters } from './head.ts'
import type { Layer } from './layer.ts'

/**
 * Steps of the difference between the number of marks and the smallest number that was too many.
 */
const OVER_STEPS = 4

/** How texts mention lines: the number of ways, and those that also occur in the clean prompt. */
interface Cues {
  readonly cues: number
  readonly cleanCues: number
}

/** Number of weights of a head besides those of its layer, for a form of this many lines. */
export const marksExtra = (count: number, cues: number): number =>
  (count + 1) * count + count * count + cues + OVER_STEPS

/**
 * Decides the lines of a form in order, each as a Bernoulli variable. The log-odds are the layer's
 * output, plus weights for the number and positions of earlier marks, for how the texts mention the
 * line (shared by all lines), and for the distance to a number that was too many.
 */
export class MarksHead implements Head<MarksAct> {
  readonly size: number
  readonly #weights: Float64Array
  readonly #gradient: Float64Array
  readonly #layer: Layer
  /** Offsets of each kind of weights. */
  readonly #lengths: number
  readonly #pairs: number
  readonly #cues: number
  readonly #overs: number
  readonly #count: number
  readonly #allCues: number
  readonly #cleanCues: number
  readonly #base: Float64Array
  readonly #odds: Float64Array
  readonly #logitGradients: Float64Array

  /** @param offset start of the layer's weights; those of the head follow them */
  constructor(
    parameters: PolicyParameters,
    layer: Layer,
    offset: number,
    { cues, cleanCues }: Cues,
  ) {
    const count = layer.outputs
    this.#weights = parameters.weights
    this.#gradient = parameters.gradient
    this.#layer = layer
    this.#count = count
    this.#allCues = cues - 1
    this.#cleanCues = cleanCues
    this.#lengths = offset + layer.size
    this.#pairs = this.#lengths + (count + 1) * count
    this.#cues = this.#pairs + count * count
    this.#overs = this.#cues + cues
    this.size = layer.size + marksExtra(count, cues)
    this.#base = new Float64Array(count)
    this.#odds = new Float64Array(count)
    this.#logitGradients = new Float64Array(count)
  }

  initialise(weights: Float64Array, draw: () => number): void {
    this.#layer.initialise(weights, draw)
  }

  decide(act: MarksAct, draw: () => number): void {
    this.#forward(act, false)
    let fields = 0
    let chosenCount = 0
    for (let field = 0; field < this.#count; field++) {
      const odd = this.#oddsOf(act, field, fields, chosenCount, false)
      this.#odds[field] = odd
      const isIn = draw() < sigmoid(odd)
      act.logProbs[field] = -softplus(isIn ? -odd : odd)
      if (!isIn) continue
      fields |= 1 << field
      chosenCount += 1
    }
    act.choice = fields
  }

  evaluate(act: MarksAct, isClean: boolean, logProbs: Float64Array): void {
    this.#forward(act, isClean)
    let chosenCount = 0
    for (let field = 0; field < this.#count; field++) {
      const isIn = (act.choice & (1 << field)) !== 0
      const odd = this.#oddsOf(act, field, act.choice, chosenCount, isClean)
      this.#odds[field] = odd
      logProbs[field] = -softplus(isIn ? -odd : odd)
      if (isIn) chosenCount += 1
    }
  }

  accumulate(act: MarksAct, isClean: boolean, coefficients: Float64Array): void {
    const logitGradients = this.#logitGradients
    let chosenCount = 0
    for (let field = 0; field < this.#count; field++) {
      const isIn = (act.choice & (1 << field)) !== 0
      const error = (isIn ? 1 : 0) - sigmoid(this.#odds[field] as number)
      logitGradients[field] = (coefficients[field] as number) * error
      if (logitGradients[field] !== 0) this.#addGradient(act, field, chosenCount, isClean)
      if (isIn) chosenCount += 1
    }
    const end = isClean ? act.cleanEnd : act.rows.length
    this.#layer.backward(this.#weights, this.#gradient, act.rows, end, logitGradients)
  }

  entropy(): number {
    let sum = 0
    for (const odd of this.#odds) sum += softplus(odd) - odd * sigmoid(odd)
    return sum
  }

  #forward(act: MarksAct, isClean: boolean): void {
    const end = isClean ? act.cleanEnd : act.rows.length
    this.#layer.forward(this.#weights, act.rows, end, this.#base)
  }

  /** Log-odds of one field, given the fields that were chosen before it. */
  #oddsOf(
    act: MarksAct,
    field: number,
    fields: number,
    chosenCount: number,
    isClean: boolean,
  ): number {
    const weights = this.#weights
    let sum = this.#base[field] as number
    sum += weights[this.#lengths + chosenCount * this.#count + field] as number
    sum += weights[this.#cueAt(act, field, isClean)] as number
    for (let earlier = 0; earlier < field; earlier++) {
      if (fields & (1 << earlier))
        sum += weights[this.#pairs + earlier * this.#count + field] as number
    }
    const overIndex = this.#overAt(act, chosenCount, isClean)
    return overIndex < 0 ? sum : sum + (weights[overIndex] as number)
  }

  /** Adds a field's gradient to all weights except the layer's, which are updated together. */
  #addGradient(act: MarksAct, field: number, chosenCount: number, isClean: boolean): void {
    const logitGradient = this.#logitGradients[field] as number
    this.#add(this.#lengths + chosenCount * this.#count + field, logitGradient)
    this.#add(this.#cueAt(act, field, isClean), logitGradient)
    for (let earlier = 0; earlier < field; earlier++) {
      if (act.choice & (1 << earlier))
        this.#add(this.#pairs + earlier * this.#count + field, logitGradient)
    }
    const overIndex = this.#overAt(act, chosenCount, isClean)
    if (overIndex >= 0) this.#add(overIndex, logitGradient)
  }

  #add(index: number, logitGradient: number): void {
    this.#gradient[index] = (this.#gradient[index] as number) + logitGradient
  }

  #cueAt(act: MarksAct, field: number, isClean: boolean): number {
    const visibleCues = isClean ? this.#cleanCues : this.#allCues
    return this.#cues + ((act.cues[field] as number) & visibleCues)
  }

  /** Index of the weight for this length, or -1 if no limit is known or near. */
  #overAt({ limit }: MarksAct, chosenCount: number, isClean: boolean): number {
    if (isClean || limit === 0) return -1
    const step = chosenCount + 2 - limit
    return step < 0 ? -1 : this.#overs + Math.min(step, OVER_STEPS - 1)
  }
}
