// npx tsx test/q-problems/write.ts [ID...]: writes the near misses of problems, of all if none is
// named, and names those that too few draws tell from the solution.
import { writeFileSync } from 'node:fs'
import type { NearMisses } from '../../src/sim/q-problems/near-misses.ts'
import { PROBLEMS } from '../../src/sim/q-problems/problems.ts'
import { nearMissRow } from './near-miss-table.ts'

const FILE = new URL('../../src/sim/q-problems/tables/near-misses.ts', import.meta.url)
const HEAD = `import { byName } from '../../by-name.ts'
import type { NearMisses } from '../near-misses.ts'

/** Near misses by problem, written by test/q-problems/write.ts. */
export const NEAR_MISSES = byName<NearMisses>({
`
const asked = process.argv.slice(2)
const made = new Map<string, NearMisses>()
for (const one of PROBLEMS) {
  if (asked.length > 0 && !asked.includes(one.id) && !asked.includes(one.topic)) continue
  const { steps, written, rare } = nearMissRow(one)
  made.set(one.id, { steps, written })
  for (const { how, share } of rare) {
    console.log(`${one.id}: ${share.toFixed(3)} ${how.replace(/\s+/g, ' ')}`)
  }
}
// Read now and not before: others may have been written meanwhile.
const { NEAR_MISSES: known } = (await import(`${FILE}?${process.pid}`)) as {
  readonly NEAR_MISSES: Readonly<Record<string, NearMisses>>
}
const lines = PROBLEMS.flatMap(({ id }) => {
  const row = made.get(id) ?? known[id]
  if (row === undefined || row.written.length === 0) return []
  return [`  ${JSON.stringify(id)}: ${JSON.stringify(row)},\n`]
})
writeFileSync(FILE, `${HEAD}${lines.join('')}})\n`)
