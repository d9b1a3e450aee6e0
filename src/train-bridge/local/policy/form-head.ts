import { FIELDS } from '../../../sim/phone/tables/fields.ts'
import { CLEAN_CUES, CUE_COMBINATIONS } from '../reading/attempts.ts'
import type { FormAct } from './acts.ts'
import { sigmoid, softplus } from './chance.ts'
import type { Draw, Head, Parameters } from './head.ts'
import type { Layer, LayerMaker } from './layer.ts'

const COUNT = FIELDS.length
/** How a form's length stands to the shortest one that a customer gave up on. */
const OVER_STEPS = 4

/**
 * Decides the fields of a form one after another: a Bernoulli each. Its log-odds are the layer's
 * output, plus weights for how many fields and which fields were chosen before, for how the texts
 * speak of this field (the same for all fields), and for nearing a length that was too long.
 */
export class FormHead implements Head<FormAct> {
  readonly size: number
  readonly #weights: Float64Array
  readonly #gradient: Float64Array
  readonly #layer: Layer
  /** Where the weights of each kind begin. */
  readonly #lengths: number
  readonly #pairs: number
  readonly #cues: number
  readonly #overs: number
  readonly #base = new Float64Array(COUNT)
  readonly #odds = new Float64Array(COUNT)
  readonly #logitGradients = new Float64Array(COUNT)

  constructor(parameters: Parameters, makeLayer: LayerMaker, offset: number, rows: number) {
    this.#weights = parameters.weights
    this.#gradient = parameters.gradient
    this.#layer = makeLayer(offset, rows, COUNT)
    this.#lengths = offset + this.#layer.size
    this.#pairs = this.#lengths + (COUNT + 1) * COUNT
    this.#cues = this.#pairs + COUNT * COUNT
    this.#overs = this.#cues + CUE_COMBINATIONS
    this.size = this.#overs + OVER_STEPS - offset
  }

  initialise(weights: Float64Array, draw: () => number): void {
    this.#layer.initialise(weights, draw)
  }

  decide(act: FormAct, draw: Draw): void {
    this.#forward(act, false)
    let fields = 0
    let chosen = 0
    for (let field = 0; field < COUNT; field++) {
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

  evaluate(act: FormAct, clean: boolean, logProbs: Float64Array): void {
    this.#forward(act, clean)
    let chosen = 0
    for (let field = 0; field < COUNT; field++) {
      const isIn = (act.choice & (1 << field)) !== 0
      const odd = this.#oddsOf(act, field, act.choice, chosen, clean)
      this.#odds[field] = odd
      logProbs[field] = -softplus(isIn ? -odd : odd)
      if (isIn) chosen += 1
    }
  }

  accumulate(act: FormAct, clean: boolean, coefficients: Float64Array): void {
    const logitGradients = this.#logitGradients
    let chosen = 0
    for (let field = 0; field < COUNT; field++) {
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

  #forward(act: FormAct, clean: boolean): void {
    const end = clean ? act.cleanEnd : act.rows.length
    this.#layer.forward(this.#weights, act.rows, end, this.#base)
  }

  /** Log-odds of one field, given the fields chosen before it. */
  #oddsOf(act: FormAct, field: number, fields: number, chosen: number, clean: boolean): number {
    const weights = this.#weights
    let sum = this.#base[field] as number
    sum += weights[this.#lengths + chosen * COUNT + field] as number
    sum += weights[this.#cueAt(act, field, clean)] as number
    for (let other = 0; other < field; other++) {
      if (fields & (1 << other)) sum += weights[this.#pairs + other * COUNT + field] as number
    }
    const over = this.#overAt(act, chosen, clean)
    return over < 0 ? sum : sum + (weights[over] as number)
  }

  /** Adds a field's gradient to all weights but the layer's, which take theirs together. */
  #addGradient(act: FormAct, field: number, chosen: number, clean: boolean): void {
    const logitGradient = this.#logitGradients[field] as number
    this.#add(this.#lengths + chosen * COUNT + field, logitGradient)
    this.#add(this.#cueAt(act, field, clean), logitGradient)
    for (let other = 0; other < field; other++) {
      if (act.choice & (1 << other)) this.#add(this.#pairs + other * COUNT + field, logitGradient)
    }
    const over = this.#overAt(act, chosen, clean)
    if (over >= 0) this.#add(over, logitGradient)
  }

  #add(at: number, logitGradient: number): void {
    this.#gradient[at] = (this.#gradient[at] as number) + logitGradient
  }

  #cueAt(act: FormAct, field: number, clean: boolean): number {
    const shown = clean ? CLEAN_CUES : CUE_COMBINATIONS - 1
    return this.#cues + ((act.cues[field] as number) & shown)
  }

  /** The weight for this length, or -1 where no limit is known or it is far away. */
  #overAt({ formLimit }: FormAct, chosen: number, clean: boolean): number {
    if (clean || formLimit === 0) return -1
    const step = chosen + 2 - formLimit
    return step < 0 ? -1 : this.#overs + Math.min(step, OVER_STEPS - 1)
  }
}
