import type { LossName } from '../../src/train-bridge/local/learning/losses.ts'
import type { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import type { InProcessPlayground } from '../../src/train-bridge/local/rollouts/in-process.ts'
import { evaluatePolicy } from '../../src/train-bridge/local/training/evaluate.ts'
import { type TrainOptions, trainOptions } from '../../src/train-bridge/local/training/options.ts'
import { Trainer } from '../../src/train-bridge/local/training/trainer.ts'
import type { Arm } from './arms.ts'
import { retellWith } from './critiques.ts'
import type { Scale } from './plan.ts'
import { createPlayground, FRESH_TASKS, levelSplit, type World } from './world.ts'

/** The state of a run at an evaluation on fresh tasks of known companies under the clean prompt. */
export interface RunPoint {
  readonly batch: number
  readonly tasks_drawn: number
  readonly episodes: number
  readonly turns: number
  /**
   * Tokens that a language model would have read and written: each message once, at four characters
   * per token. Absent in older records.
   */
  readonly tokens?: number
  /** Turns that had to be played in sequence. */
  readonly depth: number
  /** CPU seconds of training alone. */
  readonly cpu_seconds: number
  readonly clean: number
  /** Success on unseen companies. Absent in older records. */
  readonly unseen?: number
}

/** What a policy can do, before or after training. */
export interface Standing {
  readonly clean: number
  readonly unseen: number
  /** Solved by the first try, after at most one critique, and after at most four. */
  readonly solved_by: readonly { readonly critiques: number; readonly success: number }[]
}

/** One trained policy, as its record stores it. */
export interface RunRecord {
  readonly plan: string
  readonly condition: string
  readonly arm: string
  readonly seed: number
  readonly learning_rate: number
  readonly batches: number
  /** The environment and the mark of its world. Absent in older records. */
  readonly world?: string
  /** The mark of its arm's method. Absent in older records. */
  readonly method?: string
  /** All settings of training except the world. Absent in older records. */
  readonly options?: TrainOptions
  readonly start: Standing
  readonly points: readonly RunPoint[]
  readonly end: Standing
  readonly levels: readonly { readonly level: number; readonly clean: number }[]
  readonly ceilings: { readonly known: number; readonly unseen: number }
}

export type Trained = Pick<RunRecord, 'options' | 'points' | 'end' | 'levels'>

/** What the runs of a condition and seed share. */
export interface Ground {
  readonly world: World
  readonly start: LocalPolicy
  readonly seed: number
  readonly scale: Scale
  readonly loss: LossName
}

/** Approximate characters per token of byte-pair encodings of English. */
const CHARACTERS_PER_TOKEN = 4

const CRITIQUES = [0, 1, 4]
/** Groups of five cost more than clean rollouts, so they are played on fewer tasks. */
const GUIDED_SHARE = 0.4

/** Trains a copy of the start with an arm's method, and evaluates it on the way. */
export async function trainOnce(
  ground: Ground,
  arm: Arm,
  learningRate: number,
  startStanding: Standing,
): Promise<Trained> {
  const { world, start, seed, scale, loss } = ground
  const { groups, groupSize, batches } = scale
  const policy = start.copy()
  const retell = arm.quality === undefined ? {} : { retell: retellWith(arm.quality) }
  const playground = createPlayground(world, {
    ...retell,
    sendsCritiques: arm.tellsTrainer === true,
  })
  const usual = { run: `seed-${seed}`, seed, learningRate, groups, groupSize, loss }
  const waves = scale.waves === undefined ? {} : { waves: [...scale.waves] }
  const feedback = { ...waves, ...arm.options.feedback }
  const options = trainOptions({ ...usual, ...arm.options, feedback })
  const trainer = new Trainer(playground, policy, options)
  // Fresh tasks are evaluated in a playground without the arm's critiques.
  const measurePlayground = createPlayground(world)
  const points: RunPoint[] = [
    { ...COUNTS_0, clean: startStanding.clean, unseen: startStanding.unseen },
  ]
  let depth = 0
  let cpuSeconds = 0
  const isOver = (): boolean =>
    trainer.state.batch >= batches ||
    trainer.state.tasksDrawn >= (scale.tasksMax ?? Number.POSITIVE_INFINITY)
  while (!isOver()) {
    const drawnBefore = trainer.state.tasksDrawn
    const usage = process.cpuUsage()
    const metrics = await trainer.step()
    cpuSeconds += cpuSince(usage)
    depth += metrics?.depth ?? 0
    const { batch, tasksDrawn, episodes, turns, characters } = trainer.state
    if (!isDue(scale, batch, [drawnBefore, tasksDrawn]) && !isOver()) continue
    const success = await cleanSuccess(
      measurePlayground,
      policy,
      ground,
      'stream',
      batch,
      scale.tasks,
    )
    const unseen = await cleanSuccess(
      measurePlayground,
      policy,
      ground,
      'unseen',
      batch,
      scale.unseenTasks,
    )
    const tokens = Math.round(characters / CHARACTERS_PER_TOKEN)
    const counts = { batch, tasks_drawn: tasksDrawn, episodes, turns, tokens, depth }
    points.push({ ...counts, cpu_seconds: round(cpuSeconds), clean: success, unseen })
  }
  return {
    options,
    points,
    end: await measureStanding(measurePlayground, policy, ground, batches + 1),
    levels: await measureLevels(measurePlayground, policy, ground),
  }
}

/** Whether to evaluate after a batch that raised the tasks drawn from one count to another. */
function isDue(scale: Scale, batch: number, [from, to]: readonly [number, number]): boolean {
  const { evaluateEvery, groups, tasksMax } = scale
  if (tasksMax === undefined) return batch % evaluateEvery === 0
  const tasks = evaluateEvery * groups
  return Math.floor(to / tasks) > Math.floor(from / tasks)
}

const COUNTS_0 = {
  ...{ batch: 0, tasks_drawn: 0, episodes: 0, turns: 0, tokens: 0, depth: 0, cpu_seconds: 0 },
}

/** All measurements of a policy, each number on its own tasks. */
export async function measureStanding(
  playground: InProcessPlayground,
  policy: LocalPolicy,
  ground: Ground,
  number: number,
): Promise<Standing> {
  const { endTasks } = ground.scale
  const success = await cleanSuccess(playground, policy, ground, 'stream', number, endTasks)
  const unseen = await cleanSuccess(playground, policy, ground, 'unseen', number, endTasks)
  const { solved_by: solvedBy } = await evaluatePolicy(playground, policy, {
    ...evaluationTasks(ground, 'stream', number, Math.ceil(endTasks * GUIDED_SHARE)),
    attempts: 5,
  })
  return {
    clean: success,
    unseen,
    solved_by: solvedBy.filter(({ critiques }) => CRITIQUES.includes(critiques)),
  }
}

async function measureLevels(playground: InProcessPlayground, policy: LocalPolicy, ground: Ground) {
  const { levelTasks, batches } = ground.scale
  const { levels: allLevels } = ground.world
  const levels: { level: number; clean: number }[] = []
  for (const level of levelTasks === 0 ? [] : allLevels) {
    const split = levelSplit(level)
    const success = await cleanSuccess(playground, policy, ground, split, batches, levelTasks)
    levels.push({ level, clean: success })
  }
  return levels
}

async function cleanSuccess(
  playground: InProcessPlayground,
  policy: LocalPolicy,
  ground: Ground,
  split: string,
  number: number,
  tasks: number,
): Promise<number> {
  const options = { ...evaluationTasks(ground, split, number, tasks), attempts: 1 }
  const { clean_success: success, lost } = await evaluatePolicy(playground, policy, options)
  if (success === null || lost > 0) throw new Error(`${lost} rollouts of ${split} were lost`)
  return success
}

/** Tasks that no other evaluation has; equal for all arms of a seed. */
function evaluationTasks({ seed, scale }: Ground, split: string, number: number, tasks: number) {
  const firstTask = FRESH_TASKS + number * scale.endTasks
  return { split, firstTask, tasks, seed, name: `evaluation-${number}` }
}

function cpuSince(usageBefore: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(usageBefore)
  return (user + system) / 1e6
}

const round = (seconds: number): number => Math.round(seconds * 100) / 100
