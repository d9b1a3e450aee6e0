import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'

/**
 * `npm run fuzz -- --seed 7 --seconds 30 --runs 10`: one seed after the other, until a problem is
 * found. The word `smoke` makes it short; `--canary` plants a bug that must be found.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    runs: { type: 'string', default: '1' },
    canary: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds ?? (positionals.includes('smoke') ? 3 : 30))
const first = Number(values.seed)
for (let seed = first; seed < first + Number(values.runs); seed++) {
  const report = await fuzz({ seed, seconds, canary: values.canary })
  const { attacks, codes, stories, episodes, problems } = report
  const total = Object.values(attacks).reduce((sum, count) => sum + count, 0)
  if (values.json) console.log(JSON.stringify(report))
  else {
    console.log(`seed ${seed}: ${total} attacks, ${stories} stories, ${episodes} episodes`)
    console.log(`  attacks: ${JSON.stringify(attacks)}`)
    console.log(`  codes: ${JSON.stringify(codes)}`)
    for (const problem of problems) console.log(`  PROBLEM: ${problem}`)
  }
  if (problems.length > 0) {
    process.exitCode = 1
    break
  }
}
