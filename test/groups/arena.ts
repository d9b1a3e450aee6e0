import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInDataSets } from '../../src/datasets/built-in.ts'
import type { DataSet } from '../../src/datasets/data-set.ts'
import { mockTask } from '../../src/env/mock/task.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { type ConfigInput, configSchema } from '../../src/server/config/schema.ts'
import { SILENT_LOG } from '../../src/server/host-log.ts'
import type { CloseResult, GroupStatusResult, OpenResult } from '../../src/wire/results.ts'
import { type InProcessServer, serveInProcess } from '../support/in-process.ts'
import { RpcSocket } from '../support/rpc-socket.ts'

const servers: InProcessServer[] = []
const sockets: RpcSocket[] = []
const folders: string[] = []

/** What a test's server has besides its config. */
export interface Furnishing {
  readonly environments?: readonly AnyEnvironment[]
  /** Further data sets besides the locked boxes. */
  readonly dataSets?: readonly DataSet[]
}

/** A server on a fresh SQLite file, or on the file of another one. */
export async function start(
  config: ConfigInput = {},
  db = newDatabase(),
  { environments, dataSets = [] }: Furnishing = {},
): Promise<InProcessServer> {
  const server = await serveInProcess({
    config: configSchema.parse({ db, ...config }),
    dataSets: [...builtInDataSets(), ...dataSets],
    log: SILENT_LOG,
    ...(environments === undefined ? {} : { environments }),
  })
  servers.push(server)
  return server
}

export function newDatabase(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-groups-'))
  folders.push(folder)
  return join(folder, 'episodes.db')
}

export async function connect(
  { url }: { readonly url: string },
  headers: Record<string, string> = {},
): Promise<RpcSocket> {
  const socket = await RpcSocket.connect(url, headers)
  sockets.push(socket)
  return socket
}

/** Stops everything that the tests of a file have started. */
export async function stopAll(): Promise<void> {
  for (const socket of sockets.splice(0)) socket.socket.terminate()
  for (const server of servers.splice(0)) await server.stop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export interface Rollout {
  readonly id?: string
  readonly index: number
  readonly size?: number
  readonly run?: string
  readonly generation?: string
  readonly mode?: 'independent' | 'feedback'
  readonly feedback?: object
  readonly wait?: boolean
  readonly task?: number
}

/** The parameters that open a rollout; strict order and no other clean rollouts unless said. */
export function opening({ id = 'g', index, size = 4, run = 'run', ...more }: Rollout): object {
  const { generation = 'one', mode = 'feedback', feedback = {}, wait, task = 3 } = more
  const schedule =
    mode === 'feedback' ? { feedback: { waves: [1], clean_share: 0, ...feedback } } : {}
  return {
    env: 'mock-v1',
    split: 'train',
    index: task,
    group: { run, id, index, size, mode, generation, ...schedule },
    ...(wait === undefined ? {} : { wait }),
  }
}

export const open = (rpc: RpcSocket, rollout: Rollout): Promise<OpenResult> =>
  rpc.call<OpenResult>('episode.open', opening(rollout))

const enter = (code: string) => ({
  tool_calls: [
    { id: 'a', type: 'function', function: { name: 'enter_code', arguments: { code } } },
  ],
})

/** One wrong code: the rollout goes on. */
export const tryWrong = (rpc: RpcSocket, episode_id: string, code = '0'): Promise<unknown> =>
  rpc.call('episode.step', { episode_id, action: enter(code) })

/** Plays a rollout to a failure. */
export async function fail(rpc: RpcSocket, { episode_id }: OpenResult): Promise<CloseResult> {
  await tryWrong(rpc, episode_id)
  return rpc.call<CloseResult>('episode.close', { episode_id })
}

/** Plays a rollout to a success. */
export async function win(rpc: RpcSocket, { episode_id, task }: OpenResult): Promise<CloseResult> {
  const { code } = mockTask('train', task.index as number)
  await rpc.call('episode.step', { episode_id, action: enter(code) })
  return rpc.call<CloseResult>('episode.close', { episode_id })
}

export const status = (rpc: RpcSocket, id = 'g', run = 'run'): Promise<GroupStatusResult> =>
  rpc.call<GroupStatusResult>('group.status', { run, id })

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Waits until something holds; fails after some seconds. */
export async function until(holds: () => boolean | Promise<boolean>, withinMs = 5_000) {
  const endMs = Date.now() + withinMs
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error('it did not come about in time')
    await pause(5)
  }
}

/** Whether a promise has settled by now. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  const first = await Promise.race([promise.catch(() => undefined), pause(0).then(() => pending)])
  return first !== pending
}

/** Which rollouts' attempts an opening tells of. */
export const shownIn = ({ attempts }: OpenResult): number[] =>
  (attempts ?? []).map(({ index }) => index)
