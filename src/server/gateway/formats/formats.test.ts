// Guards the translation between the chat form and the formats of unmodified clients.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectGolden } from '../../../../test/support/golden.ts'
import type { Json, JsonObject } from '../../../sim/json.ts'
import { Fault } from '../../../wire/faults.ts'
import type { AssistantTextMessage, ChatCompletion, ChatRequest } from './chat-form.ts'
import { listConstraints } from './chat-form.ts'
import { completionEvents } from './format.ts'
import { FORMATS, type FormatName } from './index.ts'
import { type SseEvent, sseText } from './sse-event.ts'

const NAMES = Object.keys(FORMATS) as FormatName[]

/** Bodies that the clients named in them sent to a scripted model. */
const sent = readFileSync(
  join(import.meta.dirname, '../../../../test/golden/gateway/sent.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { client: string; format: FormatName; body: JsonObject })

const call = (id: string, args: string) => ({
  ...{ id, type: 'function' as const },
  function: { name: 'weather', arguments: args },
})

const completionOf = (
  message: Omit<AssistantTextMessage, 'role'>,
  more: Partial<ChatCompletion> = {},
): ChatCompletion => ({
  ...{ id: 'c1', created: 1_700_000_000, model: 'scripted', finish_reason: 'stop' },
  message: { role: 'assistant', ...message },
  usage: { prompt_tokens: 12, completion_tokens: 5, cached_tokens: 4, reasoning_tokens: 2 },
  ...more,
})

/** The answers that the clients read correctly, streamed and not, when the golden was recorded. */
const COMPLETIONS: readonly ChatCompletion[] = [
  completionOf({ content: 'Hello.' }),
  completionOf({ content: 'Done.', reasoning_content: 'First this. Then that.' }),
  completionOf(
    {
      content: null,
      reasoning_content: 'I need the tool.',
      tool_calls: [call('call_a', '{"city": "Bern"}'), call('call_b', '{"city": "Oslo"}')],
    },
    { finish_reason: 'tool_calls' },
  ),
  completionOf({ content: 'Let me look.', tool_calls: [call('call_a', '{"city": "Bern"}')] }),
  completionOf({ content: null, tool_calls: [call('call_x', '{"city": Bern')] }),
  completionOf({ content: null, tool_calls: [call('call_n', '')] }),
  completionOf({ content: 'It goes on and' }, { finish_reason: 'length' }),
  completionOf({ content: 'until' }, { stop_sequence: 'END' }),
  completionOf({ content: '' }),
]

const BODIES: Readonly<Record<FormatName, (messages: Json) => JsonObject>> = {
  chat: (messages) => ({ model: 'm', messages }),
  responses: (input) => ({ model: 'm', input }),
  messages: (messages) => ({ model: 'm', max_tokens: 9, messages }),
}

const SAID: Json = { role: 'user', content: 'Hello?' }

const requestIn = (name: FormatName): ChatRequest => ({
  ...FORMATS[name].toChat(BODIES[name]([SAID])),
  stream: true,
  includeUsage: true,
})

const faultOf = (run: () => unknown): Fault => {
  try {
    run()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('nothing was refused')
}

describe('requests of the clients', () => {
  it('are translated as recorded', () => {
    const translated = sent.map(({ format, body }) => {
      try {
        return FORMATS[format].toChat(body)
      } catch (error) {
        return (error as Error).message
      }
    })
    expectGolden('gateway/translated.jsonl', translated)
    expect(new Set(sent.map(({ client }) => client)).size).toBeGreaterThanOrEqual(4)
  })

  it('are refused only for what cannot be translated', () => {
    const refused = sent.flatMap(({ format, body }) => {
      try {
        return FORMATS[format].toChat(body) && []
      } catch (error) {
        return [(error as Fault).details.param]
      }
    })
    expect(new Set(refused)).toEqual(
      new Set([
        ...['n', 'messages[0].content[0].type', 'previous_response_id', 'conversation'],
        ...['thread', 'tools[0].type', 'tools[0]', 'input[0].content[0].type', 'messages[1].role'],
      ]),
    )
  })
})

describe('system messages at the start', () => {
  const say = (role: string, content: string) => ({ role, content })
  const [kind, brief, now] = ['Be kind.', 'Be brief.', 'Now.']
  const bodies: Readonly<Record<FormatName, JsonObject>> = {
    chat: BODIES.chat([say('system', kind), say('developer', brief), SAID, say('system', now)]),
    responses: {
      ...BODIES.responses([say('developer', brief), SAID, say('developer', now)]),
      instructions: kind,
    },
    messages: {
      ...BODIES.messages([say('system', brief), SAID, say('system', now)]),
      system: kind,
    },
  }

  it.each(NAMES)('become one in %s, because templates refuse or drop the second', (name) => {
    expect(FORMATS[name].toChat(bodies[name]).messages).toEqual([
      ...[say('system', `${kind}\n\n${brief}`), SAID, say('system', now)],
    ])
  })

  it('stay apart if they have names, such as examples', () => {
    const named = (content: string) => ({ role: 'system', name: 'example_user', content })
    const body = BODIES.chat([named('a'), named('b')])
    expect(FORMATS.chat.toChat(body).messages).toEqual([named('a'), named('b')])
  })
})

describe('options that mean nothing', () => {
  const choices: Readonly<Record<FormatName, (kind: 'auto' | 'none' | 'required') => Json>> = {
    chat: (kind) => kind,
    responses: (kind) => kind,
    messages: (kind) => ({ type: kind === 'required' ? 'any' : kind }),
  }
  const tools: Readonly<Record<FormatName, Json>> = {
    chat: [{ type: 'function', function: { name: 'f' } }],
    responses: [{ type: 'function', name: 'f' }],
    messages: [{ name: 'f', input_schema: {} }],
  }

  it.each(NAMES)('such as a choice without tools in %s are left out', (name) => {
    const optionsOf = (more: JsonObject) =>
      FORMATS[name].toChat({ ...BODIES[name]([SAID]), ...more }).options
    for (const kind of ['auto', 'none'] as const) {
      const tool_choice = choices[name](kind)
      for (const none of [{}, { tools: [] }, { tools: null }]) {
        expect(optionsOf({ ...none, tool_choice })).not.toHaveProperty('tool_choice')
      }
      expect(optionsOf({ tools: tools[name], tool_choice }).tool_choice).toBe(kind)
    }
    expect(optionsOf({ tool_choice: choices[name]('required') }).tool_choice).toBe('required')
  })

  it('such as an empty list of stops are left out', () => {
    const body = BODIES.chat([SAID])
    expect(FORMATS.chat.toChat({ ...body, stop: [] }).options).not.toHaveProperty('stop')
    expect(FORMATS.chat.toChat({ ...body, stop: 'END' }).options.stop).toEqual(['END'])
    const messages = { ...BODIES.messages([SAID]), stop_sequences: [] }
    expect(FORMATS.messages.toChat(messages).options).not.toHaveProperty('stop')
  })
})

describe('a request of Claude Code', () => {
  const prompt = 'You are a careful agent.'
  const billing = (digest: string) =>
    `x-anthropic-billing-header: cc_version=2.1.100.7b4; cc_entrypoint=cli; cch=${digest};`
  const systemOf = (system: Json) =>
    FORMATS.messages.toChat({ ...BODIES.messages([SAID]), system }).messages[0]

  it('continues the one before, whose digest differs', () => {
    for (const digest of ['36ee5', '0aaa9']) {
      const blocks = [billing(digest), prompt].map((text) => ({ type: 'text', text }))
      for (const system of [blocks, `${billing(digest)}\n${prompt}`]) {
        expect(systemOf(system)).toEqual({ role: 'system', content: prompt })
      }
      expect(systemOf([{ type: 'text', text: billing(digest) }])).toEqual(SAID)
    }
    const said = `Say "${billing('36ee5')}".`
    expect(systemOf(said)).toEqual({ role: 'system', content: said })
  })
})

describe('answers', () => {
  it('are written as the clients read them', () => {
    const written = NAMES.flatMap((name) =>
      COMPLETIONS.map((completion) => ({
        name,
        body: FORMATS[name].fromChat(completion, requestIn(name)),
        events: completionEvents(FORMATS[name], completion, requestIn(name)).map(sseText).join(''),
      })),
    )
    expectGolden('gateway/answers.jsonl', written)
  })

  const text = fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 40 }))
  const jsonObject = fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }))
  const calls = fc.array(
    fc.oneof(
      jsonObject.map((value) => JSON.stringify(value)),
      fc.string({ maxLength: 20 }),
    ),
    { maxLength: 3 },
  )
  const message = fc.record({ said: text, thoughts: text, calls }).map(
    ({ said, thoughts, calls: args }): AssistantTextMessage => ({
      role: 'assistant',
      content: said === '' && args.length > 0 ? null : said,
      ...(thoughts === '' ? {} : { reasoning_content: thoughts }),
      ...(args.length === 0 ? {} : { tool_calls: args.map((one, at) => call(`call_${at}`, one)) }),
    }),
  )

  it('are translated back to the message that the model wrote', () => {
    fc.assert(
      fc.property(message, (said) => {
        for (const name of NAMES) {
          const body = FORMATS[name].fromChat(completionOf(said), requestIn(name))
          const back = BODIES[name]([SAID, ...turnIn(name, body), SAID])
          const [, returned] = FORMATS[name].toChat(back).messages
          expect(readArguments(returned as AssistantTextMessage, name)).toEqual(
            readArguments(said, name),
          )
        }
      }),
    )
  })

  it('are the same whole and in pieces', () => {
    fc.assert(
      fc.property(message, fc.integer({ min: 1, max: 7 }), (said, size) => {
        for (const name of NAMES) {
          const completion = completionOf(said)
          const pieces = inPieces(name, completion, size)
          expect(readEvents[name](pieces)).toEqual(
            readEvents[name](completionEvents(FORMATS[name], completion, requestIn(name))),
          )
        }
      }),
    )
  })

  it('keep the order of events that each API promises', () => {
    fc.assert(
      fc.property(message, fc.integer({ min: 1, max: 7 }), (said, size) => {
        const completion = completionOf(said)
        checkMessagesOrder(inPieces('messages', completion, size))
        checkResponsesOrder(inPieces('responses', completion, size))
      }),
    )
  })

  it('keep large numbers of arguments in a stream', () => {
    const args = '{"id": 1234567890123456789}'
    const completion = completionOf({ content: null, tool_calls: [call('call_a', args)] })
    for (const name of NAMES) {
      const text = completionEvents(FORMATS[name], completion, requestIn(name))
        .map(sseText)
        .join('')
      expect(text).toContain(JSON.stringify(args))
    }
  })

  it('say of the call in which they were cut off that it is incomplete', () => {
    const calls = [call('call_a', '{"city": "Bern"}'), call('call_b', '{"city": "Os')]
    const cutOff = completionOf({ content: null, tool_calls: calls }, { finish_reason: 'length' })
    const { responses } = FORMATS
    const body = responses.fromChat(cutOff, requestIn('responses')) as { output: JsonObject[] }
    const statuses = ['completed', 'incomplete']
    expect(body.output.map(({ status }) => status)).toEqual(statuses)
    const ends = completionEvents(responses, cutOff, requestIn('responses'))
      .map(({ data }) => data as { type: string; item?: JsonObject })
      .filter(({ type }) => type === 'response.output_item.done')
    expect(ends.map(({ item }) => item?.status)).toEqual(statuses)
  })

  it('throw if they do not begin with the text that was sent', () => {
    for (const name of NAMES) {
      const stream = FORMATS[name].stream(completionOf({ content: '' }), requestIn(name))
      stream.begin()
      stream.text({ content: 'Hello' })
      expect(() => stream.end(completionOf({ content: 'Goodbye' }))).toThrow('does not begin')
    }
  })
})

/** What a client sends back of an answer. */
function turnIn(name: FormatName, body: JsonObject): Json[] {
  if (name === 'responses') return [...(body.output as Json[])]
  if (name === 'messages') return [{ role: 'assistant', content: body.content ?? null }]
  const [choice] = body.choices as { message: JsonObject }[]
  return [choice?.message ?? null]
}

/** Anthropic's form has arguments as objects, so that the spaces of a model's JSON are not kept. */
function readArguments(message: AssistantTextMessage, name: FormatName): AssistantTextMessage {
  if (name !== 'messages' || message.tool_calls === undefined) return message
  const read = (args: string): string => {
    try {
      return JSON.stringify(JSON.parse(args === '' ? '{}' : args))
    } catch {
      return args
    }
  }
  const tool_calls = message.tool_calls.map((one) => call(one.id, read(one.function.arguments)))
  return { ...message, tool_calls }
}

function inPieces(name: FormatName, completion: ChatCompletion, size: number): SseEvent[] {
  const stream = FORMATS[name].stream(completion, requestIn(name))
  const cut = (whole: string): string[] => whole.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []
  const { content, reasoning_content: thoughts = '' } = completion.message
  return [
    ...stream.begin(),
    ...cut(thoughts).flatMap((reasoning_content) => stream.text({ reasoning_content })),
    ...cut(content ?? '')
      .slice(0, -1)
      .flatMap((piece) => stream.text({ content: piece })),
    ...stream.end(completion),
  ]
}

const dataOf = (events: readonly SseEvent[]): JsonObject[] =>
  events.flatMap(({ data }) => (data === undefined || data === '[DONE]' ? [] : [data]))

/** What a client makes of a stream, in each format. */
const readEvents: Readonly<Record<FormatName, (events: readonly SseEvent[]) => Json>> = {
  chat: (events) => {
    const chunks = dataOf(events) as { choices: { delta: Record<string, string> }[] }[]
    const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta))
    const joined = (member: string) => deltas.map((delta) => delta[member] ?? '').join('')
    const calls = deltas.flatMap((delta) => delta.tool_calls ?? [])
    return [joined('content'), joined('reasoning_content'), calls as Json]
  },
  responses: (events) => {
    const texts: string[] = []
    for (const { output_index: at, delta } of dataOf(events)) {
      if (typeof at === 'number') texts[at] = (texts[at] ?? '') + (delta ?? '')
    }
    const last = dataOf(events).at(-1) as { response: { output: JsonObject[] } }
    const written = last.response.output.map(({ content, arguments: args }) =>
      content === undefined ? args : (content as { text: string }[])[0]?.text,
    )
    expect(texts).toEqual(written)
    return last.response as Json
  },
  messages: (events) => {
    const blocks: Record<string, Json>[] = []
    for (const { type, index, content_block: block, delta } of dataOf(events)) {
      if (type === 'content_block_start') blocks.push({ ...(block as Record<string, Json>) })
      if (type !== 'content_block_delta') continue
      const grown = blocks[index as number] as Record<string, Json>
      for (const [member, value] of Object.entries(delta as Record<string, string>)) {
        if (member !== 'type') grown[member] = `${grown[member] ?? ''}${value}`
      }
    }
    return blocks
  },
}

/** The events of one block in Anthropic's form, and of one item's content in OpenAI's. */
const BLOCK = [
  '\ncontent_block_start (\\d+)',
  '(?:\ncontent_block_delta \\2)*',
  '\ncontent_block_stop \\2',
].join('')
const TEXT_PART = ['message', 'reasoning'].map((kind) => {
  const name = kind === 'message' ? 'output_text' : 'reasoning_text'
  return `content_part.added (?:${name}.delta )*${name}.done content_part.done`
})
const CALL_PART = 'function_call_arguments.delta function_call_arguments.done'
const PART = `(?:${[...TEXT_PART, CALL_PART].join('|')})`

function checkMessagesOrder(events: readonly SseEvent[]): void {
  const types = dataOf(events).map(({ type, index }) => `${type} ${index ?? ''}`.trim())
  const text = types.filter((type) => type !== 'ping').join('\n')
  expect(text).toMatch(new RegExp(`^message_start(${BLOCK})+\nmessage_delta\nmessage_stop$`))
  const starts = types.filter((type) => type.startsWith('content_block_start'))
  expect(starts).toEqual(starts.map((_, index) => `content_block_start ${index}`))
}

function checkResponsesOrder(events: readonly SseEvent[]): void {
  const data = dataOf(events)
  expect(data.map(({ sequence_number }) => sequence_number)).toEqual(data.map((_, at) => at))
  expect(events.map(({ event }) => event)).toEqual(data.map(({ type }) => type))
  const last = data.at(-1)?.response as JsonObject
  const items = data.filter(({ type }) => type === 'response.output_item.done')
  expect(items.map(({ item }) => item)).toEqual(last.output)
  for (const [index] of items.entries()) {
    const own = data.filter(({ output_index }) => output_index === index)
    const types = own.map(({ type }) => String(type).replace('response.', ''))
    expect(types.join(' ')).toMatch(new RegExp(`^output_item.added ${PART} output_item.done$`))
  }
}

describe('what cannot be translated', () => {
  const bad: readonly (readonly [FormatName, JsonObject, string])[] = [
    ['chat', { ...BODIES.chat([SAID]), n: 2 }, 'n'],
    [
      'chat',
      BODIES.chat([{ role: 'user', content: [{ type: 'input_audio' }] }]),
      'content[0].type',
    ],
    ['chat', BODIES.chat([{ role: 'function', name: 'x', content: '' }]), 'role'],
    ['chat', { ...BODIES.chat([SAID]), functions: [] }, 'functions'],
    ['chat', { ...BODIES.chat([SAID]), modalities: ['text', 'audio'] }, 'modalities'],
    ['chat', { ...BODIES.chat([SAID]), tools: [{ type: 'custom', custom: {} }] }, 'tools[0].type'],
    [
      'chat',
      { ...BODIES.chat([SAID]), tool_choice: { type: 'allowed_tools' } },
      'tool_choice.type',
    ],
    ['responses', { ...BODIES.responses([SAID]), background: true }, 'background'],
    ['responses', { ...BODIES.responses([SAID]), prompt: { id: 'x' } }, 'prompt'],
    ['responses', { ...BODIES.responses([SAID]), conversation: 'c' }, 'conversation'],
    ['responses', BODIES.responses([]), 'input'],
    ['chat', BODIES.chat([]), 'messages'],
    ['messages', BODIES.messages([]), 'messages'],
    ['responses', BODIES.responses([{ type: 'item_reference', id: 'x' }]), 'input[0].type'],
    ['responses', BODIES.responses([{ type: 'computer_call' }]), 'input[0].type'],
    ['messages', BODIES.messages([SAID, { role: 'assistant', content: 'x' }]), 'messages[1].role'],
    ['messages', BODIES.messages([{ role: 'user', content: [{ type: 'document' }] }]), '[0].type'],
    ['messages', { ...BODIES.messages([SAID]), thread: { type: 'create' } }, 'thread'],
    ['chat', { ...BODIES.chat([SAID]), earlier_answer: 'x' }, 'earlier_answer'],
    ['responses', { ...BODIES.responses([SAID]), attachments: [] }, 'attachments'],
    ['messages', { ...BODIES.messages([SAID]), documents: {} }, 'documents'],
    ['messages', { ...BODIES.messages([SAID]), mcp_servers: [{}] }, 'mcp_servers'],
    ['messages', { ...BODIES.messages([SAID]), container: 'x' }, 'container'],
    ['messages', { ...BODIES.messages([SAID]), tools: [{ type: 'bash_20250124' }] }, 'tools[0]'],
  ]

  it.each(bad)('is refused in %s with the value and the remedy: %j', (name, body, param) => {
    const fault = faultOf(() => FORMATS[name].toChat(body))
    expect(fault.code).toBe('request/invalid')
    expect(fault.details.param).toContain(param)
    expect(fault.message).toContain(String(fault.details.param))
    const written = FORMATS[name].faultBody(fault).error as { message: string }
    expect(written.message).toContain(fault.hint)
  })

  it('is distinguished from what has no effect, which is recorded', () => {
    const body = { ...BODIES.chat([SAID]), user: 'x', metadata: {}, store: null, min_p: 0.1 }
    expect(FORMATS.chat.toChat(body).ignored).toEqual(['user', 'metadata', 'min_p'])
    const ofCodex = { client_metadata: { 'x-codex-installation-id': 'x' }, access_programs: {} }
    const { ignored } = FORMATS.responses.toChat({ ...BODIES.responses([SAID]), ...ofCodex })
    expect(ignored).toEqual(['client_metadata', 'access_programs'])
  })

  it('is a fault also for a body that is no object', () => {
    for (const name of NAMES) {
      for (const body of [null, 7, [], 'x', {}]) {
        expect(faultOf(() => FORMATS[name].toChat(body)).code).toBe('request/invalid')
      }
    }
  })
})

describe('a fault', () => {
  it('makes the client of Anthropic send whole conversations instead of threads', () => {
    const body = { ...BODIES.messages([SAID]), thread: { type: 'create' } }
    const fault = faultOf(() => FORMATS.messages.toChat(body))
    expect(FORMATS.messages.faultBody(fault).error).toMatchObject({
      details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
    })
  })

  it('is written in the format of the caller, with a type by its status', () => {
    const fault = new Fault('auth/denied', 'the key is not known')
    const types = NAMES.map(
      (name) => (FORMATS[name].faultBody(fault).error as { type: string }).type,
    )
    expect(new Set(types)).toEqual(new Set(['authentication_error']))
  })

  it('ends a stream with an event that clients raise', () => {
    const fault = new Fault('store/unavailable', 'the store failed')
    for (const name of NAMES) {
      const [first] = dataOf(FORMATS[name].faultEvents(fault, 3))
      expect(first?.error).toBeTruthy()
    }
  })
})

it('reads the schema of an answer under both names that SDKs of Anthropic send', () => {
  const format = { type: 'json_schema', schema: { type: 'object' } }
  for (const more of [{ output_config: { format } }, { output_format: format }]) {
    const { options } = FORMATS.messages.toChat({ ...BODIES.messages([SAID]), ...more })
    const json_schema = { name: 'answer', schema: format.schema, strict: true }
    expect(options.response_format).toEqual({ type: 'json_schema', json_schema })
  }
  const bad = { ...BODIES.messages([SAID]), output_format: { type: 'text' } }
  expect(faultOf(() => FORMATS.messages.toChat(bad)).details.param).toBe('output_format')
})

it('names what constrains the tokens of an answer', () => {
  const body = {
    ...BODIES.chat([SAID]),
    tools: [{ type: 'function', function: { name: 'f', strict: true } }],
    tool_choice: 'required',
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema: {} } },
  }
  expect(listConstraints(FORMATS.chat.toChat(body))).toEqual([
    ...['response_format', 'tool_choice', 'strict_tools'],
  ])
  expect(listConstraints(FORMATS.chat.toChat(BODIES.chat([SAID])))).toEqual([])
})
