import { stream } from '../../../sim/random.ts'
import type { Act, FormAct, MoveAct, PointerAct } from './acts.ts'
import { FormHead } from './form-head.ts'
import type { Head, Parameters } from './head.ts'
import { type LayerMaker, linearLayer } from './layer.ts'
import { moveHead } from './move-head.ts'
import { pointerHead } from './pointer-head.ts'
import { RowBuilder } from './rows.ts'
import { tanhLayer } from './tanh-layer.ts'

/** `linear`: log-linear in the features. `tanh`: one hidden layer of 64 in every head. */
export const ARCHITECTURES = ['linear', 'tanh'] as const
export type Architecture = (typeof ARCHITECTURES)[number]

/** Rows of the tables that features are hashed into. */
interface Sizes {
  readonly move: number
  readonly form: number
  readonly pointer: number
}

const SIZES: Readonly<Record<Architecture, Sizes>> = {
  linear: { move: 512, form: 2_048, pointer: 4_096 },
  tanh: { move: 128, form: 1_024, pointer: 1_024 },
}
const LAYERS: Readonly<Record<Architecture, LayerMaker>> = { linear: linearLayer, tanh: tanhLayer }

/** Longest list of log-probabilities that one act has. */
export const DECISIONS_MAX = 14

/** The local policy: three heads over the features of what it is shown, in one array of weights. */
export class LocalPolicy implements Parameters {
  readonly architecture: Architecture
  readonly weights: Float64Array
  /** Of what is being maximised; the same layout as the weights. */
  readonly gradient: Float64Array
  readonly move: Head<MoveAct>
  readonly form: Head<FormAct>
  readonly pointer: Head<PointerAct>
  readonly builders: { readonly [Name in keyof Sizes]: RowBuilder }

  /** @param seed decides the weights it starts from, where these are not 0 */
  constructor(architecture: Architecture, seed: number) {
    const sizes = SIZES[architecture]
    const layer = LAYERS[architecture]
    const room = sizeOf(sizes, layer)
    this.architecture = architecture
    this.weights = new Float64Array(room)
    this.gradient = new Float64Array(room)
    this.form = new FormHead(this, layer, 0, sizes.form)
    this.move = moveHead(this, layer, this.form.size, sizes.move)
    this.pointer = pointerHead(this, layer, this.form.size + this.move.size, sizes.pointer)
    this.builders = {
      move: new RowBuilder(sizes.move),
      form: new RowBuilder(sizes.form),
      pointer: new RowBuilder(sizes.pointer),
    }
    const random = stream(seed, 0, `weights-${architecture}`)
    for (const head of [this.form, this.move, this.pointer]) {
      head.initialise(this.weights, () => random.next())
    }
  }

  /** A policy with the same weights, to be changed on its own. */
  copy(): LocalPolicy {
    const copy = new LocalPolicy(this.architecture, 0)
    copy.weights.set(this.weights)
    return copy
  }

  /** As `Head.evaluate`, for an act of any kind. */
  evaluate(act: Act, clean: boolean, logProbs: Float64Array): void {
    if (act.head === 'move') this.move.evaluate(act, clean, logProbs)
    else if (act.head === 'form') this.form.evaluate(act, clean, logProbs)
    else this.pointer.evaluate(act, clean, logProbs)
  }

  /** As `Head.accumulate`, for the act that was evaluated last. */
  accumulate(act: Act, clean: boolean, coefficients: Float64Array): void {
    if (act.head === 'move') this.move.accumulate(act, clean, coefficients)
    else if (act.head === 'form') this.form.accumulate(act, clean, coefficients)
    else this.pointer.accumulate(act, clean, coefficients)
  }

  /** As `Head.entropy`, for the act that was evaluated last. */
  entropy(act: Act): number {
    if (act.head === 'move') return this.move.entropy(act)
    return act.head === 'form' ? this.form.entropy(act) : this.pointer.entropy(act)
  }
}

function sizeOf(sizes: Sizes, layer: LayerMaker): number {
  const nothing = { weights: new Float64Array(0), gradient: new Float64Array(0) }
  const form = new FormHead(nothing, layer, 0, sizes.form).size
  const move = moveHead(nothing, layer, 0, sizes.move).size
  return form + move + pointerHead(nothing, layer, 0, sizes.pointer).size
}
