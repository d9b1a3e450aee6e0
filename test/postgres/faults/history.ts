import type { Action } from '../../../src/env/message.ts'
import type { CloseResult, OpenResult, StepResult } from '../../../src/wire/results.ts'

/** A call of a client, and what it was told; without an answer nobody knows what became of it. */
export type Call =
  | {
      readonly kind: 'open'
      readonly openKey: string
      readonly answer?: Pick<OpenResult, 'episode_id'>
    }
  | {
      readonly kind: 'step'
      readonly episode: string
      readonly seq: number
      readonly action: Action
      readonly answer?: StepResult
    }
  | { readonly kind: 'close'; readonly episode: string; readonly answer?: CloseResult }

/** All calls of all clients, in the order in which they were made. */
export class History {
  readonly calls: Call[] = []

  /** Notes a call when it is made, and its answer when that comes. */
  async note<Answer>(call: Call, answering: Promise<Answer>): Promise<Answer> {
    const at = this.calls.push(call) - 1
    const answer = await answering
    this.calls[at] = { ...call, answer } as Call
    return answer
  }

  get answered(): number {
    return this.calls.filter(({ answer }) => answer !== undefined).length
  }
}
