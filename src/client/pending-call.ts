import type { Method } from '../wire/operations.ts'
import type { BackchannelError } from './errors.ts'

/** A call without an answer so far. */
export interface PendingCall {
  readonly id: number
  readonly method: Method
  readonly text: string
  readonly resolve: (result: unknown) => void
  readonly reject: (error: BackchannelError) => void
  deadline: NodeJS.Timeout | undefined
  /** Attempts that ended with a retryable fault. */
  retries: number
  /** The frame that carries the call; undefined while it waits for a retry. */
  frame: CallFrame | undefined
  pause: NodeJS.Timeout | undefined
}

/** Calls that are sent together, as a single call or as a batch. */
export interface CallFrame {
  /** The calls without an answer, in order. */
  readonly calls: Set<PendingCall>
  readonly isBatch: boolean
}

/** The text of a frame, without answered calls. */
export function frameText({ calls }: CallFrame): string {
  const texts = [...calls].map((call) => call.text)
  return texts.length === 1 ? (texts[0] as string) : `[${texts.join(',')}]`
}
