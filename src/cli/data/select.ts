import type { Command } from 'commander'
import { readPassRates, type TaskRate } from '../../datasets/pass-rates.ts'
import { CommandError } from '../errors.ts'
import { type PassRates, parsePassRate, severalMeasurements } from '../generate/pass-rate.ts'
import { count, helpEnd } from '../options.ts'
import { loadSet, splitTasks, writePart } from './write-part.ts'

interface Flags {
  readonly passRate: PassRates
  readonly reader?: string
  readonly split: string
  readonly out: string
}

const EXAMPLES = [
  'data select ./problems --pass-rate 0.2-0.8 --out ./problems-middle',
  'data select ./problems --pass-rate 0-0 --reader qwen3 --split test --out ./problems-unsolved',
]

/** Adds `data select`, which keeps the tasks whose pass rate lies within bounds. */
export function addSelect(parent: Command): void {
  parent
    .command('select')
    .description(
      'Write a copy of a data set that keeps only tasks of a split whose pass rate is within ' +
        'bounds. `data calibrate` measures it; tasks that were not measured are omitted.',
    )
    .argument('<folder>', 'folder of one data set')
    .requiredOption('--pass-rate <a-b>', 'shares of tries that were solved', parsePassRate)
    .option('--reader <model>', 'the model, if several were measured')
    .option('--split <name>', 'split whose tasks are chosen', 'train')
    .requiredOption('--out <folder>', 'where to write the copy')
    .addHelpText('after', helpEnd(EXAMPLES, ''))
    .action(select)
}

function select(folder: string, { passRate, reader, split, out }: Flags): void {
  const set = loadSet(folder)
  const tasks = splitTasks(set, split)
  const rates = ratesFor(folder, split, reader)
  const [low, high] = passRate
  const selectedTasks = tasks.filter(({ id }) => {
    const rate = rates.get(id)
    if (rate === undefined) return false
    const share = rate.successes / rate.trials
    return share >= low && share <= high
  })
  if (selectedTasks.length === 0) {
    throw new CommandError(
      `no task of ${split} was solved in ${low} to ${high} of its tries`,
      'Give --pass-rate wider bounds, or measure more tasks with `data calibrate`.',
    )
  }
  const note = `solved by ${[...rates.values()][0]?.model} in ${low} to ${high} of the tries`
  writePart(folder, out, set, { split, tasks: selectedTasks, note })
  process.stderr.write(
    `Kept ${selectedTasks.length} of ${count(tasks.length, 'task')}, of which ${rates.size} were ` +
      `measured; they are in ${out}.\n`,
  )
}

/** The pass rates of one model for the tasks of a split. */
function ratesFor(
  folder: string,
  split: string,
  reader: string | undefined,
): ReadonlyMap<string, TaskRate> {
  const splitRates = readPassRates(folder).filter(
    (rate) => rate.split === split && (reader === undefined || rate.model === reader),
  )
  const models = new Set(splitRates.map(({ model }) => model))
  if (models.size > 1) throw severalMeasurements(folder, splitRates)
  if (models.size === 0) {
    throw new CommandError(
      `the tasks of ${split} in ${folder} are unmeasured`,
      'Measure them with `data calibrate`.',
    )
  }
  return new Map(splitRates.map((rate) => [rate.task, rate]))
}
