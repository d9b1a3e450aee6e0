// Guards that raw text is parsed into thoughts, text and tool calls as model servers parse it.
import { expect, it } from 'vitest'
import { parseRawReply } from './raw-reply.ts'

const parameters = { type: 'object', properties: { thing: { type: 'string' } } } as const
const TOOLS = [{ type: 'function', function: { name: 'look', parameters } }] as const
const CALL = '<tool_call>{"name": "look", "arguments": {"thing": "door"}}</tool_call>'

it('separates thoughts, whose opening mark may be in the prompt', () => {
  for (const open of ['<think>', '\n<think>\n', '']) {
    expect(parseRawReply(`${open}I see.</think>\n\nIt is open.<|im_end|>`, 'hermes', [])).toEqual({
      ...{ role: 'assistant', content: 'It is open.', reasoning_content: 'I see.' },
    })
  }
  expect(parseRawReply('<think>I see', 'hermes', TOOLS)).toEqual({
    ...{ role: 'assistant', content: '', reasoning_content: 'I see' },
  })
})

it('takes the whole text for thoughts if the prompt opens them and nothing closes them', () => {
  const cut = parseRawReply('I see a do', 'hermes', TOOLS, true)
  expect(cut).toEqual({ role: 'assistant', content: '', reasoning_content: 'I see a do' })
  const closed = { role: 'assistant', content: 'It is open.', reasoning_content: 'I see.' }
  expect(parseRawReply('I see.</think>It is open.', 'hermes', TOOLS, true)).toEqual(closed)
  expect(parseRawReply('It is open.', 'hermes', TOOLS).content).toBe('It is open.')
})

it('returns calls with ids that every template accepts, and the text before them', () => {
  const id = expect.stringMatching(/^[0-9a-f]{9}$/)
  const called = { id, type: 'function', function: { name: 'look', arguments: '{"thing":"door"}' } }
  expect(parseRawReply(`So:\n${CALL}\n${CALL}`, 'hermes', TOOLS)).toEqual({
    ...{ role: 'assistant', content: 'So:', tool_calls: [called, called] },
  })
  expect(parseRawReply(CALL, 'hermes', TOOLS).content).toBeNull()
})

it('leaves text as it is if there are no tools, or a call cannot be read', () => {
  expect(parseRawReply(CALL, 'hermes', [])).toEqual({ role: 'assistant', content: CALL })
  for (const text of ['<tool_call>{"name": "look", "arg', '<tool_call>look at it</tool_call>']) {
    expect(parseRawReply(text, 'hermes', TOOLS)).toEqual({ role: 'assistant', content: text })
  }
})

it('separates thoughts in the marks of other dialects', () => {
  const said = { role: 'assistant', content: 'It is open.', reasoning_content: 'I see.' }
  const gemma = '<|channel>thought\nI see.\n<channel|>'
  for (const thought of [gemma, 'I see.\n<channel|>']) {
    expect(parseRawReply(`${thought}It is open.<turn|>`, 'gemma_4', [])).toEqual(said)
  }
  expect(parseRawReply('[THINK]I see.[/THINK]It is open.', 'mistral', [])).toEqual(said)
  const call = '<|tool_call>call:look{thing:<|"|>door<|"|>}<tool_call|><|tool_response>'
  const read = parseRawReply(gemma + call, 'gemma_4', TOOLS)
  expect(read).toMatchObject({ content: null, reasoning_content: 'I see.' })
  expect(read.tool_calls?.[0]?.function).toEqual({ name: 'look', arguments: '{"thing":"door"}' })
  const unclosed = parseRawReply('<|channel>thought\nI see.', 'gemma_4', TOOLS)
  expect(unclosed).toEqual({ ...said, content: '' })
})

it('leaves the ids of a model that names its calls', () => {
  const call =
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.look:4<|tool_call_argument_begin|>' +
    '{"thing":"door"}<|tool_call_end|><|tool_calls_section_end|><|im_end|>'
  const read = parseRawReply(`<think>I see.</think>${call}`, 'kimi_k2', TOOLS)
  expect(read.tool_calls?.[0]).toMatchObject({ id: 'functions.look:4' })
  expect(read.reasoning_content).toBe('I see.')
})
