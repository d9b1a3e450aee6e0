import { setTimeout as sleep } from 'node:timers/promises'
import type { RawSocket } from './raw-socket.ts'

const QUIET_MS = 400
const COMPLETE_MS = 15_000

/** The rows that watches brought, each episode's in order: a gap or a repetition is an error. */
export class WatchLog {
  /** Episodes whose watch was stopped, with the position to go on from. */
  readonly lagged = new Map<string, number>()
  rows = 0
  readonly #next = new Map<string, number>()
  readonly #rowsEach: number
  #heardMs = performance.now()
  #wrong: string | undefined

  /** @param rowsEach rows that every episode has in the end */
  constructor(rowsEach: number) {
    this.#rowsEach = rowsEach
  }

  /** Watches episodes from where they are known to. */
  async watch(socket: RawSocket, episodes: readonly string[]): Promise<void> {
    socket.onNotification = ({ method, params }) => {
      const episode = String(params.episode_id)
      if (method === 'episode.row') this.#take(episode, Number(params.position))
      if (method === 'episode.watch_lagged') this.#lag(episode, Number(params.position))
    }
    for (const episode_id of episodes) {
      this.lagged.delete(episode_id)
      const from = this.#next.get(episode_id) ?? 0
      await socket.result('episode.watch', { episode_id, from })
    }
  }

  /** Waits until nothing has come for a while. */
  async quiet(): Promise<void> {
    this.#heardMs = performance.now()
    while (performance.now() - this.#heardMs < QUIET_MS) await sleep(20)
  }

  /** Waits until every watched episode has all its rows, or for some seconds. */
  async complete(): Promise<void> {
    const untilMs = performance.now() + COMPLETE_MS
    const isDone = (): boolean => [...this.#next.values()].every((next) => next === this.#rowsEach)
    while (!isDone() && performance.now() < untilMs) await sleep(20)
  }

  /** @throws Error naming a gap, a repetition or an episode that lacks rows */
  mustBeComplete(episodes: readonly string[]): void {
    if (this.#wrong !== undefined) throw new Error(this.#wrong)
    for (const episode of episodes) {
      const rows = this.#next.get(episode) ?? 0
      if (rows !== this.#rowsEach) throw new Error(`${episode}: ${rows} of ${this.#rowsEach} rows`)
    }
  }

  #take(episode: string, position: number): void {
    const expected = this.#next.get(episode) ?? 0
    if (position !== expected) {
      this.#wrong ??= `${episode}: watched row ${position}, expected ${expected}`
    }
    this.#next.set(episode, position + 1)
    this.rows += 1
    this.#heardMs = performance.now()
  }

  #lag(episode: string, position: number): void {
    const expected = this.#next.get(episode) ?? 0
    if (position !== expected) {
      this.#wrong ??= `${episode}: lagged at ${position}, the last row was ${expected - 1}`
    }
    this.lagged.set(episode, position)
    this.#heardMs = performance.now()
  }
}
