import { CallList } from './calls.ts'
import type { Dialect, RawTurn } from './dialect.ts'

/** One message of an answer: its recipient, channel and body. */
interface HarmonyMessage {
  readonly channel: string
  readonly recipient: string | undefined
  readonly body: string
  /** Whether the body has begun. */
  readonly isBegun: boolean
}

const MARK = /<\|(start|channel|constrain|message|end|call|return|endoftext)\|>/g
const TOOLS = 'functions.'
/** `<|end|>` ends a message; the turn may go on. */
const ENDS = ['<|call|>', '<|return|>', '<|endoftext|>']

function parseHarmony(text: string): RawTurn {
  const list = new CallList()
  const texts: string[] = []
  let last: HarmonyMessage | undefined
  for (const message of messagesOf(text)) {
    last = message
    const { channel, recipient, body, isBegun } = message
    if (recipient !== undefined && isBegun && !list.isFull) {
      const name = recipient.startsWith(TOOLS) ? recipient.slice(TOOLS.length) : recipient
      list.add({ name, arguments: body.trim() }, body)
    } else if (isBegun && channel !== 'analysis') {
      texts.push(body.trim())
    }
  }
  const malformed =
    last?.isBegun === false
      ? 'Your last message was not finished.'
      : last?.channel === 'analysis' && last.recipient === undefined
        ? 'Your analysis was not followed by a call or a final message.'
        : undefined
  if (malformed !== undefined) return { content: '', calls: [], malformed }
  return { content: texts.filter((part) => part !== '').join('\n'), calls: list.calls }
}

/**
 * Splits an answer into messages up to the end of the turn. Skips messages of other roles.
 * Text without marks is one final message.
 */
function* messagesOf(text: string): Generator<HarmonyMessage> {
  const mark = new RegExp(MARK)
  let header = ''
  let channel: string | undefined
  let inBody = false
  let position = 0
  for (let found = mark.exec(text); ; found = mark.exec(text)) {
    const piece = text.slice(position, found?.index)
    const kind = found?.[1]
    const isLast = found === null || ENDS.includes(found[0])
    if (inBody) {
      // Inside a body only end marks count.
      if (kind === 'channel' || kind === 'constrain' || kind === 'message') continue
      yield {
        channel: channel ?? 'final',
        recipient: recipientOf(header),
        body: piece,
        isBegun: true,
      }
    } else if (isLast) {
      const isPlain = position === 0 && channel === undefined
      if (isPlain && piece.trim() !== '') {
        yield { channel: 'final', recipient: undefined, body: piece, isBegun: true }
      } else if (channel !== undefined || `${header}${piece}`.includes('to=')) {
        yield { channel: channel ?? '', recipient: undefined, body: '', isBegun: false }
      }
    }
    if (isLast) return
    position = mark.lastIndex
    if (kind === 'start' && isOfOthers(text, position)) return
    if (!inBody && (kind === 'constrain' || kind === 'message' || kind === 'channel')) {
      header += ` ${piece}`
      channel ??= kind === 'channel' ? channelAt(text, position) : undefined
      inBody = kind === 'message'
    } else {
      header = ''
      channel = undefined
      inBody = false
    }
  }
}

/** Whether the message here has another role. Its header may be truncated. */
const isOfOthers = (text: string, start: number): boolean => {
  const role = /[a-z]*/y
  role.lastIndex = start
  return !'assistant'.startsWith(role.exec(text)?.[0] ?? '')
}

const channelAt = (text: string, start: number): string => {
  const word = /[a-z]*/y
  word.lastIndex = start
  return word.exec(text)?.[0] ?? ''
}

/** The first `to=RECIPIENT` of a header. */
function recipientOf(header: string): string | undefined {
  const found = /(?:^|\s)to=([^\s<]+)/.exec(header)
  return found?.[1]
}

/** Messages on channels; a call is a message to a function. */
export const harmony: Dialect = {
  families: 'gpt-oss',
  grammar:
    '<|channel|>analysis<|message|>TEXT<|end|> for thoughts; <|start|>assistant<|channel|>' +
    'commentary to=functions.NAME <|constrain|>json<|message|>{…}<|call|> for a call; ' +
    '<|start|>assistant<|channel|>final<|message|>TEXT<|return|> for the answer',
  vllm: 'openai',
  ends: ENDS,
  examples: [
    {
      text:
        '<|channel|>analysis<|message|>The desk knows.<|end|><|start|>assistant<|channel|>' +
        'commentary to=functions.look_up <|constrain|>json<|message|>' +
        '{"query": "lift", "limit": 3}' +
        '<|call|>',
      content: '',
      calls: [{ name: 'look_up', arguments: { query: 'lift', limit: 3 } }],
    },
    {
      text:
        '<|channel|>analysis<|message|>Done.<|end|><|start|>assistant<|channel|>final<|message|>' +
        'It is on floor 2.<|return|>',
      content: 'It is on floor 2.',
      calls: [],
    },
  ],
  read: parseHarmony,
}
