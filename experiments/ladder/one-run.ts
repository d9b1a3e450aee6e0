import type { CleanStart } from '../../src/env/learner/learner.ts'
import type { Settings } from '../../src/env/phone-call/task.ts'
import { childSeed, stream } from '../../src/sim/random.ts'
import { startingPolicy } from '../../src/train-bridge/local/cloning/start.ts'
import type { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import { collect, type PolicyRollout } from '../../src/train-bridge/local/rollouts/collect.ts'
import { trainOptions } from '../../src/train-bridge/local/training/options.ts'
import { Trainer, USUAL_TRAFFIC } from '../../src/train-bridge/local/training/trainer.ts'
import { meanOrNull } from '../../src/train-bridge/statistics/mean.ts'
import { phoneWorld } from '../feedback-guided/phone-world.ts'
import { createPlayground, FRESH_TASKS, type World } from '../feedback-guided/world.ts'

export type Profile = Settings['reward_profile']

/** The reward of a policy, and the groups from which it learns. */
export interface LadderArm {
  readonly name: string
  readonly title: string
  readonly profile: Profile
  /** Whether it learns only from groups with both successes and failures. */
  readonly mixedOnly: boolean
}

export const LADDER_ARMS: readonly LadderArm[] = [
  { name: 'standard', title: 'standard', profile: 'standard', mixedOnly: false },
  { name: 'ladder', title: 'ladder', profile: 'ladder', mixedOnly: false },
  { name: 'ladder-mixed', title: 'ladder, mixed groups only', profile: 'ladder', mixedOnly: true },
]

/** The start of training: approximate success of clean rollouts, in percent. */
export const LADDER_STARTS: readonly CleanStart[] = ['12', '0.5']

/**
 * The stages that `ladder` rewards, in thousandths: a directory search, an answered form, a
 * department that heard the details, one required call done, all of them done.
 */
export const STAGES = [
  { pay: 0, title: 'nothing' },
  { pay: 200, title: 'searched' },
  { pay: 300, title: 'form' },
  { pay: 500, title: 'heard' },
  { pay: 700, title: 'part done' },
  { pay: 1000, title: 'all done' },
] as const

/** Behaviour of a policy under the clean prompt: means per episode. */
export interface Conduct {
  readonly success: number
  /** The same episodes under either reward. */
  readonly standard: number
  readonly ladder: number
  /** Share of the episodes that ended at each of `STAGES`. */
  readonly stages: readonly number[]
  readonly turns: number
  readonly metrics: Readonly<Record<string, number>>
}

/** One trained policy, as its record stores it. */
export interface LadderRecord {
  /** The environment and its mark. Absent in records from before worlds had marks. */
  readonly world?: string
  readonly start: CleanStart
  readonly arm: string
  readonly seed: number
  readonly batches: number
  readonly before: Conduct
  readonly points: readonly { readonly tasks_drawn: number; readonly clean: number }[]
  readonly end: Conduct
}

/** How much is trained and measured. */
export interface LadderScale {
  readonly batches: number
  readonly evaluateEvery: number
  readonly tasks: number
  readonly endTasks: number
}

const LEARNING_RATE = 0.04

/** Trains all arms from one start, so that they can be compared in pairs. */
export async function trainLadder(
  start: CleanStart,
  seed: number,
  scale: LadderScale,
  onRecord: (record: LadderRecord) => void,
): Promise<void> {
  const world = phoneWorld(seed)
  const policy = await startingPolicy(world.environment, {
    ...{ architecture: 'linear', clean: start, feedback: 'medium', seed },
  })
  const startConduct = await measureConduct(world, policy, seed, 0, scale.endTasks)
  for (const arm of LADDER_ARMS) {
    const trained = policy.copy()
    const points = await train(world, trained, arm, seed, scale, startConduct.success)
    const end = await measureConduct(world, trained, seed, scale.batches + 1, scale.endTasks)
    onRecord({
      start,
      arm: arm.name,
      seed,
      batches: scale.batches,
      before: startConduct,
      points,
      end,
    })
  }
}

async function train(
  world: World,
  policy: LocalPolicy,
  { profile, mixedOnly }: LadderArm,
  seed: number,
  scale: LadderScale,
  startClean: number,
): Promise<LadderRecord['points']> {
  const usual = { run: 'ladder', mode: 'independent', learningRate: LEARNING_RATE } as const
  const options = trainOptions({ ...usual, seed, mixedOnly })
  const trainer = new Trainer(paidBy(world, profile), policy, options)
  const points = [{ tasks_drawn: 0, clean: startClean }]
  while (trainer.state.batch < scale.batches) {
    await trainer.step()
    const { batch, tasksDrawn } = trainer.state
    if (batch % scale.evaluateEvery !== 0) continue
    const { success } = await measureConduct(world, policy, seed, batch, scale.tasks)
    points.push({ tasks_drawn: tasksDrawn, clean: success })
  }
  return points
}

const paidBy = (world: World, profile: Profile) =>
  createPlayground(world, { settings: { reward_profile: profile } })

/** Rewards change no message, so the same draws give the same episodes under both. */
async function measureConduct(
  world: World,
  policy: LocalPolicy,
  seed: number,
  number: number,
  tasks: number,
): Promise<Conduct> {
  const play = (profile: Profile) => playTasks(world, policy, profile, { seed, number, tasks })
  const [standard, ladder] = [await play('standard'), await play('ladder')]
  const names = Object.keys(standard[0]?.metrics ?? {})
  const meanOver = (measure: (episode: PolicyRollout) => number): number =>
    round(meanOrNull(standard.map(measure)) ?? 0)
  const ladderRewards = ladder.map(({ reward }) => Math.round(1000 * reward))
  return {
    success: meanOver(({ success }) => (success ? 1 : 0)),
    standard: meanOver(({ reward }) => reward),
    ladder: round((meanOrNull(ladderRewards) ?? 0) / 1000),
    stages: STAGES.map(({ pay }) =>
      round(ladderRewards.filter((one) => one === pay).length / ladderRewards.length),
    ),
    turns: meanOver(({ turns }) => turns),
    metrics: Object.fromEntries(
      names.map((name) => [name, meanOver(({ metrics }) => metrics[name] ?? 0)]),
    ),
  }
}

async function playTasks(
  world: World,
  policy: LocalPolicy,
  profile: Profile,
  { seed, number, tasks }: { seed: number; number: number; tasks: number },
): Promise<PolicyRollout[]> {
  const first = FRESH_TASKS + number * 1_000
  const requests = Array.from({ length: tasks }, (_, index) => ({
    split: 'stream',
    index: first + index,
  }))
  const draws = childSeed(seed, `ladder/${number}`)
  const { episodes, losses } = await collect(paidBy(world, profile), requests, {
    policy,
    createDecider: (index) => {
      const random = stream(draws, index, 'evaluation')
      return policy.decider(() => random.next())
    },
    ...USUAL_TRAFFIC,
  })
  if (losses.length > 0) throw new Error(`${losses.length} rollouts were lost: ${losses[0]}`)
  return episodes.filter((episode) => episode !== undefined) as PolicyRollout[]
}

const round = (value: number): number => Math.round(1e4 * value) / 1e4
