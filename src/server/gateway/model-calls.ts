import type { ModelCall } from '../../datasets/training/model-call.ts'
import type { CallRow } from '../../store/event-store.ts'
import { type ModelCallTokens, unpackCall } from './call-body.ts'

/**
 * Reads the rows of an episode's model calls one by one, in order, and restores their complete
 * prompts.
 */
export class ModelCallReader {
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
  #prompt(parent: number | null, kept: number, { prompt: ownIds }: ModelCallTokens): Int32Array {
    const parentTokens = parent === null ? null : (this.calls[parent]?.tokens ?? null)
    if (parentTokens === null || kept === 0) return ownIds
    const prompt = new Int32Array(kept + ownIds.length)
    const keptCount = Math.min(kept, parentTokens.prompt.length)
    for (let index = 0; index < keptCount; index++)
      prompt[index] = parentTokens.prompt[index] as number
    for (let index = keptCount; index < kept; index++)
      prompt[index] = parentTokens.ids[index - keptCount] as number
    prompt.set(ownIds, kept)
    return prompt
  }
}
