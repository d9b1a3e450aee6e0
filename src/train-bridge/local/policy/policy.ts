import type { Act, ChoiceAct, MarksAct, PointerAct } from '../../../env/learner/acts.ts'
import type { Decide, HeadShape, Learner, Reading } from '../../../env/learner/learner.ts'
import { RowBuilder } from '../../../env/learner/rows.ts'
import { stream } from '../../../sim/random.ts'
import { choiceHead } from './choice-head.ts'
import type { Head, PolicyParameters } from './head.ts'
import { type LayerMaker, linearLayer } from './layer.ts'
import { MarksHead, marksExtra } from './marks-head.ts'
import { pointerHead } from './pointer-head.ts'
import { tanhLayer } from './tanh-layer.ts'

/** `linear`: log-linear in the features. `tanh`: one hidden layer of 64 in every head. */
export const ARCHITECTURES = ['linear', 'tanh'] as const
export type Architecture = (typeof ARCHITECTURES)[number]

const LAYERS: Readonly<Record<Architecture, LayerMaker>> = { linear: linearLayer, tanh: tanhLayer }

/** Maximum length of an act's log-probabilities, because marks are bits of a number. */
export const DECISIONS_MAX = 31

interface Heads {
  readonly choice: Map<string, Head<ChoiceAct>>
  readonly pointer: Map<string, Head<PointerAct>>
  readonly marks: Map<string, Head<MarksAct>>
}

/** The local policy: heads over the features of its prompt, in one array of weights. */
export class LocalPolicy implements PolicyParameters {
  readonly learner: Learner
  readonly architecture: Architecture
  readonly weights: Float64Array
  /** Gradient of the objective, in the same layout as the weights. */
  readonly gradient: Float64Array
  readonly #heads: Heads = { choice: new Map(), pointer: new Map(), marks: new Map() }
  readonly #rows = new Map<string, RowBuilder>()

  /** @param seed determines the initial weights that are not 0 */
  constructor(learner: Learner, architecture: Architecture, seed: number) {
    this.learner = learner
    this.architecture = architecture
    const sizes = learner.heads.map((shape) => parameterCount(shape, architecture))
    const room = sizes.reduce((sum, size) => sum + size, 0)
    this.weights = new Float64Array(room)
    this.gradient = new Float64Array(room)
    const random = stream(seed, 0, `weights-${architecture}`)
    let offset = 0
    learner.heads.forEach((shape, index) => {
      const head = this.#makeHead(shape, offset)
      head.initialise(this.weights, () => random.next())
      this.#rows.set(shape.name, new RowBuilder(shape.rows[architecture]))
      offset += sizes[index] as number
    })
  }

  /** An independent policy with the same weights. */
  copy(): LocalPolicy {
    const copy = new LocalPolicy(this.learner, this.architecture, 0)
    copy.weights.set(this.weights)
    return copy
  }

  /** Starts to parse a conversation. */
  read(): Reading {
    return this.learner.read((name) => requireEntry(this.#rows, name))
  }

  /** Returns a function that decides by sampling, or takes the most likely choice. */
  decider(draw: () => number): Decide {
    return (act) => this.decide(act, draw)
  }

  /** As `Head.decide`, for an act of any kind. */
  decide(act: Act, draw: () => number): void {
    if (act.kind === 'choice') this.#choice(act).decide(act, draw)
    else if (act.kind === 'marks') this.#marks(act).decide(act, draw)
    else this.#pointer(act).decide(act, draw)
  }

  /** As `Head.evaluate`, for an act of any kind. */
  evaluate(act: Act, isClean: boolean, logProbs: Float64Array): void {
    if (act.kind === 'choice') this.#choice(act).evaluate(act, isClean, logProbs)
    else if (act.kind === 'marks') this.#marks(act).evaluate(act, isClean, logProbs)
    else this.#pointer(act).evaluate(act, isClean, logProbs)
  }

  /** As `Head.accumulate`, for the last evaluated act. */
  accumulate(act: Act, isClean: boolean, coefficients: Float64Array): void {
    if (act.kind === 'choice') this.#choice(act).accumulate(act, isClean, coefficients)
    else if (act.kind === 'marks') this.#marks(act).accumulate(act, isClean, coefficients)
    else this.#pointer(act).accumulate(act, isClean, coefficients)
  }

  /** As `Head.entropy`, for the last evaluated act. */
  entropy(act: Act): number {
    if (act.kind === 'choice') return this.#choice(act).entropy(act)
    return act.kind === 'marks' ? this.#marks(act).entropy(act) : this.#pointer(act).entropy(act)
  }

  #choice({ head }: ChoiceAct): Head<ChoiceAct> {
    return requireEntry(this.#heads.choice, head)
  }

  #pointer({ head }: PointerAct): Head<PointerAct> {
    return requireEntry(this.#heads.pointer, head)
  }

  #marks({ head }: MarksAct): Head<MarksAct> {
    return requireEntry(this.#heads.marks, head)
  }

  /** Creates the head of a shape, whose weights start at the offset. */
  #makeHead(shape: HeadShape, offset: number): Pick<Head<Act>, 'initialise'> {
    const { choice, pointer, marks } = this.#heads
    const layer = createLayer(shape, this.architecture, offset)
    if (shape.kind === 'choice') return register(choice, shape.name, choiceHead(this, layer))
    if (shape.kind === 'marks') {
      return register(marks, shape.name, new MarksHead(this, layer, offset, shape))
    }
    return register(pointer, shape.name, pointerHead(this, layer, shape.most))
  }
}

function createLayer(shape: HeadShape, architecture: Architecture, offset: number) {
  return LAYERS[architecture](offset, shape.rows[architecture], outputCount(shape))
}

function outputCount(shape: HeadShape): number {
  if (shape.kind === 'choice') return shape.choices
  if (shape.kind === 'pointer') return 1
  if (shape.count <= DECISIONS_MAX) return shape.count
  throw new RangeError(`${shape.name}: ${shape.count} lines, where ${DECISIONS_MAX} are the most`)
}

function parameterCount(shape: HeadShape, architecture: Architecture): number {
  const { size } = createLayer(shape, architecture, 0)
  return shape.kind === 'marks' ? size + marksExtra(shape.count, shape.cues) : size
}

function register<Kept>(map: Map<string, Kept>, name: string, value: Kept): Kept {
  map.set(name, value)
  return value
}

function requireEntry<Kept>(map: ReadonlyMap<string, Kept>, name: string): Kept {
  const value = map.get(name)
  if (value === undefined) throw new Error(`the policy has no head "${name}"`)
  return value
}
