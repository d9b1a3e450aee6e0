/** The characters of JSON that are kept for texts; then all are forgotten. */
const CHARACTERS_MAX = 8_000_000

const values = new WeakMap<object, string>()
const texts = new Map<string, string>()
let characters = 0

/**
 * Writes the JSON of a value or a long text that many steps repeat, such as the result of a search.
 * Rows and answers then contain this JSON instead of writing it again. The value must not change.
 */
export function shareJson(value: object | string): void {
  if (typeof value === 'object') {
    values.set(value, JSON.stringify(value))
    return
  }
  const json = JSON.stringify(value)
  characters += value.length + json.length
  if (characters > CHARACTERS_MAX) {
    texts.clear()
    characters = value.length + json.length
  }
  texts.set(value, json)
}

/** A shorter text costs more to look up than to write. */
const LENGTH_MIN = 256

/** The JSON of a shared value or text; undefined if it is not shared. */
export function sharedJson(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length < LENGTH_MIN ? undefined : texts.get(value)
  return typeof value === 'object' && value !== null ? values.get(value) : undefined
}
