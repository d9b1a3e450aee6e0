import { setTimeout as sleep } from 'node:timers/promises'
import { type RandomStream, stream } from '../../../src/sim/random.ts'
import { Play } from './play.ts'
import { type Answer, type Call, Dropped, RawSocket } from './raw-socket.ts'
import type { Story } from './story.ts'

/** How many play, and what. */
export interface Crowd {
  readonly stories: readonly Story[]
  readonly seed: number
  readonly sockets: number
  /** Plays at once on each socket. */
  readonly playsPerSocket: number
  /** Faults after which a call is sent again, after a pause; any other fails the case. */
  readonly retriedFaults?: ReadonlySet<string>
  /** The longest pause before the next call; default 20. */
  readonly pauseMsMax?: number
}

const RETRY_PAUSE_MS = 20
const NO_FAULTS: ReadonlySet<string> = new Set()

/**
 * Players of stories over several raw sockets: on every other one call by call, on the rest in
 * batches. When their sockets drop they stop, and go on with the same plays at the next `play`.
 */
export class Players {
  /** Plays at the end of their stories. */
  readonly finished: Play[] = []
  /** Calls acknowledged so far. */
  acknowledged = 0
  /** Faults borne so far. */
  readonly faults = new Map<string, number>()
  /** How the sockets were closed. */
  readonly closingCodes: number[] = []
  readonly #sockets = new Set<RawSocket>()
  readonly #crowd: Crowd
  readonly #random: RandomStream
  /** The plays under way, by socket. */
  readonly #lanes: Play[][]
  #started = 0
  #ending = false

  constructor(crowd: Crowd) {
    this.#crowd = crowd
    this.#random = stream(crowd.seed, 0, 'players')
    this.#lanes = Array.from({ length: crowd.sockets }, () =>
      Array.from({ length: crowd.playsPerSocket }, () => this.#newPlay()),
    )
  }

  /** Plays under way. */
  get current(): readonly Play[] {
    return this.#lanes.flat()
  }

  /** How many of them have opened an episode. */
  get open(): number {
    return this.current.filter(({ ids }) => ids.length > 0).length
  }

  /** From now on, finished plays are followed by no others. */
  endSoon(): void {
    this.#ending = true
  }

  /** Drops all sockets in the middle of whatever they do. */
  drop(): void {
    for (const { socket } of this.#sockets) socket.terminate()
  }

  /**
   * Resumes every open episode and plays on, until all sockets have dropped or, after `endSoon`,
   * all plays are finished.
   *
   * @throws Error if an answer is not the twin's, or a fault comes that is not to be borne
   */
  async play(url: string, onReady: () => void = () => {}): Promise<void> {
    let ready = 0
    const enter = async (lane: Play[], index: number): Promise<void> => {
      const socket = await RawSocket.connect(url)
      this.#sockets.add(socket)
      try {
        for (const play of lane) await this.#resume(socket, play)
        ready += 1
        if (ready === this.#lanes.length) onReady()
        if (index % 2 === 0) await this.#playSingly(socket, lane)
        else await this.#playInBatches(socket, lane)
      } finally {
        this.#sockets.delete(socket)
        this.closingCodes.push(await socket.close())
      }
    }
    const outcomes = await Promise.allSettled(this.#lanes.map(enter))
    throwFirst(outcomes)
  }

  async #resume(socket: RawSocket, play: Play): Promise<void> {
    for (const [part, id] of play.ids.entries()) {
      const call = { method: 'episode.resume', params: { episode_id: id } }
      let answer = await socket.call(call)
      while (answer.fault !== undefined) {
        await this.#retryLater(play, answer)
        answer = await socket.call(call)
      }
      play.checkResumed(part, answer.result)
    }
  }

  async #playSingly(socket: RawSocket, lane: Play[]): Promise<void> {
    const playOn = async (first: Play): Promise<void> => {
      let play: Play | undefined = first
      while (play !== undefined) {
        const { next } = play
        if (next === undefined) {
          play = this.#follow(lane, play)
          continue
        }
        await this.#take(play, await socket.call(play.call(next)))
        await this.#pause()
      }
    }
    const outcomes = await Promise.allSettled([...lane].map(playOn))
    throwFirst(outcomes)
    if (outcomes.some(({ status }) => status === 'rejected')) throw new Dropped('dropped')
  }

  async #playInBatches(socket: RawSocket, lane: Play[]): Promise<void> {
    while (lane.length > 0) {
      const calls: { readonly play: Play; readonly call: Call }[] = []
      for (const play of [...lane]) {
        const { next } = play
        if (next === undefined) this.#follow(lane, play)
        else if (this.#random.chance(0.8)) calls.push({ play, call: play.call(next) })
      }
      if (calls.length === 0) continue
      const answers = await socket.batch(calls.map(({ call }) => call))
      const taking = calls.map(({ play }, at) => this.#take(play, answers[at] as Answer))
      await Promise.all(taking)
      if (this.#crowd.pauseMsMax !== undefined) await this.#pause()
    }
  }

  #pause(): Promise<void> {
    return sleep(this.#random.integer(0, this.#crowd.pauseMsMax ?? 20))
  }

  async #take(play: Play, answer: Answer): Promise<void> {
    if (answer.fault === undefined) {
      play.take(play.next as NonNullable<Play['next']>, answer.result)
      this.acknowledged += 1
    } else {
      await this.#retryLater(play, answer)
    }
  }

  /** Waits before a call is sent again, if its fault is one of `retriedFaults`. */
  async #retryLater(
    play: Play,
    answer: Extract<Answer, { readonly message: string }>,
  ): Promise<void> {
    const { retriedFaults = NO_FAULTS } = this.#crowd
    if (!retriedFaults.has(answer.fault) || !answer.retryable) {
      throw new Error(`play ${play.name}: ${answer.fault}: ${answer.message}`)
    }
    this.faults.set(answer.fault, (this.faults.get(answer.fault) ?? 0) + 1)
    await sleep(RETRY_PAUSE_MS)
  }

  /** Takes a finished play out of its lane, and answers the one that follows it. */
  #follow(lane: Play[], play: Play): Play | undefined {
    this.finished.push(play)
    lane.splice(lane.indexOf(play), 1)
    if (this.#ending) return undefined
    const following = this.#newPlay()
    lane.push(following)
    return following
  }

  #newPlay(): Play {
    const { stories } = this.#crowd
    const number = this.#started
    this.#started += 1
    return new Play(`play-${number}`, stories[number % stories.length] as Story)
  }
}

/** Throws the first failure that is more than a dropped socket. */
function throwFirst(outcomes: readonly PromiseSettledResult<void>[]): void {
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && !(outcome.reason instanceof Dropped)) throw outcome.reason
  }
}
