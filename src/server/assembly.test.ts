/** Guards that the processes of a server end with it, even if it could not start or stop. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { EventStore } from '../store/event-store.ts'
import { openStore } from '../store/open.ts'
import { assemble } from './assembly.ts'
import { configSchema } from './config/schema.ts'
import { SILENT_LOG } from './host-log.ts'

const WORLDS = fileURLToPath(new URL('../../test/python-worlds', import.meta.url))
const world = { module: 'critiquing:Long', folder: WORLDS, workers: 1 }

/** The number of child processes that run the world. */
function workerCount(): number {
  const pids = readdirSync('/proc/self/task').flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').trim().split(' '),
  )
  return pids.filter((pid) => commandOf(pid).includes(world.module)).length
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

async function assembled(broken: Partial<EventStore>) {
  const store = await openStore({ path: ':memory:' })
  const config = configSchema.parse({ environments: [{ python: world }] })
  const options = { config, dataSets: [], log: SILENT_LOG }
  return assemble({ ...options, store: Object.assign(store, broken) })
}

async function workersEnd(): Promise<void> {
  while (workerCount() > 0) await delay(20)
}

const broken = () => Promise.reject(new Error('the disk is broken'))

it('ends the processes of worlds if the host cannot be created', async () => {
  await expect(assembled({ secret: broken })).rejects.toThrow('the disk is broken')
  await workersEnd()
})

it('ends the processes of worlds if the store cannot be closed', async () => {
  const { stop } = await assembled({ close: broken })
  expect(workerCount()).toBeGreaterThan(0)
  await expect(stop()).rejects.toThrow('the disk is broken')
  await workersEnd()
})

it('refuses two environments with the same id', async () => {
  const config = configSchema.parse({ environments: [{ python: world }, { python: world }] })
  const twice = assemble({ config, dataSets: [], log: SILENT_LOG })
  await expect(twice).rejects.toThrow(/^environments: there are two with the id .*-v1; give each/)
  await workersEnd()
})
