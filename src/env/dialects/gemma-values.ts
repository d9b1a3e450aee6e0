import { DEPTH_MAX, type Json, type JsonObject } from '../../sim/json.ts'
import { isObject } from '../../tools/json-object.ts'
import { namesTypes, typedValue } from './typed.ts'

/** A value, and the position after it. */
interface Span<Value> {
  readonly value: Value
  readonly end: number
}

const QUOTE = '<|"|>'

/**
 * Reads `{KEY:VALUE,…}` at a position, as Gemma 4 writes arguments; undefined if it is not whole.
 * Texts and keys may stand between marks, and nothing within them is escaped. Other values are
 * words, of the types that the schema allows. Takes linear time.
 */
export function readGemmaObject(
  text: string,
  start: number,
  schema: Json | undefined,
  levels: number = DEPTH_MAX,
): Span<JsonObject> | undefined {
  if (levels === 0 || text[start] !== '{') return undefined
  const properties = memberOf(schema, 'properties')
  const members: [string, Json][] = []
  let position = afterSeparators(text, start + 1)
  while (text[position] !== '}') {
    const key = readKey(text, position)
    if (key === undefined) return undefined
    const from = afterSeparators(text, key.end)
    const member = readValue(text, from, memberOf(properties, key.value), levels - 1)
    if (member === undefined) return undefined
    members.push([key.value, member.value])
    position = afterSeparators(text, member.end)
  }
  return { value: Object.fromEntries(members), end: position + 1 }
}

function readValue(
  text: string,
  start: number,
  schema: Json | undefined,
  levels: number,
): Span<Json> | undefined {
  if (text.startsWith(QUOTE, start)) return readQuoted(text, start)
  if (text[start] === '{') return readGemmaObject(text, start, schema, levels)
  if (text[start] === '[') return readList(text, start, memberOf(schema, 'items'), levels)
  const word = matchAt(/[^,<>{}[\]]+/y, text, start)
  return word && { value: valueOfWord(word.value.trim(), schema), end: word.end }
}

function readList(
  text: string,
  start: number,
  schema: Json | undefined,
  levels: number,
): Span<readonly Json[]> | undefined {
  if (levels === 0) return undefined
  const items: Json[] = []
  let position = afterSeparators(text, start + 1)
  while (text[position] !== ']') {
    const item = readValue(text, position, schema, levels - 1)
    if (item === undefined) return undefined
    items.push(item.value)
    position = afterSeparators(text, item.end)
  }
  return { value: items, end: position + 1 }
}

function readQuoted(text: string, start: number): Span<string> | undefined {
  const end = text.indexOf(QUOTE, start + QUOTE.length)
  if (end < 0) return undefined
  return { value: text.slice(start + QUOTE.length, end), end: end + QUOTE.length }
}

/** Reads `KEY:`. */
function readKey(text: string, start: number): Span<string> | undefined {
  const isQuoted = text.startsWith(QUOTE, start)
  const key = isQuoted ? readQuoted(text, start) : matchAt(/[^:,<>{}[\]]+/y, text, start)
  const colon = key && matchAt(/\s*:/y, text, key.end)
  if (key === undefined || colon === undefined) return undefined
  return { value: isQuoted ? key.value : key.value.trim(), end: colon.end }
}

/** A word as the type that the schema asks for. Without a schema, what is no literal is text. */
function valueOfWord(word: string, schema: Json | undefined): Json {
  const literal = WORDS.get(word)
  if (!namesTypes(schema)) return literal === undefined ? (numberIn(word) ?? word) : literal
  const typed = typedValue(literal === null ? 'null' : word, schema)
  return typed === 'null' ? word : typed
}

function numberIn(word: string): number | undefined {
  const number = NUMBER.test(word) ? Number(word) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** Older templates write `None`. */
const WORDS: ReadonlyMap<string, Json> = new Map(
  Object.entries({ true: true, false: false, null: null, None: null }),
)
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

const memberOf = (schema: Json | undefined, name: string): Json | undefined =>
  isObject(schema) && Object.hasOwn(schema, name) ? (schema as JsonObject)[name] : undefined

/** The next position without white space or commas. */
const afterSeparators = (text: string, start: number): number =>
  matchAt(/[\s,]*/y, text, start)?.end ?? start

function matchAt(pattern: RegExp, text: string, start: number): Span<string> | undefined {
  pattern.lastIndex = start
  const found = pattern.exec(text)?.[0]
  return found === undefined ? undefined : { value: found, end: pattern.lastIndex }
}
