import type { DataSet } from '../datasets/data-set.ts'
import { RowFiles } from '../datasets/training/row-files.ts'
import {
  PROMPT_COLUMNS,
  type Purpose,
  promptRow,
  RL_COLUMNS,
  rlRow,
  type TaskSource,
} from '../datasets/training/task-rows.ts'
import { describeMismatch } from '../tools/complaint.ts'
import { servedDataSets } from './data-sets.ts'
import { findEnvironment } from './environments.ts'
import { CommandError } from './errors.ts'
import { type ExportResult, finishExport } from './export-finish.ts'
import { type ExportFlags, isWithin, toOutputs } from './export-flags.ts'
import { parsedSettings } from './settings-flag.ts'

/** Default name of the registered agent loop. */
const AGENT_NAME = 'backchannel'
const SPLIT = 'train'
const REMEDY = 'Check --difficulty, --from and --count.'

type Task = NonNullable<ReturnType<DataSet['task']>>

/**
 * Writes rows of tasks for verl. Each row for validation, or of a held-out task, appears twice:
 * once for clean play, and once for groups with feedback.
 */
export async function exportRl(flags: ExportFlags): Promise<void> {
  const files = new RowFiles(toOutputs(flags), RL_COLUMNS)
  const name = flags.agentName ?? AGENT_NAME
  await finishExport(flags, files, async () => {
    const source = loadTaskSource(flags)
    return eachTask(source, flags, async (task) => {
      const side = files.chooseSide(keyOf(source, task))
      const isValidation = flags.validation === true || side === 'held_out'
      const purposes: readonly Purpose[] = isValidation ? ['clean', 'guided'] : ['train']
      for (const purpose of purposes) await files.write(side, rlRow(source, task, purpose, name))
    })
  })
}

/** Writes prompt-only rows of tasks, for trainers that play episodes through a function. */
export async function exportPrompts(flags: ExportFlags): Promise<void> {
  const files = new RowFiles(toOutputs(flags), PROMPT_COLUMNS)
  const kind = flags.prompt ?? 'reference'
  await finishExport(flags, files, async () => {
    const source = loadTaskSource(flags)
    return eachTask(source, flags, async (task) => {
      await files.write(files.chooseSide(keyOf(source, task)), promptRow(source, task, kind))
    })
  })
}

const keyOf = ({ set }: TaskSource, task: Task): string => `${set.environment}/${task.id}`

async function eachTask(
  source: TaskSource,
  flags: ExportFlags,
  write: (task: Task) => Promise<void>,
): Promise<ExportResult> {
  const { set } = source
  const split = flags.split ?? SPLIT
  const { from, end } = taskRange(set, split, flags)
  const counts = { tasks: 0, filtered_out: 0 }
  for (let index = from; index < end; index++) {
    const task = set.task(split, index)
    if (task === undefined) break
    counts.tasks += 1
    if (isWithin(task.difficulty, flags.difficulty)) await write(task)
    else counts.filtered_out += 1
  }
  const data = { kind: 'tasks', env: set.environment, split, from, data_checksum: set.checksum }
  return { source: data, counts, remedy: REMEDY }
}

function taskRange(set: DataSet, split: string, flags: ExportFlags): { from: number; end: number } {
  const { from = 0, count: requestedCount } = flags
  const chosenSplit = set.splits.find(({ name }) => name === split)
  if (chosenSplit === undefined) {
    const names = set.splits.map(({ name }) => name).join(', ')
    throw new CommandError(
      `${set.environment} has no split ${split}`,
      `Its splits are ${names}: give one with --split.`,
    )
  }
  const size = chosenSplit.count
  if (size === null) {
    if (requestedCount !== undefined) return { from, end: from + requestedCount }
    throw new CommandError(`the split ${split} has no end`, 'Say how many tasks with --count.')
  }
  const end = requestedCount === undefined ? size : from + requestedCount
  if (from < size && end <= size) return { from, end }
  const missing = Math.max(from, end - 1)
  const tasks = size === 0 ? 'no tasks' : `tasks 0 to ${size - 1}, and no task ${missing}`
  throw new CommandError(
    `the split ${split} of ${set.environment} has ${tasks}`,
    size === 0 ? 'Give another --split.' : 'Give a smaller --from or --count, or another split.',
  )
}

function loadTaskSource({ env, data, settings: text }: ExportFlags): TaskSource {
  const sets = servedDataSets(data)
  const envNames = sets.map(({ environment }) => environment).join(', ')
  const set = sets.find(({ environment }) => environment === env)
  const environment = findEnvironment(env ?? '')
  if (set === undefined || environment === undefined) {
    const problem = env === undefined ? 'no environment is named' : `there are no tasks of ${env}`
    throw new CommandError(problem, `Give one with --env: ${envNames}.`)
  }
  const settings = parsedSettings(text)
  const validated = environment.settings.schema.safeParse(settings)
  if (validated.success) return { environment, set, settings }
  const mismatch = describeMismatch(validated.error, settings, { valueName: 'the settings' })
  throw new CommandError(
    `--settings: ${mismatch.text}`,
    `Correct --settings; docs/ has a page for ${env} with its settings.`,
  )
}
