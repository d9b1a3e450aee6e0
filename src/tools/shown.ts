const SHOWN_CHARACTERS_MAX = 80

/** A value as errors quote it: JSON, of bounded length. */
export function shown(value: unknown): string {
  const text = beginning(value, SHOWN_CHARACTERS_MAX + 1)
  return text.length > SHOWN_CHARACTERS_MAX ? `${text.slice(0, SHOWN_CHARACTERS_MAX)}…` : text
}

/** The first characters of a value's JSON, at a cost that does not grow with the value. */
function beginning(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room))
  if (typeof value !== 'object' || value === null) return String(JSON.stringify(value) ?? value)
  const isList = Array.isArray(value)
  let text = isList ? '[' : '{'
  for (const key in value) {
    if (text.length > room) return text
    if (text.length > 1) text += ','
    if (!isList) text += `${beginning(key, room)}:`
    text += beginning((value as Record<string, unknown>)[key], room - text.length)
  }
  return text + (isList ? ']' : '}')
}
