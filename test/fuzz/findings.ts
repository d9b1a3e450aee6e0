/** Something that must not be: who saw it, in which round, and a sample of it. */
export interface Finding {
  readonly where: string
  readonly what: string
  readonly sample: string
}

const KEPT_MAX = 50
const SAMPLE_CHARACTERS_MAX = 600

/** Collects findings; equal ones count once. */
export class Findings {
  readonly #found = new Map<string, Finding>()

  add(where: string, what: string, sample: unknown = ''): void {
    if (this.#found.size >= KEPT_MAX) return
    const text = typeof sample === 'string' ? sample : (JSON.stringify(sample) ?? String(sample))
    const key = `${where.replace(/#[\d/]+/g, '')}: ${what}`
    if (this.#found.has(key)) return
    this.#found.set(key, { where, what, sample: text.slice(0, SAMPLE_CHARACTERS_MAX) })
  }

  get all(): readonly Finding[] {
    return [...this.#found.values()]
  }
}
