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
  const clock = { before: 0, last: 0 }
  for (const line of text.split('\n').flatMap(parseLine)) {
    const secondsSinceStart = typeof line.seconds === 'number' ? line.seconds : clock.last
    // Each start of a run counts its seconds from zero.
    if (secondsSinceStart < clock.last) clock.before += clock.last
    clock.last = secondsSinceStart
    const seconds = clock.before + secondsSinceStart
    if (line.kind === 'batch') {
      const depth = totalSpent.depth + count(line.depth)
      totalSpent = { episodes: count(line.episodes), turns: count(line.turns), depth }
    }
    if (line.kind !== 'evaluation' || typeof line.clean_success !== 'number') continue
    const [batch, tasksDrawn] = [count(line.batch), count(line.tasks_drawn)]
    // A resumed run may have evaluated the same batch before.
    if (evaluations.at(-1)?.batch === batch) evaluations.pop()
    const tasks = count(line.tasks)
    const counts = { batch, tasks_drawn: tasksDrawn, ...totalSpent, seconds, tasks }
    evaluations.push({ ...counts, clean: line.clean_success })
  }
  return { name, evaluations }
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
