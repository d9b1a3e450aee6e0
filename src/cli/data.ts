import { Command } from 'commander'
import { calibrationText, UNMEASURED } from '../datasets/calibration.ts'
import type { DataSet } from '../datasets/data-set.ts'
import { dataFolders, loadDataSet } from '../datasets/load.ts'
import { storedWorld, worldMismatch } from '../datasets/world-hash.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import type { BaseTask, DataReport } from '../env/task-data.ts'
import type { JsonObject } from '../sim/json.ts'
import { describeMismatch } from '../tools/complaint.ts'
import { addCalibrate } from './data/calibrate.ts'
import { type DescribedSet, describeSets } from './data/describe.ts'
import { addImport } from './data/import.ts'
import { addOverlap } from './data/overlap.ts'
import { addSelect } from './data/select.ts'
import { environments, findEnvironment } from './environments.ts'
import { CommandError, EXIT } from './errors.ts'
import { count, helpEnd, print } from './options.ts'

const FOLDER = './data'
const NAME_FOLDER = 'Name the folder that has its manifest, or the folder around it.'

interface Flags {
  readonly json?: true
}

/** The command `data`: imports public data sets, lists data, and checks it. */
export function dataCommand(): Command {
  const command = new Command('data')
    .description('Import public data sets, list data, check it, and measure its difficulty.')
    .addHelpText('after', helpEnd(['data import --help', 'data list ./data'], ''))
  addImport(command)
  addCalibrate(command)
  addSelect(command)
  addOverlap(command)
  command
    .command('list')
    .description('Describe the data sets of a folder: tasks, origin and licence.')
    .argument('[folder]', 'folder of data sets', FOLDER)
    .option('--json', 'print one JSON object per data set')
    .addHelpText('after', helpEnd(['data list', 'data list ./problems --json'], ''))
    .action(list)
  command
    .command('check')
    .description('Check the worlds of a folder, and read and check every task.')
    .argument('[folder]', 'folder of data sets', FOLDER)
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpEnd(['data check', 'data check ./problems'], 'a task is bad'))
    .action(check)
  return command
}

function list(folder: string, { json }: Flags): void {
  const sets = describeSets(folder)
  if (json === true) for (const set of sets) print(JSON.stringify(set))
  else print(sets.map(setText).join('\n\n') || `${folder} holds no data set.`)
}

function setText({ place, environment, made, splits, calibrations }: DescribedSet): string {
  const lines = splits.map(({ split, tasks, datasets, licence, origin }) => {
    const parts = Object.entries(datasets).map(([name, number]) => `${name} ${number}`)
    const what = parts.length === 0 ? '' : ` (${parts.join(', ')})`
    const facts = [`  ${split}: ${count(tasks, 'task')}${what}`]
    return [...facts, `    licence: ${licence}`, `    origin: ${origin}`].join('\n')
  })
  const rates = calibrations.length === 0 ? [UNMEASURED] : calibrations.map(calibrationText)
  return [`${environment} in ${place}, ${made}`, ...lines, ...rates.map(indented)].join('\n')
}

function check(folder: string, { json }: Flags): void {
  const results = dataFolders(folder).flatMap((place) => {
    const set = loadDataSet(place, environments())
    return set === undefined ? [] : [{ environment: set.environment, place, ...checkTasks(set) }]
  })
  if (results.length === 0) throw new CommandError(`${folder} holds no data set`, NAME_FOLDER)
  const problems = results.flatMap((set) => set.problems)
  if (problems.length > 0) process.exitCode = EXIT.found
  if (json === true) {
    const jsonSets = results.map(({ survey, ...set }) => ({ ...set, ...survey?.json }))
    print(JSON.stringify({ sets: jsonSets }))
    return
  }
  const totals = results.flatMap(({ environment, place, tasks, survey }) => [
    `${environment} in ${place}: ${count(tasks, 'task')}`,
    ...(survey === undefined ? [] : [survey.text]),
  ])
  const verdict = problems.length === 0 ? 'no defects' : count(problems.length, 'defect')
  print([...problems, ...totals, verdict].join('\n'))
}

const indented = (text: string): string => text.replace(/^/gm, '  ')

interface SetCheck {
  readonly tasks: number
  readonly problems: readonly string[]
  /** A summary of tasks that have no problems to report. */
  readonly survey?: DataReport
}

/**
 * Checks the world, and reads every task of the finite splits. Generated data throws at a bad line
 * when it is read.
 */
function checkTasks(set: DataSet): SetCheck {
  const environment = findEnvironment(set.environment)
  const problems = [...worldProblems(set)]
  let tasks = 0
  for (const { name, count: size } of set.splits) {
    for (let index = 0; index < (size ?? 0); index++) {
      tasks += 1
      const problem = findProblem(set, name, index, environment)
      if (problem !== undefined) problems.push(problem)
    }
  }
  if (environment?.data.survey === undefined || problems.length > 0) return { tasks, problems }
  return { tasks, problems, survey: environment.data.survey(iterateTasks(set)) }
}

/** A server refuses data whose world is not the one of the manifest. */
function worldProblems({ environment, world, worldHash }: DataSet): string[] {
  if (worldHash === undefined) return []
  const { hash } = storedWorld(world)
  return hash === worldHash ? [] : [worldMismatch(environment, hash, worldHash)]
}

function* iterateTasks(set: DataSet): Generator<BaseTask & JsonObject> {
  for (const { name, count: size } of set.splits) {
    for (let index = 0; index < (size ?? 0); index++) {
      const task = set.task(name, index)
      if (task !== undefined) yield task
    }
  }
}

function findProblem(
  set: DataSet,
  split: string,
  index: number,
  environment: AnyEnvironment | undefined,
): string | undefined {
  try {
    const task = set.task(split, index)
    const error = environment?.data.taskSchema.safeParse(task).error
    const location = `${set.environment}, ${split} ${index}`
    if (error)
      return `${location}: ${describeMismatch(error, task, { valueName: 'the task' }).text}`
    const flaw = task && environment?.data.flaw?.(task)
    return flaw && `${location}: ${flaw}`
  } catch (error) {
    return (error as Error).message
  }
}
