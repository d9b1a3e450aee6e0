import type { Client } from '../../../client/client.ts'
import type { Episode } from '../../../client/episode.ts'
import type { StepResult } from '../../../client/types.ts'
import type { Transcript } from '../../../env/message.ts'
import type { PublicEvent } from '../../../env/public-event.ts'
import type {
  OpenedRollout,
  Playground,
  RolloutRequest,
  RolloutTurn,
  TurnOutcome,
} from './playground.ts'

interface ServerRollout extends OpenedRollout {
  readonly episode: Episode
}

/** The environment, and the server to play on. */
interface ServerPlaygroundOptions {
  readonly client: Client
  readonly env: string
}

/** Plays rollouts on a server over one connection, with turns in batches. */
export class ServerPlayground implements Playground<ServerRollout> {
  readonly #client: Client
  readonly #env: string

  constructor({ client, env }: ServerPlaygroundOptions) {
    this.#client = client
    this.#env = env
  }

  async open({ split, index, group, step }: RolloutRequest): Promise<ServerRollout> {
    const labels = step === undefined ? {} : { step: String(step), batch: String(step) }
    const membership =
      group === undefined ? {} : { group, labels: { run: group.run, split, ...labels } }
    const episode = await this.#client.open({ env: this.#env, split, index, ...membership })
    const { condition, attempts } = episode
    const messages = episode.messages as unknown as Transcript
    const events = episode.events.slice() as unknown as PublicEvent[]
    return { episode, messages, events, condition, attemptsShown: attempts.length }
  }

  async step(turns: readonly RolloutTurn<ServerRollout>[]): Promise<readonly TurnOutcome[]> {
    const results = await this.#client.stepMany(
      turns.map(({ rollout, action }) => ({ episode: rollout.episode, action: action as never })),
    )
    return results.map((result): TurnOutcome => {
      if (result.status === 'fulfilled') return toOutcome(result.value)
      return { kind: 'lost', why: String((result.reason as Error).message) }
    })
  }

  async drop(rollouts: readonly ServerRollout[]): Promise<void> {
    await Promise.allSettled(
      rollouts.map(({ episode }) => episode.close('client_fault', { fault: true })),
    )
  }
}

function toOutcome({ terminated, truncated, messages, info, seq }: StepResult): TurnOutcome {
  if (!terminated && !truncated) {
    const events = (info.events ?? []) as unknown as readonly PublicEvent[]
    return { kind: 'open', messages: messages as unknown as Transcript, events }
  }
  const { score, metrics = {}, end_reason: endReason = 'unknown' } = info
  const success = metrics.success === 1
  const result = { reward: score, success, endReason, turns: seq, metrics }
  return { kind: 'over', result }
}
