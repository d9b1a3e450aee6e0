import { hash } from 'node:crypto'
import type { TextMessage } from './formats/chat-form.ts'
import { comparable } from './formats/comparable.ts'

/** The name of a conversation without messages. */
export const START = ''

/** A digest of a conversation, or of messages that follow one. Equal for equal messages. */
export const conversationName = (messages: readonly TextMessage[], previousName = START): string =>
  chainNames(previousName, messages).at(-1) ?? previousName

/** The digests of a conversation up to each of its messages. */
export function chainNames(start: string, messages: readonly TextMessage[]): string[] {
  let digest = start
  return messages.map((message) => {
    digest = hash('sha256', `${digest}\n${comparable(message)}`, 'base64url')
    return digest
  })
}

interface Named {
  readonly messages: readonly TextMessage[]
  readonly names: readonly string[]
}

/**
 * Names the conversations of one episode. Most requests repeat the last one and add messages, so
 * names of the messages that both begin with are used again.
 */
export class ConversationNames {
  readonly #known = new WeakMap<readonly TextMessage[], readonly string[]>()
  #last: Named = { messages: [], names: [] }

  /** The digests of a conversation up to each of its messages. */
  of(messages: readonly TextMessage[]): readonly string[] {
    const known = this.#known.get(messages)
    if (known !== undefined) return known
    const kept = this.#last.names.slice(0, countShared(messages, this.#last.messages))
    const names = [...kept, ...chainNames(kept.at(-1) ?? START, messages.slice(kept.length))]
    this.#known.set(messages, names)
    return names
  }

  /** Keeps a conversation for the next request. Returns how many more bytes it takes, or fewer. */
  keep(messages: readonly TextMessage[]): number {
    const before = countBytes(this.#last.messages)
    this.#last = { messages, names: this.of(messages) }
    return countBytes(messages) - before
  }
}

function countShared(messages: readonly TextMessage[], others: readonly TextMessage[]): number {
  const end = messages.findIndex((message, index) => {
    const other = others[index]
    return other === undefined || !isSame(message, other)
  })
  return end < 0 ? messages.length : end
}

/** Whether two messages have the same digest, as far as a quick comparison can tell. */
const isSame = (message: TextMessage, other: TextMessage): boolean =>
  message.role === other.role &&
  message.content === other.content &&
  otherMembers(message) === otherMembers(other)

function otherMembers(message: TextMessage): string | undefined {
  if (message.role === 'assistant') return message.tool_calls && JSON.stringify(message.tool_calls)
  return message.role === 'tool' ? message.tool_call_id : message.name
}

/** Approximate memory for a message without its text, and for each character. */
const MESSAGE_BYTES = 200
const CHARACTER_BYTES = 2

function countBytes(messages: readonly TextMessage[]): number {
  let bytes = 0
  for (const message of messages) {
    const characters = (message.content?.length ?? 0) + (otherMembers(message)?.length ?? 0)
    bytes += MESSAGE_BYTES + CHARACTER_BYTES * characters
  }
  return bytes
}
