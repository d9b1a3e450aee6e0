import { parseArgs } from 'node:util'
import { directorySearch } from './rows/directory.ts'
import { feedbackStep } from './rows/feedback-step.ts'
import { gatewayStep } from './rows/gateway-step.ts'
import { grading } from './rows/grading.ts'
import { groups } from './rows/groups.ts'
import { httpStep } from './rows/http-step.ts'
import { idleSockets } from './rows/idle-sockets.ts'
import { mcpCall } from './rows/mcp-call.ts'
import { modelCall } from './rows/model-call.ts'
import { pythonStep } from './rows/python-step.ts'
import { qGrading } from './rows/q-grading.ts'
import { qVector } from './rows/q-vector.ts'
import { replayRow } from './rows/replay.ts'
import { resume } from './rows/resume.ts'
import { socketStep } from './rows/socket-step.ts'
import { start } from './rows/start.ts'
import { tails } from './rows/tails.ts'
import { taskGeneration } from './rows/task-generation.ts'
import { jsonReport, machine, printRow } from './support/report.ts'
import { type Bench, judge, type Row } from './support/row.ts'

/** Measures every row, or those that `--only` names. See README.md in this folder. */
const BENCHES: Readonly<Record<string, Bench>> = {
  'socket-step': socketStep,
  'http-step': httpStep,
  'feedback-step': feedbackStep,
  'mcp-call': mcpCall,
  'gateway-step': gatewayStep,
  'model-call': modelCall,
  'python-step': pythonStep,
  groups,
  'idle-sockets': idleSockets,
  directory: directorySearch,
  replay: replayRow,
  resume,
  'q-vector': qVector,
  'q-grading': qGrading,
  'task-generation': taskGeneration,
  grading,
  tails,
  start,
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: Object.keys(BENCHES).join(',') },
  },
})

const rows: Row[] = []
if (!values.json) console.log(machine())
for (const name of values.only.split(',')) {
  const bench = BENCHES[name]
  if (bench === undefined) {
    throw new Error(`there is no bench ${name}; there are: ${Object.keys(BENCHES).join(', ')}`)
  }
  const measuredRows = await bench({ rounds: Number(values.rounds) })
  if (!values.json) for (const row of measuredRows) printRow(row)
  rows.push(...measuredRows)
}
if (values.json) console.log(jsonReport(rows))
const failed = rows.filter((row) => row.gate !== undefined && judge(row.gate) === 'failed')
if (values.check && failed.length > 0) process.exitCode = 1
