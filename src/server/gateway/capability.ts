import type { ChatProfile } from '../../effects/chat-profile.ts'
import type { ChatUpstream } from '../../effects/chat-upstream.ts'
import { withDeadline } from '../../effects/deadline.ts'
import { templateArguments } from '../../effects/template-arguments.ts'
import { byName } from '../../sim/by-name.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { HostLog } from '../host-log.ts'
import { COMPLETIONS, restBody } from './completion-chunk.ts'
import { changesProbabilities, givesRawLogprobs, RAW_LOGPROBS } from './raw-logprobs.ts'
import { renderedIds } from './rendered-ids.ts'
import { AnswerReading } from './sampled.ts'

/** The result of probing a profile's model server. */
export interface Capability {
  /** Whether requests ask for token ids and log-probabilities. */
  readonly asksForTokens: boolean
  /** Whether streamed answers contain them. If not, answers are read completely before a stream. */
  readonly streamsTokens: boolean
  /** Whether the server renders chats to ids, and continues from ids. */
  readonly forwardsTokens: boolean
  /** Why the profile provides only text; null if it provides tokens. */
  readonly textOnly: string | null
}

/** The part of a profile that a probe needs. */
interface Probed {
  readonly name: string
  readonly profile: ChatProfile
  readonly upstream: ChatUpstream
}

/** After a failed connection, the first call after this time probes again. */
const AGAIN_MS = 2_000
const DEADLINE_MS = 30_000
const TOKENS = 24

const textOnly = (reason: string): Capability => ({
  ...{ asksForTokens: false, streamsTokens: false, forwardsTokens: false },
  textOnly: reason,
})

const TOOL = {
  type: 'function',
  function: {
    name: 'look',
    description: 'Looks at a thing.',
    parameters: { type: 'object', properties: { thing: { type: 'string' } }, required: ['thing'] },
  },
}

/** The requests of a probe, by the feature that they test. */
const KINDS: Readonly<Record<string, JsonObject>> = byName({
  'plain answers': { messages: [{ role: 'user', content: 'Say yes.' }] },
  'tool calls': {
    messages: [{ role: 'user', content: 'Look at the door.' }],
    ...{ tools: [TOOL], tool_choice: 'auto' },
  },
  thoughts: {
    messages: [{ role: 'user', content: 'Is 7 a prime number?' }],
    chat_template_kwargs: templateArguments(true),
  },
})

type ProbeOutcome = 'agree' | 'refused' | { readonly reason: string }

/** Tests whether a model server returns token ids that can be trusted. */
export class ModelProbe {
  readonly #log: HostLog
  #probedCapability: Capability | undefined
  #underWay: Promise<Capability> | undefined
  #againMs = 0
  readonly #abortController = new AbortController()

  constructor(log: HostLog) {
    this.#log = log
  }

  /** The result; undefined before the first probe has an answer. */
  get found(): Capability | undefined {
    return this.#probedCapability
  }

  /** Ends a probe that is under way. */
  stop(): void {
    this.#abortController.abort()
  }

  /** The result. Probes first if there is none. */
  async capability(target: Probed): Promise<Capability> {
    if (this.#probedCapability !== undefined) return this.#probedCapability
    if (this.#underWay === undefined && performance.now() < this.#againMs) return AWAY
    this.#underWay ??= this.#probe(target).finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }

  async #probe(target: Probed): Promise<Capability> {
    try {
      this.#probedCapability = await probe(target, this.#abortController.signal)
      const { textOnly: reason } = this.#probedCapability
      const words = reason === null ? 'gives token ids' : 'gives text only'
      this.#log.info(
        { profile: target.name, ...(reason && { reason }) },
        `the model server ${words}`,
      )
      return this.#probedCapability
    } catch (error) {
      this.#againMs = performance.now() + AGAIN_MS
      if (this.#abortController.signal.aborted) return AWAY
      this.#log.warn(
        { profile: target.name, error: String(error) },
        'the model server was not probed',
      )
      return AWAY
    }
  }
}

const AWAY = textOnly('the model server could not be probed')

/** @throws Error if the server is unavailable or its answer is incomplete */
async function probe(target: Probed, stopped: AbortSignal): Promise<Capability> {
  let streamsTokens = true
  for (const kind in KINDS) {
    for (const stream of [false, true]) {
      const outcome = await ask(target, { ...KINDS[kind], stream }, stopped)
      if (outcome === 'agree') continue
      if (outcome === 'refused') {
        if (kind !== 'plain answers') break
        return textOnly('the model server refuses to give token ids and log-probabilities')
      }
      if (!stream) return textOnly(`${kind}: ${outcome.reason}`)
      streamsTokens = false
    }
  }
  if (changesProbabilities(target.upstream)) {
    const deadlineMs = Math.min(DEADLINE_MS, target.profile.deadline_ms)
    const isRaw = await withDeadline(deadlineMs, stopped, (signal) =>
      givesRawLogprobs(target, signal),
    )
    if (isRaw) return textOnly(RAW_LOGPROBS)
  }
  const forwardsTokens = await acceptsIdPrompts(target, stopped)
  return { asksForTokens: true, streamsTokens, forwardsTokens, textOnly: null }
}

/** Whether a model server renders a chat to ids, and answers a prompt of ids with ids. */
async function acceptsIdPrompts(target: Probed, stopped: AbortSignal): Promise<boolean> {
  const { profile, upstream } = target
  const messages = [{ role: 'user', content: 'Say yes.' }] as const
  try {
    return await withDeadline(
      Math.min(DEADLINE_MS, profile.deadline_ms),
      stopped,
      async (signal) => {
        const request = { model: profile.model, upstream }
        const prompt = await renderedIds(request, { messages, options: {} }, true, signal)
        const chat = { ...upstream.fixed, max_tokens: TOKENS, seed: profile.seed }
        const body = restBody(chat, { prompt, ids: [] }, false)
        const answer = await upstream.open(body, signal, COMPLETIONS)
        if (answer.status === 'failed') return false
        const reading = new AnswerReading({ tokensMax: TOKENS, prompt, quote: upstream.quote })
        return (await reading.whole(answer.response, true)).textOnly === null
      },
    )
  } catch {
    // Without this feature, the chat endpoint renders the prompts.
    return false
  }
}

function ask(
  { upstream, profile }: Probed,
  request: JsonObject,
  stopped: AbortSignal,
): Promise<ProbeOutcome> {
  const body = {
    ...upstream.fixed,
    ...request,
    ...{ max_tokens: TOKENS, seed: profile.seed, logprobs: true, return_token_ids: true },
    ...(request.stream === true ? { stream_options: { include_usage: true } } : {}),
  }
  return withDeadline(Math.min(DEADLINE_MS, profile.deadline_ms), stopped, async (signal) => {
    const answer = await upstream.open(body, signal)
    if (answer.status === 'failed') {
      if (!answer.retryable) return 'refused'
      throw new Error(answer.problem.what)
    }
    const reading = new AnswerReading({ tokensMax: TOKENS, quote: upstream.quote })
    const { textOnly: reason } = await reading.whole(answer.response)
    return reason === null ? 'agree' : { reason }
  })
}
