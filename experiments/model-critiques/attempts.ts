import type { Attempt } from '../../src/env/attempt.ts'
import type { Transcript } from '../../src/env/message.ts'
import type { PhoneEvent } from '../../src/env/phone-call/events.ts'
import { stream } from '../../src/sim/random.ts'
import { startingPolicy } from '../../src/train-bridge/local/cloning/start.ts'
import type { LocalPolicy } from '../../src/train-bridge/local/policy/policy.ts'
import { collect } from '../../src/train-bridge/local/rollouts/collect.ts'
import type {
  FailedRollout,
  InProcessPlayground,
} from '../../src/train-bridge/local/rollouts/in-process.ts'
import type {
  OpenedRollout,
  RolloutMember,
  RolloutRequest,
} from '../../src/train-bridge/local/rollouts/playground.ts'
import { USUAL_TRAFFIC } from '../../src/train-bridge/local/training/trainer.ts'
import { phoneWorld } from '../feedback-guided/phone-world.ts'
import { createPlayground, FRESH_TASKS, type World } from '../feedback-guided/world.ts'

/** Companies that no policy of these experiments was trained on. */
const SPLIT = 'unseen'
/** Second tries of each failed task. */
export const SECOND_TRIES = 16

/** A policy of the local engine that uses critiques, and the world that it plays in. */
export interface Stage {
  readonly world: World
  readonly policy: LocalPolicy
  readonly seed: number
}

/** A failed first try: what critics may read, and what judges need. */
export interface FailedTry {
  /** Number of the task in its split. */
  readonly index: number
  /** With the critique by rule. */
  readonly attempt: Attempt
  readonly transcript: Transcript
  readonly events: readonly PhoneEvent[]
  /** Every detail of the customer, including those that the attempt never saw. */
  readonly customerValues: readonly string[]
}

export async function createStage(seed: number): Promise<Stage> {
  const world = phoneWorld(seed)
  const start = { architecture: 'linear', clean: '2', feedback: 'high' } as const
  return { world, policy: await startingPolicy(world.environment, { ...start, seed }), seed }
}

/** The failed first tries among this many tasks in which a department reported missing details. */
export async function findFailedTries(stage: Stage, tasks: number): Promise<FailedTry[]> {
  const failures = new Map<number, Omit<FailedTry, 'transcript'>>()
  const openings = new Map<number, OpenedRollout & { readonly transcript: Transcript }>()
  const inner = createPlayground(stage.world, {
    retell(attempt, failed) {
      const { index } = failed.task as unknown as { readonly index: number }
      failures.set(index, { index, attempt, ...judgedParts(failed) })
      return attempt
    },
  })
  const recorder = {
    async open(request: RolloutRequest) {
      const opened = await inner.open(request)
      openings.set(request.index, opened)
      return opened
    },
    step: inner.step.bind(inner),
    drop: inner.drop.bind(inner),
  } satisfies Partial<InProcessPlayground>
  const requests = Array.from({ length: tasks }, (_, at) => tryOf(FRESH_TASKS + at, 0, 'feedback'))
  await play(stage, recorder, requests)
  return [...failures.values()]
    .sort((left, right) => left.index - right.index)
    .filter(({ events }) => events.some(reportsMissing))
    .map((failure) => {
      const transcript = openings.get(failure.index)?.transcript
      if (transcript === undefined) throw new Error(`task ${failure.index} was never opened`)
      return { ...failure, transcript }
    })
}

const reportsMissing = (event: PhoneEvent): boolean =>
  event.kind === 'refused' && event.reason === 'details' && event.missing.length > 0

function judgedParts({ task, events }: FailedRollout) {
  const { customer } = task as unknown as { readonly customer: { values: Record<string, string> } }
  const customerValues = Object.values(customer.values)
  return { events: events as readonly PhoneEvent[], customerValues }
}

/**
 * Successes of second tries after a failed first try, `SECOND_TRIES` for each task, whose prompts
 * contain this account of it. `undefined` plays them without any. All accounts meet the same draws.
 */
export async function playSecondTries(
  stage: Stage,
  failed: FailedTry,
  account: ((attempt: Attempt) => Attempt) | undefined,
): Promise<number> {
  const members = Array.from({ length: SECOND_TRIES }, (_, at) => at + 1)
  const mode = account === undefined ? 'independent' : 'feedback'
  const firstTries = account === undefined ? [] : [0]
  const requests = [...firstTries, ...members].map((at) => tryOf(failed.index, at, mode))
  const retell = account === undefined ? {} : { retell: account }
  const episodes = await play(stage, createPlayground(stage.world, retell), requests)
  const secondTries = episodes.filter(({ request: { group } }) => group?.index !== 0)
  if (secondTries.some(({ attemptsShown }) => attemptsShown !== firstTries.length)) {
    throw new Error(`task ${failed.index}: the first try was not repeated`)
  }
  return secondTries.filter(({ success }) => success).length
}

/** All second tries are one wave, so that each sees the first try and nothing else. */
function tryOf(index: number, member: number, mode: RolloutMember['mode']): RolloutRequest {
  const group: RolloutMember = {
    ...{ run: 'model-critiques', id: String(index), index: member, size: 1 + SECOND_TRIES },
    ...{ mode, generation: '1' },
    ...(mode === 'feedback' && {
      feedback: { clean_share: 0, start_at: 1, waves: [1, SECOND_TRIES] },
    }),
  }
  return { split: SPLIT, index, group }
}

async function play(
  { policy, seed }: Stage,
  playground: Parameters<typeof collect>[0],
  requests: readonly RolloutRequest[],
) {
  const { episodes, losses } = await collect(playground, requests, {
    policy,
    createDecider: (number) => {
      const { index, group } = requests[number] as RolloutRequest
      const random = stream(seed, index, `try-${group?.index}`)
      return policy.decider(() => random.next())
    },
    keepsActs: false,
    ...USUAL_TRAFFIC,
  })
  if (losses.length > 0) throw new Error(`rollouts were lost: ${losses[0]}`)
  return episodes.filter((episode) => episode !== undefined)
}
