import { BOX, Q, toolCall, WRONG_CODE } from './attacks/plays.ts'
import { Line, pause } from './line.ts'
import { bearer, TOKENS } from './tokens.ts'

/** One call of the well-behaved, by the clock of this process. */
export interface Sample {
  readonly atMs: number
  readonly tookMs: number
}

/** What the well-behaved are used to: steps over both transports, and programs. */
export const KINDS = ['socket', 'http', 'program'] as const
export type Kind = (typeof KINDS)[number]

/** Time from one call's planned beginning to the next. */
const EVERY_MS: Readonly<Record<Kind, number>> = { socket: 5, http: 50, program: 250 }
const STEPS_MAX = 15

type Step = () => Promise<void>

/** A client that plays by the rules, and notes how long its calls take. */
export class Citizen {
  readonly samples: Record<Kind, Sample[]> = { socket: [], http: [], program: [] }
  /** What it was refused, or lost: nothing, on a server that keeps its promise. */
  readonly wrongs: string[] = []
  readonly #url: string
  #isPlaying = true
  #playing: Promise<unknown> = Promise.resolve()

  constructor(url: string) {
    this.#url = url
  }

  async start(): Promise<void> {
    const line = await Line.connect(this.#url, TOKENS.alice)
    const programs = await Line.connect(this.#url, TOKENS.alice)
    const program = toolCall('q_sandbox', { code: '1+1' })
    // The first program also starts a thread.
    await this.#player(programs, Q, program, 3)()
    this.#playing = Promise.all([
      this.#repeat('socket', this.#player(line, BOX, WRONG_CODE, STEPS_MAX)),
      this.#repeat('http', this.#overHttp()),
      this.#repeat('program', this.#player(programs, Q, program, 3)),
    ])
  }

  async stop(): Promise<void> {
    this.#isPlaying = false
    await Promise.race([this.#playing, pause(5_000)])
  }

  /**
   * Calls in steady succession. While one is under way, those that should have followed wait as
   * well: else a server that stands still for long would be noticed once.
   */
  async #repeat(kind: Kind, step: Step): Promise<void> {
    while (this.#isPlaying) {
      const startMs = performance.now()
      try {
        await step()
      } catch (error) {
        this.wrongs.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
        await pause(EVERY_MS[kind])
      }
      const nowMs = performance.now()
      for (let atMs = startMs; atMs < nowMs; atMs += EVERY_MS[kind]) {
        this.samples[kind].push({ atMs, tookMs: nowMs - atMs })
      }
      await pause(Math.max(0, startMs + EVERY_MS[kind] - nowMs))
    }
  }

  /** Plays episode after episode, a step at a time. */
  #player(line: Line, open: object, action: object, stepsMax: number): Step {
    let episode_id: unknown
    let seq = 0
    return async () => {
      if (episode_id === undefined || seq === stepsMax) {
        if (episode_id !== undefined) await wanted(line, 'episode.close', { episode_id })
        episode_id = (await wanted(line, 'episode.open', open)).episode_id
        seq = 0
      }
      seq += 1
      const answer = await wanted(line, 'episode.step', { episode_id, seq, action })
      const text = JSON.stringify(answer)
      if (/killed|wet|again later/.test(text)) throw new Error(`not played: ${text.slice(0, 300)}`)
    }
  }

  #overHttp(): Step {
    let id: unknown
    let seq = 0
    return async () => {
      if (id === undefined || seq === STEPS_MAX) {
        const opened = await this.#post('', BOX)
        id = opened.episode_id
        seq = 0
      }
      seq += 1
      await this.#post(`/${id}/steps`, { seq, action: WRONG_CODE })
    }
  }

  async #post(path: string, body: object): Promise<Record<string, unknown>> {
    const init = { method: 'POST', headers: bearer(TOKENS.alice), body: JSON.stringify(body) }
    const response = await fetch(`${this.#url}/v1/episodes${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`HTTP ${response.status} ${text.slice(0, 300)}`)
    return JSON.parse(text)
  }
}

async function wanted(line: Line, method: string, params: object) {
  const { result, error } = await line.ask(method, params)
  if (result !== undefined) return result
  throw new Error(`${method}: ${error === undefined ? 'no answer' : error.data.code}`)
}
