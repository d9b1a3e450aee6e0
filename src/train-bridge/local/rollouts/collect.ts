import type { Act } from '../../../env/learner/acts.ts'
import type { Decide, Reading } from '../../../env/learner/learner.ts'
import type { Action, Transcript } from '../../../env/message.ts'
import type { LocalPolicy } from '../policy/policy.ts'
import type {
  Condition,
  OpenedRollout,
  Playground,
  PlaygroundResult,
  RolloutRequest,
  TurnOutcome,
} from './playground.ts'

/** A finished rollout with all decisions of the policy. */
export interface PolicyRollout extends PlaygroundResult {
  readonly request: RolloutRequest
  readonly condition: Condition
  readonly attemptsShown: number
  readonly acts: readonly Act[]
  /** Characters of all messages, each counted once. */
  readonly characters: number
}

/** Options of the collection. */
interface CollectOptions {
  readonly policy: LocalPolicy
  /** The decider of the rollout with this number. Its draws depend on that number only. */
  readonly createDecider: (number: number, reading: Reading) => Decide
  /** Maximum turns per frame. */
  readonly frame: number
  /** Maximum frames in flight. */
  readonly framesAtOnce: number
  /** Maximum rollouts that are open or wait to open. */
  readonly openMax: number
  /** Whether episodes store their acts. Training needs them, evaluation does not. Default: true. */
  readonly keepsActs?: boolean
  /** Called as rollouts end, with their number so far. */
  readonly onProgress?: (done: number) => void
  /** If it returns true, playing stops and the finished rollouts are returned. */
  readonly isStopped?: () => boolean
}

/** The results of the rollouts; undefined for one that was lost or not played. */
export interface Collected {
  readonly episodes: readonly (PolicyRollout | undefined)[]
  /** Why rollouts were lost. */
  readonly losses: readonly string[]
}

interface Live {
  readonly number: number
  readonly rollout: OpenedRollout
  readonly reading: Reading
  readonly decide: Decide
  readonly acts: Act[]
  characters: number
}

const totalCharacters = (messages: Transcript): number =>
  messages.reduce((sum, { content }) => sum + (content?.length ?? 0), 0)

const lengthOfAction = (action: Action): number => JSON.stringify(action).length

/**
 * Plays the requested rollouts to their ends, many at once. Turns that are ready go out together,
 * and a rollout that waits for others of its group delays nobody. Each rollout draws from its own
 * stream, so order and timing do not affect results.
 */
export async function collect(
  playground: Playground,
  requests: readonly RolloutRequest[],
  options: CollectOptions,
): Promise<Collected> {
  const collector = new Collector(playground, requests, options)
  return collector.run()
}

class Collector {
  readonly #playground: Playground
  readonly #requests: readonly RolloutRequest[]
  readonly #options: CollectOptions
  readonly #episodes: (PolicyRollout | undefined)[]
  readonly #losses: string[] = []
  readonly #ready: Live[] = []
  #next = 0
  #running = 0
  #ended = 0
  /** Set when a frame could not be played, which ends all workers. */
  #hasFailed = false
  /** Set when playing ends. A rollout that opens later is dropped at once. */
  #isOver = false
  #wake: (() => void)[] = []

  constructor(
    playground: Playground,
    requests: readonly RolloutRequest[],
    options: CollectOptions,
  ) {
    this.#playground = playground
    this.#requests = requests
    this.#options = options
    this.#episodes = requests.map(() => undefined)
  }

  async run(): Promise<Collected> {
    this.#openMore()
    const workers = Array.from({ length: this.#options.framesAtOnce }, () => this.#work())
    const ends = await Promise.allSettled(workers)
    this.#isOver = true
    if (this.#ready.length > 0) {
      await this.#playground.drop(this.#ready.map(({ rollout }) => rollout))
    }
    for (const end of ends) if (end.status === 'rejected') throw end.reason
    return { episodes: this.#episodes, losses: this.#losses }
  }

  #hasMore(): boolean {
    const isStopped = this.#hasFailed || this.#options.isStopped?.() === true
    return this.#ended < this.#requests.length && !isStopped
  }

  /** Sends what is ready, frame by frame, until everything has ended. */
  async #work(): Promise<void> {
    try {
      while (this.#hasMore()) {
        if (this.#ready.length === 0) await new Promise<void>((go) => this.#wake.push(go))
        else await this.#playFrame(this.#ready.splice(0, this.#options.frame))
      }
    } catch (error) {
      this.#hasFailed = true
      throw error
    } finally {
      this.#wakeAll()
    }
  }

  async #playFrame(frame: readonly Live[]): Promise<void> {
    const outcomes = await this.#step(frame).catch(async (error: unknown) => {
      await this.#playground.drop(frame.map(({ rollout }) => rollout))
      throw error
    })
    frame.forEach((rollout, index) => {
      const outcome = outcomes[index]
      if (outcome?.kind === 'open') {
        rollout.reading.take(outcome.messages, outcome.events)
        rollout.characters += totalCharacters(outcome.messages)
        this.#ready.push(rollout)
        return
      }
      if (outcome?.kind === 'over') this.#keep(rollout, outcome.result)
      else this.#lose(rollout, outcome?.why ?? 'no answer')
      this.#finish()
    })
    this.#wakeAll()
  }

  async #step(frame: readonly Live[]): Promise<readonly TurnOutcome[]> {
    const turns = frame.map((rollout) => {
      const action = rollout.reading.turn(rollout.decide)
      rollout.reading.spoke(action)
      rollout.characters += lengthOfAction(action)
      return { rollout: rollout.rollout, action }
    })
    return this.#playground.step(turns)
  }

  #keep({ number, rollout, acts, characters }: Live, result: PlaygroundResult): void {
    const request = this.#requests[number] as RolloutRequest
    const { condition, attemptsShown } = rollout
    const episode = { request, condition, attemptsShown, acts, characters }
    this.#episodes[number] = { ...result, ...episode }
  }

  #lose({ rollout }: Live, reason: string): void {
    this.#losses.push(reason)
    void this.#playground.drop([rollout])
  }

  #finish(): void {
    this.#running -= 1
    this.#ended += 1
    this.#options.onProgress?.(this.#ended)
    this.#openMore()
  }

  /** Decides, and stores the decisions if episodes store their acts. */
  #keeping(acts: Act[], decide: Decide): Decide {
    if (this.#options.keepsActs === false) return decide
    return (act) => {
      decide(act)
      acts.push(act)
    }
  }

  #openMore(): void {
    while (this.#running < this.#options.openMax && this.#next < this.#requests.length) {
      this.#running += 1
      void this.#open(this.#next++)
    }
  }

  async #open(number: number): Promise<void> {
    try {
      const rollout = await this.#playground.open(this.#requests[number] as RolloutRequest)
      if (this.#isOver) return await this.#playground.drop([rollout])
      const reading = this.#options.policy.read()
      reading.take(rollout.messages, rollout.events)
      const acts: Act[] = []
      const decide = this.#keeping(acts, this.#options.createDecider(number, reading))
      const characters = totalCharacters(rollout.messages)
      this.#ready.push({ number, rollout, reading, decide, acts, characters })
    } catch (error) {
      this.#losses.push(error instanceof Error ? error.message : String(error))
      this.#finish()
    }
    this.#wakeAll()
  }

  #wakeAll(): void {
    const woken = this.#wake
    this.#wake = []
    for (const go of woken) go()
  }
}
