import type { DataSet } from '../../src/datasets/data-set.ts'
import type { AnyTask } from '../../src/env/conformance/arena.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { configSchema } from '../../src/server/config/schema.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { type InProcessServer, serveInProcess } from '../support/in-process.ts'

const ADMIN = 'admin-token-0123456789'
const CLIENT = 'client-token-0123456789'

/** Two servers that differ in the hidden facts of one task. */
export interface Twins {
  readonly environment: string
  readonly servers: readonly [InProcessServer, InProcessServer]
  stop(): Promise<void>
}

export async function startTwins(
  environment: AnyEnvironment,
  world: JsonObject,
  tasks: readonly [AnyTask, AnyTask],
): Promise<Twins> {
  const start = (task: AnyTask): Promise<InProcessServer> =>
    serveInProcess({
      config: configSchema.parse({
        db: ':memory:',
        tokens: [
          { principal: 'admin', role: 'admin', token: ADMIN },
          { principal: 'client', role: 'client', token: CLIENT },
        ],
      }),
      dataSets: [setOf(environment.id, world, task)],
      environments: [environment],
      log: SILENT_LOG,
    })
  const servers = [await start(tasks[0]), await start(tasks[1])] as const
  return {
    environment: environment.id,
    servers,
    stop: async () => void (await Promise.all(servers.map((one) => one.stop()))),
  }
}

const setOf = (environment: string, world: JsonObject, task: AnyTask): DataSet => ({
  environment,
  checksum: 'c'.repeat(64),
  world,
  splits: [{ name: 'stream', count: 1 }],
  task: (split, index) => (split === 'stream' && index === 0 ? task : undefined),
  find: (id) => (id === task.id ? task : undefined),
})

/** Everything that came with one answer. */
export interface Seen {
  readonly what: string
  readonly status: number
  /** Names and values of the headers, in order. */
  readonly headers: readonly string[]
  readonly text: string
}

/** Sends the same request to both, and gives both answers. */
export async function askBoth(
  { servers }: Twins,
  method: 'GET' | 'POST',
  paths: readonly [string, string],
  body?: JsonObject,
): Promise<[Seen, Seen]> {
  const ask = async (at: 0 | 1): Promise<Seen> => {
    const response = await fetch(servers[at].url + paths[at], {
      method,
      headers: { authorization: `Bearer ${CLIENT}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`)
    return { what: `${method} ${paths[0]}`, status: response.status, headers, text }
  }
  return [await ask(0), await ask(1)]
}

/**
 * Members whose values are drawn or keyed by each server, so that they differ between two episodes
 * on one task as well. Their lengths must not.
 */
const DRAWN: ReadonlySet<string> = new Set([
  ...['episode_id', 'episode', 'resume_key', 'view_key', 'parent', 'hash', 'previous_hash', 'head'],
  ...['wall_ms', 'opened_ms', 'updated_ms', 'wall_time_ms', 'duration_ms', 'after', 'next'],
])
/** Seeds that a client did not give, and times gone by: how long they are is chance too. */
const BY_CHANCE: ReadonlySet<string> = new Set(['seed', 'silent_ms'])

/** An answer with what is drawn replaced by its length; the order of members is kept. */
function undrawn({ what, status, headers, text }: Seen): string {
  const fixed = headers.filter((header) => !/^date:/i.test(header))
  return JSON.stringify({
    what: what.replace(/[0-9a-f-]{20,}/gi, '<id>'),
    status,
    fixed: fixed.map(withoutLength),
    body: bodyOf(text),
  })
}

/** Where two answers differ first; empty if nowhere. */
export function differenceOf(one: Seen, other: Seen): string {
  const [left, right] = [undrawn(one), undrawn(other)]
  if (left === right) return ''
  let at = 0
  while (left[at] === right[at]) at += 1
  const near = (text: string): string => text.slice(Math.max(0, at - 60), at + 60)
  return `${one.what}: …${near(left)}… is not …${near(right)}…`
}

/** The length follows from the text, which is compared; drawn seeds make it differ by chance. */
const withoutLength = (header: string): string =>
  header.replace(/^content-length: \d+$/i, 'content-length')

function bodyOf(text: string): unknown {
  return text.split('\n').map((line) => {
    try {
      return JSON.parse(line, (name, value) => {
        if (BY_CHANCE.has(name) && typeof value === 'number') return '<seed>'
        if (!DRAWN.has(name)) return value
        return typeof value === 'string' || typeof value === 'number'
          ? `<${typeof value} of ${String(value).length}>`
          : value
      }) as unknown
    } catch {
      return line
    }
  })
}
