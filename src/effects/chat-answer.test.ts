// Guards the reading of chat answers, whole or streamed, from well-behaved servers and others.
import { describe, expect, it } from 'vitest'
import { problemOf, prompt, tools, useChatServers } from '../../test/chat-servers.ts'
import { call, complete, huge, reply, say, stream, streamText } from '../../test/openai-server.ts'

const chat = useChatServers()
/** What the test server counts in an answer that it does not stream. */
const usage = { promptTokens: 1, completionTokens: 1 }

describe('what is read', () => {
  it('is the text and the finish reason', async () => {
    chat.server.script(
      complete({ role: 'assistant', content: 'Grüße 👋', reasoning_content: 'hm' }),
    )
    expect(await chat.ask()).toEqual({
      ...{ content: 'Grüße 👋', reasoning: 'hm', toolCalls: [], finishReason: 'stop', usage },
    })
  })

  it.each([
    ['JSON text', '{"a":1}', '{"a":1}'],
    ['broken JSON text', '{"a":', '{"a":'],
    ['an object', { a: 1 }, { a: 1 }],
    ['a list', [1], '[1]'],
    ['nothing', null, ''],
  ])('is a tool call with %s as arguments', async (_, given, read) => {
    chat.server.script(call('look', given))
    expect(await chat.ask({}, { ...prompt, tools })).toEqual({
      content: '',
      toolCalls: [{ id: 'call_a', type: 'function', function: { name: 'look', arguments: read } }],
      finishReason: 'tool_calls',
      usage,
    })
  })

  it.each([
    [{ content: null }, ''],
    [{}, ''],
    [{ content: 7, tool_calls: 'x' }, ''],
    [{ content: [{ type: 'text', text: 'a' }, null, { type: 'text', text: 'b' }] }, 'ab'],
  ])('is what there is of the message %j', async (message, content) => {
    chat.server.script(complete(message, 5))
    expect(await chat.ask()).toEqual({ content, toolCalls: [], finishReason: null, usage })
  })

  it('names calls that have no name or id, so that the environment can answer them', async () => {
    chat.server.script(
      complete({ content: 'x', tool_calls: [{}, null, { function: { name: 'f' } }] }),
    )
    const { toolCalls } = await chat.ask()
    expect(toolCalls.map(({ id, function: { name } }) => [id, name])).toEqual([
      ['call_1', 'tool_call'],
      ['call_2', 'tool_call'],
      ['call_3', 'f'],
    ])
  })

  it.each([
    ['that is not JSON', reply('{"choices": ['), 'not JSON'],
    ['of another shape', reply({ text: 'x' }), 'no chat completion'],
    ['that is a number', reply(7), 'no chat completion'],
    ['without choices', reply({ choices: [] }), 'empty list of choices'],
    ['with a choice of another shape', reply({ choices: [null] }), 'no chat completion'],
    ['that is empty', reply(''), 'not JSON'],
  ])('is an invalid answer where there is a body %s', async (_, behaviour, words) => {
    chat.server.script(behaviour)
    const problem = await problemOf(chat.ask())
    expect(problem.reason).toBe('invalid')
    expect(problem.message).toContain(words)
    expect(problem.message).toContain(chat.server.baseUrl)
    expect(problem.publicMessage).not.toContain('127.0.0.1')
    expect(chat.server.requests).toHaveLength(1)
  })

  it('is bounded, streamed or not', async () => {
    chat.server.script(huge(300_000), stream(streamText([{ content: 'x'.repeat(300_000) }])))
    for (const streamed of [false, true]) {
      const problem = await problemOf(chat.ask({ bodyBytesMax: 100_000, stream: streamed }))
      expect(problem).toMatchObject({ reason: 'invalid' })
      expect(problem.message).toContain('more than 100000 bytes')
    }
    expect(chat.server.requests).toHaveLength(2)
  })
})

describe('streams', () => {
  const delta = (index: number, more: object) => ({ tool_calls: [{ index, ...more }] })

  it('are put together, with characters and events cut anywhere', async () => {
    chat.server.script(
      stream(
        streamText([
          { role: 'assistant', content: '' },
          { content: 'Gr' },
          { content: 'üße 👋' },
          { reasoning_content: 'hm' },
        ]),
        3,
      ),
    )
    expect(await chat.ask({ stream: true })).toEqual({
      content: 'Grüße 👋',
      reasoning: 'hm',
      toolCalls: [],
      finishReason: 'stop',
    })
    expect(chat.server.requests[0]?.body.stream).toBe(true)
  })

  it('bring tool calls by index, in any order and interleaved', async () => {
    chat.server.script(
      stream(
        streamText(
          [
            delta(1, { id: 'b', function: { name: 'say', arguments: '{"w":' } }),
            delta(0, { id: 'a', type: 'function', function: { name: 'look', arguments: '' } }),
            delta(1, { id: 'b', function: { name: 'say', arguments: '"é"}' } }),
            delta(0, { function: { arguments: '{}' } }),
            delta(2, { id: '', function: { name: 'obj', arguments: { x: 1 } } }),
          ],
          'tool_calls',
        ),
        7,
      ),
    )
    const { toolCalls, finishReason } = await chat.ask({ stream: true }, { ...prompt, tools })
    expect(finishReason).toBe('tool_calls')
    expect(toolCalls.map((one) => [one.id, one.function.name, one.function.arguments])).toEqual([
      ['a', 'look', '{}'],
      ['b', 'say', '{"w":"é"}'],
      ['call_3', 'obj', { x: 1 }],
    ])
  })

  it('bring tool calls without index, one for each new id', async () => {
    const piece = (id: string | undefined, args: string) => ({
      tool_calls: [{ id, function: { name: 'f', arguments: args } }],
    })
    chat.server.script(
      stream(streamText([piece('a', '1'), piece(undefined, '2'), piece('b', '3')])),
    )
    const { toolCalls } = await chat.ask({ stream: true })
    expect(toolCalls.map((one) => [one.id, one.function.arguments])).toEqual([
      ['a', '12'],
      ['b', '3'],
    ])
  })

  it('are read by the type of the answer, not by what was asked', async () => {
    chat.server.script(say('whole'), stream(streamText([{ content: 'cut' }])))
    expect((await chat.ask({ stream: true })).content).toBe('whole')
    expect((await chat.ask({ stream: false })).content).toBe('cut')
  })

  it('end at their end mark even if the server keeps the connection', async () => {
    chat.server.script(stream(streamText([{ content: 'x' }]), 1_000, 'hang'))
    const startMs = Date.now()
    expect((await chat.ask({ stream: true, deadlineMs: 5_000 })).content).toBe('x')
    expect(Date.now() - startMs).toBeLessThan(2_000)
  })

  it('that lack the end mark count once a finish reason came', async () => {
    const text = streamText([{ content: 'x' }]).replace('data: [DONE]\n\n', '')
    chat.server.script(stream(text))
    expect((await chat.ask({ stream: true })).content).toBe('x')
  })

  it.each(['end', 'reset'] as const)('that break off (%s) are asked for again', async (how) => {
    const text = streamText([{ content: 'lost words' }])
    chat.server.script(stream(text.slice(0, 90), 30, how), say('again'))
    expect((await chat.ask({ stream: true })).content).toBe('again')
    expect(chat.server.requests).toHaveLength(2)
  })

  it('that break off within an event are asked for again, unless they are complete', async () => {
    const whole = streamText([{ content: 'words' }])
    const [first = '', last = ''] = whole.split('\n\n')
    chat.server.script(stream(`${first}\n\n${last.slice(0, 30)}`), say('again'))
    expect((await chat.ask({ stream: true })).content).toBe('again')
    chat.server.script(stream(whole.replace('[DONE]\n\n', '{"choi')))
    expect((await chat.ask({ stream: true })).content).toBe('words')
    chat.server.script(stream(whole.trimEnd()))
    expect((await chat.ask({ stream: true })).content).toBe('words')
  })

  it('may end with a count of tokens', async () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2 }
    const counted = `data: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]`
    const text = streamText([{ content: 'x' }])
    chat.server.script(stream(text.replace('data: [DONE]', counted)))
    const completion = await chat.ask({ stream: true })
    expect(completion.usage).toEqual({ promptTokens: 3, completionTokens: 2 })
  })

  it('that break off every time end in words', async () => {
    chat.server.script(stream('data: {"choices": []}\n\n'))
    const problem = await problemOf(chat.ask({ stream: true, retries: 1 }))
    expect(problem.reason).toBe('unavailable')
    expect(problem.message).toContain('in the middle of an answer')
    expect(chat.server.requests).toHaveLength(2)
  })

  it('with an event that cannot be read are invalid', async () => {
    chat.server.script(stream('data: {"choi\n\n'), stream('data: {"choices": 7}\n\n'))
    for (const words of ['not JSON', 'no chat completion chunk']) {
      const problem = await problemOf(chat.ask({ stream: true }))
      expect(problem.reason).toBe('invalid')
      expect(problem.message).toContain(words)
    }
  })

  it('may carry the error of the server', async () => {
    const event = (error: unknown) => stream(`data: ${JSON.stringify({ error })}\n\n`)
    chat.server.script(
      event({ message: 'too long', code: 400 }),
      event({ message: 'out of memory' }),
      say('better'),
    )
    expect(await problemOf(chat.ask({ stream: true }))).toMatchObject({ reason: 'refused' })
    expect((await chat.ask({ stream: true })).content).toBe('better')
  })
})
