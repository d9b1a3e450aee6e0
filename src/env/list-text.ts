import { nameJson } from '../sim/json.ts'
import { sharedJson } from '../sim/shared-json.ts'
import { LONG_TEXT_MIN, type LongText } from './long-texts.ts'

/** The JSON of a list, and its long texts in ascending order, from the beginning of the JSON. */
export interface ListText {
  readonly json: string
  readonly long: readonly LongText[]
}

const NO_TEXTS: readonly LongText[] = []

/**
 * Writes messages or events. Rows probably have their long texts and shared values in common with
 * other rows, so their ranges are returned.
 *
 * @throws TypeError if it is not a list or cannot be serialized
 */
export function listText(name: string, list: readonly object[]): ListText {
  if (!Array.isArray(list)) throw new TypeError(`${name} are no list: ${JSON.stringify(list)}`)
  if (!list.some(hasLongMember)) return { json: JSON.stringify(list), long: NO_TEXTS }
  const long: LongText[] = []
  let json = '['
  for (const item of list as readonly object[]) {
    if (json.length > 1) json += ','
    json = hasLongMember(item) ? withMembers(json, item, long) : json + JSON.stringify(item)
  }
  return { json: `${json}]`, long }
}

const isLong = (value: unknown): boolean =>
  typeof value === 'string' ? value.length >= LONG_TEXT_MIN : sharedJson(value) !== undefined

function hasLongMember(item: object): boolean {
  for (const name in item) if (isLong((item as Record<string, unknown>)[name])) return true
  return false
}

/** Appends an object, and notes its long members. */
function withMembers(before: string, item: object, long: LongText[]): string {
  let json = `${before}{`
  let isFirst = true
  for (const name of Object.keys(item)) {
    const value = (item as Record<string, unknown>)[name]
    const shared = sharedJson(value)
    const text = shared ?? JSON.stringify(value)
    if (text === undefined) continue
    json += isFirst ? `${nameJson(name)}:` : `,${nameJson(name)}:`
    isFirst = false
    if (typeof value === 'string' && value.length >= LONG_TEXT_MIN) {
      long.push({ from: json.length + 1, to: json.length + text.length - 1 })
    } else if (shared !== undefined) {
      long.push({ from: json.length, to: json.length + text.length })
    }
    json += text
  }
  return `${json}}`
}
