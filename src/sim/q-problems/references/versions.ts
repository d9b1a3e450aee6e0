/** An entry about an id: an amount for a range of days, or the undoing of the last entry. */
export interface VersionEntry {
  readonly [name: string]: string | number | null
  readonly id: string
  readonly known: number
  readonly kind: string
  readonly start: number
  /** The first day after the range; null means open-ended. */
  readonly end: number | null
  readonly amount: number | null
}

type Range = { id: string; start: number; end: number | null; amount: number }

/** The ranges of an id as known on a day. */
export function rangesKnown(entries: readonly VersionEntry[], day: number): Range[] {
  const rows = entries
    .filter(({ known, kind, start, end }) => {
      return known <= day && (kind === 'undo' || end === null || start < end)
    })
    .sort((one, other) => one.known - other.known)
  return [...new Set(rows.map(({ id }) => id))]
    .sort((one, other) => (one < other ? -1 : 1))
    .flatMap((id) => rangesOf(rows.filter((row) => row.id === id)))
}

function rangesOf(rows: readonly VersionEntry[]): Range[] {
  const valid: VersionEntry[] = []
  for (const row of rows) {
    if (row.kind === 'undo') valid.pop()
    else valid.push(row)
  }
  const ends = valid.map(({ end }) => end ?? Infinity)
  const days = [...new Set([...valid.map(({ start }) => start), ...ends])].sort((x, y) => x - y)
  const ranges: Range[] = []
  days.slice(0, -1).forEach((start, at) => {
    const last = valid.findLast((row) => row.start <= start && start < (row.end ?? Infinity))
    if (last === undefined || last.amount === null) return
    const next = days[at + 1] as number
    const end = next === Infinity ? null : next
    const before = ranges.at(-1)
    if (before?.end === start && before.amount === last.amount) before.end = end
    else ranges.push({ id: last.id, start, end, amount: last.amount })
  })
  return ranges
}
