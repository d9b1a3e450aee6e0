import type { Client } from '../../../client/client.ts'
import type { Episode } from '../../../client/episode.ts'
import type { StepResult } from '../../../client/types.ts'
import type { Transcript } from '../../../env/message.ts'
import type {
  Condition,
  GroupPlace,
  OpenedRollout,
  Playground,
  RolloutRequest,
  RolloutTurn,
  TurnOutcome,
} from './playground.ts'

interface ServerRollout extends OpenedRollout {
  readonly episode: Episode
}

/** Which environment is played, on which server. */
export interface ServerPlaygroundOptions {
  readonly client: Client
  readonly env: string
}

/** What the episode of a group tells besides. */
interface GroupedEpisode {
  readonly condition: Condition
  readonly attempts: readonly unknown[]
}

/** What an opening says of a group. Independent rollouts need the server to know of none. */
function placed(group: GroupPlace, split: string) {
  const { run, generation, id, index, mode } = group
  return {
    labels: { run, group: id, split },
    // The same rollout has the same key: an opening that is sent again opens nothing new.
    openKey: [run, generation, id, index].join('/'),
    ...(mode === 'feedback' ? { group } : {}),
  }
}

/** Rollouts on a server, over one connection: turns go out as batches. */
export class ServerPlayground implements Playground<ServerRollout> {
  readonly #client: Client
  readonly #env: string

  constructor({ client, env }: ServerPlaygroundOptions) {
    this.#client = client
    this.#env = env
  }

  async open({ split, index, group }: RolloutRequest): Promise<ServerRollout> {
    const request = { env: this.#env, split, index }
    const episode = await this.#client.open(
      group === undefined ? request : { ...request, ...placed(group, split) },
    )
    const messages = episode.messages as unknown as Transcript
    const { condition = 'clean', attempts = [] } = episode as Partial<GroupedEpisode>
    return { episode, messages, condition, attemptsShown: attempts.length }
  }

  async step(turns: readonly RolloutTurn<ServerRollout>[]): Promise<readonly TurnOutcome[]> {
    const results = await this.#client.stepMany(
      turns.map(({ rollout, action }) => ({ episode: rollout.episode, action: action as never })),
    )
    return results.map((result): TurnOutcome => {
      if (result.status === 'fulfilled') return outcomeOf(result.value)
      return { kind: 'lost', why: String((result.reason as Error).message) }
    })
  }

  async drop(rollouts: readonly ServerRollout[]): Promise<void> {
    await Promise.allSettled(rollouts.map(({ episode }) => episode.close('client_fault')))
  }
}

function outcomeOf({ terminated, truncated, messages, info, seq }: StepResult): TurnOutcome {
  if (!terminated && !truncated) {
    return { kind: 'open', messages: messages as unknown as Transcript }
  }
  const { score, metrics = {}, end_reason: endReason = 'unknown' } = info
  const result = { reward: score, success: metrics.success === 1, endReason, turns: seq }
  return { kind: 'over', result }
}
