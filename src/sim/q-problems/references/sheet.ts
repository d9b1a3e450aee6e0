/** The value of every cell of a sheet of numbers and formulas; null if it depends on itself. */
export function sheetValues(cells: ReadonlyMap<string, string>): Map<string, number | null> {
  const known = new Map<string, number | null>()
  const open = new Set<string>()
  const cell = (name: string): number | null => {
    const text = cells.get(name)
    if (text === undefined) return 0
    if (open.has(name)) return null
    open.add(name)
    const found = text.startsWith('=') ? new Formula(text.slice(1), cell).sum() : Number(text)
    open.delete(name)
    return found
  }
  for (const name of cells.keys()) known.set(name, cell(name))
  return known
}

const both = (
  one: number | null,
  other: number | null,
  join: (x: number, y: number) => number,
): number | null => (one === null || other === null ? null : join(one, other))

/** Evaluates a formula from left to right: sums of products of cells, numbers and brackets. */
class Formula {
  #rest: string
  readonly #cell: (name: string) => number | null

  constructor(text: string, cell: (name: string) => number | null) {
    this.#rest = text
    this.#cell = cell
  }

  sum(): number | null {
    let total = this.#product()
    for (;;) {
      if (this.#take(/^\+/) !== undefined) total = both(total, this.#product(), (x, y) => x + y)
      else if (this.#take(/^-/) !== undefined) total = both(total, this.#product(), (x, y) => x - y)
      else return total
    }
  }

  #product(): number | null {
    let total = this.#factor()
    while (this.#take(/^\*/) !== undefined) total = both(total, this.#factor(), (x, y) => x * y)
    return total
  }

  #factor(): number | null {
    if (this.#take(/^-/) !== undefined) return both(0, this.#factor(), (x, y) => x - y)
    if (this.#take(/^\(/) !== undefined) {
      const inner = this.sum()
      this.#take(/^\)/)
      return inner
    }
    const [, column = '', from, to] = this.#take(/^SUM\(([A-Z])(\d):[A-Z](\d)\)/) ?? []
    if (from !== undefined) return this.#range(column, Number(from), Number(to))
    const [number] = this.#take(/^\d+/) ?? []
    return number === undefined ? this.#cell(this.#take(/^[A-Z]\d/)?.[0] ?? '') : Number(number)
  }

  #range(column: string, from: number, to: number): number | null {
    let total: number | null = 0
    for (let row = from; row <= to; row++) {
      total = both(total, this.#cell(`${column}${row}`), (x, y) => x + y)
    }
    return total
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    const found = pattern.exec(this.#rest) ?? undefined
    this.#rest = this.#rest.slice(found?.[0].length ?? 0)
    return found
  }
}
