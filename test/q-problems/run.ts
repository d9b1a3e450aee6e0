// npm run suite q-problems -- [ID...] [--from=SEED]: the wrong programs that pass hidden tests.
import { PROBLEMS } from '../../src/sim/q-problems/problems.ts'
import { rememberersOf, survivorsOf } from './discriminator.ts'

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const FIRST = Number(process.argv.find((word) => word.startsWith('--from='))?.slice(7) ?? 50_001)
const seeds = (count: number): number[] => Array.from({ length: count }, (_, at) => FIRST + at)
const EFFORT = { seeds: seeds(20), passedMax: 1, sample: 600 }
const MANY_SEEDS = seeds(200)
let tried = 0
let weak = 0
for (const one of PROBLEMS) {
  if (asked.length > 0 && !asked.includes(one.id) && !asked.includes(one.topic)) continue
  tried += 1
  const found = [...rememberersOf(one, MANY_SEEDS), ...survivorsOf(one, EFFORT)]
  if (found.length > 0) weak += 1
  if (found.length > 0) console.log(`${one.id} (${one.topic}, ${one.edges.length} edges)`)
  for (const { how, passed } of found) console.log(`  ${passed}  ${how.replace(/\s+/g, ' ')}`)
}
console.log(`${tried - weak} passed, ${weak} failed`)
process.exitCode = weak === 0 ? 0 : 1
