import { type Command, InvalidArgumentError } from 'commander'
import { taskFamily } from '../../datasets/calibration.ts'
import { countOverlap, Overlap, overlapText } from '../../datasets/overlap.ts'
import { CommandError } from '../errors.ts'
import { count, helpEnd, print, wholeNumber } from '../options.ts'
import { refuseInput } from '../same-path.ts'
import { loadSet, type StoredTask, splitTasks, writePart } from './write-part.ts'

interface Flags {
  readonly with?: string
  readonly split: string
  readonly against: string
  readonly words: number
  readonly share: number
  readonly out?: string
  readonly json?: true
}

const EXAMPLES = [
  'data overlap ./problems',
  'data overlap ./problems --with ./math-500',
  'data overlap ./problems --with ./math-500 --out ./problems-clean',
]

/** Adds `data overlap`, which finds tasks that also occur in other data. */
export function addOverlap(parent: Command): void {
  parent
    .command('overlap')
    .description(
      'Count the tasks of a split that share sequences of words with other data, for each ' +
        'family. With --out, write a copy without these tasks.',
    )
    .argument('<folder>', 'folder of one data set')
    .option('--with <folder>', 'data set to compare with (default: the same one)')
    .option('--split <name>', 'split whose tasks are checked', 'train')
    .option('--against <name>', 'split to compare them with', 'test')
    .option('--words <n>', 'consecutive words that count as a match', wholeNumber(2, 100), 13)
    .option(
      '--share <s>',
      'with --out: leave out tasks that share at least this much',
      parseShare,
      0.5,
    )
    .option('--out <folder>', 'write the data without such tasks')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpEnd(EXAMPLES, ''))
    .action(overlap)
}

function parseShare(text: string): number {
  const share = Number(text)
  if (/^[01](?:\.\d+)?$/.test(text) && share > 0 && share <= 1) return share
  throw new InvalidArgumentError('Give a share above 0, up to 1.')
}

function overlap(folder: string, flags: Flags): void {
  const { split, against, words } = flags
  const set = loadSet(folder)
  const comparedSet = flags.with === undefined ? set : loadSet(flags.with)
  if (flags.with === undefined && split === against) {
    throw new CommandError(`${split} is compared with itself`, 'Give --with, or another --against.')
  }
  const index = new Overlap(words)
  for (const task of splitTasks(comparedSet, against)) index.add(taskText(task))
  const shares = splitTasks(set, split).map((task) => {
    return { task, family: taskFamily(task), share: index.sharedShare(taskText(task)) }
  })
  const counts = countOverlap(shares)
  if (flags.json === true) print(JSON.stringify({ split, against, words, counts }))
  else print(overlapText(counts, words))
  if (flags.out === undefined) return
  refuseInput(flags.out, [flags.with])
  const remainingTasks = shares.filter(({ share }) => share < flags.share).map(({ task }) => task)
  writePart(folder, flags.out, set, { split, tasks: remainingTasks, note: 'without overlaps' })
  const removedCount = shares.length - remainingTasks.length
  process.stderr.write(
    `Left out ${count(removedCount, 'task')}; ${remainingTasks.length} are in ${flags.out}.\n`,
  )
}

/** The question of a task if it has one, otherwise all of its text. */
const taskText = (task: StoredTask): string =>
  ['question', 'prompt'].map((name) => task[name]).find((text) => typeof text === 'string') ??
  JSON.stringify(task)
