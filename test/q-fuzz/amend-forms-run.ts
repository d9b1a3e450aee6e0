import { parseArgs } from 'node:util'
import { compareForms } from './amend-forms.ts'

// Compares the forms of amend and append for a number of random changes.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    changes: { type: 'string', default: '5000' },
  },
})
const findings = compareForms(Number(values.seed), Number(values.changes))
for (const { change, what } of findings) console.log(`${change}\n  ${what}`)
console.log(`seed ${values.seed}: ${values.changes} changes, ${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1
