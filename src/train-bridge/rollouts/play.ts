import type { Client } from '../../client/client.ts'
import type { Episode } from '../../client/episode.ts'
import { BackchannelError } from '../../client/errors.ts'
import type { GroupRequest } from '../../client/types.ts'
import type { Transcript } from '../../env/message.ts'
import type { Conversation, PublicEvent } from '../../env/public-event.ts'
import type { Outcome } from '../../env/teaching.ts'
import type { Policy, Situation } from '../../policies/policy.ts'
import { PolicyError } from '../../policies/policy-error.ts'
import type { JsonObject } from '../../sim/json.ts'
import { childSeed, stream } from '../../sim/random.ts'
import type { HiddenFacts } from './hidden.ts'
import type { RolloutFailure, RolloutRecord } from './record.ts'

/** What all rollouts of a run share. */
export interface RolloutRun {
  readonly client: Client
  readonly policy: Policy
  readonly env: string
  /** Settings of the episodes. Default: those of the environment. */
  readonly settings?: JsonObject
  /** Seed of the policy's draws. */
  readonly seed: number
  /** Labels that identify the episodes later. */
  readonly labels?: Readonly<Record<string, string>>
  readonly hidden: HiddenFacts
  /** When it aborts, pending rollouts are dropped. */
  readonly signal?: AbortSignal | undefined
}

/** One rollout to play. */
interface RolloutPlan {
  readonly split: string
  /** Index of the task within its split. */
  readonly index: number
  /** Distinguishes the draws of rollouts of the same task. Default: none. */
  readonly draws?: string
  /** The episode's seed. Default: the server's choice. */
  readonly seed?: number
  /** The rollout's group and index in it. Default: no group. */
  readonly group?: GroupRequest
}

/** A rollout that ended normally. */
export interface PlayedRollout extends Conversation {
  readonly record: RolloutRecord
  /** How it ended, in the form that critiques use. */
  readonly outcome: Outcome
  /** Number of earlier attempts of its group in its opening. */
  readonly attemptsShown: number
}

export type RolloutOutcome =
  | { readonly kind: 'played'; readonly played: PlayedRollout }
  | { readonly kind: 'failed'; readonly failure: RolloutFailure }
  | { readonly kind: 'stopped' }

/**
 * Plays one task to its end. A failure of the policy or the connection closes the episode as a
 * client fault and is an outcome of its own, as is a dropped rollout.
 *
 * @throws BackchannelError of the area `auth`, and others that would affect every rollout; whatever
 * else a policy throws
 */
export async function playRollout(run: RolloutRun, plan: RolloutPlan): Promise<RolloutOutcome> {
  let episode: Episode | undefined
  try {
    const { draws: _, ...wanted } = plan
    const labels = run.labels ?? {}
    const { env, settings } = run
    const set = settings === undefined ? {} : { settings }
    episode = await run.client.open({ env, labels, ...set, ...wanted })
    await playToEnd(run, plan, episode)
    return { kind: 'played', played: toPlayedRollout(episode) }
  } catch (error) {
    const stopped = error instanceof Stopped
    const reason = failureReason(error)
    if (reason === undefined && !stopped) throw error
    const ending = stopped ? {} : { fault: true }
    await episode?.close(stopped ? 'client_closed' : 'client_fault', ending).catch(() => undefined)
    if (reason === undefined) return { kind: 'stopped' }
    const message = error instanceof Error ? error.message : String(error)
    const failure = { episode_id: episode?.id ?? null, index: plan.index, reason, message }
    return { kind: 'failed', failure }
  }
}

async function playToEnd(run: RolloutRun, plan: RolloutPlan, episode: Episode): Promise<void> {
  const { policy, env, signal } = run
  const hidden = policy.needsHidden ? await run.hidden.of(String(episode.task.id)) : undefined
  const draws = plan.draws === undefined ? '' : `/${plan.draws}`
  const seed = childSeed(run.seed, `${plan.split}/${plan.index}${draws}`)
  while (!episode.over) {
    if (signal?.aborted === true) throw new Stopped()
    const situation: Situation = {
      environment: env,
      ...copyConversation(episode),
      tools: episode.tools as Situation['tools'],
      random: stream(seed, episode.nextSeq, 'policy'),
      ...(hidden === undefined ? {} : { hidden }),
    }
    await episode.step(await orStopped(policy.act(situation), signal))
  }
}

/** A snapshot: a policy may store it, while the episode's own transcript grows. */
const copyConversation = ({ transcript, events }: Episode): Conversation => ({
  transcript: transcript.slice() as unknown as Transcript,
  events: events.slice() as unknown as PublicEvent[],
})

function toPlayedRollout(episode: Episode): PlayedRollout {
  const { score, metrics = {}, end_reason: reason } = episode.info
  const { id, difficulty } = episode.task
  const success = metrics.success === 1
  const kind = episode.last?.terminated === true ? 'terminated' : 'truncated'
  return {
    record: {
      episode_id: episode.id,
      task: String(id),
      difficulty: typeof difficulty === 'number' ? difficulty : 0,
      success,
      score,
      end_reason: reason ?? 'unknown',
      turns: metrics.turns ?? episode.nextSeq - 1,
    },
    ...copyConversation(episode),
    outcome: { end: { kind, reason: reason ?? 'client_closed' }, success, metrics },
    attemptsShown: episode.attempts.length,
  }
}

/** Why a rollout failed, or undefined if the whole run must stop. */
function failureReason(error: unknown): string | undefined {
  if (error instanceof PolicyError) return `policy/${error.reason}`
  if (!(error instanceof BackchannelError)) return undefined
  return error.code.startsWith('auth/') || STOPPING.has(error.code) ? undefined : error.code
}

/** Faults that mean that the run itself was requested wrongly. */
const STOPPING = new Set([
  'env/unknown',
  'env/no_data',
  'task/unknown',
  'settings/invalid',
  'settings/unknown_profile',
])

/** The work was stopped on request. */
class Stopped extends Error {
  constructor() {
    super('stopped')
    this.name = 'Stopped'
  }
}

/**
 * Waits for work until the signal aborts. After that, the result of the work is ignored.
 *
 * @throws Stopped, and what the work throws
 */
function orStopped<Result>(
  work: Result | Promise<Result>,
  signal: AbortSignal | undefined,
): Result | Promise<Result> {
  if (signal === undefined || !(work instanceof Promise)) return work
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Stopped())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    const removeListener = (): void => signal.removeEventListener('abort', stop)
    work.then(resolve, reject).finally(removeListener)
  })
}
