import { byName } from '../../sim/by-name.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { EnvironmentDescription } from '../../wire/results.ts'
import { describeEnvironment, type EnvironmentCall } from './seated.ts'
import { ofRange, ofSplit, ofTask, parseRequest } from './task-requests.ts'

/** The number of tasks that clients see for an endless split. */
const ENDLESS = 2 ** 31 - 1
/** Longer lists are refused. Clients read them by index. */
const LISTED_MAX = 10_000
const PAGE = 1_000

async function splitSize(from: EnvironmentCall, split: string): Promise<number> {
  const { splits } = await describeEnvironment(from)
  const namedSplit = splits.find(({ name }) => name === split)
  if (namedSplit !== undefined) return namedSplit.count ?? ENDLESS
  const splitNames = splits.map(({ name }) => name).join(', ')
  throw new Fault('task/unknown', `there is no split ${shown(split)}; there are: ${splitNames}`)
}

/** Tasks by index, without hidden facts. */
async function readTaskList(from: EnvironmentCall, split: string, start: number, stop: number) {
  const { host, caller, env } = from
  if (stop - start > LISTED_MAX) {
    throw new Fault('request/too_large', `${split} has ${stop - start} tasks there`, {
      hint: `Ask for at most ${LISTED_MAX} by task_range, or for one by task.`,
    })
  }
  const tasks: unknown[] = []
  for (let first = start; first < stop; first += PAGE) {
    const limit = Math.min(PAGE, stop - first)
    const request = { env, split, from: first, limit, hidden: false }
    const page = await host.call('task.list', caller, request)
    tasks.push(...page.tasks)
  }
  return tasks
}

const countTasks = async (from: EnvironmentCall, body: unknown) => ({
  num_tasks: await splitSize(from, parseRequest(ofSplit, body).split),
})

async function listTasks(from: EnvironmentCall, body: unknown) {
  const { split } = parseRequest(ofSplit, body)
  return {
    tasks: await readTaskList(from, split, 0, await splitSize(from, split)),
    env_name: from.env,
  }
}

async function oneTask(from: EnvironmentCall, body: unknown) {
  const { split, index } = parseRequest(ofTask, body)
  const [task] = await readTaskList(
    from,
    split,
    index,
    Math.min(index + 1, await splitSize(from, split)),
  )
  if (task !== undefined) return { task, env_name: from.env }
  throw new Fault('task/unknown', `the split ${shown(split)} has no task ${index}`)
}

/** Follows Python's `range(start, stop)` for a list: negative numbers count from the end. */
async function rangeOfTasks(from: EnvironmentCall, body: unknown) {
  const { split, start, stop } = parseRequest(ofRange, body)
  const size = await splitSize(from, split)
  const position = (index: number): number =>
    Math.min(size, Math.max(0, index < 0 ? size + index : index))
  const [first, last] = [position(start ?? 0), position(stop ?? size)]
  return {
    tasks: await readTaskList(from, split, first, Math.max(first, last)),
    env_name: from.env,
  }
}

const SPLIT_TYPES: Readonly<Record<string, string>> = byName({
  train: 'train',
  val: 'validation',
  validation: 'validation',
  test: 'test',
})

const splitPage = ({ splits }: EnvironmentDescription) =>
  splits.map(({ name }) => ({ name, type: SPLIT_TYPES[name] ?? 'validation' }))

/** A route for the tasks of an environment. */
export interface TaskRoute {
  readonly method: 'GET' | 'POST'
  ofEnvironment(from: EnvironmentCall, body: () => unknown): Promise<object>
}

/** The task routes that ORS and OpenEnv's Task API share. */
export const TASK_ROUTES: Readonly<Record<string, TaskRoute>> = byName({
  splits: {
    method: 'GET',
    ofEnvironment: async (from) => splitPage(await describeEnvironment(from)),
  },
  tasks: { method: 'POST', ofEnvironment: (from, body) => listTasks(from, body()) },
  num_tasks: { method: 'POST', ofEnvironment: (from, body) => countTasks(from, body()) },
  task: { method: 'POST', ofEnvironment: (from, body) => oneTask(from, body()) },
  task_range: { method: 'POST', ofEnvironment: (from, body) => rangeOfTasks(from, body()) },
})
