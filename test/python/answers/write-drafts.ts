import { levelsOf } from '../../../src/sim/math/problems/draft.ts'
import { ALL_FAMILIES } from '../../../src/sim/math/problems/families.ts'
import { drawOnce } from '../../../src/sim/math/problems/tasks.ts'

/** Prints so many generated problems as data with their answers, one JSON object a line. */
const wanted = Number(process.argv[2] ?? 2_000)
const cells = ALL_FAMILIES.flatMap((family) => levelsOf(family).map((level) => ({ family, level })))
let seed = 9_000
for (let done = 0; done < wanted; ) {
  const cell = cells[done % cells.length]
  const draft = cell === undefined ? undefined : drawOnce(cell, seed++, 0)
  if (cell === undefined || draft === undefined) continue
  const { question, gold, facts } = draft
  console.log(
    JSON.stringify({ family: cell.family.name, level: cell.level, question, gold, facts }),
  )
  done += 1
}
