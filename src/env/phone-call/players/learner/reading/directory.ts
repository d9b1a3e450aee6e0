import { memo } from '../../../../../sim/memo.ts'
import { tellingWords } from './words.ts'

/** A directory entry as the agent read it, with its words taken apart once. */
export interface ListedDepartment {
  readonly company: string
  readonly name: string
  readonly phoneNumber: string
  /** Words of name, description and services. */
  readonly words: ReadonlySet<string>
}

interface WireEntry {
  readonly company?: unknown
  readonly department?: unknown
  readonly phone_number?: unknown
  readonly description?: unknown
  readonly services?: unknown
}

const MEMO_MAX = 20_000

/** The departments of a directory's answer; none where the text is no such answer. */
export const readDirectory = memo(MEMO_MAX, parseAnswer)

/** Entries read before: searches overlap. */
const entries = new Map<string, ListedDepartment>()

function parseAnswer(content: string): readonly ListedDepartment[] {
  try {
    const { results } = JSON.parse(content) as { results?: unknown }
    return Array.isArray(results) ? results.map((entry) => readEntry(entry as WireEntry)) : []
  } catch {
    return []
  }
}

function readEntry(entry: WireEntry): ListedDepartment {
  const key = `${String(entry.phone_number)} ${String(entry.department)} ${String(entry.company)}`
  const known = entries.get(key)
  if (known !== undefined) return known
  const services = Array.isArray(entry.services) ? entry.services.join(' ') : ''
  const text = `${String(entry.department)} ${String(entry.description)} ${services}`
  const read: ListedDepartment = {
    company: String(entry.company),
    name: String(entry.department),
    phoneNumber: String(entry.phone_number),
    words: new Set(tellingWords(text)),
  }
  if (entries.size >= MEMO_MAX) entries.clear()
  entries.set(key, read)
  return read
}
