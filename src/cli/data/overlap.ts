import { type Command, InvalidArgumentError } from 'commander'
import { familyOf } from '../../datasets/calibration.ts'
import type { DataSet } from '../../datasets/data-set.ts'
import { loadDataSets } from '../../datasets/load.ts'
import {
  describeFile,
  type Manifest,
  readManifest,
  writeManifest,
} from '../../datasets/manifest.ts'
import { countOverlap, Overlap, overlapText } from '../../datasets/overlap.ts'
import { writeFiles } from '../../datasets/write-files.ts'
import type { BaseTask } from '../../env/task-data.ts'
import type { JsonObject } from '../../sim/json.ts'
import { environments } from '../environments.ts'
import { CommandError } from '../errors.ts'
import { count, helpEnd, print, whole } from '../options.ts'

type Task = BaseTask & JsonObject

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

/** Adds `data overlap`, which finds tasks that other data holds as well. */
export function addOverlap(parent: Command): void {
  parent
    .command('overlap')
    .description(
      'Count the tasks of a split whose words stand in other data, family by family, and write a ' +
        'copy without them where one is asked for.',
    )
    .argument('<folder>', 'folder of one data set')
    .option('--with <folder>', 'data that it is compared with (default: its own other split)')
    .option('--split <name>', 'split whose tasks are looked at', 'train')
    .option('--against <name>', 'split that they are compared with', 'test')
    .option('--words <n>', 'words in a row that are no coincidence', whole(2, 100), 13)
    .option('--share <s>', 'with --out: leave out tasks that share so much or more', shareOf, 0.5)
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
  writeWithout(folder, flags.out, split, set, kept)
  const left = shares.length - kept.length
  process.stderr.write(`Left out ${count(left, 'task')}; ${kept.length} are in ${flags.out}.\n`)
}

function setIn(folder: string): DataSet {
  const [set] = loadDataSets(folder, { environments: environments() })
  if (set !== undefined) return set
  throw new CommandError(`${folder} holds no data set`, 'Name the folder that has its manifest.')
}

function tasksOf(set: DataSet, split: string): Task[] {
  const size = set.splits.find(({ name }) => name === split)?.count
  if (size === undefined || size === null) {
    const names = set.splits.filter((one) => one.count !== null).map(({ name }) => name)
    throw new CommandError(`there is no split ${split} with an end`, `Use ${names.join(' or ')}.`)
  }
  return Array.from({ length: size }, (_, index) => set.task(split, index) as Task)
}

/** What is asked, where a task says it; else all that it says. */
const textOf = (task: Task): string =>
  ['question', 'prompt'].map((name) => task[name]).find((text) => typeof text === 'string') ??
  JSON.stringify(task)

/** Data without an endless split, since that has not been looked through. */
function writeWithout(
  from: string,
  out: string,
  split: string,
  set: DataSet,
  kept: readonly Task[],
): void {
  const manifest = readManifest(from)
  const own = manifest?.files.filter(({ path }) => path.startsWith('tasks/')) ?? []
  if (manifest === undefined || own.length < manifest.files.length) {
    const remedy = 'Leave out --out; generate such data with another seed instead.'
    throw new CommandError(`the tasks of ${from} share a world in files of its own`, remedy)
  }
  const contents = new Map<string, string>()
  const files: Manifest['files'] = []
  for (const { path, licence, origin } of own) {
    const name = /^tasks\/(\w+)\.jsonl$/.exec(path)?.[1] ?? ''
    const tasks = name === split ? kept : tasksOf(set, name)
    const text = tasks.map((task, index) => `${JSON.stringify(numbered(task, index))}\n`).join('')
    contents.set(path, text)
    const about = { licence, origin: name === split ? `${origin}, without overlaps` : origin }
    files.push(describeFile(path, text, about))
  }
  writeFiles(out, manifest.environment, contents)
  writeManifest(out, { format: 1, environment: manifest.environment, generator: null, files })
}

const numbered = (task: Task, index: number): Task => ({
  ...task,
  id: `${task.split}-${String(index).padStart(6, '0')}`,
  index,
})
