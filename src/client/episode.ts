import { randomUUID } from 'node:crypto'
import { canonicalAction } from '../wire/canonical-action.ts'
import type { Params } from '../wire/operations.ts'
import type { OpenResult, ResumeResult } from '../wire/results.ts'
import type { CallOptions, CallSender } from './call.ts'
import { clientError } from './errors.ts'
import type {
  Action,
  CloseReason,
  CloseResult,
  EpisodeLimits,
  ForkRequest,
  LogRow,
  Message,
  PublicEvent,
  ShownAttempt,
  StepInfo,
  StepResult,
  ToolSchema,
} from './types.ts'
import type { Watches } from './watches.ts'

/** The parts of a client that an episode uses. */
export interface EpisodeLink {
  readonly caller: CallSender
  readonly watches: Watches
}

type EpisodeKeys = Pick<OpenResult, 'resume_key' | 'view_key'>

const NO_SCORE: StepInfo = { score: 0, reward_parts: {} }

/** Options of a step. */
interface StepOptions extends CallOptions {
  /** The weights of the model that wrote the turn, such as a step of training. Stored with it. */
  readonly modelVersion?: string
}

/** An episode on the server, with a local copy of its state. */
export class Episode {
  readonly id: string
  readonly env: string
  /** The public part of the task. */
  readonly task: Readonly<Record<string, unknown>>
  readonly tools: readonly ToolSchema[]
  readonly limits: EpisodeLimits
  readonly settings: Readonly<Record<string, unknown>>
  /** Null if the environment uses no seed. */
  readonly seed: number | null
  /** Whether the opening may show earlier attempts of the group. */
  readonly condition: 'clean' | 'guided'
  /** The attempts that the opening shows, oldest first. */
  readonly attempts: readonly ShownAttempt[]
  readonly #link: EpisodeLink
  /** Sent with every call, for an episode that the token alone cannot access. */
  readonly #access: { resume_key?: string }
  #keys: EpisodeKeys
  #transcript: Message[] = []
  #events: PublicEvent[] = []
  #messages: readonly Message[] = []
  #nextSeq = 1
  #last: StepResult | undefined
  #info: StepInfo = NO_SCORE
  #isOver = false
  #stepping = false

  /**
   * @param opened the current state of the episode
   * @param resumeKey the key to send, if the client's token is not the episode's own
   */
  constructor(link: EpisodeLink, opened: OpenResult | ResumeResult, resumeKey?: string) {
    this.#link = link
    this.#access = resumeKey === undefined ? {} : { resume_key: resumeKey }
    this.id = opened.episode_id
    this.env = opened.env
    this.task = opened.task
    this.tools = opened.tools as readonly ToolSchema[]
    this.limits = opened.limits
    this.settings = opened.settings
    this.seed = opened.seed
    this.condition = opened.condition
    this.attempts = opened.attempts ?? []
    this.#keys = opened
    this.#take(opened)
  }

  /** Gives access to this episode without a token. */
  get resumeKey(): string | null {
    return this.#keys.resume_key
  }

  /** Gives read-only access to this episode without a token. */
  get viewKey(): string {
    return this.#keys.view_key
  }

  /** The newest messages of the environment: the opening, or the answer to the last step. */
  get messages(): readonly Message[] {
    return this.#messages
  }

  /**
   * The whole conversation. Raw text of this client's steps is kept as it was sent. After a resume,
   * it has the form in which the environment read it.
   */
  get transcript(): readonly Message[] {
    return this.#transcript
  }

  /** The content of the environment's messages as typed events, in order. For trainers only. */
  get events(): readonly PublicEvent[] {
    return this.#events
  }

  /** The answer to the last step, or undefined before the first. */
  get last(): StepResult | undefined {
    return this.#last
  }

  /** Score so far; metrics and end reason once it is over. For trainers only. */
  get info(): StepInfo {
    return this.#info
  }

  get nextSeq(): number {
    return this.#nextSeq
  }

  /** Whether the episode is over, by a step or by a close. */
  get over(): boolean {
    return this.#isOver
  }

  /**
   * Plays one assistant turn. Resolves when the turn is stored. After a drop, the step is sent
   * again with its number, so that the server plays it only once.
   *
   * @throws BackchannelError. After `client/timeout` the turn may have been played: repeat the same
   * action, or call `refresh`
   */
  async step(action: Action, options: StepOptions = {}): Promise<StepResult> {
    if (this.#stepping) {
      const hint = 'Wait for its answer, then send the next.'
      throw clientError('client/busy', `a step of episode ${this.id} is under way`, hint)
    }
    this.#stepping = true
    const { modelVersion: version, ...others } = options
    const versionParam = version === undefined ? {} : { model_version: version }
    const params = {
      episode_id: this.id,
      seq: this.#nextSeq,
      action,
      ...versionParam,
      ...this.#access,
    }
    try {
      const step = params as unknown as Params<'episode.step'>
      const result = await this.#link.caller.call('episode.step', step, others)
      this.#record(action, result)
      return result
    } finally {
      this.#stepping = false
    }
  }

  /**
   * Opens an episode that begins with the first `position` steps of this one.
   *
   * @throws BackchannelError `episode/no_position` if the episode has no such step
   */
  async fork(position: number, request: ForkRequest = {}): Promise<Episode> {
    const { seed, labels, openKey = randomUUID() } = request
    const forked = await this.#link.caller.call('episode.fork', {
      episode_id: this.id,
      position,
      open_key: openKey,
      ...(seed === undefined ? {} : { seed }),
      ...(labels === undefined ? {} : { labels: { ...labels } }),
      ...this.#access,
    })
    return new Episode(this.#link, forked)
  }

  /** Reports to the episode's group that it continues. Returns how long others wait, in ms. */
  async beat(options?: CallOptions): Promise<number> {
    const params = { episode_id: this.id, ...this.#access }
    return (await this.#link.caller.call('group.beat', params, options)).lease_left_ms
  }

  /** Sets the critique of a failed rollout, which later rollouts of its group see. */
  async critique(text: string, options?: CallOptions): Promise<void> {
    const params = { episode_id: this.id, text, ...this.#access }
    await this.#link.caller.call('group.critique', params, options)
  }

  /**
   * Ends the episode and returns its account. If it is over, only returns the account. With
   * `fault`, the client failed: the episode gets no reward and is no attempt of its group.
   */
  async close(
    reason?: CloseReason,
    options: CallOptions & { readonly fault?: boolean } = {},
  ): Promise<CloseResult> {
    const { fault, ...patience } = options
    const ending = {
      ...(reason === undefined ? {} : { reason }),
      ...(fault === undefined ? {} : { fault }),
    }
    const params = { episode_id: this.id, ...ending, ...this.#access }
    const closeResult = await this.#link.caller.call('episode.close', params, patience)
    const { reward: score, reward_parts, metrics, end_reason } = closeResult
    this.#info = { score, reward_parts, metrics, end_reason }
    this.#isOver = true
    return closeResult
  }

  /**
   * Revokes all keys of the episode, and sets new ones as `resumeKey` and `viewKey`. Needs the
   * owner's token.
   */
  async revokeKeys(options?: CallOptions): Promise<void> {
    const params = { episode_id: this.id }
    this.#keys = await this.#link.caller.call('episode.revoke', params, options)
  }

  /**
   * The rows of the episode's log in order, from a position on (default 0, the opening), until the
   * row that ends it. Continues by itself after a drop.
   */
  watch(from = 0): AsyncIterable<LogRow> {
    const { resume_key: resumeKey } = this.#access
    return this.#link.watches.rows({ episodeId: this.id, from, resumeKey })
  }

  /** Asks the server for the state of the episode, which another client may have played. */
  async refresh(): Promise<void> {
    const params = { episode_id: this.id, ...this.#access }
    this.#take(await this.#link.caller.call('episode.resume', params))
  }

  #take(opened: OpenResult | ResumeResult): void {
    this.#transcript = [...opened.messages]
    this.#events = [...(opened.info?.events ?? [])]
    this.#nextSeq = opened.next_seq
    this.#info = opened.info ?? NO_SCORE
    if ('closed' in opened) {
      this.#last = opened.last ?? undefined
      this.#isOver = opened.closed
    }
    this.#messages = this.#last?.messages ?? opened.messages
  }

  #record(action: Action, result: StepResult): void {
    this.#transcript.push(assistantMessage(action), ...result.messages)
    if (result.info.events !== undefined) this.#events.push(...result.info.events)
    this.#messages = result.messages
    this.#nextSeq = result.seq + 1
    this.#last = result
    this.#info = result.info
    this.#isOver = result.terminated || result.truncated
  }
}

function assistantMessage(action: Action): Message {
  const turn = canonicalAction(action)
  if ('text' in turn) return { role: 'assistant', content: turn.text }
  const { content, reasoning_content, tool_calls } = turn
  const thoughts = reasoning_content === undefined ? {} : { reasoning_content }
  const message = { role: 'assistant', content: content ?? '', ...thoughts } as const
  return tool_calls === undefined || tool_calls.length === 0 ? message : { ...message, tool_calls }
}
