import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, connect } from '../../../src/client/client.ts'
import type { Episode } from '../../../src/client/episode.ts'
import { BackchannelError } from '../../../src/client/errors.ts'
import { type RandomStream, stream } from '../../../src/sim/random.ts'
import type { History } from './history.ts'

/** A link on which nothing was heard for this long is given up; servers ping every second. */
const SILENCE_MS = 4_000
const STEPS_MAX = 8

export interface Crowd {
  /** The addresses of all servers. */
  readonly urls: readonly string[]
  readonly players: number
  readonly seed: number
  readonly history: History
}

/** Plays episode after episode, some steps through two servers, until it is told to end. */
export class Players {
  readonly #crowd: Crowd
  readonly #playing: Promise<void>[]
  #isEnding = false

  constructor(crowd: Crowd) {
    this.#crowd = crowd
    this.#playing = Array.from({ length: crowd.players }, (_, at) => this.#play(at))
  }

  /** Resolves when every player has come to the end of an episode. */
  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#playing)
  }

  async #play(player: number): Promise<void> {
    const { urls, seed } = this.#crowd
    const random = stream(seed, player, 'players')
    const [own, other] = await Promise.all([
      connect(settings(urls, random)),
      connect(settings(urls, random)),
    ])
    try {
      for (let round = 0; !this.#isEnding; round++) {
        await this.#playEpisode([own, other], random, `p${player}-${round}-${randomUUID()}`)
      }
    } finally {
      await Promise.all([own.close(), other.close()])
    }
  }

  async #playEpisode(
    clients: readonly [Client, Client],
    random: RandomStream,
    openKey: string,
  ): Promise<void> {
    const { history } = this.#crowd
    const task = { env: 'mock-v1', split: 'train', index: random.integer(0, 50), openKey }
    const call = { kind: 'open', openKey } as const
    const open = async (): Promise<Episode> => {
      const opening = clients[0].open(task)
      void history
        .note(
          call,
          opening.then(({ id }) => ({ episode_id: id })),
        )
        .catch(() => undefined)
      return opening
    }
    let episode = await untilAnswered(open)
    const steps = random.integer(1, STEPS_MAX)
    while (episode.nextSeq <= steps && !episode.over) {
      const action = actionOf(`${openKey}/${episode.nextSeq}`)
      const asked = { kind: 'step', episode: episode.id, seq: episode.nextSeq, action } as const
      try {
        const both = [history.note(asked, episode.step(action))]
        // Another client sends the same step: whoever is asked, the answer is one.
        if (random.chance(0.2)) both.push(history.note(asked, twin(clients[1], asked)))
        const results = await Promise.allSettled(both)
        if (results[0]?.status === 'rejected') throw results[0].reason
      } catch (error) {
        mustBePassing(error)
        const { id } = episode
        episode = await untilAnswered(() => clients[0].resume(id))
      }
      await sleep(random.integer(0, 30))
    }
    const close = { kind: 'close', episode: episode.id } as const
    await untilAnswered(() => history.note(close, episode.close()))
  }
}

function settings(urls: readonly string[], random: RandomStream) {
  const turn = random.integer(0, urls.length - 1)
  return {
    url: [...urls.slice(turn), ...urls.slice(0, turn)].join(','),
    ...{ silenceMs: SILENCE_MS, backOffMs: 20, backOffMaxMs: 500, connectTimeoutMs: 3_000 },
    ...{ reconnectTimeoutMs: 120_000, requestTimeoutMs: 60_000, retriesMax: 200 },
  }
}

/** A wrong code that nobody else enters. */
export const actionOf = (code: string) => ({
  tool_calls: [
    { id: 'a', type: 'function' as const, function: { name: 'enter_code', arguments: { code } } },
  ],
})

/** The same step by a client that comes to the episode anew. */
async function twin(
  client: Client,
  {
    episode,
    seq,
    action,
  }: {
    readonly episode: string
    readonly seq: number
    readonly action: ReturnType<typeof actionOf>
  },
) {
  const there = await client.resume(episode)
  // It was played meanwhile: what is recorded is what its answer must be.
  if (there.nextSeq === seq + 1 && there.last !== undefined) return there.last
  if (there.nextSeq !== seq) throw new Error('it came too late')
  return there.step(action)
}

/** Faults of a time in which servers come and go. */
const PASSING = new RegExp(
  '^(client/(timeout|disconnected)|store/|server/|group/|episode/moved' +
    '|step/(in_flight|conflict|stale))',
)

function mustBePassing(error: unknown): void {
  if (!(error instanceof BackchannelError && PASSING.test(error.code))) throw error
}

async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask()
    } catch (error) {
      mustBePassing(error)
      if (tries > 50) throw error
    }
    await sleep(100)
  }
}
