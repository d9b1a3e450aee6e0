import type { MathTask } from '../../sim/math/problem.ts'
import type { DataReport } from '../task-data.ts'
import { countCopies } from './copies.ts'

/** What copying from the question gains, by data set. */
export function surveyCopying(tasks: Iterable<MathTask>): DataReport {
  const counts = countCopies(tasks)
  const rows = counts.map(({ dataset, tasks: taskCount, coincidences, holes }) => [
    dataset,
    String(taskCount),
    ((100 * coincidences) / taskCount).toFixed(1),
    ((100 * holes) / taskCount).toFixed(1),
  ])
  const lines = [['copies', 'tasks', 'coincidence', 'holes'], ...rows].map(
    ([name = '', ...cells]) => name.padEnd(20) + cells.map((cell) => cell.padStart(13)).join(''),
  )
  const notes = [
    'coincidence: the right answer itself stands in the question, in percent of the tasks.',
    'holes: something else of the question is taken as right.',
  ]
  const copying = counts.map((count) => ({ ...count }))
  return { json: { copying }, text: [...lines, ...notes].join('\n') }
}
