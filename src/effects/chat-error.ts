import type { EffectFailure } from '../tools/effect.ts'

/** What went wrong in a chat call, in the parts that its message is made of. Never holds a key. */
export interface ChatProblem {
  readonly reason: EffectFailure
  /** A verb phrase, `answered 503 "overloaded"`; the server is its subject. */
  readonly what: string
  /** One sentence on what its operator can do. */
  readonly remedy: string
  /** The HTTP status, where the server gave one. */
  readonly status?: number
}

/** A chat call that failed for good, in words for the operator. */
export class ChatError extends Error {
  readonly reason: EffectFailure
  readonly status: number | undefined
  /** The message without the server's address, for logs that others may read. */
  readonly publicMessage: string

  /** @param baseUrl the server that was asked last; left out where none was */
  constructor({ reason, what, remedy, status }: ChatProblem, baseUrl?: string) {
    super(`The chat server${baseUrl === undefined ? '' : ` ${baseUrl}`} ${what}. ${remedy}`)
    this.name = 'ChatError'
    this.reason = reason
    this.status = status
    this.publicMessage = `The chat server ${what}. ${remedy}`
  }
}
