import { VERB_TABLE } from '../../src/sim/q/verb-table.ts'
import { payments } from '../q-code/payment.ts'

const { calls, late } = payments()
const wanted = new Set(process.argv.slice(2))
const found = VERB_TABLE.verbs
  .filter(({ name }) => wanted.size === 0 || wanted.has(name))
  .flatMap((verb) => late(verb, calls(verb)))
for (const line of found) console.log(line)
process.exitCode = found.length === 0 ? 0 : 1
