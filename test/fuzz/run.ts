import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ATTACKS } from './attacks/index.ts'
import { CANARIES, type Canary } from './canary.ts'
import { type FuzzReport, fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '30' },
    runs: { type: 'string', default: '1' },
    canary: { type: 'string' },
    attack: { type: 'string' },
  },
})

/** The commit that a finding belongs to: with the seed it says what to run again. */
function commit(): string {
  try {
    const git = (...words: string[]): string => execFileSync('git', words, { encoding: 'utf8' })
    const dirty = git('status', '--porcelain').trim() === '' ? '' : ' with local changes'
    return `${git('rev-parse', '--short', 'HEAD').trim()}${dirty}`
  } catch {
    return 'unknown'
  }
}

const counts = (map: ReadonlyMap<string, number>): string =>
  [...map]
    .sort((left, right) => right[1] - left[1])
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

function print({ seed, findings, attacks, faults, played, replayed, slowestMs }: FuzzReport): void {
  const made = [...attacks.values()].reduce((sum, count) => sum + count, 0)
  console.log(`seed ${seed}: ${made} attacks of ${attacks.size} of ${ATTACKS.length} kinds`)
  console.log(`  kinds: ${counts(attacks)}`)
  console.log(`  faults told: ${counts(faults)}`)
  const wait = `slowest well-behaved call ${Math.round(slowestMs)} ms`
  console.log(`  ${played} episodes equal to their twins' or reported; ${wait}`)
  console.log(`  ${replayed} stored episodes replayed; ${findings.length} findings`)
  for (const { where, what, sample } of findings) {
    console.log(`  FOUND by ${where}: ${what}\n    ${sample.replaceAll('\n', '\n    ')}`)
  }
}

const canary = CANARIES.find((name) => name === values.canary) as Canary | undefined
if (values.canary !== undefined && canary === undefined) {
  throw new Error(`there is no canary ${values.canary}; there are: ${CANARIES.join(', ')}`)
}
const chosen = ATTACKS.filter(({ name }) => name === values.attack)
if (values.attack !== undefined && chosen.length === 0) {
  const names = ATTACKS.map(({ name }) => name).join(', ')
  throw new Error(`there is no attack "${values.attack}"; there are: ${names}`)
}
console.log(`commit ${commit()}, Node ${process.version}`)
let found = 0
for (let place = 0; place < Number(values.runs); place++) {
  const report = await fuzz({
    seed: Number(values.seed) + place,
    seconds: Number(values.seconds),
    ...(canary === undefined ? {} : { canary, answerWithinMs: 4_000 }),
    ...(values.attack === undefined ? {} : { attacks: chosen }),
  })
  print(report)
  found += report.findings.length
}
process.exitCode = found === 0 ? 0 : 1
