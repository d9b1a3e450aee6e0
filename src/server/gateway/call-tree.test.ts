// Guards that the ids of every prompt can be rebuilt from the ids that each call added.
import { expect, it } from 'vitest'
import type { CallRecord, ModelCallTokens } from './call-body.ts'
import { CallTree } from './call-tree.ts'

const recordOf = (parent: number | null, prompt_kept: number): CallRecord =>
  ({
    ...{ parent, kept: 0, messages: [], prompt_kept, failure: null },
    answer: { role: 'assistant', content: '' },
  }) as unknown as CallRecord

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

it('rebuilds the ids of each prompt, however calls branch', () => {
  const next = numbers(7)
  const ids = (most: number) => Int32Array.from({ length: next(most) }, () => next(1_000))
  const tree = new CallTree()
  const prompts: number[][] = []
  const wholes: number[][] = []
  for (let call = 0; call < 200; call++) {
    const parent = call === 0 || next(10) === 0 ? null : next(call)
    const before = parent === null ? [] : (wholes[parent] as number[])
    const prompt = [...before.slice(0, next(before.length + 1)), ...ids(6)]
    const kept = tree.sharedIdCount(parent, Int32Array.from(prompt))
    const tokens: ModelCallTokens | null =
      next(8) === 0
        ? null
        : { prompt: Int32Array.from(prompt.slice(kept)), ids: ids(5), logprobs: new Float32Array() }
    tree.add(recordOf(parent, tokens === null ? 0 : kept), tokens)
    prompts.push(tokens === null ? [] : prompt)
    wholes.push(tokens === null ? [] : [...prompt, ...tokens.ids])
  }
  for (const [call, prompt] of prompts.entries()) {
    expect([...tree.promptIds(call)]).toEqual(prompt)
  }
})
