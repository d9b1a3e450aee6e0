import { randomBytes } from 'node:crypto'
import type { Dialect } from '../../env/dialects/dialect.ts'
import { DIALECTS, type DialectName, withThinkTags } from '../../env/dialects/index.ts'
import { isObject } from '../../tools/json-object.ts'
import {
  type AssistantTextMessage,
  answerMessage,
  type ChatTool,
  type ModelToolCall,
} from './formats/chat-form.ts'

const [OPEN, CLOSE] = ['<think>', '</think>']

/**
 * Parses a raw text answer like a model server: it separates thoughts and tool calls from the text.
 * Text whose calls cannot be parsed stays text.
 *
 * @param opensThoughts whether the prompt ends with the mark at which thoughts begin
 */
export function parseRawReply(
  rawText: string | null,
  dialect: DialectName,
  tools: readonly ChatTool[],
  opensThoughts = false,
): AssistantTextMessage {
  const { ends, namesCalls, read: parse }: Dialect = DIALECTS[dialect]
  const text = rawText ?? ''
  const end = ends.find((mark) => text.endsWith(mark)) ?? ''
  const answer = withThinkTags(text.slice(0, text.length - end.length), dialect)
  const [thoughts, rest] = thoughtsOf(answer, opensThoughts)
  const plain = answerMessage(rest, thoughts, [])
  if (tools.length === 0) return plain
  const named = new Map(tools.map((tool) => [tool.function.name, tool.function.parameters]))
  const read = parse(rest, (name) => named.get(name))
  if (read.malformed !== undefined || read.calls.length === 0) return plain
  const calls: ModelToolCall[] = []
  for (const { id, function: called } of read.calls) {
    const given = asText(called.arguments)
    if (given === undefined) return plain
    calls.push({
      id: namesCalls === true ? id : createCallId(),
      type: 'function',
      function: { name: called.name, arguments: given },
    })
  }
  return answerMessage(read.content, thoughts, calls)
}

/** The thoughts of an answer, whose opening mark may be in the prompt, and the rest of the text. */
function thoughtsOf(text: string, opensThoughts: boolean): [thoughts: string, rest: string] {
  const end = text.indexOf(CLOSE)
  const begun = text.trimStart()
  const isOpened = begun.startsWith(OPEN)
  if (end < 0) {
    if (isOpened) return [begun.slice(OPEN.length).trim(), '']
    return opensThoughts ? [text.trim(), ''] : ['', text]
  }
  const thought = isOpened ? begun.slice(OPEN.length, begun.indexOf(CLOSE)) : text.slice(0, end)
  return [thought.trim(), text.slice(end + CLOSE.length).trimStart()]
}

/** Arguments as JSON text; undefined for values that are not objects. */
function asText(given: unknown): string | undefined {
  if (typeof given !== 'string') return JSON.stringify(given)
  try {
    return isObject(JSON.parse(given)) ? given : undefined
  } catch {
    return undefined
  }
}

/** Nine letters and digits. The templates of some model families accept nothing else. */
export const createCallId = (): string => randomBytes(8).toString('hex').slice(0, 9)
