import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'

/**
 * Counts the files and functions of the built program that run during an operation, on its second
 * run. This is how much code a reader meets who follows the operation. `--root` names another built
 * checkout.
 */
const { values: flags } = parseArgs({
  options: { root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) } },
})
const built = pathToFileURL(`${join(flags.root, 'dist')}/`).href
const scratch = mkdtempSync(join(tmpdir(), 'backchannel-journeys-'))
/** Repetitions, of which the minimum counts: timers of a server may fire during one of them. */
const TIMES = 5
const SETTLE_MS = 50

interface Counted {
  readonly files: number
  readonly functions: number
  /** Number of functions by folder. */
  readonly functionsByFolder: Readonly<Record<string, number>>
}

// biome-ignore lint/suspicious/noExplicitAny: modules of whichever checkout is measured.
const load = (path: string): Promise<any> => import(`${built}${path}`)

const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** The functions that have run since the last call. */
async function takeCounts(): Promise<Counted> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  const functionsByFolder: Record<string, number> = {}
  let [files, functions] = [0, 0]
  for (const script of result) {
    if (!script.url.startsWith(built)) continue
    const calledCount = script.functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length
    if (calledCount === 0) continue
    const folderName = script.url.slice(built.length).split('/')[0] ?? ''
    functionsByFolder[folderName] = (functionsByFolder[folderName] ?? 0) + calledCount
    files += 1
    functions += calledCount
  }
  return { files, functions, functionsByFolder }
}

async function countRepeated(act: () => Promise<unknown>): Promise<Counted> {
  const counts: Counted[] = []
  await act()
  for (let time = 0; time < TIMES; time++) {
    await wait(SETTLE_MS)
    await takeCounts()
    await act()
    counts.push(await takeCounts())
  }
  counts.sort((one, other) => one.functions - other.functions)
  return counts[0] as Counted
}

/** The newest phone world of the checkout. */
async function phoneWorld(): Promise<string> {
  const { ENVIRONMENTS } = await load('env/registry.js')
  const ids: string[] = ENVIRONMENTS.map(({ id }: { readonly id: string }) => id)
  const phoneWorlds = ids.filter((id) => id.startsWith('phone-call-')).toSorted()
  return phoneWorlds.at(-1) ?? 'mock-v1'
}

const TASK = { env: await phoneWorld(), split: 'train', index: 0 }
const query = JSON.stringify({ query: 'billing' })
const search = { name: 'company_directory', arguments: query }
const action = { tool_calls: [{ id: 'call_1', type: 'function', function: search }] }

async function serve() {
  const { configSchema } = await load('server/config/schema.js')
  const { startServer } = await load('cli/serve.js')
  const db = join(scratch, 'episodes.db')
  return startServer(configSchema.parse({ port: 0, db, log_level: 'silent' }))
}

async function socketTo(url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/ws`, 'backchannel.v1')
  await new Promise((resolve) => socket.once('open', resolve))
  let id = 0
  const call = (method: string, params: object): Promise<Record<string, string>> =>
    new Promise((resolve, reject) => {
      socket.once('message', (data) => {
        const { result, error } = JSON.parse(String(data))
        if (error === undefined) resolve(result)
        else reject(new Error(JSON.stringify(error)))
      })
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }))
    })
  return { call, close: () => socket.close() }
}

async function post(url: string, body: object): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Record<string, string>
}

async function overTheWire(): Promise<Readonly<Record<string, Counted>>> {
  const server = await serve()
  const { call, close } = await socketTo(server.url)
  const { episode_id } = await call('episode.open', TASK)
  const { episode_id: otherEpisode } = await call('episode.open', TASK)
  let group = 0
  const opening = () => {
    const groupMember = { run: 'r', id: `g${++group}`, index: 0, size: 2, mode: 'feedback' }
    return call('episode.open', { ...TASK, group: { ...groupMember, generation: 'one' } })
  }
  const figures = {
    'a step by socket': await countRepeated(() => call('episode.step', { episode_id, action })),
    'a step by HTTP': await countRepeated(() =>
      post(`${server.url}/v1/episodes/${otherEpisode}/steps`, { action }),
    ),
    'an opening in a group': await countRepeated(opening),
  }
  close()
  await server.stop()
  return figures
}

async function program(words: readonly string[]): Promise<void> {
  const { main } = await load('cli/main.js')
  const { stdout, stderr } = process
  const originalWrites = [stdout.write, stderr.write] as const
  stdout.write = () => true
  stderr.write = () => true
  try {
    await main(words)
  } finally {
    ;[stdout.write, stderr.write] = originalWrites
  }
}

const { createSession } = await load('sim/q/index.js')
const data = ['--num-train-tasks', '20', '--num-val-tasks', '10', '--num-test-tasks', '10']
let folder = 0
const figures: Readonly<Record<string, Counted>> = {
  ...(await overTheWire()),
  'a replay': await countRepeated(() =>
    program(['replay', '--all', '--db', join(scratch, 'episodes.db')]),
  ),
  'a q program': await countRepeated(async () =>
    createSession().evaluate('f:{x*x};sum f each til 10'),
  ),
  'generating data': await countRepeated(() =>
    program(['generate', ...data, '--output-dir', join(scratch, `data-${++folder}`)]),
  ),
}
rmSync(scratch, { recursive: true })
for (const [name, { files, functions, functionsByFolder }] of Object.entries(figures)) {
  const folderCounts = Object.entries(functionsByFolder).map(
    ([folderName, count]) => `${folderName} ${count}`,
  )
  console.log(`${name}: ${files} files, ${functions} functions (${folderCounts.sort().join(', ')})`)
}
