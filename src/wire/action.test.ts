/** Guards that a turn is read in each form in which SDKs and servers of the OpenAI form give it. */
import { describe, expect, it } from 'vitest'
import { getChecker } from '../tools/checker.ts'
import { action } from './action.ts'

const read = (given: unknown): unknown => {
  const checked = getChecker(action).safeParse(given)
  return checked.success ? checked.data : 'malformed'
}

const called = (name: string, given: unknown = '{}', id = 'call_abc') => ({
  ...{ id, type: 'function' },
  function: { name, arguments: given },
})

/** What `model_dump()` of openai 2.54 writes for a message with a call. */
const DUMPED = {
  ...{ content: null, refusal: null, role: 'assistant', annotations: null, audio: null },
  function_call: null,
  tool_calls: [
    {
      ...{ id: 'call_abc', type: 'function', index: 0 },
      function: { arguments: '', name: 'read_code' },
    },
  ],
  reasoning_content: 'Hm.',
}

describe('a message of an SDK', () => {
  it('is a turn as it stands, without what a turn does not have', () => {
    const turn = { content: null, tool_calls: [called('read_code')] }
    expect(read(DUMPED)).toEqual({ ...turn, reasoning_content: 'Hm.' })
    const { reasoning_content: _, ...bare } = DUMPED
    expect(read(bare)).toEqual(turn)
    expect(read({ ...bare, reasoning: 'Hm.' })).toEqual({ ...turn, reasoning_content: 'Hm.' })
    expect(read({ ...bare, reasoning: { effort: 'low' }, reasoning_content: null })).toEqual(turn)
  })

  it('may leave out what it does not have', () => {
    const { role, tool_calls } = DUMPED
    expect(read({ role, tool_calls })).toEqual({ tool_calls: [called('read_code')] })
    expect(read({ role, content: 'Hello.', tool_calls: null })).toEqual({ content: 'Hello.' })
  })

  it('may have members that nobody here knows, since its role says what it is', () => {
    const further = { provider_specific_fields: { a: 1 }, thinking_blocks: [], name: 'x' }
    expect(read({ role: 'assistant', content: 'a', ...further })).toEqual({ content: 'a' })
  })

  it('is malformed if it says nothing that is read, or is another’s', () => {
    expect(read({ role: 'assistant', tool_call: [] })).toBe('malformed')
    expect(read({ role: 'assistant', reasoning_content: 'a' })).toBe('malformed')
    expect(read({ role: 'user', content: 'a' })).toBe('malformed')
    expect(read({ role: 'tool', tool_call_id: 'c', content: 'a' })).toBe('malformed')
  })
})

describe('the content', () => {
  const said = (given: object): unknown => read({ role: 'assistant', ...given })

  it('of parts is their text in order, without thoughts and what is no text', () => {
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'One' },
      { type: 'text', text: ' two.' },
      { type: 'refusal', refusal: ' No.' },
    ]
    expect(said({ content: parts })).toEqual({ content: 'One two. No.' })
    expect(said({ content: [] })).toEqual({ content: '' })
    expect(said({ content: ['a'] })).toBe('malformed')
  })

  it('where there is none is the refusal, or what the audio says', () => {
    expect(said({ content: null, refusal: 'I cannot.' })).toEqual({ content: 'I cannot.' })
    const audio = { id: 'a', data: 'AAAA', expires_at: 1, transcript: 'Hello.' }
    expect(said({ content: null, audio })).toEqual({ content: 'Hello.' })
    expect(said({ content: 'x', refusal: 'y' })).toEqual({ content: 'x' })
  })
})

describe('a call', () => {
  const call = (given: object): unknown => read({ role: 'assistant', tool_calls: [given] })

  it('without arguments has none, however that is written', () => {
    for (const none of [{ arguments: '' }, { arguments: null }, {}, { arguments: '{}' }]) {
      const given = { id: 'call_abc', type: 'function', function: { name: 'look', ...none } }
      expect(call(given)).toEqual({ tool_calls: [called('look')] })
    }
  })

  it('keeps arguments as they were written, broken ones too', () => {
    for (const given of ['{"a": 1}', '{"a"', '[]', { a: 1 }]) {
      expect(call(called('look', given))).toEqual({ tool_calls: [called('look', given)] })
    }
  })

  it('may have any name and any id, which the episode answers', () => {
    for (const name of ['', 'n'.repeat(300), 'look up!']) {
      expect(call(called(name, '{}', 'i'.repeat(3_000)))).not.toBe('malformed')
    }
  })

  it('without an id is numbered', () => {
    for (const id of ['', null, undefined]) {
      const given = { id, function: { name: 'look', arguments: '{}' }, extra_content: {} }
      expect(call(given)).toEqual({ tool_calls: [called('look', '{}', 'call_1')] })
    }
  })

  it('of a custom tool, or in the form before tools, is one all the same', () => {
    const custom = { id: 'call_abc', type: 'custom', custom: { name: 'look', input: 'words' } }
    expect(call(custom)).toEqual({ tool_calls: [called('look', 'words')] })
    const old = { role: 'assistant', content: null, function_call: { name: 'a', arguments: '' } }
    expect(read(old)).toEqual({ content: null, tool_calls: [called('a', '{}', 'call_1')] })
  })

  it('without a function, or a function without a name, is a broken envelope', () => {
    expect(call({ id: 'a', type: 'function' })).toBe('malformed')
    expect(call({ id: 'a', type: 'function', function: { arguments: '{}' } })).toBe('malformed')
    expect(call({ id: 'a', type: 'function', function: { name: 'x', arguments: 5 } })).toBe(
      'malformed',
    )
  })
})

describe('a turn that is written by hand', () => {
  it('is stored as it was sent', () => {
    for (const given of [
      { content: 'a' },
      { content: null, tool_calls: [called('look')] },
      { tool_calls: [] },
      {},
      { text: '<think>' },
    ]) {
      expect(read(given)).toEqual(given)
    }
  })

  it('may have no member that a turn does not have: it is a slip', () => {
    expect(read({ content: 'a', tool_call: [] })).toBe('malformed')
    expect(read({ text: 'a', content: 'b' })).toBe('malformed')
    expect(read({ text: 'a', role: 'assistant' })).toBe('malformed')
  })
})
