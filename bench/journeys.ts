import { mkdtempSync, rmSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { WebSocket } from 'ws'

/**
 * Counts the files and functions of the built program that run while one thing is done, after it
 * was done once before: how much a reader meets who follows it through the code. `--root` names
 * another checkout that is built.
 */
const { values: flags } = parseArgs({
  options: { root: { type: 'string', default: fileURLToPath(new URL('..', import.meta.url)) } },
})
const built = pathToFileURL(`${join(flags.root, 'dist')}/`).href
const scratch = mkdtempSync(join(tmpdir(), 'backchannel-journeys-'))
/** The least of so many times: timers of a server may run within one of them. */
const TIMES = 5
const SETTLE_MS = 50

interface Counted {
  readonly files: number
  readonly functions: number
  /** Functions of each room. */
  readonly rooms: Readonly<Record<string, number>>
}

// biome-ignore lint/suspicious/noExplicitAny: modules of whichever checkout is measured.
const load = (path: string): Promise<any> => import(`${built}${path}`)

const inspector = new Session()
inspector.connect()
await inspector.post('Profiler.enable')
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** What has run since it was last asked. */
async function ran(): Promise<Counted> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage')
  const rooms: Record<string, number> = {}
  let [files, functions] = [0, 0]
  for (const script of result) {
    if (!script.url.startsWith(built)) continue
    const called = script.functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length
    if (called === 0) continue
    const room = script.url.slice(built.length).split('/')[0] ?? ''
    rooms[room] = (rooms[room] ?? 0) + called
    files += 1
    functions += called
  }
  return { files, functions, rooms }
}

async function counted(act: () => Promise<unknown>): Promise<Counted> {
  const found: Counted[] = []
  await act()
  for (let time = 0; time < TIMES; time++) {
    await wait(SETTLE_MS)
    await ran()
    await act()
    found.push(await ran())
  }
  found.sort((one, other) => one.functions - other.functions)
  return found[0] as Counted
}

/** The newest phone world of the checkout. */
async function phoneWorld(): Promise<string> {
  const { ENVIRONMENTS } = await load('env/registry.js')
  const ids: string[] = ENVIRONMENTS.map(({ id }: { readonly id: string }) => id)
  const found = ids.filter((id) => id.startsWith('phone-call-')).toSorted()
  return found.at(-1) ?? 'mock-v1'
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
  const { episode_id: other } = await call('episode.open', TASK)
  let group = 0
  const opening = () => {
    const own = { run: 'r', id: `g${++group}`, index: 0, size: 2, mode: 'feedback' }
    return call('episode.open', { ...TASK, group: { ...own, generation: 'one' } })
  }
  const figures = {
    'a step by socket': await counted(() => call('episode.step', { episode_id, action })),
    'a step by HTTP': await counted(() =>
      post(`${server.url}/v1/episodes/${other}/steps`, { action }),
    ),
    'an opening in a group': await counted(opening),
  }
  close()
  await server.stop()
  return figures
}

async function program(words: readonly string[]): Promise<void> {
  const { main } = await load('cli/main.js')
  const { stdout, stderr } = process
  const before = [stdout.write, stderr.write] as const
  stdout.write = () => true
  stderr.write = () => true
  try {
    await main(words)
  } finally {
    ;[stdout.write, stderr.write] = before
  }
}

const { createSession } = await load('sim/q/index.js')
const data = ['--num-train-tasks', '20', '--num-val-tasks', '10', '--num-test-tasks', '10']
let folder = 0
const figures: Readonly<Record<string, Counted>> = {
  ...(await overTheWire()),
  'a replay': await counted(() =>
    program(['replay', '--all', '--db', join(scratch, 'episodes.db')]),
  ),
  'a q program': await counted(async () => createSession().evaluate('f:{x*x};sum f each til 10')),
  'generating data': await counted(() =>
    program(['generate', ...data, '--output-dir', join(scratch, `data-${++folder}`)]),
  ),
}
rmSync(scratch, { recursive: true })
for (const [name, { files, functions, rooms }] of Object.entries(figures)) {
  const each = Object.entries(rooms).map(([room, count]) => `${room} ${count}`)
  console.log(`${name}: ${files} files, ${functions} functions (${each.sort().join(', ')})`)
}
