import type { CopyingCount } from '../sim/math/grading/form/copies.ts'

/** What copying the question wins, by data set, as lines for people. */
export function copyingText(counts: readonly CopyingCount[]): string {
  const rows = counts.map(({ dataset, tasks, coincidences, holes }) => [
    dataset,
    String(tasks),
    ((100 * coincidences) / tasks).toFixed(1),
    ((100 * holes) / tasks).toFixed(1),
  ])
  const lines = [['copies', 'tasks', 'coincidence', 'holes'], ...rows].map(
    ([name = '', ...cells]) => name.padEnd(20) + cells.map((cell) => cell.padStart(13)).join(''),
  )
  const notes = [
    'coincidence: the right answer itself stands in the question, in percent of the tasks.',
    'holes: something else of the question is taken as right.',
  ]
  return [...lines, ...notes].join('\n')
}
