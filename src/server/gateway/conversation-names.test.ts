// Guards that names taken from the request before are those that the messages give.
import seedrandom from 'seedrandom'
import { describe, expect, it } from 'vitest'
import { ConversationNames, chainNames, conversationName } from './conversation-names.ts'
import type { TextMessage } from './formats/chat-form.ts'

const call = (args: string) => ({
  ...{ id: 'a', type: 'function' as const },
  function: { name: 'look', arguments: args },
})
const MESSAGES: readonly TextMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Be brief.' },
  { role: 'user', content: 'Be brief.', name: 'Ada' },
  { role: 'assistant', content: 'Be brief.' },
  { role: 'assistant', content: 'Be brief.', reasoning_content: 'Hm.' },
  { role: 'assistant', content: null, tool_calls: [call('{"x":1}')] },
  { role: 'assistant', content: null, tool_calls: [call('{"x": 1}')] },
  { role: 'assistant', content: null, tool_calls: [call('{"x":2}')] },
  { role: 'tool', tool_call_id: 'a', content: 'Be brief.' },
  { role: 'tool', tool_call_id: 'b', content: 'Be brief.' },
]

describe('the names of conversations', () => {
  it('are those of all messages, whatever the request before was', () => {
    const random = seedrandom('names')
    const pick = (max: number): number => Math.floor(random() * max)
    const names = new ConversationNames()
    let last: readonly TextMessage[] = []
    for (let round = 0; round < 2_000; round++) {
      const added = Array.from({ length: pick(4) }, () => MESSAGES[pick(MESSAGES.length)])
      // Parsed anew, as in each request.
      const messages = structuredClone([...last.slice(0, pick(last.length + 1)), ...added]).slice(
        -8,
      ) as TextMessage[]
      expect(names.of(messages)).toEqual(chainNames('', messages))
      if (pick(2) === 0) {
        names.keep(messages)
        last = messages
      }
    }
  })

  it('tell the memory that a kept conversation takes and gives back', () => {
    const names = new ConversationNames()
    const long = [{ role: 'user', content: 'x'.repeat(10_000) }] as const
    const added = names.keep(long)
    expect(added).toBeGreaterThan(10_000)
    expect(names.keep([])).toBe(-added)
  })

  it('go on from the name of what stands before', () => {
    const [first, second] = MESSAGES as [TextMessage, TextMessage]
    expect(conversationName([second], conversationName([first]))).toBe(
      conversationName([first, second]),
    )
  })
})
