import { startProgram } from '../support/program.ts'
import { type Bench, row } from '../support/row.ts'
import { type Scratch, scratchFolder } from '../support/scratch.ts'

/** Milliseconds from the start of the built program to its first healthy answer. */
async function startOnce(scratch: Scratch, name: string): Promise<number> {
  const startMs = performance.now()
  const program = await startProgram(scratch.file(name))
  try {
    const { status } = await fetch(`${program.url}/healthz`)
    if (status !== 200) throw new Error(`the server is not healthy: ${status}`)
    return performance.now() - startMs
  } finally {
    await program.stop()
  }
}

/** Start of the built program, with a new and with an existing database. */
export const start: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  try {
    let freshMs = Number.POSITIVE_INFINITY
    let againMs = Number.POSITIVE_INFINITY
    for (let round = 0; round < rounds; round++) {
      freshMs = Math.min(freshMs, await startOnce(scratch, `${round}.db`))
      againMs = Math.min(againMs, await startOnce(scratch, `${round}.db`))
    }
    return [
      row({
        name: 'start to healthy',
        figures: { new_database_ms: freshMs, same_database_ms: againMs },
        gate: { what: 'ms on a new database', value: freshMs, goal: 500, better: 'less' },
      }),
    ]
  } finally {
    scratch.remove()
  }
}
