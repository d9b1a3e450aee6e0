import type { RandomStream } from '../../src/sim/random.ts'
import { SEALED_FROM, TOKENS } from './arena.ts'
import { BROKEN } from './broken-environments.ts'
import { HostileSocket } from './hostile-socket.ts'
import { problemProblems } from './judge.ts'
import { type RawOptions, sendRaw } from './raw-connection.ts'

/** An episode that an attacker opened. */
export interface OwnEpisode {
  readonly id: string
  readonly key: string
  readonly env: string
  /** Its code must stay hidden: no label of it is read. */
  readonly sealed: boolean
  nextSeq: number
}

/** What all raids of an attacker share. */
export interface Campaign {
  readonly url: string
  /** Episodes of the well-behaved, whose ids have become known. */
  readonly victims: readonly string[]
  readonly answerWithinMs: number
  readonly own: OwnEpisode[]
  socket: HostileSocket | undefined
  /** The attack that is being made. */
  where: string
  complain(where: string, what: string, sample: unknown): void
}

const OWN_MAX = 30
const AUTHORIZATION = { authorization: `Bearer ${TOKENS.mallory}` }

/** One attack of one attacker: its draws, its connections, its episodes. */
export class Raid {
  readonly random: RandomStream
  readonly where: string
  readonly #campaign: Campaign

  constructor(campaign: Campaign, where: string, random: RandomStream) {
    this.#campaign = campaign
    this.where = where
    this.random = random
  }

  get url(): string {
    return this.#campaign.url
  }

  complain(what: string, sample: unknown = ''): void {
    this.#campaign.complain(this.where, what, sample)
  }

  /** A socket for this raid alone, which may be ruined. */
  freshSocket(headers: Readonly<Record<string, string>> = AUTHORIZATION): Promise<HostileSocket> {
    const { url, answerWithinMs } = this.#campaign
    const complain = (what: string, sample: unknown): void => this.complain(what, sample)
    return HostileSocket.connect({ url, headers, answerWithinMs, complain })
  }

  /** The attacker's lasting socket, which must outlive every misuse of JSON. */
  async socket(): Promise<HostileSocket> {
    const { socket } = this.#campaign
    if (socket?.isOpen) return socket
    const { url, answerWithinMs } = this.#campaign
    const complain = (what: string, sample: unknown): void =>
      this.#campaign.complain(`${this.#campaign.where}, lasting socket`, what, sample)
    const options = { url, headers: AUTHORIZATION, answerWithinMs, complain }
    this.#campaign.socket = await HostileSocket.connect(options)
    return this.#campaign.socket
  }

  /** Opens an episode of one's own. */
  async open(env = this.random.pick(['mock-v1', 'phone-call-v2'])): Promise<OwnEpisode> {
    const sealed = env !== 'phone-call-v2' && this.random.chance(0.5)
    const index = this.random.integer(0, 99) + (sealed ? SEALED_FROM : 0)
    const socket = await this.socket()
    const { result } = await socket.call('episode.open', { env, split: 'train', index })
    const opened = (result ?? {}) as { episode_id?: string; resume_key?: string }
    const { episode_id: id = 'ep_none', resume_key: key = 'rk_none' } = opened
    const episode = { id, key, env, sealed, nextSeq: 1 }
    if (result !== undefined) {
      this.#campaign.own.push(episode)
      if (this.#campaign.own.length > OWN_MAX) this.#campaign.own.shift()
    }
    return episode
  }

  /** One of the attacker's own episodes, at times a new one. */
  async own(): Promise<OwnEpisode> {
    const { own } = this.#campaign
    return own.length < 5 || this.random.chance(0.1) ? this.open() : this.random.pick(own)
  }

  /** The id of another principal's episode, or one that never was. */
  victim(): string {
    const { victims } = this.#campaign
    return victims.length === 0 ? `ep_${'0'.repeat(32)}` : this.random.pick(victims)
  }

  brokenEnvironment(): string {
    return this.random.pick(BROKEN).id
  }

  /** Sends a request over HTTP and judges a refusal. Gives the status, 0 if there was none. */
  async http(path: string, init: RequestInit = {}): Promise<number> {
    let response: Response
    try {
      const headers = { ...AUTHORIZATION, ...(init.headers as Record<string, string>) }
      const signal = AbortSignal.timeout(this.#campaign.answerWithinMs)
      response = await fetch(`${this.url}${path}`, { ...init, headers, signal })
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') this.complain('no answer over HTTP', path)
      return 0
    }
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    if (response.status >= 400) {
      for (const wrong of problemProblems(response.status, type, text)) this.complain(wrong, text)
    }
    return response.status
  }

  raw(options: Omit<RawOptions, 'url'>): Promise<string> {
    return sendRaw({ url: this.url, ...options })
  }
}

/** One kind of hostile traffic. */
export interface Attack {
  readonly name: string
  run(raid: Raid): Promise<void>
}
