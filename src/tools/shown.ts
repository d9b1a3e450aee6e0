const QUOTED_CHARACTERS_MAX = 80

/** A value as errors quote it: JSON of limited length. */
export function quoteValue(value: unknown): string {
  const text = jsonPrefix(value, QUOTED_CHARACTERS_MAX + 1)
  return text.length > QUOTED_CHARACTERS_MAX ? `${text.slice(0, QUOTED_CHARACTERS_MAX)}…` : text
}

/** The first characters of a value's JSON. The cost does not grow with the value. */
function jsonPrefix(value: unknown, charactersMax: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, charactersMax))
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value) ?? value)
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  for (const key in value) {
    if (text.length > charactersMax) return text
    if (text.length > 1) text += ','
    if (!isList) text += `${jsonPrefix(key, charactersMax)}:`
    text += jsonPrefix((value as Record<string, unknown>)[key], charactersMax - text.length)
  }
  return text + (isList ? ']' : '}')
}
