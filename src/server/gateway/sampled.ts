import { BodyTooLong, bodyPieces, bodyText } from '../../effects/bounded-body.ts'
import { readServerError } from '../../effects/chat-completion.ts'
import { createChatAssembly } from '../../effects/chat-stream.ts'
import { BodyBroken, type HttpAnswer } from '../../effects/http-post.ts'
import { createSseReader } from '../../effects/sse.ts'
import type { Json } from '../../sim/json.ts'
import type { ModelCallTokens } from './call-body.ts'
import {
  asChatChunk,
  asMembers,
  asOneChunk,
  type BegunCompletion,
  type Members,
} from './completion-chunk.ts'
import {
  type AssistantTextMessage,
  answerMessage,
  type TextDelta,
  type Usage,
} from './formats/chat-form.ts'
import { createCallId } from './raw-reply.ts'
import { isId } from './rendered-ids.ts'
import { parseUsage } from './usage.ts'

/** The part of a model server's answer that was read so far. */
export interface Sampled {
  readonly message: AssistantTextMessage
  /** Null if the answer is incomplete. */
  readonly finishReason: string | null
  /** The text of `stop` that ended it. */
  readonly stopSequence: string | undefined
  readonly usage: Usage | undefined
  /** Null if the server sent none, or if they are inconsistent. */
  readonly tokens: ModelCallTokens | null
  /** The text of each sampled token, if the server sent them. */
  readonly tokenTexts?: readonly string[]
  /** Why there are no tokens. */
  readonly textOnly: string | null
  /** The server's entries, for agents that asked for log-probabilities. */
  readonly logprobs: readonly Json[]
}

/** An invalid answer of a model server. The message is for the agent. */
export class InvalidUpstreamAnswer extends Error {}

/**
 * The size limit of an answer in bytes, with the data that servers send for each token. The answer
 * also contains the ids of the prompt: at most one id for two characters.
 */
const estimateBytesMax = (tokens: number, promptCharacters: number, promptIds: number): number =>
  256 * 1_024 + tokens * 4_096 + Math.max(promptCharacters * 4, promptIds * 16)

/** How to read an answer. */
interface ReadingOptions {
  /** The most tokens that were requested. */
  readonly tokensMax: number
  /** The length of the prompt as text. Default: short. */
  readonly promptCharacters?: number
  /** The ids of the prompt, if it was sent as ids. */
  readonly prompt?: readonly number[] | undefined
  /** A text of the server for an error message, without the API key. */
  readonly quote: (text: string) => string
  /** How many likely tokens each kept log-probability entry lists. Undefined keeps no entries. */
  readonly alternatives?: number | undefined
  /** Waits for the principal's turn on the event loop, before each event. Default: never waits. */
  readonly turn?: () => Promise<void> | undefined
  /** Called with the number of sampled ids before more of them are added. */
  readonly onTokens?: (first: number) => void
}

/** A server may send any text as a finish reason. */
const REASON_CHARACTERS_MAX = 64

/** The finish reason of an answer that the server interrupted for an update of its weights. */
const ABORTED = 'abort'

/** Reads one answer, streamed or not, with its token ids and log-probabilities. */
export class AnswerReading {
  #assembly = createChatAssembly((id) => id)
  #thoughts: string[] = []
  readonly #ids: number[] = []
  readonly #logprobs: number[] = []
  readonly #texts: string[] = []
  readonly #entries: Json[] = []
  #promptIds: readonly number[] | undefined
  #hasBadId = false
  #hasChoice = false
  #usage: Usage | undefined
  #stopSequence: string | undefined
  readonly #bytesMax: number
  readonly #quote: (text: string) => string
  readonly #alternatives: number | undefined
  readonly #takeTurn: () => Promise<void> | undefined
  readonly #onTokens: (first: number) => void
  /** The number of ids when the rest of the answer was requested. */
  #resumedAt = 0

  constructor({
    tokensMax,
    promptCharacters = 0,
    prompt,
    quote,
    alternatives,
    turn = () => undefined,
    onTokens = () => undefined,
  }: ReadingOptions) {
    this.#onTokens = onTokens
    this.#promptIds = prompt
    this.#bytesMax = estimateBytesMax(tokensMax, promptCharacters, prompt?.length ?? 0)
    this.#quote = quote
    this.#alternatives = alternatives
    this.#takeTurn = turn
  }

  /**
   * Reads a complete body and yields its text as it arrives. Text that arrives together is yielded
   * together.
   *
   * @throws UpstreamBroke, and the signal's reason
   */
  deltas(response: HttpAnswer): AsyncGenerator<TextDelta, void, void> {
    return this.#read(response, false)
  }

  /** Reads a complete body whose text nobody sees while it arrives. */
  async whole(response: HttpAnswer, isRest = false): Promise<Sampled> {
    for await (const _ of isRest ? this.rest(response) : this.deltas(response)) {
      // Only the complete answer is used.
    }
    return this.result()
  }

  /** Reads the rest of an interrupted answer, which is not in the chat form. */
  rest(response: HttpAnswer): AsyncGenerator<TextDelta, void, void> {
    this.#resumedAt = this.#ids.length
    return this.#read(response, true)
  }

  async *#read(response: HttpAnswer, isRest: boolean): AsyncGenerator<TextDelta, void, void> {
    try {
      const type = response.headers['content-type'] ?? ''
      if (type.includes('text/event-stream')) yield* this.#stream(response, isRest)
      else {
        const body: unknown = JSON.parse(await bodyText(response, this.#bytesMax))
        this.#take(isRest ? asChatChunk(body, this.#alternatives ?? 0) : asOneChunk(body))
      }
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new InvalidUpstreamAnswer('sent an answer that is not JSON')
      if (error instanceof BodyTooLong)
        throw new InvalidUpstreamAnswer('answered with too many bytes')
      if (error instanceof BodyBroken) throw new InvalidUpstreamAnswer('sent an incomplete answer')
      throw error
    }
    if (this.#assembly.finish() === undefined)
      throw new InvalidUpstreamAnswer('sent an incomplete answer')
    if (!this.#hasChoice) throw new InvalidUpstreamAnswer('answered without a choice')
  }

  async *#stream(response: HttpAnswer, isRest: boolean): AsyncGenerator<TextDelta, void, void> {
    const reader = createSseReader()
    for await (const piece of bodyPieces(response, this.#bytesMax)) {
      let added: TextDelta | undefined
      for (const data of reader.push(piece)) {
        if (this.#isEnd(data)) {
          if (added !== undefined) yield added
          return
        }
        const turn = this.#takeTurn()
        if (turn !== undefined) await turn
        const delta = this.#take(this.#chunkOf(data, isRest))
        added = added === undefined ? delta : joinDeltas(added, delta)
      }
      if (added !== undefined) yield added
    }
    for (const data of reader.end()) {
      if (!this.#isEnd(data)) this.#take(this.#chunkOf(data, isRest))
    }
  }

  #chunkOf(data: string, isRest: boolean): unknown {
    const chunk: unknown = JSON.parse(data)
    return isRest ? asChatChunk(chunk, this.#alternatives ?? 0) : chunk
  }

  #isEnd(data: string): boolean {
    const isEnd = data.trim() === '[DONE]'
    if (isEnd) this.#assembly.add(data)
    return isEnd
  }

  #take(chunk: unknown): TextDelta | undefined {
    const error = readServerError(chunk)
    if (error !== undefined)
      throw new InvalidUpstreamAnswer(`failed: ${this.#quote(error.message)}`)
    const progress = this.#assembly.take(chunk)
    if (progress.status === 'unreadable') throw new InvalidUpstreamAnswer(progress.what)
    const { choices, prompt_token_ids: promptIds, usage } = asMembers(chunk)
    if (Array.isArray(promptIds)) this.#promptIds ??= this.#idsIn(promptIds)
    this.#usage = this.#wholeUsage(parseUsage(usage)) ?? this.#usage
    const firstChoice = (choices as readonly Members[]).find(({ index = 0 }) => index === 0)
    const choice = asMembers(firstChoice)
    if (firstChoice !== undefined) this.#hasChoice = true
    const ids = Array.isArray(choice.token_ids) ? this.#idsIn(choice.token_ids) : []
    if (ids.length > 0) this.#onTokens(this.#ids.length)
    for (const id of ids) this.#ids.push(id)
    this.#takeLogprobs(asMembers(choice.logprobs).content)
    // Of vLLM and of SGLang. Both give a number if a token ended the answer.
    for (const stop of [choice.stop_reason, choice.matched_stop]) {
      if (typeof stop === 'string') this.#stopSequence = stop
    }
    const { content, reasoning, reasoning_content: older } = asMembers(choice.delta)
    const thought = [reasoning, older].find((text) => typeof text === 'string' && text !== '')
    if (thought !== undefined) this.#thoughts.push(thought as string)
    const text = typeof content === 'string' && content !== '' ? content : undefined
    if (text === undefined && thought === undefined) return undefined
    return {
      ...(text === undefined ? {} : { content: text }),
      ...(thought === undefined ? {} : { reasoning_content: thought as string }),
    }
  }

  /** The server counts the start of an interrupted answer as part of the prompt of its rest. */
  #wholeUsage(usage: Usage | undefined): Usage | undefined {
    if (usage === undefined || this.#resumedAt === 0) return usage
    const { prompt_tokens: prompt, completion_tokens: completion } = usage
    const resumedBefore = this.#resumedAt
    return {
      ...usage,
      prompt_tokens: prompt - resumedBefore,
      completion_tokens: completion + resumedBefore,
    }
  }

  /** Whether the server interrupted the answer. */
  get isAborted(): boolean {
    return this.#assembly.soFar().finishReason === ABORTED
  }

  /** Sets the finish reason of an answer whose rest is not requested. */
  end(finishReason: string): void {
    this.#assembly.take({ choices: [{ index: 0, finish_reason: finishReason }] })
  }

  /** The ids of the prompt and of the answer so far, to request its rest; undefined without ids. */
  get begun(): BegunCompletion | undefined {
    if (this.#promptIds === undefined || this.#ids.length === 0 || this.#hasBadId) return undefined
    if (this.#ids.length !== this.#logprobs.length) return undefined
    return { prompt: this.#promptIds, ids: this.#ids }
  }

  /** Whether the answer so far is only text. Thoughts and tool calls would need parsing. */
  get isText(): boolean {
    const { content, toolCalls } = this.#assembly.soFar()
    return content !== '' && toolCalls.length === 0 && this.#thoughts.length === 0
  }

  /** Replaces the parsed part of an interrupted answer with its raw text. Its tokens stay. */
  becomeRaw(text: string): void {
    this.#assembly = createChatAssembly((id) => id)
    this.#assembly.take({ choices: [{ index: 0, delta: { content: text } }] })
    this.#thoughts = []
  }

  #idsIn(values: readonly unknown[]): readonly number[] {
    if (values.every(isId)) return values
    const ids = values.filter(isId)
    this.#hasBadId = true
    return ids
  }

  #takeLogprobs(entries: unknown): void {
    if (!Array.isArray(entries)) return
    for (const entry of entries) {
      const { logprob, token } = asMembers(entry)
      if (typeof token === 'string') this.#texts.push(token)
      this.#logprobs.push(typeof logprob === 'number' ? logprob : Number.NaN)
      if (this.#alternatives !== undefined) this.#entries.push(entry as Json)
    }
  }

  /** The part that was read so far. An incomplete answer has no finish reason. */
  result(): Sampled {
    const { content, toolCalls, finishReason } = this.#assembly.soFar()
    const ids = new Set<string>()
    const calls = toolCalls.map(({ id: given, function: { name, arguments: args } }) => {
      const text = typeof args === 'string' ? args : JSON.stringify(args)
      // Some servers name no call, or all calls alike. Programs match results to calls by id.
      const id = given === '' || ids.has(given) ? createCallId() : given
      ids.add(id)
      return { id, type: 'function' as const, function: { name, arguments: text } }
    })
    const textOnly = this.#whyTextOnly()
    const isWhole = textOnly === null && this.#texts.length === this.#ids.length
    const hasTexts = isWhole && this.#texts.some((text) => text !== '')
    return {
      message: answerMessage(content, this.#thoughts.join(''), calls),
      finishReason: finishReason === null ? null : finishReason.slice(0, REASON_CHARACTERS_MAX),
      stopSequence: this.#stopSequence,
      usage: this.#usage,
      tokens:
        textOnly === null
          ? {
              prompt: new Int32Array(this.#promptIds ?? []),
              ids: new Int32Array(this.#ids),
              logprobs: new Float32Array(this.#logprobs),
            }
          : null,
      ...(hasTexts ? { tokenTexts: this.#texts } : {}),
      textOnly,
      logprobs: this.#entries,
    }
  }

  /** The numbers of ids, of log-probabilities and in the usage must be equal. */
  #whyTextOnly(): string | null {
    const [ids, logprobs, usage] = [this.#ids.length, this.#logprobs.length, this.#usage]
    if (this.#hasBadId) return 'the server gave an id that is none'
    if (this.#promptIds === undefined) return 'the server gave no ids of the prompt'
    if (ids === 0) return 'the server gave no ids of the answer'
    if (logprobs !== ids) return `the server gave ${ids} ids and ${logprobs} log-probabilities`
    // Log-probabilities are stored with 32 bits, in which a large number is not finite.
    if (!this.#logprobs.every((value) => Number.isFinite(Math.fround(value)))) {
      return 'a log-probability is not a number'
    }
    if (usage === undefined) return null
    if (usage.completion_tokens !== ids) {
      return `the server gave ${ids} ids and counted ${usage.completion_tokens} tokens`
    }
    const prompt = this.#promptIds.length
    if (usage.prompt_tokens === prompt) return null
    return `the prompt has ${prompt} ids and ${usage.prompt_tokens} tokens were counted`
  }
}

/** Two deltas as one. The thoughts of both come before the text, as in the complete answer. */
function joinDeltas(first: TextDelta, next: TextDelta | undefined): TextDelta {
  if (next === undefined) return first
  const content = (first.content ?? '') + (next.content ?? '')
  const thoughts = (first.reasoning_content ?? '') + (next.reasoning_content ?? '')
  return {
    ...(content === '' ? {} : { content }),
    ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
  }
}
