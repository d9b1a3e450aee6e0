import type { ModelCall } from '../../datasets/training/model-call.ts'
import type { CallRow } from '../../store/event-store.ts'
import { type Tokens, unpackCall } from './call-body.ts'

/**
 * Reads the rows of an episode's model calls one by one, in order, and restores their complete
 * prompts.
 */
export class ModelCalls {
  readonly calls: ModelCall[] = []

  add({ call, body }: Pick<CallRow, 'call' | 'body'>): void {
    const { record, tokens } = unpackCall(body)
    const { parent, kept, messages, answer, failure, position } = record
    this.calls.push({
      ...{ call, parent, kept, position, length: kept + messages.length },
      isAnswered: failure === null && answer !== null,
      hasToolCalls: (answer?.tool_calls ?? []).length > 0,
      tokens: tokens && { ...tokens, prompt: this.#prompt(parent, record.prompt_kept, tokens) },
    })
  }

  /** The ids that a prompt shares with its parent, followed by its own. */
  #prompt(parent: number | null, kept: number, { prompt: own }: Tokens): Int32Array {
    const before = parent === null ? null : (this.calls[parent]?.tokens ?? null)
    if (before === null || kept === 0) return own
    const prompt = new Int32Array(kept + own.length)
    const given = Math.min(kept, before.prompt.length)
    for (let at = 0; at < given; at++) prompt[at] = before.prompt[at] as number
    for (let at = given; at < kept; at++) prompt[at] = before.ids[at - given] as number
    prompt.set(own, kept)
    return prompt
  }
}
