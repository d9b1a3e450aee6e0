import type { Json } from '../../sim/json.ts'

/**
 * JSON with a space behind every comma and colon, as chat templates write the arguments of calls:
 * the text that a model reads as its own earlier turn is then the text that it was trained on.
 */
export function spacedJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${spacedJson(member ?? null)}`,
  )
  return `{${members.join(', ')}}`
}
