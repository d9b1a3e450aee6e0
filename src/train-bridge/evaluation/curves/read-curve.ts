/** A point of a learning curve: what a run had spent at an evaluation, and its result. */
export interface CurveEvaluation {
  readonly batch: number
  readonly tasks_drawn: number
  readonly episodes: number
  readonly turns: number
  /** Turns that had to be played in sequence. */
  readonly depth: number
  /** Over all starts of the run, evaluations included. */
  readonly seconds: number
  /** Tasks of the evaluation, and the share solved under the clean prompt. */
  readonly tasks: number
  readonly clean: number
}

/** The evaluations of one run in order. */
export interface LearningCurve {
  readonly name: string
  readonly evaluations: readonly CurveEvaluation[]
}

type Line = Readonly<Record<string, unknown>>

const NOTHING_SPENT = { episodes: 0, turns: 0, depth: 0 }

/**
 * The learning curve in a run's metrics. The batch lines before an evaluation state what it had
 * spent. A truncated line is skipped.
 */
export function readCurve(name: string, text: string): LearningCurve {
  const evaluations: CurveEvaluation[] = []
  let totalSpent = NOTHING_SPENT
  for (const line of currentLines(text.split('\n').flatMap(parseLine))) {
    if (line.kind === 'batch') {
      const depth = totalSpent.depth + count(line.depth)
      totalSpent = { episodes: count(line.episodes), turns: count(line.turns), depth }
      continue
    }
    const tasks = { tasks_drawn: count(line.tasks_drawn), tasks: count(line.tasks) }
    const place = { batch: count(line.batch), seconds: count(line.seconds) }
    evaluations.push({ ...place, ...tasks, ...totalSpent, clean: count(line.clean_success) })
  }
  return { name, evaluations }
}

/**
 * The lines of batches and of evaluations with a result, with their seconds over all starts of the
 * run. A start that goes back to an earlier batch replaces the lines after it.
 */
function currentLines(lines: readonly Line[]): Line[] {
  const current: Line[] = []
  const clock = { before: 0, last: 0 }
  for (const line of lines) {
    const secondsSinceStart = typeof line.seconds === 'number' ? line.seconds : clock.last
    // Each start of a run counts its seconds from zero.
    if (secondsSinceStart < clock.last) clock.before += clock.last
    clock.last = secondsSinceStart
    const hasResult = line.kind === 'evaluation' && typeof line.clean_success === 'number'
    if (line.kind !== 'batch' && !hasResult) continue
    while (isReplaced(current.at(-1), line)) current.pop()
    current.push({ ...line, seconds: clock.before + secondsSinceStart })
  }
  return current
}

/** A batch comes before its evaluation, so the same batch again replaces both. */
function isReplaced(earlier: Line | undefined, line: Line): boolean {
  if (earlier === undefined || count(earlier.batch) < count(line.batch)) return false
  const isOwnBatch = earlier.kind === 'batch' && line.kind === 'evaluation'
  return !isOwnBatch || count(earlier.batch) > count(line.batch)
}

function parseLine(line: string): Line[] {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? [value as Line] : []
  } catch {
    return []
  }
}

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)
