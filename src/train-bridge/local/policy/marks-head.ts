import type { MarksAct } from '../../../env/learner/acts.ts'
import { sigmoid, softplus } from './chance.ts'
import type { Draw, Head, Parameters } from './head.ts'
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
  constructor(parameters: Parameters, layer: Layer, offset: number, { cues, cleanCues }: Cues) {
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

  decide(act: MarksAct, draw: Draw): void {
    this.#forward(act, false)
    let fields = 0
    let chosen = 0
    for (let field = 0; field < this.#count; field++) {
      const odd = this.#oddsOf(act, field, fields, chosen, false)
      this.#odds[field] = odd
      const isIn = draw === 'likeliest' ? odd > 0 : draw() < sigmoid(odd)
      act.logProbs[field] = -softplus(isIn ? -odd : odd)
      if (!isIn) continue
      fields |= 1 << field
      chosen += 1
    }
    act.choice = fields
  }

  evaluate(act: MarksAct, clean: boolean, logProbs: Float64Array): void {
    this.#forward(act, clean)
    let chosen = 0
    for (let field = 0; field < this.#count; field++) {
      const isIn = (act.choice & (1 << field)) !== 0
      const odd = this.#oddsOf(act, field, act.choice, chosen, clean)
      this.#odds[field] = odd
      logProbs[field] = -softplus(isIn ? -odd : odd)
      if (isIn) chosen += 1
    }
  }

  accumulate(act: MarksAct, clean: boolean, coefficients: Float64Array): void {
    const logitGradients = this.#logitGradients
    let chosen = 0
    for (let field = 0; field < this.#count; field++) {
      const isIn = (act.choice & (1 << field)) !== 0
      const error = (isIn ? 1 : 0) - sigmoid(this.#odds[field] as number)
      logitGradients[field] = (coefficients[field] as number) * error
      if (logitGradients[field] !== 0) this.#addGradient(act, field, chosen, clean)
      if (isIn) chosen += 1
    }
    const end = clean ? act.cleanEnd : act.rows.length
    this.#layer.backward(this.#weights, this.#gradient, act.rows, end, logitGradients)
  }

  entropy(): number {
    let sum = 0
    for (const odd of this.#odds) sum += softplus(odd) - odd * sigmoid(odd)
    return sum
  }

  #forward(act: MarksAct, clean: boolean): void {
    const end = clean ? act.cleanEnd : act.rows.length
    this.#layer.forward(this.#weights, act.rows, end, this.#base)
  }

  /** Log-odds of one field, given the fields that were chosen before it. */
  #oddsOf(act: MarksAct, field: number, fields: number, chosen: number, clean: boolean): number {
    const weights = this.#weights
    let sum = this.#base[field] as number
    sum += weights[this.#lengths + chosen * this.#count + field] as number
    sum += weights[this.#cueAt(act, field, clean)] as number
    for (let other = 0; other < field; other++) {
      if (fields & (1 << other)) sum += weights[this.#pairs + other * this.#count + field] as number
    }
    const over = this.#overAt(act, chosen, clean)
    return over < 0 ? sum : sum + (weights[over] as number)
  }

  /** Adds a field's gradient to all weights except the layer's, which are updated together. */
  #addGradient(act: MarksAct, field: number, chosen: number, clean: boolean): void {
    const logitGradient = this.#logitGradients[field] as number
    this.#add(this.#lengths + chosen * this.#count + field, logitGradient)
    this.#add(this.#cueAt(act, field, clean), logitGradient)
    for (let other = 0; other < field; other++) {
      if (act.choice & (1 << other))
        this.#add(this.#pairs + other * this.#count + field, logitGradient)
    }
    const over = this.#overAt(act, chosen, clean)
    if (over >= 0) this.#add(over, logitGradient)
  }

  #add(at: number, logitGradient: number): void {
    this.#gradient[at] = (this.#gradient[at] as number) + logitGradient
  }

  #cueAt(act: MarksAct, field: number, clean: boolean): number {
    const shown = clean ? this.#cleanCues : this.#allCues
    return this.#cues + ((act.cues[field] as number) & shown)
  }

  /** Index of the weight for this length, or -1 if no limit is known or near. */
  #overAt({ limit }: MarksAct, chosen: number, clean: boolean): number {
    if (clean || limit === 0) return -1
    const step = chosen + 2 - limit
    return step < 0 ? -1 : this.#overs + Math.min(step, OVER_STEPS - 1)
  }
}
