import { type ClosedPayload, groupOf, type OpenedPayload, type SteppedPayload } from '../env/log.ts'
import { NO_HASH, rowHash } from '../env/row.ts'
import { canonicalJson, type JsonObject } from '../sim/json.ts'
import { failureText } from '../tools/failure-text.ts'
import type { EpisodeSummary, StoredRow } from './event-store.ts'

/**
 * Why an episode must not be served, or null. Its rows must form a chain, and their number must
 * equal the count of its summary.
 *
 * @param rows in order, from position `from` on, at most `most`
 */
export function loadDefect(
  summary: EpisodeSummary,
  rows: readonly StoredRow[],
  {
    from,
    most = Number.POSITIVE_INFINITY,
  }: { readonly from: number; readonly most?: number | undefined },
): string | null {
  let expected = Math.max(0, from)
  let previousHash = expected === 0 ? NO_HASH : rows[0]?.previousHash
  for (const row of rows) {
    if (row.position !== expected) return `row ${expected} is missing`
    if (row.previousHash !== previousHash || row.hash !== hashRow(row, previousHash)) {
      return `row ${row.position} does not fit its hash`
    }
    if ((row.kind === 'opened') !== (row.position === 0)) return kindDefect(row)
    expected += 1
    previousHash = row.hash
  }
  if (rows.length >= most) return null
  const last = rows.at(-1)
  if (last === undefined) return summary.steps < expected ? null : `row ${expected} is missing`
  return stepsAt(last) === summary.steps ? null : stepsDefect(summary, stepsAt(last))
}

const hashRow = ({ episode, position, kind, payload }: StoredRow, previousHash: string): string =>
  rowHash(previousHash, episode, position, kind, payload)

const stepsAt = ({ position, kind }: StoredRow): number => position - (kind === 'closed' ? 1 : 0)

const kindDefect = ({ position, kind }: StoredRow): string => `row ${position} is of kind ${kind}`

const stepsDefect = (summary: EpisodeSummary, steps: number): string =>
  `its summary counts ${summary.steps} steps, its rows ${steps}`

/** Further stored facts of an episode. */
interface StoredBeside {
  /** The total that is stored beside each row; undefined if there is none. */
  readonly totals?: readonly (number | undefined)[]
  /** Whether an older program opened it, which kept neither batch nor metrics in the summary. */
  readonly isOlder?: boolean
}

/**
 * Every defect of one episode, one sentence each: gaps, broken hashes, misplaced kinds, and a
 * summary that contradicts the rows.
 *
 * @param rows in order of position
 */
export function episodeProblems(
  summary: EpisodeSummary,
  rows: readonly StoredRow[],
  storedBeside: StoredBeside = {},
): readonly string[] {
  const problems: string[] = []
  const say = (text: string): void => {
    problems.push(`episode ${summary.episode}: ${text}`)
  }
  if (rows.length === 0) say('it has a summary and no rows')
  let expected = 0
  let previousHash = NO_HASH
  for (const row of rows) {
    if (row.position !== expected) say(`row ${expected} is missing, row ${row.position} follows`)
    // After a gap the true previous hash is unknown, so the row's own copy is used.
    const base = row.position === expected ? previousHash : row.previousHash
    if (row.hash !== hashRow(row, base)) say(`row ${row.position} does not fit its hash`)
    if ((row.kind === 'opened') !== (row.position === 0)) say(kindDefect(row))
    expected = row.position + 1
    previousHash = row.hash
  }
  summaryProblems(summary, rows, say)
  if (problems.length === 0) payloadProblems(summary, rows, storedBeside, say)
  return problems
}

function summaryProblems(
  summary: EpisodeSummary,
  rows: readonly StoredRow[],
  say: (text: string) => void,
): void {
  const first = rows[0]
  const last = rows.at(-1)
  if (first === undefined || last === undefined) return
  const steps = rows.filter((row) => row.kind === 'stepped').length
  if (summary.steps !== steps) say(stepsDefect(summary, steps))
  if (summary.openedMs !== first.wallMs) {
    say(`its summary was opened at ${summary.openedMs}, its first row at ${first.wallMs}`)
  }
  if (summary.updatedMs !== last.wallMs) {
    say(`its summary was updated at ${summary.updatedMs}, its last row at ${last.wallMs}`)
  }
  const closedRow = rows.find((row) => row.kind === 'closed')
  if (closedRow !== undefined && closedRow !== last)
    say(`rows follow the close at ${closedRow.position}`)
}

/** Facts that both a summary and its rows contain, by their public names. */
type SummaryFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** Compares every member of the summary, and every total, with the payloads. */
function payloadProblems(
  summary: EpisodeSummary,
  rows: readonly StoredRow[],
  { totals, isOlder = false }: StoredBeside,
  say: (text: string) => void,
): void {
  let opening: OpenedPayload
  let answers: (SteppedPayload | ClosedPayload)[]
  try {
    opening = JSON.parse((rows[0] as StoredRow).payload)
    answers = rows.slice(1).map(({ payload }) => JSON.parse(payload))
    compare(summaryFields(summary), openingFields(opening, summary, isOlder), say)
  } catch (error) {
    say(`its payloads cannot be read (${failureText(error)})`)
    return
  }
  let total = 0
  for (const [index, { reward }] of answers.entries()) {
    total += reward
    const storedTotal = totals?.[index + 1] ?? total
    if (storedTotal !== total)
      say(`row ${index + 1} notes a total of ${storedTotal}, its rewards sum to ${total}`)
  }
  const opened = totals?.[0] ?? 0
  if (opened !== 0) say(`its opening notes a total of ${opened}`)
  const last = answers.at(-1)
  compare(endFields(summary), { total, ...lastRowFields(last, summary, isOlder) }, say)
}

function compare(
  fromSummary: SummaryFields,
  fromRows: SummaryFields,
  say: (text: string) => void,
): void {
  for (const [name, value] of Object.entries(fromRows)) {
    if (fromSummary[name] === value) continue
    const [summary, rows] = [JSON.stringify(fromSummary[name]), JSON.stringify(value)]
    say(`its summary says ${name} ${summary}, its rows ${rows}`)
  }
}

const summaryFields = (summary: EpisodeSummary): SummaryFields => ({
  environment: summary.environment,
  task: summary.taskId,
  split: summary.split,
  difficulty: summary.difficulty,
  world: summary.worldHash,
  run: summary.run,
  batch: summary.batch,
  parent: summary.parent,
  group: summary.group?.id ?? null,
  index: summary.group?.index ?? null,
  generation: summary.group?.generation ?? null,
  condition: summary.condition,
})

function openingFields(
  opening: OpenedPayload,
  { condition, batch }: EpisodeSummary,
  isOlder: boolean,
): SummaryFields {
  const { task, labels, parent } = opening
  const group = groupOf(opening)
  return {
    environment: opening.environment,
    task: task.id,
    split: task.split,
    difficulty: task.difficulty,
    world: opening.world_hash,
    run: group?.run ?? labels.run ?? null,
    batch: isOlder ? batch : (labels.batch ?? null),
    parent: parent?.episode ?? null,
    group: group?.id ?? null,
    index: group?.index ?? null,
    generation: group?.generation ?? null,
    // Outside of a group the row does not say it, and the record's digest holds it.
    condition: group?.condition ?? condition,
  }
}

const endFields = ({ total, endReason, success, metrics }: EpisodeSummary): SummaryFields => ({
  total,
  end: endReason,
  success,
  metrics: metricsText(metrics),
})

function lastRowFields(
  last: SteppedPayload | ClosedPayload | undefined,
  summary: EpisodeSummary,
  isOlder: boolean,
): SummaryFields {
  const metrics = last?.metrics
  const storedMetrics = isOlder && summary.metrics === null ? null : (metrics ?? null)
  return {
    end: last?.end?.reason ?? null,
    success: metrics === undefined ? null : metrics.success === 1,
    metrics: metricsText(storedMetrics),
  }
}

const metricsText = (metrics: Readonly<Record<string, number>> | null): string | null =>
  metrics === null ? null : canonicalJson(metrics as JsonObject)
