import type { Json } from '../../sim/json.ts'

/**
 * JSON with a space after every comma and colon, as chat templates write the arguments of calls. So
 * a model's earlier turns in its prompt equal the text that it was trained on.
 */
export function spacedJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${spacedJson(member ?? null)}`,
  )
  return `{${members.join(', ')}}`
}
