import { recordedRevision } from '../env/revision.ts'

/** What listings read in the opening of an episode. */
export interface ListedOpening {
  /** All labels that it was given. */
  readonly labels: Readonly<Record<string, string>>
  /** The revision of the environment that recorded it, 0 for none. */
  readonly revision: number
}

const NOTHING: ListedOpening = { labels: {}, revision: recordedRevision({}) }

/** What listings read in the payload of an opening, or in the members that a query took from it. */
export function listedOpening(text: string | null | undefined): ListedOpening {
  if (text === null || text === undefined) return NOTHING
  try {
    const { labels, revision } = JSON.parse(text) as { labels?: unknown; revision?: unknown }
    const recorded = Number.isInteger(revision) ? { revision: revision as number } : {}
    return { labels: parseLabels(labels), revision: recordedRevision(recorded) }
  } catch {
    return NOTHING
  }
}

function parseLabels(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const texts = Object.entries(value).filter(([, label]) => typeof label === 'string')
  return Object.fromEntries(texts)
}
