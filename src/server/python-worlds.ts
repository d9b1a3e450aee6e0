import { resolve } from 'node:path'
import type { z } from 'zod'
import type { ProcessWatch } from '../effects/memory/process-watch.ts'
import type { PythonWorldOptions } from '../effects/python/options.ts'
import { effectAnswer, pythonPerformer, type ServedWorld } from '../effects/python/performer.ts'
import { PythonPool } from '../effects/python/pool.ts'
import { type PythonLog, PythonWorldDefect } from '../effects/python/worker.ts'
import { WorldFailure } from '../env/failure.ts'
import { otherContract } from '../env/package.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { descriptionSchema, type PythonDescription } from '../env/python/description.ts'
import { pythonEnvironment } from '../env/python/index.ts'
import type { PythonTask, PythonTasks } from '../env/python/task.ts'
import type { JsonObject } from '../sim/json.ts'
import { describeMismatch } from '../tools/complaint.ts'
import type { EffectAnswer } from '../tools/effect.ts'
import type { PythonWorldSettings } from './config/python-world.ts'
import type { HostLog } from './host-log.ts'

/** A Python world whose workers run. */
interface StartedWorld extends ServedWorld {
  readonly environment: AnyEnvironment
}

/** The Python worlds of a server. */
interface PythonWorlds {
  readonly environments: readonly AnyEnvironment[]
  readonly performer: ReturnType<typeof pythonPerformer>
  close(): void
}

interface PythonWorldsOptions {
  readonly log: HostLog
  readonly isShared: boolean
  /** The watchdog for the memory of the workers, which other processes share. */
  readonly watch: ProcessWatch
}

const TASKS_PER_CALL = 200
/** One call creates all tasks. Only the start of the server waits for it. */
const TASKS_CALL = { call: 'tasks', deadlineMs: 60_000, bytesMax: 16 * 1024 * 1024 } as const

/** The request for the tasks of a world. */
type TasksAsked = typeof TASKS_CALL & { readonly input: JsonObject }

export const workerOptions = (settings: PythonWorldSettings): PythonWorldOptions => ({
  module: settings.module,
  folder: resolve(settings.folder),
  python: settings.python,
  workers: settings.workers,
  deadlineMs: settings.deadline_ms,
  memoryMegabytes: settings.memory_megabytes,
  environment: settings.environment,
})

/**
 * Starts the workers of the configured worlds and lets them create their tasks.
 *
 * @throws PythonWorldError naming the world and what is wrong with it
 */
export async function startPythonWorlds(
  settings: readonly PythonWorldSettings[],
  options: PythonWorldsOptions,
): Promise<PythonWorlds> {
  const worlds: StartedWorld[] = []
  const close = (): void => {
    for (const { pool } of worlds) pool.close()
  }
  try {
    for (const setting of settings) worlds.push(await startWorld(setting, options))
  } catch (error) {
    close()
    throw error
  }
  const environments = worlds.map(({ environment }) => environment)
  return { environments, performer: pythonPerformer(worlds), close }
}

async function startWorld(
  settings: PythonWorldSettings,
  { log, isShared, watch }: PythonWorldsOptions,
): Promise<StartedWorld> {
  const world = workerOptions(settings)
  const pool = await PythonPool.start({
    world,
    log: workerLog(settings.module, log),
    isShared,
    watch,
  })
  try {
    const description = parseDescription(pool.hello, settings.module)
    const nobodyStops = new AbortController().signal
    const tasks = await readTasks(description, async (request) =>
      effectAnswer(await pool.call(request, nobodyStops), { ...request, id: description.id }),
    )
    const environment = pythonEnvironment(description, { tasks })
    const { id, digest } = description
    return { id, digest, deadlineMs: world.deadlineMs, pool, environment }
  } catch (error) {
    pool.close()
    if (!(error instanceof WorldFailure)) throw error
    throw new PythonWorldDefect(`${settings.module}: ${error.message}`, { cause: error })
  }
}

const workerLog = (module: string, log: HostLog): PythonLog => ({
  trouble: (problem, details = {}) => log.error({ module, ...details }, problem),
  printed: (line) => log.info({ module, line }, 'a world printed'),
})

/**
 * The checked description that a world gives of itself.
 *
 * @throws PythonWorldDefect naming the member
 */
export function parseDescription(
  { contract, ...hello }: JsonObject,
  module: string,
): PythonDescription {
  const otherVersion = otherContract(contract)
  if (otherVersion !== undefined) throw new PythonWorldDefect(`${module}: ${otherVersion}`)
  return parseWith(descriptionSchema, hello, module)
}

function parseWith<Value>(schema: z.ZodType<Value>, value: unknown, module: string): Value {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  const { text } = describeMismatch(checked.error, value, { valueName: 'it' })
  throw new PythonWorldDefect(`${module}: ${text}`)
}

/**
 * The tasks of a world. They are created once, so that later listings need no worker.
 *
 * @throws PythonWorldDefect naming the task and the member
 */
async function readTasks(
  description: PythonDescription,
  make: (request: TasksAsked) => Promise<EffectAnswer>,
): Promise<PythonTasks> {
  const taskAt = taskReader(description)
  const tasksBySplit = new Map<string, readonly PythonTask[]>()
  for (const [split, count] of Object.entries(description.splits)) {
    const tasks: PythonTask[] = []
    while (tasks.length < count) {
      const end = Math.min(count, tasks.length + TASKS_PER_CALL)
      const answer = await make({ ...TASKS_CALL, input: { split, start: tasks.length, end } })
      if (answer.status === 'failed') {
        throw new PythonWorldDefect(`${description.id}: ${answer.message}`)
      }
      for (const value of answer.output as readonly unknown[]) {
        tasks.push(taskAt(value, split, tasks.length))
      }
    }
    tasksBySplit.set(split, tasks)
  }
  return {
    splits: description.splits,
    task: (split, index) => tasksBySplit.get(split)?.[index] as PythonTask,
  }
}

/** Checks a task that a world created. */
export function taskReader(
  description: PythonDescription,
): (value: unknown, split: string, index: number) => PythonTask {
  const { taskSchema } = pythonEnvironment(description).data
  return (value, split, index) =>
    parseWith(taskSchema, value, `${description.id}: task ${split}-${index}`) as PythonTask
}
