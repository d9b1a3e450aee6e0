import { type FileRow, RowError } from './row.ts'

/** Longer texts are refused, because no problem, answer or solution is near this size. */
const TEXT_CHARACTERS_MAX = 200_000
const SHOWN_CHARACTERS = 60

/** The expected type of a field. */
interface Wish {
  readonly field: string
  readonly found: unknown
}

/**
 * The fields of a row, or of an object within it, under any of the names that files use. Every
 * method throws `RowError` naming file, row and field if a value is missing or has another type.
 */
export class Fields {
  readonly #row: FileRow
  readonly #path: string
  readonly #values: Readonly<Record<string, unknown>>

  constructor(row: FileRow, path = '', values: Readonly<Record<string, unknown>> = row.values) {
    this.#row = row
    this.#path = path
    this.#values = values
  }

  /** Whether one of the names has a value that is not null. */
  has(...names: readonly string[]): boolean {
    return this.#find(names) !== undefined
  }

  /** A text that is not blank. An integer counts as its digits. */
  text(...names: readonly string[]): string {
    const { field, found } = this.#need(names, 'a text')
    const text = this.#textOf(field, found)
    if (text === '') this.fail(field, 'is blank', 'Give it a text.')
    return text
  }

  /** As `text`, or null if it is missing or blank. */
  optionalText(...names: readonly string[]): string | null {
    const wish = this.#find(names)
    if (wish === undefined) return null
    const text = this.#textOf(wish.field, wish.found)
    return text === '' ? null : text
  }

  /** An integer, or digits; null if missing. */
  optionalWhole(...names: readonly string[]): number | null {
    const wish = this.#find(names)
    if (wish === undefined) return null
    const { field, found } = wish
    const value = typeof found === 'string' && /^\s*-?\d+\s*$/.test(found) ? Number(found) : found
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value
    return this.fail(field, `is ${excerpt(found)}, not a whole number`, 'Give it a whole number.')
  }

  /** A list of texts. A text that contains a JSON list of texts counts as that list. */
  texts(...names: readonly string[]): string[] {
    const { field, found } = this.#need(names, 'a list of texts')
    const list = typeof found === 'string' ? this.#listIn(field, found) : found
    if (!Array.isArray(list)) {
      return this.fail(field, `is ${excerpt(found)}, not a list`, 'Give it a list of texts.')
    }
    return list.map((item, index) => this.#textOf(`${field}[${index}]`, item))
  }

  /** As `texts`, or an empty list if missing. */
  optionalTexts(...names: readonly string[]): string[] {
    return this.has(...names) ? this.texts(...names) : []
  }

  /** A text, or the first text of a list; null if it is missing or blank. */
  optionalFirst(name: string): string | null {
    const wish = this.#find([name])
    if (wish === undefined || !Array.isArray(wish.found)) return this.optionalText(name)
    const [first] = wish.found as unknown[]
    if (first === undefined || first === null) return null
    return this.#textOf(`${name}[0]`, first) || null
  }

  /** The fields of an inner object. */
  inner(...names: readonly string[]): Fields {
    const { field, found } = this.#need(names, 'an object')
    if (typeof found === 'object' && found !== null && !Array.isArray(found)) {
      return new Fields(this.#row, `${this.#path}${field}.`, found as Record<string, unknown>)
    }
    return this.fail(field, `is ${excerpt(found)}, not an object`, 'Give it an object.')
  }

  /** The fields of the objects in an inner list, or in a text that contains such a JSON list. */
  inners(...names: readonly string[]): Fields[] {
    const { field, found } = this.#need(names, 'a list of objects')
    const list = typeof found === 'string' ? this.#listIn(field, found) : found
    if (!Array.isArray(list)) {
      return this.fail(field, `is ${excerpt(found)}, not a list`, 'Give it a list of objects.')
    }
    return list.map((item: unknown, index) => {
      const path = `${field}[${index}]`
      if (typeof item === 'object' && item !== null && !Array.isArray(item)) {
        return new Fields(this.#row, `${this.#path}${path}.`, item as Record<string, unknown>)
      }
      return this.fail(path, `is ${excerpt(item)}, not an object`, 'Give it an object.')
    })
  }

  /** Throws an error about one of these fields. */
  fail(field: string | null, problem: string, remedy: string): never {
    const path = field === null ? null : `${this.#path}${field}`
    throw new RowError(this.#row, path, problem, remedy)
  }

  #find(names: readonly string[]): Wish | undefined {
    for (const field of names) {
      const found = Object.hasOwn(this.#values, field) ? this.#values[field] : undefined
      if (found !== undefined && found !== null) return { field, found }
    }
    return undefined
  }

  #need(names: readonly string[], expected: string): Wish {
    const wish = this.#find(names)
    if (wish !== undefined) return wish
    const alternatives = names.length > 1 ? ` (or ${names.slice(1).join(', ')})` : ''
    const have = Object.keys(this.#values).slice(0, 12).join(', ') || 'no fields'
    const holder = this.#path === '' ? this.#row.unit : 'object'
    return this.fail(
      names[0] ?? null,
      `is missing${alternatives}; the ${holder} has ${have}`,
      `Add it as ${expected}, or name the data set that this file belongs to.`,
    )
  }

  #textOf(field: string, value: unknown): string {
    if (typeof value === 'number') return this.#digits(field, value)
    if (typeof value !== 'string') {
      return this.fail(field, `is ${excerpt(value)}, not a text`, 'Give it a text.')
    }
    if (value.length <= TEXT_CHARACTERS_MAX) return value.trim()
    const size = `has ${value.length} characters, more than ${TEXT_CHARACTERS_MAX}`
    return this.fail(field, size, 'Shorten it, or leave the row out.')
  }

  #digits(field: string, value: number): string {
    if (Number.isSafeInteger(value)) return String(value)
    // Digits beyond 2^53 are already lost, so a wrong answer would count as the right one.
    const remedy = 'Write it as a text.'
    if (Number.isInteger(value)) return this.fail(field, 'is too large a number', remedy)
    if (Number.isFinite(value) && !/e/.test(String(value))) return String(value)
    return this.fail(field, `is ${value}, which has no exact digits`, remedy)
  }

  #listIn(field: string, text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      const problem = `is ${excerpt(text)}, which is no JSON list`
      return this.fail(field, problem, 'Give it a list of texts.')
    }
  }
}

/** A value for an error message: short, and on one line. */
export function excerpt(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
