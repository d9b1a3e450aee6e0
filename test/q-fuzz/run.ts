import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    seconds: { type: 'string', default: '30' },
    programs: { type: 'string', default: '1000000000' },
  },
})

const seed = Number(values.seed)
const report = fuzz({ seed, seconds: Number(values.seconds), programs: Number(values.programs) })
const slowest = Math.round(report.slowestMs)
console.log(`seed ${seed}: ${report.programs} programs, slowest ${slowest} ms`)
const names = [...report.errors].sort((left, right) => right[1] - left[1]).slice(0, 20)
console.log(`  errors: ${names.map(([name, count]) => `${name} ${count}`).join(', ')}`)
for (const { number, program, what } of report.findings) {
  console.log(`  FOUND at ${number}: ${what}\n    ${program.replaceAll('\n', '\n    ')}`)
}
process.exitCode = report.findings.length === 0 ? 0 : 1
