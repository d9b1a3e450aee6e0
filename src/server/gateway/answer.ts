import { randomUUID } from 'node:crypto'
import type { HttpAnswer } from '../../effects/http-post.ts'
import type { AdapterAnswer, AdapterCall } from '../adapters/adapter.ts'
import type { Host } from '../host.ts'
import type { HostLog } from '../host-log.ts'
import type { Session } from '../session.ts'
import type { Agent } from './agent.ts'
import { Exchange } from './exchange.ts'
import type { ChatCompletion, ChatRequest, CompletionHead } from './formats/chat-form.ts'
import { completionEvents, type Format } from './formats/format.ts'
import { FORMATS, type FormatName } from './formats/index.ts'
import { type SseEvent, sseText } from './formats/sse-event.ts'
import { answerInjected, overText } from './injected.ts'
import { answerAgain, type Replay } from './replay.ts'
import type { Sampled } from './sampled.ts'
import { AgentGone, createSink, type Sink } from './sink.ts'
import { wantsLogprobs } from './upstream-body.ts'

/** A request of an authenticated agent. */
interface AgentCall extends Omit<Agent, 'signal' | 'position'> {
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
export async function answerAgent(call: AgentCall, controller: AbortController): Promise<Answered> {
  const { session, request, capability, profile } = call
  const agent = { ...call, signal: controller.signal, position: () => session.position }
  const format = FORMATS[call.format]
  const head = createHead(profile.profile.model)
  // Some answers are read completely before they are streamed: those whose stream would lack its
  // tokens, and those that may call tools of the episode.
  const isInjected = call.tools === 'injected'
  const hasStream = capability.streamsTokens || capability.textOnly !== null
  const isStreamed = request.stream && !isInjected && hasStream
  let replayed = isStreamed ? await answerAgain(agent, call.replay, request) : undefined
  if (isStreamed && replayed === undefined) {
    const exchange = await Exchange.begin(agent, request, true)
    const response = await exchange.open()
    if (!exchange.isReadWhole) return relayed(call, exchange, response, controller, head)
    replayed = await answerWhole(exchange, response)
  }
  const ask = async (chatRequest: ChatRequest, shown?: string): Promise<Sampled> => {
    const answer = replayed ?? (await answerAgain(agent, call.replay, chatRequest))
    if (answer !== undefined) return answer
    const exchange = await Exchange.begin(agent, chatRequest, false, shown)
    return answerWhole(exchange, await exchange.open())
  }
  const playing = { ...call, caller: call.call.caller, ask }
  const sampled = await (isInjected
    ? call.calls.inTurn(() => answerInjected(playing, request), controller.signal)
    : ask(request))
  return { answer: encodeAnswer(format, toCompletion(head, request, sampled), request) }
}

/** A complete answer, as events if the agent asked for a stream. */
function encodeAnswer(
  format: Format,
  completion: ChatCompletion,
  request: ChatRequest,
): AdapterAnswer {
  if (!request.stream) return { status: 200, body: format.fromChat(completion, request) }
  const body = eventsText(completionEvents(format, completion, request))
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
  const message = { role: 'assistant', content: overText(reason) } as const
  const usage = { prompt_tokens: 0, completion_tokens: 0 }
  const completion = { ...createHead(model), message, finish_reason: 'stop', usage }
  return encodeAnswer(FORMATS[name], completion, request)
}

async function answerWhole(exchange: Exchange, response: HttpAnswer): Promise<Sampled> {
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
  call: AgentCall,
  exchange: Exchange,
  response: HttpAnswer,
  controller: AbortController,
  head: CompletionHead,
): Answered {
  const { request, profile, log } = call
  const format: Format = FORMATS[call.format]
  const sink = createSink(profile.limits.stall_ms, () => controller.abort(new AgentGone()))
  const work = relay(exchange, response, { sink, format, head, request })
  const remainingWork = work.catch((error: unknown) => {
    log.error({ error: String(error) }, 'a streamed model call failed')
  })
  return { answer: { status: 200, body: sink.stream, headers: EVENTS }, rest: remainingWork }
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
  let sentEvents = 0
  const send = async (events: readonly SseEvent[]): Promise<void> => {
    sentEvents += events.length
    if (events.length > 0) await sink.write(eventsText(events))
  }
  try {
    await send(stream.begin())
    for await (const delta of exchange.deltas(response)) await send(stream.text(delta))
    const completion = toCompletion(head, request, await exchange.finish())
    await send(stream.end(completion))
  } catch (error) {
    const fault = await exchange.fail(error)
    if (!(error instanceof AgentGone)) {
      await send(format.faultEvents(fault, sentEvents)).catch(() => undefined)
    }
  } finally {
    sink.end()
  }
}

const eventsText = (events: readonly SseEvent[]): string => events.map(sseText).join('')

const createHead = (model: string): CompletionHead => ({
  id: `chatcmpl-${randomUUID()}`,
  created: Math.floor(Date.now() / 1_000),
  model,
})

/** The reasons that clients accept. */
const FINISH_REASONS: ReadonlySet<string> = new Set([
  ...['stop', 'length', 'tool_calls', 'content_filter'],
])

/** The answer for the agent, without token ids. */
function toCompletion(
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
