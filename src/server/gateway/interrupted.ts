import { setTimeout as sleep } from 'node:timers/promises'
import { bodyText } from '../../effects/bounded-body.ts'
import type { HttpAnswer } from '../../effects/http-post.ts'
import type { DialectName } from '../../env/dialects/index.ts'
import type { JsonObject } from '../../sim/json.ts'
import { Fault } from '../../wire/faults.ts'
import type { Agent } from './agent.ts'
import { upstreamRefusal } from './call-faults.ts'
import { asMembers } from './completion-chunk.ts'
import type { AssistantTextMessage, ChatRequest } from './formats/chat-form.ts'
import { thoughtMark, whyConstrained } from './forward.ts'
import type { GatewayProfile } from './profiles.ts'
import { parseRawReply } from './raw-reply.ts'

/** The path at which vLLM returns the text of ids, relative to its `/v1`. */
const DETOKENIZE = '/../detokenize'
const BYTES_MAX = 4 * 1_024 * 1_024
/** The mark at which thoughts begin and a line break have at most this many ids. */
const PROMPT_END_IDS = 16

/** The wait before a request is repeated. */
const AGAIN_MS = 250

/** An answer that the model server interrupted after it had parsed a part. */
interface Interrupted {
  readonly prompt: readonly number[]
  readonly ids: readonly number[]
  /** The part that was parsed. */
  readonly message: AssistantTextMessage
}

/** The raw text of an interrupted answer. */
export interface RawStart {
  readonly text: string
  readonly opensThoughts: boolean
  readonly message: AssistantTextMessage
}

/**
 * The raw text of an answer that was interrupted within thoughts or tool calls, so that its rest
 * can be requested from its ids and be parsed with it. Undefined if the profile has no dialect, if
 * the answer is constrained, or if the model server does not return the text.
 *
 * @throws the signal's reason
 */
export async function rawStart(
  agent: Agent,
  { options }: ChatRequest,
  { prompt, ids, message }: Interrupted,
): Promise<RawStart | undefined> {
  const { profile, signal } = agent
  const { dialect } = profile.limits
  if (dialect === undefined || whyConstrained(options) !== undefined) return undefined
  const textOf = async (tokens: readonly number[]): Promise<string | undefined> => {
    const body = { model: profile.model, tokens: [...tokens] }
    const answer = await openAgain(agent, body, signal, DETOKENIZE)
    if (answer instanceof Fault) return undefined
    try {
      const { prompt: text } = asMembers(JSON.parse(await bodyText(answer, BYTES_MAX)))
      return typeof text === 'string' ? text : undefined
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
  const promptEnd = await textOf(prompt.slice(-PROMPT_END_IDS))
  const text = await textOf(ids)
  if (promptEnd === undefined || text === undefined) return undefined
  const opensThoughts = promptEnd.trimEnd().endsWith(thoughtMark(dialect))
  const parsed = parseRawReply(text, dialect as DialectName, [], opensThoughts)
  // Some tokenizers remove spaces, and the server may parse otherwise.
  return continuation(message, parsed) && { text, opensThoughts, message }
}

/** Retries until a server answers or refuses, because it is unavailable during an update. */
export async function openAgain(
  { core, profile, principal }: Agent,
  body: JsonObject,
  signal: AbortSignal,
  path?: string,
): Promise<HttpAnswer | Fault> {
  for (;;) {
    await core.scheduler.next(principal)
    const answer = await profile.upstream.open(body, signal, path)
    if (answer.status === 'open') return answer.response
    if (!answer.retryable) return upstreamRefusal(profile, answer)
    const waitMs = Math.max(AGAIN_MS, answer.retryAfterMs)
    await sleep(waitMs, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}

/** The fault for an agent that has a part of an answer whose rest cannot be requested. */
export const interruptedFault = ({ name }: GatewayProfile): Fault =>
  new Fault('gateway/unavailable', `profile ${name}: the model server interrupted its answer`, {
    details: { retry_after_s: 1 },
  })

/**
 * A complete message that begins exactly with the part that was parsed before. Both parsers may
 * differ in spaces around thoughts and text. Undefined if they differ in more.
 */
export function continuation(
  part: AssistantTextMessage,
  whole: AssistantTextMessage,
): AssistantTextMessage | undefined {
  const thoughts = extended(part.reasoning_content ?? '', whole.reasoning_content ?? '')
  const content = extended(part.content ?? '', whole.content ?? '')
  if (thoughts === undefined || content === undefined) return undefined
  return {
    ...whole,
    ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
    content: content === '' ? whole.content : content,
  }
}

function extended(part: string, whole: string): string | undefined {
  if (whole.startsWith(part)) return whole
  const begun = part.trimStart()
  const space = part.slice(0, part.length - begun.length)
  if (whole.startsWith(begun)) return space + whole
  return whole === begun.trimEnd() ? part : undefined
}
