import { Command } from 'commander'
import type { DataSet } from '../datasets/data-set.ts'
import { loadDataSets } from '../datasets/load.ts'
import { MATH_FEEDBACK } from '../datasets/math-feedback.ts'
import { firstMissed } from '../datasets/q/try-solution.ts'
import { Q_CODE } from '../datasets/q-code.ts'
import { shown } from '../datasets/rows/fields.ts'
import { answerText } from '../env/math-feedback/prompts.ts'
import { findEnvironment } from '../env/registry.ts'
import { type CopyingCount, countCopying } from '../sim/math/grading/form/copies.ts'
import { judgeAnswer } from '../sim/math/grading/form/judge.ts'
import type { MathTask } from '../sim/math/problem.ts'
import type { QTask } from '../sim/q-problems/task.ts'
import { copyingText } from './copying-text.ts'
import { type DescribedSet, describeSets } from './data/describe.ts'
import { addImport } from './data/import.ts'
import { EXIT } from './errors.ts'
import { count, helpEnd, print } from './options.ts'

const FOLDER = './data'

interface Flags {
  readonly json?: true
}

/** The command `data`: brings in public data sets, lists data, and checks it. */
export function dataCommand(): Command {
  const command = new Command('data')
    .description('import public data sets, list data, and check it')
    .addHelpText('after', helpEnd(['data import --help', 'data list ./data'], ''))
  addImport(command)
  command
    .command('list')
    .description('Say what the data sets of a folder hold, where from, and under which licence.')
    .argument('[folder]', 'folder of data sets', FOLDER)
    .option('--json', 'print one JSON object per data set')
    .addHelpText('after', helpEnd(['data list', 'data list ./problems --json'], ''))
    .action(list)
  command
    .command('check')
    .description('Read every task of a folder, and check it against its environment.')
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

function setText({ place, environment, made, splits }: DescribedSet): string {
  const lines = splits.map(({ split, tasks, datasets, licence, origin }) => {
    const parts = Object.entries(datasets).map(([name, number]) => `${name} ${number}`)
    const what = parts.length === 0 ? '' : ` (${parts.join(', ')})`
    const facts = [`  ${split}: ${count(tasks, 'task')}${what}`]
    return [...facts, `    licence: ${licence}`, `    origin: ${origin}`].join('\n')
  })
  return [`${environment} in ${place}, ${made}`, ...lines].join('\n')
}

function check(folder: string, { json }: Flags): void {
  const sets = loadDataSets(folder)
  const checked = sets.map((set) => ({ environment: set.environment, ...checkTasks(set) }))
  const problems = checked.flatMap((set) => set.problems)
  if (problems.length > 0) process.exitCode = EXIT.found
  if (json === true) {
    print(JSON.stringify({ sets: checked }))
    return
  }
  const totals = checked.flatMap(({ environment, tasks, copying }) => [
    `${environment}: ${count(tasks, 'task')}`,
    ...(copying === undefined ? [] : [copyingText(copying)]),
  ])
  const verdict = problems.length === 0 ? 'no defects' : count(problems.length, 'defect')
  print([...problems, ...totals, verdict].join('\n'))
}

interface Checked {
  readonly tasks: number
  readonly problems: readonly string[]
  /** Of problems: what copying their questions would win. */
  readonly copying?: readonly CopyingCount[]
}

/** Every task of the finite splits; a bad line of generated data throws when it is asked for. */
function checkTasks(set: DataSet): Checked {
  const environment = findEnvironment(set.environment)
  const problems: string[] = []
  let tasks = 0
  for (const { name, count: size } of set.splits) {
    for (let index = 0; index < (size ?? 0); index++) {
      tasks += 1
      const problem = problemOf(set, name, index, environment?.taskSchema)
      if (problem !== undefined) problems.push(problem)
    }
  }
  if (set.environment !== MATH_FEEDBACK || problems.length > 0) return { tasks, problems }
  return { tasks, problems, copying: countCopying(mathTasksOf(set)) }
}

function* mathTasksOf(set: DataSet): Generator<MathTask> {
  for (const { name, count: size } of set.splits) {
    for (let index = 0; index < (size ?? 0); index++) {
      yield set.task(name, index) as unknown as MathTask
    }
  }
}

type TaskSchema = NonNullable<ReturnType<typeof findEnvironment>>['taskSchema']

function problemOf(
  set: DataSet,
  split: string,
  index: number,
  schema: TaskSchema | undefined,
): string | undefined {
  try {
    const task = set.task(split, index)
    const issue = schema?.safeParse(task).error?.issues[0]
    const place = `${set.environment}, ${split} ${index}`
    if (issue !== undefined) return `${place}: ${issue.path.join('.')}: ${issue.message}`
    return task && UNWINNABLE[set.environment]?.(task, place)
  } catch (error) {
    return (error as Error).message
  }
}

type Served = NonNullable<ReturnType<DataSet['task']>>

/** A task whose own answer the grader does not take cannot be won by anybody. */
const UNWINNABLE: Readonly<Record<string, (task: Served, place: string) => string | undefined>> = {
  [MATH_FEEDBACK]: (task, place) => unwinnableMath(task as unknown as MathTask, place),
  [Q_CODE]: (task, place) => unwinnableQ(task as unknown as QTask, place),
}

function unwinnableQ({ solution, entry, tests }: QTask, place: string): string | undefined {
  const missed = solution === null ? undefined : firstMissed(solution, entry, tests)
  return missed === undefined ? undefined : `${place}: solution: does not pass test ${missed}`
}

function unwinnableMath(task: MathTask, place: string): string | undefined {
  const { answer } = task
  const { verdict } = judgeAnswer(task, answerText(answer.kind, answer.gold))
  if (verdict === 'right') return undefined
  return `${place}: answer.gold: the grader does not take ${shown(answer.gold)} as right`
}
