import { hash } from 'node:crypto'
import { canonicalJson, type Json } from '../../sim/json.ts'
import { memoizeBy } from '../../tools/memoize-by.ts'
import type { CallRecord, ModelCallTokens } from './call-body.ts'
import { ConversationNames, chainNames, START } from './conversation-names.ts'
import type { AssistantTextMessage, ChatTool, TextMessage } from './formats/chat-form.ts'

/** The earlier call that a prompt continues. */
interface Continuation {
  readonly parent: number | null
  readonly kept: number
}

/** The facts about a call that later calls are compared with. */
interface Node extends Continuation {
  /**
   * A digest of the conversation up to each message after the `kept` ones, including the answer.
   */
  readonly digests: readonly string[]
  readonly promptKept: number
  readonly tokens: Pick<ModelCallTokens, 'prompt' | 'ids'> | null
  /** A digest of the offered tools. */
  readonly tools: string
  /** Whether the call has an answer that the model ended itself. */
  readonly isEnded: boolean
  readonly thoughtStart: string | undefined
}

/** A call whose conversation continues, with the ids of its prompt and answer. */
interface ContinuedCall {
  readonly ids: Int32Array
  /** The messages that the longer conversation adds. */
  readonly messages: readonly TextMessage[]
  /** How the raw text of the answer begins; undefined if it has no thoughts. */
  readonly thoughtStart: string | undefined
}

/** Approximate memory for a call and for each name of a conversation, without their data. */
const CALL_BYTES = 300
const NAME_BYTES = 250

/**
 * The calls of one episode as a tree of conversations. Each call continues the earlier call that
 * shares most of its prompt, and stores only what its prompt adds.
 */
export class CallTree {
  readonly #nodes: Node[] = []
  readonly #names = new ConversationNames()
  /** Answered calls by the digest of their prompt. */
  readonly #answered = new Map<string, number[]>()
  /** The last call that gave an answer, by the digest of the conversation up to it. */
  readonly #answers = new Map<string, number>()
  /** Answers that clients may send back changed, by the digest of the conversation up to them. */
  readonly #changeable = new Map<string, AssistantTextMessage>()
  /** The first call that contains a conversation, and the number of messages in it. */
  readonly #firstCalls = new Map<string, { readonly call: number; readonly count: number }>()

  /** The digests of a conversation up to each of its messages. */
  names(messages: readonly TextMessage[]): readonly string[] {
    return this.#names.of(messages)
  }

  /** Keeps a conversation for the next request. Returns the memory that it adds, in bytes. */
  keep(messages: readonly TextMessage[]): number {
    return this.#names.keep(messages)
  }

  /** The answered calls with exactly this prompt, in order. */
  answersTo(messages: readonly TextMessage[]): readonly number[] {
    return this.#answered.get(this.#names.of(messages).at(-1) ?? START) ?? []
  }

  /** The ids of the complete prompt of a call; empty if its tokens are not known. */
  promptIds(call: number): Int32Array {
    const ids = this.#idsOf(call)
    return ids.slice(0, ids.length - (this.#nodes[call]?.tokens?.ids.length ?? 0))
  }

  /** The call that a prompt continues; if there are several, the first one. */
  continuationOf(messages: readonly TextMessage[]): Continuation {
    const digests = this.#names.of(messages)
    for (let count = digests.length; count > 0; count--) {
      const first = this.#firstCalls.get(digests[count - 1] as string)
      if (first !== undefined) return { parent: first.call, kept: count }
    }
    return { parent: null, kept: 0 }
  }

  /**
   * The call that a request continues, including its answer, or why its ids cannot be used.
   * Undefined for a new conversation.
   */
  continuedCall(
    messages: readonly TextMessage[],
    tools: readonly ChatTool[],
  ): ContinuedCall | { readonly why: string } | undefined {
    const digests = this.#names.of(messages)
    // A repeated request continues the same call as the first one.
    const last = digests.findLastIndex((digest) => this.#answers.has(digest))
    const call = this.#answers.get(digests[last] ?? START)
    const node = call === undefined ? undefined : this.#nodes[call]
    if (call === undefined || node === undefined) {
      if (this.continuationOf(messages).parent === null) return undefined
      return { why: 'the conversation was changed before the last answer' }
    }
    if (node.tokens === null) return { why: 'the call before has no token ids' }
    if (!node.isEnded) return { why: 'the model did not end its last answer itself' }
    if (!this.hasTools(call, tools)) return { why: 'the tools were changed' }
    const { thoughtStart } = node
    return { ids: this.#idsOf(call), messages: messages.slice(last + 1), thoughtStart }
  }

  /**
   * The messages, with each answer as the model wrote it. Clients drop thoughts and rewrite the
   * JSON of arguments, and a template then gives other ids than those that were sampled.
   */
  asWritten(messages: readonly TextMessage[]): readonly TextMessage[] {
    if (this.#changeable.size === 0) return messages
    const digests = this.#names.of(messages)
    return messages.map((message, index) => {
      const original = this.#changeable.get(digests[index] as string)
      if (original === undefined || message.role !== 'assistant') return message
      const { reasoning_content: thoughts = original.reasoning_content } = message
      // Thoughts that a client sends may belong to another answer with the same text.
      return thoughts === undefined ? original : { ...original, reasoning_content: thoughts }
    })
  }

  /** How many ids of the parent, including its answer, the prompt starts with. */
  sharedIdCount(parent: number | null, prompt: Int32Array): number {
    if (parent === null) return 0
    const parentIds = this.#idsOf(parent)
    let count = 0
    while (count < prompt.length && count < parentIds.length && prompt[count] === parentIds[count])
      count++
    return count
  }

  /** Whether a call was offered these tools. */
  hasTools(parent: number | null, tools: readonly ChatTool[]): boolean {
    return parent !== null && this.#nodes[parent]?.tools === toolsDigest(tools)
  }

  /** Adds the next call as stored. Returns approximately the memory that it takes, in bytes. */
  add(record: CallRecord, tokens: ModelCallTokens | null): number {
    const { parent, kept, messages, answer, failure, prompt_kept: promptKept } = record
    const call = this.#nodes.length
    const start = this.#digestAt(parent, kept)
    const isAnswered = answer !== null && failure === null
    const digests = chainNames(start, isAnswered ? [...messages, answer] : messages)
    if (isAnswered) {
      const prompt = digests.at(-2) ?? start
      this.#answered.set(prompt, [...(this.#answered.get(prompt) ?? []), call])
      this.#answers.set(digests.at(-1) ?? START, call)
      if (isChangeable(answer)) this.#changeable.set(digests.at(-1) ?? START, answer)
    }
    for (const [index, digest] of digests.entries()) {
      if (!this.#firstCalls.has(digest))
        this.#firstCalls.set(digest, { call, count: kept + index + 1 })
    }
    const parentTools = parent === null ? toolsDigest([]) : (this.#nodes[parent]?.tools ?? '')
    const tools = record.tools === undefined ? parentTools : toolsDigest(record.tools)
    const ids = tokens && { prompt: tokens.prompt, ids: tokens.ids }
    const isEnded = isAnswered && isEndedByModel(record)
    const thoughtStart = startOfThoughts(record)
    const node = { parent, kept, digests, promptKept, tokens: ids, tools, isEnded, thoughtStart }
    this.#nodes.push(node)
    const idBytes = 4 * (ids === null ? 0 : ids.prompt.length + ids.ids.length)
    const answerBytes = isAnswered && isChangeable(answer) ? 2 * jsonLength(answer) : 0
    return CALL_BYTES + NAME_BYTES * digests.length + idBytes + answerBytes
  }

  #digestAt(call: number | null, count: number): string {
    let node = call === null ? undefined : this.#nodes[call]
    while (node !== undefined && count <= node.kept) {
      node = node.parent === null ? undefined : this.#nodes[node.parent]
    }
    return node === undefined || count === 0 ? START : (node.digests[count - node.kept - 1] ?? '')
  }

  /** The ids of a call's prompt and answer. */
  #idsOf(call: number): Int32Array {
    const pieces: Int32Array[] = []
    let end = Number.POSITIVE_INFINITY
    for (let index: number | null = call; index !== null; ) {
      const { parent, promptKept, tokens } = this.#nodes[index] as Node
      // Of each ancestor, only the ids before the own ids of its child are used.
      const ownPieces = tokens === null ? [] : [tokens.prompt, tokens.ids]
      let from = promptKept
      const promptPieces: Int32Array[] = []
      for (const ids of ownPieces) {
        promptPieces.push(ids.subarray(0, Math.max(0, end - from)))
        from += ids.length
      }
      pieces.unshift(...promptPieces)
      end = Math.min(end, promptKept)
      index = parent
    }
    return concatenate(pieces)
  }
}

/** A `stop` text ends an answer before the model does. */
const isEndedByModel = ({ finish_reason: reason, params }: CallRecord): boolean =>
  (reason === 'stop' || reason === 'tool_calls') && params.stop === undefined

/** Longer than each mark at which thoughts begin. */
const MARK_CHARACTERS_MAX = 32

/** How the raw text of an answer with thoughts begins. */
function startOfThoughts({ answer, token_texts: texts }: CallRecord): string | undefined {
  if (answer?.reasoning_content === undefined) return undefined
  return texts?.text
    .slice(0, 4 * MARK_CHARACTERS_MAX)
    .trimStart()
    .slice(0, MARK_CHARACTERS_MAX)
}

function concatenate(pieces: readonly Int32Array[]): Int32Array {
  const result = new Int32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    result.set(piece, at)
    at += piece.length
  }
  return result
}

const jsonLength = (answer: AssistantTextMessage): number => JSON.stringify(answer).length

const isChangeable = ({ content, reasoning_content, tool_calls }: AssistantTextMessage): boolean =>
  reasoning_content !== undefined || tool_calls !== undefined || content !== content?.trim()

/** Digests by the JSON of tools, because most programs send the same tools with each call. */
const knownTools = new Map<string, string>()
const DIGEST_CACHE = { textsMax: 64, charactersMax: 32 * 1_024 }

/** The digest of tools. It is cached, because each call compares them several times. */
const toolsDigest = memoizeBy((tools: readonly ChatTool[]): string => {
  const text = JSON.stringify(tools)
  const digest =
    knownTools.get(text) ?? hash('sha256', canonicalJson(tools as unknown as Json), 'base64url')
  if (knownTools.size >= DIGEST_CACHE.textsMax) knownTools.clear()
  if (text.length <= DIGEST_CACHE.charactersMax) knownTools.set(text, digest)
  return digest
})
