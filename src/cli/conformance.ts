import { Command } from 'commander'
import type { DataSet } from '../datasets/data-set.ts'
import {
  type ConformanceCheck,
  type ConformanceSubject,
  checkConformance,
} from '../env/conformance/contract.ts'
import type { AnyEnvironment, BaseTask } from '../env/environment.ts'
import type { JsonObject } from '../sim/json.ts'
import { adversariesIn, findingLines, type LevelFinding } from './conformance/adversaries.ts'
import { watched } from './conformance/traps.ts'
import { dataSetsOf } from './data-sets.ts'
import { environments, findEnvironment, modulesBehind } from './environments.ts'
import { CommandError, EXIT } from './errors.ts'
import { count, helpEnd, print, whole } from './options.ts'

interface Flags {
  readonly env?: string
  readonly data?: string
  readonly environment?: readonly string[]
  readonly tasks: number
  readonly seed: number
  readonly searchEpisodes: number
  readonly json?: true
}

interface Finding {
  readonly env: string
  readonly tasks: number
  readonly checks: readonly ConformanceCheck[]
  /** What adversaries found at each level; none where they were left out. */
  readonly levels: readonly LevelFinding[]
}

const FAILURES_SHOWN_MAX = 5
const SEARCH_EPISODES = 10_000
const NOTHING_OUTSIDE = 'no clock, no chance, nothing outside of the episode is used'
const NO_EXPLOIT = 'nothing is won without the work'
const NO_SHORTCUT = 'no piece of the work can be spared'

/** The command `conformance`. */
export function conformanceCommand(): Command {
  return new Command('conformance')
    .description(
      'Check environments and their data against the contract: schemas, determinism, rewards, ' +
        'limits, secrecy, that the oracle wins, and that nobody wins without the work: generic ' +
        'cheaters and a search for exploits play every level.',
    )
    .option('--env <id>', 'only this environment')
    .option('--config <file>', 'settings that name worlds in Python')
    .option('--data <folder>', 'folder of data sets (default: those that came with the program)')
    .option('--tasks <n>', 'tasks of each split to check', whole(1, 100_000), 20)
    .option('--seed <n>', 'seed of the sampled play; the same one repeats a finding', whole(0), 1)
    .option(
      '--search-episodes <n>',
      'episodes of the search for exploits at each level; 0 leaves it out',
      whole(0, 10_000_000),
      SEARCH_EPISODES,
    )
    .option('--json', 'print one JSON array')
    .addHelpText(
      'after',
      helpEnd(
        ['conformance', 'conformance --env phone-call-v1 --data ./data --tasks 200'],
        'a check failed',
      ),
    )
    .action(run)
}

function run(flags: Flags): void {
  const { env, json } = flags
  if (env !== undefined && findEnvironment(env) === undefined) {
    const known = environments()
      .map(({ id }) => id)
      .join(', ')
    throw new CommandError(`there is no environment "${env}"`, `Known: ${known}.`)
  }
  const isMeant = (id: string): boolean =>
    env === undefined ? flags.environment === undefined || isOutside(id) : id === env
  const sets = dataSetsOf(flags.data).filter(({ environment }) => isMeant(environment))
  if (sets.length === 0) {
    const what = env ?? flags.environment?.join(', ')
    throw new CommandError(`there is no data of ${what}`, 'Name its folder with --data.')
  }
  const findings = sets.map((set) => check(set, flags))
  print(json ? JSON.stringify(findings) : findings.map(findingText).join('\n\n'))
  const failed = findings.some(({ checks }) => checks.some(({ failures }) => failures.length > 0))
  if (failed) process.exitCode = EXIT.found
}

const isOutside = (id: string): boolean => modulesBehind(id) !== undefined

function check(set: DataSet, flags: Flags): Finding {
  const { tasks: perSplit, seed, searchEpisodes } = flags
  const { environment: env, world } = set
  const environment = findEnvironment(env)
  if (environment === undefined) {
    throw new CommandError(`there is data of ${env}, which this build does not have`)
  }
  const tasks = set.splits.flatMap(({ name }) => firstTasks(set, name, perSplit))
  const checks = checkOf(environment, { world, tasks, seed })
  if (searchEpisodes === 0) return { env, tasks: tasks.length, checks, levels: [] }
  const levels = adversariesIn(environment, set, { searchEpisodes, seed })
  const all = [
    ...checks,
    { name: NO_EXPLOIT, failures: levels.flatMap(({ exploit }) => exploit.failures) },
    { name: NO_SHORTCUT, failures: levels.flatMap(({ shortcuts }) => shortcuts.failures) },
  ]
  return { env, tasks: tasks.length, checks: all, levels }
}

/** The contract's checks; of an environment from outside also what else its code reaches for. */
function checkOf(
  environment: AnyEnvironment,
  subject: Omit<ConformanceSubject, 'environment'>,
): readonly ConformanceCheck[] {
  const modules = modulesBehind(environment.id)
  if (modules === undefined) return checkConformance({ environment, ...subject })
  const { result, caught } = watched(modules, () => checkConformance({ environment, ...subject }))
  const used = [...caught].map(([name, place]) => `${name}, in ${place}`)
  const imported = [...(modulesBehind(environment.id) ?? [])]
    .filter((url) => url.startsWith('node:'))
    .map((url) => `${url} is imported`)
  return [...result, { name: NOTHING_OUTSIDE, failures: [...used, ...imported] }]
}

function firstTasks(set: DataSet, split: string, most: number): (BaseTask & JsonObject)[] {
  const tasks: (BaseTask & JsonObject)[] = []
  for (let index = 0; index < most; index++) {
    const task = set.task(split, index)
    if (task === undefined) break
    tasks.push(task)
  }
  return tasks
}

function findingText({ env, tasks, checks, levels }: Finding): string {
  const lines = checks.flatMap(({ name, failures }) => {
    const verdict = failures.length === 0 ? 'ok  ' : 'FAIL'
    const more = failures.length - FAILURES_SHOWN_MAX
    return [
      `  ${verdict}  ${name}`,
      ...failures.slice(0, FAILURES_SHOWN_MAX).map((failure) => `          ${failure}`),
      ...(more > 0 ? [`          and ${more} more`] : []),
    ]
  })
  return [`${env}, ${count(tasks, 'task')}`, ...lines, ...findingLines(levels)].join('\n')
}
