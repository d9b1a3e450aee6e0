// npx tsx test/q-problems/write.ts [--rules] [ID...]: writes the covers of problems, of all if none
// is named, and names the wrong programs that too few draws tell from the solution. With --rules,
// the wrong programs are those that leave out a rule; that is enough for long inputs, and faster.
import { writeFileSync } from 'node:fs'
import { PROBLEMS } from '../../src/sim/q-problems/problems.ts'
import { coverRow } from './covers.ts'
import { candidatesOf } from './discriminator.ts'
import { programMutant } from './mutants.ts'
import { withoutRules } from './rules.ts'

const FILE = new URL('../../src/sim/q-problems/tables/covers.ts', import.meta.url)
const HEAD = `import { byName } from '../../by-name.ts'

/**
 * Covers by problem, written by test/q-problems/write.ts: numbers of draws with a blank between
 * covers and a plus within one.
 */
export const COVERS = byName<string>({
`
const isRulesOnly = process.argv.includes('--rules')
const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const made = new Map<string, string>()
for (const one of PROBLEMS) {
  if (asked.length > 0 && !asked.includes(one.id) && !asked.includes(one.topic)) continue
  const rules = [...withoutRules(one), programMutant(one.solution, one.wrong, 'the mistake')]
  const { covers, rare } = coverRow(one, isRulesOnly ? rules : candidatesOf(one))
  made.set(one.id, covers.map((cover) => cover.join('+')).join(' '))
  for (const { how, share } of rare) {
    console.log(`${one.id}: ${share.toFixed(3)} ${how.replace(/\s+/g, ' ')}`)
  }
}
// Read now and not before: others may have been written meanwhile.
const { COVERS: known } = (await import(`${FILE}?${process.pid}`)) as {
  readonly COVERS: Readonly<Record<string, string>>
}
const lines = PROBLEMS.flatMap(({ id }) => {
  const covers = made.get(id) ?? known[id]
  if (covers === undefined || covers === '') return []
  return [`  ${JSON.stringify(id)}: ${JSON.stringify(covers)},\n`]
})
writeFileSync(FILE, `${HEAD}${lines.join('')}})\n`)
