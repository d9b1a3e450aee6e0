import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../../../src/client/client.ts'
import type { Episode } from '../../../src/client/episode.ts'
import type { Action, OpenRequest, StepResult } from '../../../src/client/types.ts'
import type { JsonObject } from '../../../src/sim/json.ts'
import type { Play } from './play.ts'
import type { Operation } from './story.ts'

interface Waiting {
  readonly episode: Episode
  readonly action: Action
  resolve(outcome: PromiseSettledResult<StepResult>): void
}

const GATHER_MS = 5

/** Plays stories through the project's client, step by step or gathered into `stepMany`. */
export class ClientPlayer {
  readonly #client: Client
  readonly #gathers: boolean
  #waiting: Waiting[] = []

  /** @param gathers whether steps that come together go out as one batch */
  constructor(client: Client, gathers: boolean) {
    this.#client = client
    this.#gathers = gathers
  }

  /**
   * Plays a story to its end; answers how many rows a watch of its first episode brought.
   *
   * @throws BackchannelError if the client tells of the trouble; Error if an answer is another
   */
  async play(play: Play, watches: boolean): Promise<number> {
    const episodes: Episode[] = []
    let watching: Promise<number> | undefined
    for (let next = play.next; next !== undefined; next = play.next) {
      const answer = await this.#carryOut(play, next, episodes)
      if (answer === undefined) play.takeEpisode((episodes.at(-1) as Episode).id)
      else play.take(next, answer)
      if (watches && watching === undefined) watching = watchAll(play, episodes[0] as Episode)
      await sleep(10)
    }
    return (await watching) ?? 0
  }

  /** The answer as it came, or undefined where the client gives an episode instead. */
  async #carryOut(
    play: Play,
    { method, part, params }: Operation,
    episodes: Episode[],
  ): Promise<JsonObject | undefined> {
    switch (method) {
      case 'episode.open': {
        const request = { ...params, openKey: play.name } as unknown as OpenRequest
        episodes.push(await this.#client.open(request))
        return undefined
      }
      case 'episode.fork': {
        const { position, ...seed } = params as { readonly position: number }
        const openKey = `${play.name}/${part}`
        episodes.push(await (episodes[0] as Episode).fork(position, { ...seed, openKey }))
        return undefined
      }
      case 'episode.step':
        return plain(await this.#step(episodes[part] as Episode, params))
      default:
        return plain(await (episodes[part] as Episode).close(params.reason as 'client_closed'))
    }
  }

  async #step(episode: Episode, { seq, action }: JsonObject): Promise<StepResult> {
    // The client numbers steps itself; a step that the story repeats is one it has the answer to.
    if (Number(seq) < episode.nextSeq) return episode.last as StepResult
    const turn = { episode, action: action as unknown as Action }
    if (!this.#gathers) return episode.step(turn.action)
    const outcome = await new Promise<PromiseSettledResult<StepResult>>((resolve) => {
      if (this.#waiting.length === 0) setTimeout(() => void this.#flush(), GATHER_MS)
      this.#waiting.push({ ...turn, resolve })
    })
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }

  async #flush(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    const outcomes = await this.#client.stepMany(waiting)
    for (const [at, { resolve }] of waiting.entries()) {
      resolve(outcomes[at] as PromiseSettledResult<StepResult>)
    }
  }
}

/**
 * Watches an episode until its story has no more rows of it.
 *
 * @throws Error on a gap or a repetition
 */
async function watchAll(play: Play, episode: Episode): Promise<number> {
  const rows = play.story.twins[0]?.payloads.length ?? 0
  let next = 0
  for await (const row of episode.watch()) {
    if (row.position !== next) {
      throw new Error(`play ${play.name}: watched row ${row.position} instead of ${next}`)
    }
    next += 1
    if (next === rows) break
  }
  return next
}

const plain = (result: object): JsonObject => result as JsonObject
