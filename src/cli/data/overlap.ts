import { type Command, InvalidArgumentError } from 'commander'
import { familyOf } from '../../datasets/calibration.ts'
import { countOverlap, Overlap, overlapText } from '../../datasets/overlap.ts'
import { CommandError } from '../errors.ts'
import { count, helpEnd, print, whole } from '../options.ts'
import { setIn, type Task, tasksOf, writePart } from './write-part.ts'

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
      'Count the tasks of a split whose words occur in other data, family by family, and write a ' +
        'copy without them with --out.',
    )
    .argument('<folder>', 'folder of one data set')
    .option('--with <folder>', 'data to compare with (default: another split of its own)')
    .option('--split <name>', 'split whose tasks are checked', 'train')
    .option('--against <name>', 'split to compare them with', 'test')
    .option('--words <n>', 'consecutive words that count as a match', whole(2, 100), 13)
    .option(
      '--share <s>',
      'with --out: leave out tasks that share at least this much',
      shareOf,
      0.5,
    )
    .option('--out <folder>', 'write the data without such tasks')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpEnd(EXAMPLES, ''))
    .action(overlap)
}

function shareOf(text: string): number {
  const share = Number(text)
  if (/^[01](?:\.\d+)?$/.test(text) && share > 0 && share <= 1) return share
  throw new InvalidArgumentError('Give a share above 0, up to 1.')
}

function overlap(folder: string, flags: Flags): void {
  const { split, against, words } = flags
  const set = setIn(folder)
  const other = flags.with === undefined ? set : setIn(flags.with)
  if (flags.with === undefined && split === against) {
    throw new CommandError(`${split} is compared with itself`, 'Give --with, or another --against.')
  }
  const index = new Overlap(words)
  for (const task of tasksOf(other, against)) index.add(textOf(task))
  const shares = tasksOf(set, split).map((task) => {
    return { task, family: familyOf(task), share: index.with(textOf(task)) }
  })
  const counts = countOverlap(shares)
  if (flags.json === true) print(JSON.stringify({ split, against, words, counts }))
  else print(overlapText(counts, words))
  if (flags.out === undefined) return
  const kept = shares.filter(({ share }) => share < flags.share).map(({ task }) => task)
  writePart(folder, flags.out, set, { split, tasks: kept, note: 'without overlaps' })
  const left = shares.length - kept.length
  process.stderr.write(`Left out ${count(left, 'task')}; ${kept.length} are in ${flags.out}.\n`)
}

/** The question of a task if it has one, otherwise all of its text. */
const textOf = (task: Task): string =>
  ['question', 'prompt'].map((name) => task[name]).find((text) => typeof text === 'string') ??
  JSON.stringify(task)
