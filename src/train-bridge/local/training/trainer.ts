import { type Feedback, usualWaves } from '../../../env/group.ts'
import type { Label } from '../../../env/learner/learner.ts'
import { childSeed, stream } from '../../../sim/random.ts'
import { Adam } from '../learning/adam.ts'
import { afterBatch, type ConditionMeans, NO_MEANS } from '../learning/baseline.ts'
import {
  distilled,
  groupDepth,
  isMixed,
  type RolloutGroup,
  toGroups,
  toSamples,
} from '../learning/groups.ts'
import { addLabels, collectLabels } from '../learning/labels.ts'
import type { Loss } from '../learning/loss.ts'
import { makeLoss } from '../learning/losses.ts'
import { cleanSurrogate } from '../learning/surrogate.ts'
import { type Objective, type Sample, setGradient } from '../learning/update.ts'
import type { LocalPolicy } from '../policy/policy.ts'
import { collect, type PolicyRollout } from '../rollouts/collect.ts'
import type { Condition, Playground, RolloutRequest } from '../rollouts/playground.ts'
import type { TrainOptions } from './options.ts'

/** How rollouts are sent. Does not affect what is learnt. */
export interface Traffic {
  readonly frame: number
  readonly framesAtOnce: number
  readonly openMax: number
}

export const USUAL_TRAFFIC: Traffic = { frame: 32, framesAtOnce: 2, openMax: 512 }

/**
 * Progress of training. With the weights and Adam's means, this is all that a resumed run needs.
 */
export interface TrainState {
  readonly batch: number
  /** Tasks drawn, including those of dropped groups. */
  readonly tasksDrawn: number
  readonly episodes: number
  readonly turns: number
  /** Characters of messages, as in `PolicyRollout`. */
  readonly characters: number
  readonly means: ConditionMeans
  /** Increases with every start of the run, so that its unfinished groups are not continued. */
  readonly generation: number
}

export const FIRST_STATE: TrainState = {
  batch: 0,
  tasksDrawn: 0,
  episodes: 0,
  turns: 0,
  characters: 0,
  means: NO_MEANS,
  generation: 1,
}

/** The metrics of a batch. Shares are null without rollouts. */
export interface BatchMetrics {
  readonly kind: 'batch'
  readonly batch: number
  readonly tasks_drawn: number
  readonly episodes: number
  readonly turns: number
  /** Characters of all messages so far, each counted once per episode. */
  readonly characters: number
  /** Turns of this batch that had to be played in sequence. */
  readonly depth: number
  readonly groups_trained: number
  readonly lost: number
  readonly clean_success: number | null
  readonly guided_success: number | null
  readonly mean_reward: number | null
  /** These three are null without a decision that was trained: 0 would look like a collapse. */
  readonly entropy: number | null
  readonly ratio_mean: number | null
  readonly cut_share: number | null
}

interface Drawn {
  readonly groups: readonly RolloutGroup[]
  readonly tasks: number
  readonly depth: number
  readonly lost: number
  readonly isComplete: boolean
}

/** No rollout of a batch could be played; the message has the reason. */
export class BatchLostError extends Error {
  constructor(rollouts: number, reason: string) {
    super(`all ${rollouts} rollouts of a batch were lost: ${reason}`)
    this.name = 'BatchLostError'
  }
}

/** Draws tasks, plays them and updates the weights, batch by batch. */
export class Trainer {
  readonly policy: LocalPolicy
  readonly adam: Adam
  state: TrainState
  readonly #playground: Playground
  readonly #options: TrainOptions
  readonly #traffic: Traffic
  readonly #loss: Loss
  readonly #waves: Feedback['waves']

  constructor(
    playground: Playground,
    policy: LocalPolicy,
    options: TrainOptions,
    { adam, state, traffic }: { adam?: Adam; state?: TrainState; traffic?: Traffic } = {},
  ) {
    this.policy = policy
    this.adam = adam ?? new Adam(policy.weights.length)
    this.state = state ?? FIRST_STATE
    this.#playground = playground
    this.#options = options
    this.#traffic = traffic ?? USUAL_TRAFFIC
    this.#loss = makeLoss(options.loss, options)
    this.#waves = options.feedback.waves ?? [...usualWaves(options.groupSize)]
  }

  /**
   * Plays and learns one batch. If it is stopped, it returns undefined and changes nothing, so that
   * the state before it can be saved.
   *
   * @throws BatchLostError if no rollout could be played; nothing is changed
   */
  async step(isStopped?: () => boolean): Promise<BatchMetrics | undefined> {
    const drawnBatch = await this.#draw(isStopped)
    if (!drawnBatch.isComplete) return undefined
    const { groups } = drawnBatch
    const { signal, baseline, mixedOnly } = this.#options
    const episodes = groups.flat()
    const trained = this.#trainedGroups(groups, mixedOnly && signal === 'reward')
    const samples = trained.flatMap((group) =>
      signal === 'distillation'
        ? distilled(group)
        : toSamples(group, this.#loss, baseline, this.state.means),
    )
    const labels = this.#options.labelWeight > 0 ? collectLabels(this.policy, episodes) : []
    const objective = this.#learn(samples, labels)
    this.state = {
      ...this.state,
      batch: this.state.batch + 1,
      tasksDrawn: this.state.tasksDrawn + drawnBatch.tasks,
      episodes: this.state.episodes + episodes.length,
      turns: this.state.turns + episodes.reduce((sum, { turns }) => sum + turns, 0),
      characters: this.state.characters + episodes.reduce((sum, one) => sum + one.characters, 0),
      means: afterBatch(this.state.means, this.#shaped(episodes)),
    }
    return this.#metrics(drawnBatch, episodes, trained.length, objective)
  }

  /** The rewards to learn from. Baselines are means of these, so that a penalty cancels out. */
  #shaped(episodes: readonly PolicyRollout[]) {
    return episodes.map((episode) => ({
      condition: episode.condition,
      reward: this.#loss.shape(episode),
    }))
  }

  #trainedGroups(groups: readonly RolloutGroup[], mixedOnly: boolean): readonly RolloutGroup[] {
    const usefulGroups = groups.filter((group) => (mixedOnly ? isMixed(group) : group.length > 1))
    return usefulGroups.slice(0, this.#options.groups)
  }

  async #draw(isStopped: (() => boolean) | undefined): Promise<Drawn> {
    const { groups: wantedGroupCount, roundsMax } = this.#options
    const groups: RolloutGroup[] = []
    let tasks = 0
    let depth = 0
    let lostCount = 0
    for (let round = 0; round < (this.#loss.redraws ? roundsMax : 1); round++) {
      const { episodes, losses } = await this.#play(round, tasks, isStopped)
      if (isStopped?.() === true)
        return { groups, tasks, depth, lost: lostCount, isComplete: false }
      if (losses.length === episodes.length) {
        throw new BatchLostError(losses.length, losses[0] ?? 'no answer')
      }
      const playedGroups = toGroups(episodes, this.#options.groupSize)
      groups.push(...playedGroups)
      depth += Math.max(0, ...playedGroups.map((group) => groupDepth(group, this.#waves)))
      tasks += wantedGroupCount
      lostCount += losses.length
      if (groups.filter(isMixed).length >= wantedGroupCount) break
    }
    return { groups, tasks, depth, lost: lostCount, isComplete: true }
  }

  #play(round: number, drawnTaskCount: number, isStopped: (() => boolean) | undefined) {
    const { seed, groups, groupSize, firstTask } = this.#options
    const { batch, tasksDrawn } = this.state
    const requests: RolloutRequest[] = []
    for (let group = 0; group < groups; group++) {
      const task = firstTask + tasksDrawn + drawnTaskCount + group
      for (let index = 0; index < groupSize; index++) requests.push(this.#request(task, index))
    }
    const draws = childSeed(seed, `rollouts/${batch}/${round}`)
    return collect(this.#playground, requests, {
      policy: this.policy,
      createDecider: (number) => {
        const random = stream(draws, number, 'rollout')
        return this.policy.decider(() => random.next())
      },
      ...this.#traffic,
      ...(isStopped === undefined ? {} : { isStopped }),
    })
  }

  #request(task: number, index: number): RolloutRequest {
    const { run, mode, groupSize: size, split, feedback } = this.#options
    const id = `${this.state.batch}-${task}`
    const generation = String(this.state.generation)
    const member = { run, id, index, size, mode, generation }
    // Independent groups have no schedule.
    const group = mode === 'feedback' ? { ...member, feedback } : member
    return { split, index: task, group, step: this.state.batch }
  }

  #learn(samples: readonly Sample[], labels: readonly Label[]): Objective | undefined {
    const { epochs, learningRate, trainPrompt, cleanWeights, weightCap } = this.#options
    const { labelWeight, labelHalfLife } = this.#options
    const halvings = labelHalfLife === 0 ? 0 : this.state.batch / labelHalfLife
    const weight = labelWeight * 2 ** -halvings
    const isLabelled = labels.length > 0
    if (samples.length === 0 && !isLabelled) return undefined
    const surrogate =
      trainPrompt === 'clean' ? cleanSurrogate(cleanWeights, weightCap) : this.#loss.surrogate
    let last: Objective | undefined
    for (let epoch = 0; epoch < epochs; epoch++) {
      last = setGradient(this.policy, samples, this.#loss, trainPrompt, surrogate)
      if (isLabelled) addLabels(this.policy, labels, weight)
      this.adam.step(this.policy.weights, this.policy.gradient, learningRate)
    }
    return last
  }

  #metrics(
    { depth, lost }: Drawn,
    episodes: readonly PolicyRollout[],
    trained: number,
    objective: Objective | undefined,
  ): BatchMetrics {
    const share = (condition: Condition): number | null =>
      meanMeasure(
        episodes.filter((episode) => episode.condition === condition),
        ({ success }) => (success ? 1 : 0),
      )
    const hasDecisions = objective !== undefined && objective.decisions > 0
    return {
      kind: 'batch',
      batch: this.state.batch,
      tasks_drawn: this.state.tasksDrawn,
      episodes: this.state.episodes,
      turns: this.state.turns,
      characters: this.state.characters,
      depth,
      groups_trained: trained,
      lost,
      clean_success: share('clean'),
      guided_success: share('guided'),
      mean_reward: meanMeasure(episodes, ({ reward }) => reward),
      entropy: hasDecisions ? objective.entropy : null,
      ratio_mean: hasDecisions ? objective.ratioMean : null,
      cut_share: hasDecisions ? objective.cutShare : null,
    }
  }
}

/** The mean of a measure, or null without items. */
export const meanMeasure = <Item>(
  items: readonly Item[],
  measure: (item: Item) => number,
): number | null =>
  items.length === 0 ? null : items.reduce((sum, item) => sum + measure(item), 0) / items.length
