import type { Release } from '../../effects/fair-slots.ts'
import type { HttpAnswer } from '../../effects/http-post.ts'
import type { DialectName } from '../../env/dialects/index.ts'
import { definedMembers } from '../../sim/defined-members.ts'
import type { JsonObject } from '../../sim/json.ts'
import { Fault } from '../../wire/faults.ts'
import { storeFault } from '../operations/rows.ts'
import type { Agent } from './agent.ts'
import type { CallFailure } from './call-body.ts'
import { callFault, hasAgentGone, upstreamRefusal } from './call-faults.ts'
import { type BegunCompletion, COMPLETIONS, restBody } from './completion-chunk.ts'
import { countCall } from './count-call.ts'
import {
  type AssistantTextMessage,
  type ChatRequest,
  listConstraints,
  type TextDelta,
} from './formats/chat-form.ts'
import { type ForwardedPrompt, forwardedPrompt } from './forward.ts'
import { continuation, interruptedFault, openAgain, rawStart } from './interrupted.ts'
import { parseRawReply } from './raw-reply.ts'
import type { BegunCall } from './recorder.ts'
import { AnswerReading, InvalidUpstreamAnswer, type Sampled } from './sampled.ts'
import { spentTokens } from './spent-tokens.ts'
import { joinedTexts } from './token-texts.ts'
import { upstreamBody, wantedAlternatives } from './upstream-body.ts'
import { WeightSpans } from './weights.ts'

/** How often an answer may be interrupted. */
const ABORTED_MAX = 32

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
  /** How to parse the answer, if it is raw text. */
  #raw: { readonly opensThoughts: boolean; readonly message?: AssistantTextMessage } | undefined
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
    return this.#raw !== undefined
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
    this.#raw = profile.limits.dialect === undefined ? undefined : prompt
    this.#reading = this.#newReading()
    const body = this.#restBody({ prompt: prompt.ids, ids: [] }, this.#isStreamed)
    const answer = await profile.upstream.open(body, this.#signal, COMPLETIONS)
    if (answer.status === 'open') return answer.response
    if (answer.retryable) throw upstreamRefusal(profile, answer)
    this.#renderedAnew = `the model server ${answer.problem.what}`
    this.#forwarded = undefined
    this.#raw = undefined
    this.#reading = this.#newReading()
    return undefined
  }

  #restBody(begun: BegunCompletion, isStreamed: boolean): JsonObject {
    const body = restBody(this.#upstream.body, begun, isStreamed)
    // In some model families, the marks of tool calls are special tokens.
    return this.#raw === undefined ? body : { ...body, skip_special_tokens: false }
  }

  /** The part of the answer that was read so far. */
  #result(): Sampled {
    const raw = this.#reading.result()
    if (this.#raw === undefined) return raw
    const { tools = [] } = this.#request.options
    const { opensThoughts, message: part } = this.#raw
    const dialect = this.#agent.profile.limits.dialect as DialectName
    const parsed = parseRawReply(raw.message.content, dialect, tools, opensThoughts)
    const message = part === undefined ? parsed : (continuation(part, parsed) ?? parsed)
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
        // The rest of an answer that was parsed is given with its end.
        if (this.#raw?.message !== undefined) continue
        hasGiven = true
        yield delta
      }
      if (!this.#reading.isAborted) return this.#checkContinued(hasGiven && this.#isStreamed)
      if (times === ABORTED_MAX) throw new InvalidUpstreamAnswer('interrupted its answer too often')
      const continued = await this.#goOn(hasGiven && this.#isStreamed)
      if (continued === undefined) return this.#checkContinued(hasGiven && this.#isStreamed)
      reading = continued
    }
  }

  /** @param isGiven whether the agent already has a part of the answer */
  async #goOn(isGiven: boolean) {
    const { capability, profile } = this.#agent
    const { body } = this.#upstream
    const { begun } = this.#reading
    if (begun !== undefined && begun.ids.length >= Number(body.max_tokens)) {
      this.#reading.end('length')
      return undefined
    }
    if (begun !== undefined && (await this.#canContinue(begun))) {
      this.#noteWeights(begun.ids.length)
      this.#isTimed = capability.streamsTokens
      const continuationBody = this.#restBody(begun, this.#isTimed)
      const answer = await openAgain(this.#agent, continuationBody, this.#signal, COMPLETIONS)
      if (!(answer instanceof Fault)) return this.#reading.rest(answer)
    }
    if (isGiven) throw interruptedFault(profile)
    this.#spans.clear()
    this.#noteWeights(0)
    this.#isTimed = this.#isStreamed
    this.#forwarded = undefined
    this.#raw = undefined
    this.#reading = this.#newReading()
    const answer = await openAgain(this.#agent, body, this.#signal)
    if (answer instanceof Fault) throw answer
    return this.#reading.deltas(answer)
  }

  /** Whether the rest of an interrupted answer can be requested, and read, as raw text. */
  async #canContinue(begun: BegunCompletion): Promise<boolean> {
    if (this.#forwarded !== undefined || this.#raw !== undefined) return true
    const { tools = [], response_format: format } = this.#request.options
    if (tools.length === 0 && format === undefined && this.#reading.isText) return true
    const { message } = this.#reading.result()
    const agent = { ...this.#agent, signal: this.#signal }
    const start = await rawStart(agent, this.#request, { ...begun, message })
    if (start !== undefined) this.#reading.becomeRaw(start.text)
    this.#raw = start
    return start !== undefined
  }

  /** @throws Fault `gateway/unavailable` if the answer differs from the part that the agent has */
  #checkContinued(isGiven: boolean): void {
    const part = this.#raw?.message
    if (!isGiven || part === undefined) return
    if (continuation(part, this.#result().message) === undefined)
      throw interruptedFault(this.#agent.profile)
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
