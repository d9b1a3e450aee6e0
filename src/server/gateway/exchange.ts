import { setTimeout as sleep } from 'node:timers/promises'
import type { Release } from '../../effects/fair-slots.ts'
import type { HttpAnswer } from '../../effects/http-post.ts'
import type { DialectName } from '../../env/dialects/index.ts'
import { definedMembers } from '../../sim/defined-members.ts'
import type { JsonObject } from '../../sim/json.ts'
import { Fault } from '../../wire/faults.ts'
import type { HostCore } from '../core.ts'
import { storeFault } from '../operations/rows.ts'
import type { CallFailure } from './call-body.ts'
import { callFault, hasAgentGone, upstreamRefusal } from './call-faults.ts'
import type { Capability } from './capability.ts'
import { COMPLETIONS, restBody } from './completion-chunk.ts'
import { countCall } from './count-call.ts'
import { type ChatRequest, listConstraints, type TextDelta } from './formats/chat-form.ts'
import type { FormatName } from './formats/index.ts'
import { type ForwardedPrompt, forwardedPrompt } from './forward.ts'
import type { GatewayProfile } from './profiles.ts'
import { parseRawReply } from './raw-reply.ts'
import type { BegunCall, EpisodeCalls } from './recorder.ts'
import { AnswerReading, InvalidUpstreamAnswer, type Sampled } from './sampled.ts'
import { spentTokens } from './spent-tokens.ts'
import { joinedTexts } from './token-texts.ts'
import { upstreamBody, wantedAlternatives } from './upstream-body.ts'
import { WeightSpans } from './weights.ts'

/** How often an answer may be interrupted, and the wait before a retry. */
const ABORTED_MAX = 32
const AGAIN_MS = 250

/** An agent program with its episode and its model. */
export interface Agent {
  readonly core: HostCore
  readonly profile: GatewayProfile
  readonly capability: Capability
  readonly principal: string
  readonly episode: string
  readonly calls: EpisodeCalls
  readonly format: FormatName
  /** The position of the last row in the episode's log. */
  position(): number
  /** Aborts when the agent disconnects or the server stops. */
  readonly signal: AbortSignal
}

interface Begin {
  readonly begun: BegunCall
  readonly isStreamed: boolean
  readonly shown: string | undefined
}

/** One model call. Its answer is returned only after the call is stored, complete or failed. */
export class Exchange {
  readonly #agent: Agent
  readonly #request: ChatRequest
  readonly #startedMs: number
  readonly #isStreamed: boolean
  readonly #spans = new WeightSpans()
  /** Whether the arrival time of each token is known. */
  #isTimed: boolean
  #reading: AnswerReading
  readonly #upstream: ReturnType<typeof upstreamBody>
  /** The prompt as token ids, if it is sent in this form. */
  #forwarded: ForwardedPrompt | undefined
  #renderedAnew: string | undefined
  #release: Release = () => undefined
  #isOver = false
  readonly #injectedName: string | undefined
  readonly #begunCall: BegunCall
  readonly #controller = new AbortController()
  readonly #forward: () => void
  readonly #late: NodeJS.Timeout

  private constructor(agent: Agent, request: ChatRequest, { begun, isStreamed, shown }: Begin) {
    this.#injectedName = shown
    this.#agent = agent
    this.#request = request
    this.#begunCall = begun
    this.#startedMs = agent.core.store.nowMs()
    const { calls, profile, episode, capability } = agent
    const originalRequest = { ...request, messages: calls.tree.asWritten(request.messages) }
    this.#upstream = upstreamBody(profile, originalRequest, {
      ...{ episode, call: begun.call, stream: isStreamed, tokensMax: begun.tokensMax },
      tokens: capability.asksForTokens,
    })
    this.#isStreamed = isStreamed
    this.#isTimed = isStreamed
    this.#reading = this.#newReading()
    const { signal } = agent
    this.#forward = () => this.#controller.abort(signal.reason)
    if (signal.aborted) this.#forward()
    signal.addEventListener('abort', this.#forward, { once: true })
    const { deadline_ms: deadlineMs } = profile.profile
    this.#late = setTimeout(() => this.#controller.abort(new Error('late')), deadlineMs)
  }

  /**
   * Begins a call when the budget of its episode permits it.
   *
   * @param shown the name of the agent's message, if it is not the request itself
   * @throws Fault `gateway/budget`, `capacity/tokens`, and the reason of the agent's signal
   */
  static async begin(
    agent: Agent,
    request: ChatRequest,
    isStreamed: boolean,
    shown?: string,
  ): Promise<Exchange> {
    const { calls, profile, signal, core, principal } = agent
    profile.tokenRate.check(principal, core.store.nowMs())
    const tokensMax = Math.min(profile.profile.max_tokens, request.options.max_tokens ?? Infinity)
    const begun = await calls.begin(profile.limits, tokensMax, signal)
    try {
      return new Exchange(agent, request, { begun, isStreamed, shown })
    } catch (error) {
      begun.end()
      throw error
    }
  }

  #newReading(): AnswerReading {
    const { core, profile, principal } = this.#agent
    return new AnswerReading({
      tokensMax: profile.profile.max_tokens,
      ...{ promptCharacters: this.#upstream.characters, prompt: this.#forwarded?.ids },
      ...{ alternatives: wantedAlternatives(this.#request), quote: profile.upstream.quote },
      turn: () => core.scheduler.next(principal),
      onTokens: (first) => this.#noteWeights(this.#isTimed ? first : null),
    })
  }

  #noteWeights(first: number | null): void {
    const { profile, principal } = this.#agent
    this.#spans.note(profile.weights.of(principal), first)
  }

  get #signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * Sends the request. Read the answer with `deltas`.
   *
   * @throws Fault `gateway/refused`, `gateway/failed`, `gateway/unavailable`; the call is stored
   */
  async open(): Promise<HttpAnswer> {
    const { core, calls, profile, principal } = this.#agent
    try {
      this.#release = await this.#slot()
      await core.scheduler.next(principal)
      // The prompt is compared with earlier calls when it is sent, while the model server works.
      setImmediate(() => core.scheduler.run(principal, () => calls.prepare(this.#request)))
      const forwarded = await this.#openForwarded()
      if (forwarded !== undefined) return forwarded
      this.#noteWeights(0)
      const answer = await profile.upstream.open(this.#upstream.body, this.#signal)
      if (answer.status === 'open') return answer.response
      throw upstreamRefusal(profile, answer)
    } catch (error) {
      throw await this.fail(error)
    }
  }

  /** Whether the answer is raw text, whose thoughts and tool calls need the complete text. */
  get isReadWhole(): boolean {
    return this.#forwarded !== undefined && this.#agent.profile.limits.dialect !== undefined
  }

  /** Continues from the ids of the previous call; undefined if the chat must be rendered again. */
  async #openForwarded(): Promise<HttpAnswer | undefined> {
    const { profile, capability } = this.#agent
    if (!capability.forwardsTokens) return undefined
    const prompt = await forwardedPrompt({ ...this.#agent, signal: this.#signal }, this.#request)
    if (prompt === undefined) return undefined
    if ('why' in prompt) {
      this.#renderedAnew = prompt.why
      return undefined
    }
    this.#noteWeights(0)
    this.#forwarded = prompt
    this.#reading = this.#newReading()
    const idsBody = restBody(this.#upstream.body, { prompt: prompt.ids, ids: [] }, this.#isStreamed)
    // In some model families, the marks of tool calls are special tokens.
    const body = this.isReadWhole ? { ...idsBody, skip_special_tokens: false } : idsBody
    const answer = await profile.upstream.open(body, this.#signal, COMPLETIONS)
    if (answer.status === 'open') return answer.response
    if (answer.retryable) throw upstreamRefusal(profile, answer)
    this.#renderedAnew = `the model server ${answer.problem.what}`
    this.#forwarded = undefined
    this.#reading = this.#newReading()
    return undefined
  }

  /** The part of the answer that was read so far. */
  #result(): Sampled {
    const raw = this.#reading.result()
    const { dialect } = this.#agent.profile.limits
    if (this.#forwarded === undefined || dialect === undefined) return raw
    const { tools = [] } = this.#request.options
    const { opensThoughts } = this.#forwarded
    const message = parseRawReply(raw.message.content, dialect as DialectName, tools, opensThoughts)
    const isCall = message.tool_calls !== undefined && raw.finishReason === 'stop'
    return { ...raw, message, finishReason: isCall ? 'tool_calls' : raw.finishReason }
  }

  /**
   * Reads the answer. If the model server interrupts it for an update of its weights, the call goes
   * on from its ids. Otherwise, it begins again, unless the agent already has a part of the answer.
   */
  async *deltas(response: HttpAnswer): AsyncGenerator<TextDelta, void, void> {
    let hasGiven = false
    const isRaw = this.#forwarded !== undefined
    let reading = isRaw ? this.#reading.rest(response) : this.#reading.deltas(response)
    for (let times = 0; ; times++) {
      for await (const delta of reading) {
        hasGiven = true
        yield delta
      }
      if (!this.#reading.isAborted) return
      if (times === ABORTED_MAX) throw new InvalidUpstreamAnswer('interrupted its answer too often')
      const continued = await this.#goOn(hasGiven && this.#isStreamed)
      if (continued === undefined) return
      reading = continued
    }
  }

  /** @param isGiven whether the agent already has a part of the answer */
  async #goOn(isGiven: boolean) {
    const { capability, profile } = this.#agent
    const { body } = this.#upstream
    const { tools, response_format: format } = this.#request.options
    const { begun } = this.#reading
    const isText = (tools ?? []).length === 0 && format === undefined
    if (begun !== undefined && (isText || this.#forwarded !== undefined)) {
      if (begun.ids.length >= Number(body.max_tokens)) {
        this.#reading.end('length')
        return undefined
      }
      this.#noteWeights(begun.ids.length)
      this.#isTimed = capability.streamsTokens
      const continuationBody = restBody(body, begun, this.#isTimed)
      const answer = await this.#openAgain(continuationBody, COMPLETIONS)
      if (!(answer instanceof Fault)) return this.#reading.rest(answer)
    }
    if (isGiven) {
      const message = `profile ${profile.name}: the model server interrupted its answer`
      throw new Fault('gateway/unavailable', message, { details: { retry_after_s: 1 } })
    }
    this.#spans.clear()
    this.#noteWeights(0)
    this.#isTimed = this.#isStreamed
    this.#forwarded = undefined
    this.#reading = this.#newReading()
    const answer = await this.#openAgain(body)
    if (answer instanceof Fault) throw answer
    return this.#reading.deltas(answer)
  }

  /** Retries until a server answers or refuses, because it is unavailable during an update. */
  async #openAgain(body: JsonObject, path?: string): Promise<HttpAnswer | Fault> {
    const { core, profile, principal } = this.#agent
    for (;;) {
      await core.scheduler.next(principal)
      const answer = await profile.upstream.open(body, this.#signal, path)
      if (answer.status === 'open') return answer.response
      if (!answer.retryable) return upstreamRefusal(profile, answer)
      const waitMs = Math.max(AGAIN_MS, answer.retryAfterMs)
      await sleep(waitMs, undefined, { signal: this.#signal }).catch(() => undefined)
      this.#signal.throwIfAborted()
    }
  }

  /**
   * Stores the call with its complete answer.
   *
   * @throws Fault `store/unavailable`, `store/full`
   */
  async finish(): Promise<Sampled> {
    const sampled = this.#result()
    await this.#store(sampled, null)
    return sampled
  }

  /** Stores the call with the partial answer, and returns the fault for the agent. */
  async fail(error: unknown): Promise<Fault> {
    const fault = callFault(error, this.#signal, this.#agent)
    if (this.#isOver) return fault
    const code = hasAgentGone(error, this.#signal) ? 'gateway/client_gone' : fault.code
    const failure = { code, message: fault.message }
    try {
      await this.#store(this.#result(), failure)
      return fault
    } catch (storeError) {
      return storeError instanceof Fault ? storeError : fault
    }
  }

  /** @throws Fault `gateway/unavailable` */
  async #slot(): Promise<Release> {
    const { profile, principal } = this.#agent
    const got = await profile.slots.acquire(principal, this.#signal)
    if (got !== 'full') return got
    throw new Fault('gateway/unavailable', `too many calls wait for the profile ${profile.name}`)
  }

  async #store(sampled: Sampled, failure: CallFailure | null): Promise<void> {
    this.#release()
    this.#isOver = true
    clearTimeout(this.#late)
    this.#agent.signal.removeEventListener('abort', this.#forward)
    const { core, calls, profile, principal, format, position } = this.#agent
    const { message, finishReason, usage = null, tokens, tokenTexts: texts, textOnly } = sampled
    const { overridden, params } = this.#upstream
    const isEmpty = message.content === '' && message.reasoning_content === undefined
    const answer = failure !== null && isEmpty ? null : message
    // Without ids, the arrival time of each token is not known.
    if (tokens === null) this.#noteWeights(null)
    const spans = this.#spans.all
    try {
      await core.scheduler.next(principal)
      await calls.store(
        {
          ...{ request: this.#request, profile: profile.name, format, params },
          ignored: [...this.#request.ignored, ...overridden],
          constraints: listConstraints(this.#request),
          ...{ answer, finish_reason: finishReason, usage },
          ...definedMembers({ stop_sequence: sampled.stopSequence }),
          ...definedMembers({ token_texts: texts && joinedTexts(texts) }),
          text_only: failure === null ? textOnly : null,
          position: position(),
          started_ms: this.#startedMs,
          took_ms: Math.max(0, core.store.nowMs() - this.#startedMs),
          failure,
          ...(spans.length === 0 ? {} : { spans }),
          ...(this.#forwarded === undefined ? {} : { forwarded: true }),
          ...definedMembers({ rendered_anew: this.#renderedAnew, shown: this.#injectedName }),
        },
        tokens,
      )
    } catch (error) {
      throw storeFault(error)
    } finally {
      this.#begunCall.end()
      countCall(this.#agent, failure, spentTokens({ usage, answer, params }, tokens))
    }
  }
}
