import type { Release } from '../../effects/fair-slots.ts'
import type { HttpAnswer } from '../../effects/http-post.ts'
import { Fault } from '../../wire/faults.ts'
import { asFault } from '../as-fault.ts'
import type { HostCore } from '../core.ts'
import { countOne } from '../host-metrics.ts'
import { storeFault } from '../operations/rows.ts'
import type { CallFailure } from './call-body.ts'
import type { Capability } from './capability.ts'
import { type ChatRequest, constraintsOf, type TextDelta } from './formats/chat-form.ts'
import type { FormatName } from './formats/index.ts'
import type { GatewayProfile } from './profiles.ts'
import type { EpisodeCalls } from './recorder.ts'
import { AnswerReading, type Sampled, UpstreamBroke } from './sampled.ts'
import { AgentGone } from './sink.ts'
import { spentTokens } from './spent-tokens.ts'
import { upstreamBody } from './upstream-body.ts'

/** An agent program with its episode and its model. */
export interface Agent {
  readonly core: HostCore
  readonly profile: GatewayProfile
  readonly capability: Capability
  readonly principal: string
  readonly episode: string
  readonly calls: EpisodeCalls
  readonly format: FormatName
  /** The last row of the episode's log. */
  position(): number
  /** Aborts when the agent hangs up, or the server stops. */
  readonly signal: AbortSignal
}

/**
 * One model call. It is stored when its answer is read whole, or when it failed, and given back
 * only after that.
 */
export class Exchange {
  readonly #agent: Agent
  readonly #request: ChatRequest
  readonly #startedMs: number
  readonly #reading: AnswerReading
  readonly #asked: ReturnType<typeof upstreamBody>
  #release: Release = () => undefined
  #isOver = false
  readonly #shown: string | undefined
  readonly #controller = new AbortController()
  readonly #forward: () => void
  readonly #late: NodeJS.Timeout

  /**
   * @param shown the name of what the agent sent, where it is not the request
   * @throws Fault `gateway/budget`
   */
  constructor(agent: Agent, request: ChatRequest, isStreamed: boolean, shown?: string) {
    this.#shown = shown
    this.#agent = agent
    this.#request = request
    this.#startedMs = agent.core.store.nowMs()
    const { calls, profile, episode, capability } = agent
    checkBudget(agent)
    const { spent } = calls
    const written = { ...request, messages: calls.asWritten(request.messages) }
    this.#asked = upstreamBody(profile, written, {
      ...{ episode, call: spent.calls, stream: isStreamed },
      tokens: capability.asksForTokens,
      tokensMax: profile.limits.tokens_max - spent.tokens,
    })
    this.#reading = new AnswerReading({
      tokensMax: profile.profile.max_tokens,
      keepsLogprobs: wantsLogprobs(request),
      turn: () => agent.core.turns.next(agent.principal),
    })
    const { signal } = agent
    this.#forward = () => this.#controller.abort(signal.reason)
    if (signal.aborted) this.#forward()
    signal.addEventListener('abort', this.#forward, { once: true })
    const { deadline_ms: deadlineMs } = profile.profile
    this.#late = setTimeout(() => this.#controller.abort(new Error('late')), deadlineMs)
    calls.begin()
  }

  get #signal(): AbortSignal {
    return this.#controller.signal
  }

  /**
   * Sends the request; the answer is read by `deltas`.
   *
   * @throws Fault `gateway/refused`, `gateway/failed`, `gateway/unavailable`; the call is stored
   */
  async open(): Promise<HttpAnswer> {
    const { core, profile, principal } = this.#agent
    try {
      this.#release = await this.#slot()
      await core.turns.next(principal)
      const answer = await profile.upstream.open(this.#asked.body, this.#signal)
      if (answer.status === 'open') return answer.response
      const { problem, retryable, retryAfterMs } = answer
      const message = `profile ${profile.name}: the model server ${problem.what}`
      if (!retryable) throw new Fault('gateway/refused', message)
      const isBusy = problem.status === 429 || problem.status === 503
      throw new Fault(isBusy ? 'gateway/unavailable' : 'gateway/failed', message, {
        details: { retry_after_s: Math.max(1, Math.ceil(retryAfterMs / 1_000)) },
      })
    } catch (error) {
      throw await this.fail(error)
    }
  }

  deltas(response: HttpAnswer): AsyncGenerator<readonly TextDelta[], void, void> {
    return this.#reading.deltas(response)
  }

  /**
   * Stores the call with its whole answer.
   *
   * @throws Fault `store/unavailable`, `store/full`
   */
  async finish(): Promise<Sampled> {
    const sampled = this.#reading.result()
    await this.#store(sampled, null)
    return sampled
  }

  /** Stores the call with what was read of its answer, and gives the fault for the agent. */
  async fail(error: unknown): Promise<Fault> {
    const fault = this.#faultOf(error)
    if (this.#isOver) return fault
    const code = isGone(error, this.#signal) ? 'gateway/client_gone' : fault.code
    const failure = { code, message: fault.message }
    try {
      await this.#store(this.#reading.result(), failure)
      return fault
    } catch (stored) {
      return stored instanceof Fault ? stored : fault
    }
  }

  #faultOf(error: unknown): Fault {
    if (error instanceof Fault) return error
    const { profile } = this.#agent
    const signal = this.#signal
    const where = `profile ${profile.name}: the model server`
    if (error instanceof UpstreamBroke) {
      return new Fault('gateway/failed', `${where} ${error.message}`)
    }
    if (isGone(error, signal)) return new Fault('gateway/failed', 'nobody waits for the answer')
    if (signal.aborted) {
      return new Fault(
        'gateway/unavailable',
        `${where} was not done in ${profile.profile.deadline_ms} ms`,
      )
    }
    return asFault(error, this.#agent.core.log)
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
    const { message, finishReason, usage, tokens, textOnly } = sampled
    const { overridden, params } = this.#asked
    const isEmpty = message.content === '' && message.reasoning_content === undefined
    const answer = failure !== null && isEmpty ? null : message
    await core.turns.next(principal)
    try {
      await calls.store(
        {
          ...{ request: this.#request, profile: profile.name, format, params },
          ignored: [...this.#request.ignored, ...overridden],
          constraints: constraintsOf(this.#request),
          answer,
          finish_reason: finishReason,
          usage: usage ?? null,
          text_only: failure === null ? textOnly : null,
          position: position(),
          started_ms: this.#startedMs,
          took_ms: Math.max(0, core.store.nowMs() - this.#startedMs),
          failure,
          ...(this.#shown === undefined ? {} : { shown: this.#shown }),
        },
        tokens,
      )
    } catch (error) {
      throw storeFault(error)
    } finally {
      calls.end()
      const outcome = failure === null ? 'answered' : failure.code
      countOne(core.metrics.modelCalls, `${profile.name}/${outcome}`)
      const spent = spentTokens({ usage: usage ?? null, answer, params }, tokens)
      countOne(core.metrics.modelTokens, profile.name, spent)
    }
  }
}

/** Whether an agent wants log-probabilities in its answer. */
export const wantsLogprobs = ({ options }: ChatRequest): boolean =>
  options.logprobs === true || options.top_logprobs !== undefined

/** @throws Fault `gateway/budget` */
export function checkBudget({ calls: { spent }, profile: { limits } }: Agent): void {
  const { calls_max: callsMax, tokens_max: tokensMax } = limits
  if (spent.calls >= callsMax) throw budget(`all ${callsMax} model calls`)
  if (spent.tokens >= tokensMax) throw budget(`all ${tokensMax} tokens`)
}

/** Why an agent's signal aborts when the agent has hung up. */
const isGone = (error: unknown, signal: AbortSignal): boolean =>
  error instanceof AgentGone || signal.reason instanceof AgentGone

const budget = (what: string): Fault =>
  new Fault('gateway/budget', `the episode has used ${what} of its profile`)
