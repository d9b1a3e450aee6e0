import type { EffectFailure } from '../tools/effect.ts'

/** The parts of a chat error's message. They never contain an API key. */
export interface ChatProblem {
  readonly reason: EffectFailure
  /** A verb phrase whose subject is the server: `answered 503 "overloaded"`. */
  readonly what: string
  /** One sentence that says what the operator can do. */
  readonly remedy: string
  /** The HTTP status, if the server sent one. */
  readonly status?: number
}

/** A chat call that failed after all retries. The message is for the operator. */
export class ChatError extends Error {
  readonly reason: EffectFailure
  readonly status: number | undefined
  /** The message without the server's address, for logs that others may read. */
  readonly publicMessage: string

  /** @param baseUrl the last server called; omitted if no server was called */
  constructor({ reason, what, remedy, status }: ChatProblem, baseUrl?: string) {
    super(`The chat server${baseUrl === undefined ? '' : ` ${baseUrl}`} ${what}. ${remedy}`)
    this.name = 'ChatError'
    this.reason = reason
    this.status = status
    this.publicMessage = `The chat server ${what}. ${remedy}`
  }
}
