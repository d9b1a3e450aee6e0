import { randomUUID } from 'node:crypto'
import type { HttpAnswer } from '../../effects/http-post.ts'
import type { AdapterAnswer, AdapterCall } from '../adapters/adapter.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import type { Session } from '../session.ts'
import { type Agent, Exchange } from './exchange.ts'
import type { ChatCompletion, ChatRequest, CompletionHead } from './formats/chat-form.ts'
import { eventsOf, type Format } from './formats/format.ts'
import { FORMATS, type FormatName } from './formats/index.ts'
import { type SseEvent, sseText } from './formats/sse-event.ts'
import { answerInjected } from './injected.ts'
import { answerAgain, type Replay } from './replay.ts'
import type { Sampled } from './sampled.ts'
import { AgentGone, createSink, type Sink } from './sink.ts'
import { wantsLogprobs } from './upstream-body.ts'

/** A request of an authenticated agent. */
interface Asked extends Omit<Agent, 'signal' | 'position'> {
  readonly call: AdapterCall
  readonly request: ChatRequest
  readonly tools: 'mcp' | 'injected'
  readonly replay: Replay | undefined
  readonly session: Session
  readonly host: Host
  readonly log: HostLog
}

/** An answer, and the work that continues after its first byte. */
export interface Answered {
  readonly answer: AdapterAnswer
  readonly rest?: Promise<void>
}

const EVENTS = { 'content-type': 'text/event-stream' }

/**
 * Answers an agent with its model's answer.
 *
 * @param controller ends the work when the agent disconnects
 * @throws Fault `gateway/budget`, `gateway/refused`, `gateway/failed`, `gateway/unavailable`,
 *   `store/unavailable`, `store/full`
 */
export async function answerAgent(asked: Asked, controller: AbortController): Promise<Answered> {
  const { session, request, capability, profile } = asked
  const agent = { ...asked, signal: controller.signal, position: () => session.position }
  const format = FORMATS[asked.format]
  const head = headOf(profile.profile.model)
  // Some answers are read completely before they are streamed: those whose stream would lack its
  // tokens, and those that may call tools of the episode.
  const isInjected = asked.tools === 'injected'
  const hasStream = capability.streamsTokens || capability.textOnly !== null
  const isStreamed = request.stream && !isInjected && hasStream
  let given = isStreamed ? await answerAgain(agent, asked.replay, request) : undefined
  if (isStreamed && given === undefined) {
    const exchange = await Exchange.begin(agent, request, true)
    const response = await exchange.open()
    if (!exchange.isReadWhole) return relayed(asked, exchange, response, controller, head)
    given = await whole(exchange, response)
  }
  const ask = async (one: ChatRequest, shown?: string): Promise<Sampled> => {
    const again = given ?? (await answerAgain(agent, asked.replay, one))
    if (again !== undefined) return again
    const exchange = await Exchange.begin(agent, one, false, shown)
    return whole(exchange, await exchange.open())
  }
  const playing = { ...asked, caller: asked.call.caller, ask }
  const sampled = await (isInjected ? answerInjected(playing, request) : ask(request))
  return { answer: answerOf(format, completionOf(head, request, sampled), request) }
}

/** A complete answer, as events if the agent asked for a stream. */
function answerOf(format: Format, completion: ChatCompletion, request: ChatRequest): AdapterAnswer {
  if (!request.stream) return { status: 200, body: format.fromChat(completion, request) }
  const body = textOf(eventsOf(format, completion, request))
  return { status: 200, body, headers: EVENTS }
}

/**
 * The answer to a program whose episode is over. Most programs ask once more after the tool call
 * that ended it. The model is not called, and no call is stored.
 */
export function answerAfterEnd(
  name: FormatName,
  request: ChatRequest,
  { model, reason }: { readonly model: string; readonly reason: string },
): AdapterAnswer {
  const message = { role: 'assistant', content: `The episode is over: ${reason}.` } as const
  const usage = { prompt_tokens: 0, completion_tokens: 0 }
  const completion = { ...headOf(model), message, finish_reason: 'stop', usage }
  return answerOf(FORMATS[name], completion, request)
}

async function whole(exchange: Exchange, response: HttpAnswer): Promise<Sampled> {
  try {
    for await (const _ of exchange.deltas(response)) {
      // Only the complete answer is used.
    }
    return await exchange.finish()
  } catch (error) {
    throw await exchange.fail(error)
  }
}

/** Relays a stream while it arrives. Its last events wait until the call is stored. */
function relayed(
  asked: Asked,
  exchange: Exchange,
  response: HttpAnswer,
  controller: AbortController,
  head: CompletionHead,
): Answered {
  const { request, profile, log } = asked
  const format: Format = FORMATS[asked.format]
  const sink = createSink(profile.limits.stall_ms, () => controller.abort(new AgentGone()))
  const work = relay(exchange, response, { sink, format, head, request })
  const rest = work.catch((error: unknown) => {
    log.error({ error: String(error) }, 'a streamed model call failed')
  })
  return { answer: { status: 200, body: sink.stream, headers: EVENTS }, rest }
}

interface Relaying {
  readonly sink: Sink
  readonly format: Format
  readonly head: CompletionHead
  readonly request: ChatRequest
}

async function relay(
  exchange: Exchange,
  response: HttpAnswer,
  { sink, format, head, request }: Relaying,
): Promise<void> {
  const stream = format.stream(head, request)
  let sent = 0
  const send = async (events: readonly SseEvent[]): Promise<void> => {
    sent += events.length
    if (events.length > 0) await sink.write(textOf(events))
  }
  try {
    await send(stream.begin())
    for await (const delta of exchange.deltas(response)) await send(stream.text(delta))
    const completion = completionOf(head, request, await exchange.finish())
    await send(stream.end(completion))
  } catch (error) {
    const fault = await exchange.fail(error)
    if (!(error instanceof AgentGone)) {
      await send(format.faultEvents(fault, sent)).catch(() => undefined)
    }
  } finally {
    sink.end()
  }
}

const textOf = (events: readonly SseEvent[]): string => events.map(sseText).join('')

const headOf = (model: string): CompletionHead => ({
  id: `chatcmpl-${randomUUID()}`,
  created: Math.floor(Date.now() / 1_000),
  model,
})

/** The reasons that clients accept. */
const FINISH_REASONS: ReadonlySet<string> = new Set([
  ...['stop', 'length', 'tool_calls', 'content_filter'],
])

/** The answer for the agent, without token ids. */
function completionOf(
  head: CompletionHead,
  request: ChatRequest,
  { message, finishReason, stopSequence, usage, logprobs }: Sampled,
): ChatCompletion {
  return {
    ...head,
    message,
    finish_reason: FINISH_REASONS.has(finishReason ?? '') ? (finishReason as string) : 'stop',
    ...(stopSequence === undefined ? {} : { stop_sequence: stopSequence }),
    usage: usage ?? { prompt_tokens: 0, completion_tokens: 0 },
    ...(wantsLogprobs(request) && logprobs.length > 0 ? { logprobs: { content: logprobs } } : {}),
  }
}
