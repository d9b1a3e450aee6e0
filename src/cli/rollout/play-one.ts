import type { Client } from '../../client/client.ts'
import type { Episode } from '../../client/episode.ts'
import { BackchannelError } from '../../client/errors.ts'
import type { AnyEnvironment } from '../../env/environment.ts'
import type { Transcript } from '../../env/message.ts'
import type { Policy, Situation } from '../../policies/policy.ts'
import { PolicyError } from '../../policies/policy-error.ts'
import { childSeed, stream } from '../../sim/random.ts'
import type { HiddenFacts } from './hidden.ts'
import type { RolloutFailure, RolloutRecord } from './summary.ts'

/** What all rollouts of a run share. */
export interface RolloutRun {
  readonly client: Client
  readonly policy: Policy
  readonly env: string
  readonly split: string
  /** Decides the policy's draws. */
  readonly seed: number
  /** Label by which the episodes can be found again. */
  readonly run: string | undefined
  readonly hidden: HiddenFacts
  /** The environment's code, where this build has it: for critiques, which policies learn from. */
  readonly environment: AnyEnvironment | undefined
}

export type RolloutOutcome =
  | { readonly kind: 'played'; readonly record: RolloutRecord }
  | { readonly kind: 'failed'; readonly failure: RolloutFailure }

/**
 * Plays one task to its end. A policy or a link that fails ends the episode with `client_fault` and
 * is an outcome of its own.
 *
 * @throws CommandError, and BackchannelError of the area `auth`: no rollout would go better
 */
export async function playOne(run: RolloutRun, index: number): Promise<RolloutOutcome> {
  let episode: Episode | undefined
  try {
    const { env, split } = run
    const labels = run.run === undefined ? {} : { labels: { run: run.run } }
    episode = await run.client.open({ env, split, index, ...labels })
    await playToEnd(run, episode, index)
    const record = recordOf(episode)
    tellPolicy(run, episode, record)
    return { kind: 'played', record }
  } catch (error) {
    const reason = failureReason(error)
    if (reason === undefined) throw error
    await episode?.close('client_fault').catch(() => undefined)
    const message = error instanceof Error ? error.message : String(error)
    const failure = { episode_id: episode?.id ?? null, index, reason, message }
    return { kind: 'failed', failure }
  }
}

async function playToEnd(run: RolloutRun, episode: Episode, index: number): Promise<void> {
  const { policy, env } = run
  const hidden = policy.needsHidden ? await run.hidden.of(String(episode.task.id)) : undefined
  const seed = childSeed(run.seed, `${run.split}/${index}`)
  while (!episode.over) {
    const situation: Situation = {
      environment: env,
      transcript: transcriptOf(episode),
      tools: episode.tools as Situation['tools'],
      random: stream(seed, episode.nextSeq, 'policy'),
      ...(hidden === undefined ? {} : { hidden }),
    }
    await episode.step(await policy.act(situation))
  }
}

/** A copy as of now: a policy may keep it, and the episode's own grows. */
const transcriptOf = (episode: Episode): Transcript =>
  episode.transcript.slice() as unknown as Transcript

function recordOf(episode: Episode): RolloutRecord {
  const { score, metrics = {}, end_reason: reason } = episode.info
  const { id, difficulty } = episode.task
  return {
    episode_id: episode.id,
    task: String(id),
    difficulty: typeof difficulty === 'number' ? difficulty : 0,
    success: metrics.success === 1,
    score,
    end_reason: reason ?? 'unknown',
    turns: metrics.turns ?? episode.nextSeq - 1,
  }
}

function tellPolicy(run: RolloutRun, episode: Episode, record: RolloutRecord): void {
  const { policy, environment, env } = run
  if (policy.learn === undefined) return
  const { terminated, info } = episode.last ?? {}
  const { success, score } = record
  const transcript = transcriptOf(episode)
  const critique =
    environment?.critique(transcript, {
      end: {
        kind: terminated ? 'terminated' : 'truncated',
        reason: info?.end_reason ?? 'client_closed',
      },
      success,
      metrics: info?.metrics ?? {},
    }) ?? ''
  policy.learn({ environment: env, transcript, success, score, critique })
}

/** Why a rollout failed, or undefined if the whole run must stop. */
function failureReason(error: unknown): string | undefined {
  if (error instanceof PolicyError) return `policy/${error.reason}`
  if (!(error instanceof BackchannelError)) return undefined
  return error.code.startsWith('auth/') || STOPPING.has(error.code) ? undefined : error.code
}

/** Faults that say that the run was asked for wrongly. */
const STOPPING = new Set(['env/unknown', 'env/no_data', 'task/unknown', 'settings/invalid'])
