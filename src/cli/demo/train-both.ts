import type { Client } from '../../client/client.ts'
import { wilson } from '../../sim/wilson.ts'
import { startingPolicy } from '../../train-bridge/local/cloning/start.ts'
import type { LocalPolicy } from '../../train-bridge/local/policy/policy.ts'
import { ServerPlayground } from '../../train-bridge/local/rollouts/server.ts'
import { evaluatePolicy } from '../../train-bridge/local/training/evaluate.ts'
import { type TrainOptions, trainOptions } from '../../train-bridge/local/training/options.ts'
import { Trainer } from '../../train-bridge/local/training/trainer.ts'
import type { LinePoint, LineSeries } from '../../train-bridge/plots/line-plot.ts'
import { findEnvironment } from '../environments.ts'

export const DEMO_ENV = 'phone-call-v2'
/** First task of the evaluations, far beyond the tasks that training reaches. */
export const EVALUATION_FROM = 1_000_000

/** Curves have at least about this many points, however few batches a slow machine trains. */
const POINTS_LEAST = 12

/** How long to train, and how to report it. */
export interface DemoPlan {
  readonly seed: number
  /** Training ends after this many seconds, or after `batches` of each arm. */
  readonly seconds: number
  readonly batches: number
  readonly groups: number
  /** Maximum batches between evaluations. */
  readonly evaluateEvery: number
  readonly evaluateTasks: number
  readonly isStopped: () => boolean
  readonly nowMs: () => number
  /** Called after each evaluation of both arms, with the curves so far and the seconds left. */
  readonly onCurves: (curves: readonly LineSeries[], secondsLeft: number) => void
}

interface Runner {
  readonly way: Way
  readonly policy: LocalPolicy
  readonly trainer: Trainer
  readonly points: LinePoint[]
}

interface Way {
  readonly name: string
  /** Title of the curve; its colour follows the pages of the experiment. */
  readonly title: string
  readonly colour: number
  readonly options: Partial<TrainOptions>
}

const WAYS: readonly Way[] = [
  { name: 'plain', title: 'plain', colour: 0, options: { mode: 'independent' } },
  {
    name: 'guided',
    title: 'guided, clean-prompt loss',
    colour: 2,
    options: { mode: 'feedback', trainPrompt: 'clean' },
  },
]

/** The policy that both arms start from. It knows how to do the work, but few habits. */
export async function demoStart(seed: number): Promise<LocalPolicy> {
  const environment = findEnvironment(DEMO_ENV)
  if (environment === undefined) throw new Error(`there is no environment ${DEMO_ENV}`)
  return startingPolicy(environment, {
    architecture: 'linear',
    clean: '2',
    feedback: 'medium',
    seed,
  })
}

/** Trains both arms alternately, so that their curves grow together. Returns the curves. */
export async function trainBoth(
  client: Client,
  start: LocalPolicy,
  plan: DemoPlan,
): Promise<readonly LineSeries[]> {
  const playground = new ServerPlayground({ client, env: DEMO_ENV })
  const { seed, groups } = plan
  const runners = WAYS.map((way): Runner => {
    const { name, options } = way
    const policy = start.copy()
    const settings = trainOptions({ run: `demo-${name}`, seed, groups, ...options })
    return { way, policy, trainer: new Trainer(playground, policy, settings), points: [] }
  })
  const endMs = plan.nowMs() + 1_000 * plan.seconds
  const secondsLeft = (): number => Math.max(0, (endMs - plan.nowMs()) / 1_000)
  const curves = (): LineSeries[] =>
    runners.map(({ way: { title: name, colour }, points }) => ({
      name,
      colour,
      points: [...points],
    }))
  let measuredAt = secondsLeft()
  const measure = async (): Promise<void> => {
    for (const runner of runners) {
      if (plan.isStopped()) return
      await addPoint(playground, runner, plan)
    }
    plan.onCurves(curves(), secondsLeft())
    measuredAt = secondsLeft()
  }
  await measure()
  for (let batch = 1; batch <= plan.batches && !plan.isStopped(); batch++) {
    for (const { trainer } of runners) await trainer.step(plan.isStopped)
    if (plan.isStopped()) return curves()
    const isLast = batch === plan.batches || secondsLeft() === 0
    const isLate = measuredAt - secondsLeft() >= plan.seconds / POINTS_LEAST
    if (isLast || isLate || batch % plan.evaluateEvery === 0) await measure()
    if (isLast) break
  }
  return curves()
}

async function addPoint(
  playground: ServerPlayground,
  { way: { name }, policy, trainer, points }: Runner,
  { seed, evaluateTasks: tasks }: DemoPlan,
): Promise<void> {
  const { batch, tasksDrawn } = trainer.state
  const { clean_success: clean } = await evaluatePolicy(playground, policy, {
    split: 'stream',
    firstTask: EVALUATION_FROM,
    tasks,
    attempts: 1,
    seed,
    name: `demo-${name}-evaluation-${batch}`,
  })
  const share = clean ?? 0
  const [low, high] = wilson(Math.round(share * tasks), tasks)
  points.push({ x: tasksDrawn, y: share, low, high })
}
