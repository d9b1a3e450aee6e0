import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LoadClient } from '../support/load-client.ts'
import type { PlayBook } from '../support/plays.ts'
import { type Program, startProgram } from '../support/program.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, type Row, row } from '../support/row.ts'
import { scratchFolder } from '../support/scratch.ts'

const CLIENTS = [1, 64]
/** Steps of a window for all clients, large enough for the system's CPU clock of 10 ms. */
const STEPS = 3_200
const STEPS_PER_EPISODE = 50
const TASKS = 1_000
const WORKERS = 2
const WORLDS = fileURLToPath(new URL('../worlds/', import.meta.url))

const LANGUAGES = { typescript: 'counter-v1', python: 'counter-python-v1' } as const
type Language = keyof typeof LANGUAGES

interface Window {
  readonly serverMicroseconds: number
  readonly workersMicroseconds: number
  readonly p50Ms: number
}

/** Steps that add one, again and again. */
function counterBook(env: string): PlayBook {
  const call = { name: 'add', arguments: JSON.stringify({ amount: 1 }) }
  const action = JSON.stringify({ tool_calls: [{ id: 'c', type: 'function', function: call }] })
  const actions = Array.from({ length: STEPS_PER_EPISODE }, () => action)
  return {
    play: (number) => ({ env, split: 'train', index: number % TASKS, actions }),
    mix: env,
  }
}

async function measure(
  program: Program,
  clients: readonly LoadClient[],
  book: PlayBook,
): Promise<Window> {
  const episodes = STEPS / STEPS_PER_EPISODE / clients.length
  const plays = Array.from({ length: episodes }, (_, number) => book.play(number))
  const frames = await Promise.all(clients.map((client) => client.open(plays)))
  const cpuBefore = program.cpuMicroseconds()
  const loops = clients.map((client, at) => client.loop((frames[at] ?? []).flat()))
  const results = await Promise.all(loops)
  const cpuAfter = program.cpuMicroseconds()
  const latencies = results.flatMap((result) => result.latencies)
  return {
    serverMicroseconds: (cpuAfter.ownTime - cpuBefore.ownTime) / STEPS,
    workersMicroseconds: (cpuAfter.children - cpuBefore.children) / STEPS,
    p50Ms: quantile(latencies, 0.5),
  }
}

const median = (windows: readonly Window[], figure: keyof Window): number =>
  quantile(
    windows.map((window) => window[figure]),
    0.5,
  )

/** The same world in TypeScript and in Python: the cost of a step in each language. */
export const pythonStep: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  const config = scratch.file('config.json')
  const python = { module: 'counter', folder: WORLDS, workers: WORKERS }
  writeFileSync(config, JSON.stringify({ environments: [`${WORLDS}counter.mjs`, { python }] }))
  const program = await startProgram(scratch.file('python.db'), ['--config', config])
  try {
    const rows: Row[] = []
    for (const count of CLIENTS) {
      const connecting = Array.from({ length: count }, () => LoadClient.connect(program.url))
      const clients = await Promise.all(connecting)
      const windows: Record<Language, Window[]> = { typescript: [], python: [] }
      for (let round = 0; round <= rounds; round++) {
        for (const language of ['typescript', 'python'] as const) {
          const window = await measure(program, clients, counterBook(LANGUAGES[language]))
          // The first round is a warm-up.
          if (round > 0) windows[language].push(window)
        }
      }
      for (const client of clients) client.close()
      rows.push(toRow(count, windows))
    }
    return rows
  } finally {
    await program.stop()
    scratch.remove()
  }
}

function toRow(count: number, { typescript, python }: Record<Language, readonly Window[]>): Row {
  const [own, other] = [typescript, python].map((side) => ({
    server: median(side, 'serverMicroseconds'),
    p50: median(side, 'p50Ms'),
  })) as [Figures, Figures]
  return row({
    name: `step of a world in Python, ${count === 1 ? '1 client' : `${count} clients`}`,
    figures: {
      server_cpu_us: other.server,
      workers_cpu_us: median(python, 'workersMicroseconds'),
      of_typescript: other.server / own.server,
      p50_ms: other.p50,
      typescript_cpu_us: own.server,
      typescript_p50_ms: own.p50,
    },
    note: `${WORKERS} workers; of_typescript: CPU of the server beside that of the same world`,
  })
}

interface Figures {
  readonly server: number
  readonly p50: number
}
