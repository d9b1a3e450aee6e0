import { isRecord } from './tool-call.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A field of a tool's form. */
export type FormField =
  | { readonly kind: 'ticks'; readonly name: string; readonly words: readonly string[] }
  | { readonly kind: 'entries'; readonly name: string; readonly names: readonly string[] }
  | { readonly kind: 'choice'; readonly name: string; readonly words: readonly string[] }
  | {
      readonly kind: 'text'
      readonly name: string
      readonly isMultiline: boolean
      readonly isCode: boolean
    }
  | { readonly kind: 'number'; readonly name: string }
  | { readonly kind: 'truth'; readonly name: string }
  /** An object with members of several kinds. */
  | { readonly kind: 'group'; readonly name: string; readonly form: readonly FormEntry[] }
  /** A list of objects. */
  | { readonly kind: 'list'; readonly name: string; readonly form: readonly FormEntry[] }
  /** A list of texts. */
  | { readonly kind: 'lines'; readonly name: string }
  | { readonly kind: 'json'; readonly name: string }

export interface FormEntry {
  readonly field: FormField
  readonly isRequired: boolean
  /** Whether a required field may be empty, such as a list without a minimum length. */
  readonly canBeEmpty: boolean
  readonly description: string
  /** The meanings of an enum's values, if the description in the schema explains them. */
  readonly meanings: Readonly<Record<string, string>>
}

const enumValues = (schema: unknown): readonly string[] | undefined =>
  isRecord(schema) && Array.isArray(schema.enum) && schema.enum.every((w) => typeof w === 'string')
    ? schema.enum
    : undefined

/** Longer texts get several lines. */
const LINE_CHARACTERS_MAX = 200

function fieldOf(name: string, schema: JsonObject): FormField {
  const words = enumValues(schema)
  if (words !== undefined) return { kind: 'choice', name, words }
  const { type, items, properties, maxLength } = schema
  const itemWords = type === 'array' ? enumValues(items) : undefined
  if (itemWords !== undefined) return { kind: 'ticks', name, words: itemWords }
  if (type === 'object' && isRecord(properties)) {
    const all = Object.entries(properties)
    const texts = all.every(([, value]) => isRecord(value) && value.type === 'string')
    if (texts && all.length > 1) return { kind: 'entries', name, names: all.map(([each]) => each) }
    return { kind: 'group', name, form: formFields(schema) }
  }
  if (type === 'array' && isRecord(items)) {
    if (isRecord(items.properties)) return { kind: 'list', name, form: formFields(items) }
    if (items.type === 'string') return { kind: 'lines', name }
  }
  if (type === 'string') {
    const isCode = name === 'code'
    const isLong = typeof maxLength !== 'number' || maxLength > LINE_CHARACTERS_MAX
    return { kind: 'text', name, isMultiline: isCode || (isLong && name !== 'query'), isCode }
  }
  if (type === 'integer' || type === 'number') return { kind: 'number', name }
  if (type === 'boolean') return { kind: 'truth', name }
  return { kind: 'json', name }
}

const canBeEmpty = (schema: unknown): boolean =>
  isRecord(schema) &&
  (schema.type === 'object' || (schema.type === 'array' && !(Number(schema.minItems) > 0)))

/** The fields of a tool, from its schema. */
export function formFields(parameters: JsonObject): readonly FormEntry[] {
  const properties = isRecord(parameters.properties) ? parameters.properties : {}
  const required = Array.isArray(parameters.required) ? parameters.required : []
  return Object.entries(properties).map(([name, schema]) => {
    const text =
      isRecord(schema) && typeof schema.description === 'string' ? schema.description : ''
    return {
      field: fieldOf(name, isRecord(schema) ? schema : {}),
      isRequired: required.includes(name),
      canBeEmpty: canBeEmpty(schema),
      ...parseMeanings(text, enumValues(schema) ?? []),
    }
  })
}

/** Splits `Why. red: as blood; blue: as the sea.` into a description and the meanings of words. */
function parseMeanings(
  text: string,
  choices: readonly string[],
): Pick<FormEntry, 'description' | 'meanings'> {
  const mentions = choices
    .map((word) => ({ word, at: ` ${text}`.search(new RegExp(`[\\s;]${escaped(word)}: `)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
  const meanings = mentions.map(({ word, at }, index) => {
    const end = mentions[index + 1]?.at ?? text.length
    return [word, text.slice(at + word.length + 2, end).replace(/[;.\s]+$/, '')]
  })
  const description = text.slice(0, mentions[0]?.at ?? text.length).trim()
  return { description, meanings: Object.fromEntries(meanings) }
}

const escaped = (word: string): string => word.replaceAll(/[^\w]/g, '\\$&')

/** Whether a tool takes only free text, such as a search. Wording does not identify an action. */
export function takesOnlyFreeText(parameters: JsonObject): boolean {
  const properties = Object.values(isRecord(parameters.properties) ? parameters.properties : {})
  const isFree = (schema: unknown): boolean =>
    isRecord(schema) && schema.type === 'string' && !('enum' in schema) && !('pattern' in schema)
  return properties.length > 0 && properties.every(isFree)
}

/** The number of inputs on the page. Each object member and each checkbox counts. */
export const countInputs = (form: readonly FormEntry[]): number =>
  form.reduce((sum, { field }) => {
    if (field.kind === 'ticks') return sum + field.words.length
    if (field.kind === 'entries') return sum + field.names.length
    return sum + (field.kind === 'group' ? countInputs(field.form) : 1)
  }, 0)

/** The value of a field during input. */
export type FormValues = Readonly<Record<string, unknown>>

/** The value of a field. A field can be called `constructor`, which every object inherits. */
export const valueIn = (values: FormValues, name: string): unknown =>
  Object.hasOwn(values, name) ? values[name] : undefined

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every(isEmpty)) ||
  (isRecord(value) && Object.values(value).every(isEmpty))

/** The paths of empty required fields, such as `items 1 outcome`. */
export function missingFields(form: readonly FormEntry[], values: FormValues): readonly string[] {
  return form.flatMap(({ field, isRequired, canBeEmpty: isEmptyAllowed }): readonly string[] => {
    const { name } = field
    const value = valueIn(values, name)
    const missingWithin = (inner: readonly FormEntry[], given: unknown, path: string) =>
      missingFields(inner, isRecord(given) ? given : {}).map((each) => `${path} ${each}`)
    if (field.kind === 'list' && Array.isArray(value) && value.length > 0) {
      return value.flatMap((row, at) => missingWithin(field.form, row, `${name} ${at + 1}`))
    }
    if (field.kind === 'group') {
      return isRequired || !isEmpty(value) ? missingWithin(field.form, value, name) : []
    }
    return isRequired && !isEmptyAllowed && field.kind !== 'truth' && isEmpty(value) ? [name] : []
  })
}

/**
 * The arguments of a filled form, without empty optional fields.
 *
 * @throws SyntaxError if the text of a JSON field is invalid
 */
export function toArguments(form: readonly FormEntry[], values: FormValues): JsonObject {
  const entries = form.flatMap(({ field, isRequired }): [string, unknown][] => {
    const value = valueIn(values, field.name)
    switch (field.kind) {
      case 'ticks':
      case 'lines': {
        const chosen = Array.isArray(value) ? value.filter((text) => text !== '') : []
        return chosen.length > 0 || isRequired ? [[field.name, chosen]] : []
      }
      case 'group': {
        const members = toArguments(field.form, isRecord(value) ? value : {})
        return Object.keys(members).some((name) => members[name] !== '') || isRequired
          ? [[field.name, members]]
          : []
      }
      case 'list': {
        const rows = Array.isArray(value) ? value.filter(isRecord) : []
        return rows.length > 0 || isRequired
          ? [[field.name, rows.map((row) => toArguments(field.form, row))]]
          : []
      }
      case 'entries': {
        const given = Object.entries(isRecord(value) ? value : {})
        const kept = Object.fromEntries(given.filter(([, text]) => text !== ''))
        return Object.keys(kept).length > 0 || isRequired ? [[field.name, kept]] : []
      }
      case 'truth':
        return value === undefined && !isRequired ? [] : [[field.name, value === true]]
      case 'number':
        return value === undefined || value === '' ? [] : [[field.name, Number(value)]]
      case 'json':
        return typeof value === 'string' && value !== '' ? [[field.name, JSON.parse(value)]] : []
      default:
        return (value === undefined || value === '') && !isRequired
          ? []
          : [[field.name, String(value ?? '')]]
    }
  })
  return Object.fromEntries(entries)
}
