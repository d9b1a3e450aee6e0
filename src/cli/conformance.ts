import { readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import type { DataSet } from '../datasets/data-set.ts'
import { createArena } from '../env/conformance/arena.ts'
import {
  type ConformanceCheck,
  type ConformanceSubject,
  checkConformance,
} from '../env/conformance/contract.ts'
import { checkForeign } from '../env/conformance/foreign.ts'
import { adversariesThere } from '../env/conformance/foreign-adversaries.ts'
import { guarded } from '../env/conformance/guarded.ts'
import { uncheckedIn } from '../env/conformance/unchecked.ts'
import type { AnyEnvironment } from '../env/plugin.ts'
import { failureText } from '../tools/failure-text.ts'
import { findingLines, type LevelFinding, playAdversaries } from './conformance/adversaries.ts'
import { type ForeignHere, foreignHere } from './conformance/foreign-here.ts'
import { hostOf } from './conformance/host.ts'
import { changedBetween, firstTasks, generatorFailures } from './conformance/made-tasks.ts'
import { watched } from './conformance/traps.ts'
import { servedDataSets } from './data-sets.ts'
import { failOnEarlyExit } from './early-exit.ts'
import { brokenWorlds, findEnvironment, modulesBehind, requireEnvironment } from './environments.ts'
import { CommandError, EXIT } from './errors.ts'
import { count, helpEnd, print, wholeNumber } from './options.ts'
import { type Progress, startProgress, withProgress } from './progress.ts'
import { parsedSettings, SETTINGS_HELP } from './settings-flag.ts'

interface Flags {
  readonly env?: string
  readonly config?: string
  readonly data?: string
  readonly environment?: readonly string[]
  readonly tasks: number
  readonly seed: number
  readonly searchEpisodes: number
  readonly settings?: string
  readonly json?: true
}

interface Finding {
  readonly env: string
  readonly tasks: number
  readonly checks: readonly ConformanceCheck[]
  /** What the adversaries found at each level; empty if they did not play. */
  readonly levels: readonly LevelFinding[]
  /** What could not be checked, and what a reader should know about a world at another server. */
  readonly notes: readonly string[]
  readonly isForeign?: true
}

const FAILURES_SHOWN_MAX = 5
const SEARCH_EPISODES = 20_000
/** Each of these tasks is played twice at another server. */
const FOREIGN_TASKS_MAX = 3
/** Episodes that adversaries play at another server, where every step is a request. */
const FOREIGN_EPISODES_MAX = 200
const NO_ADVERSARY = 'what can be won without the work is unknown: no adversary was let loose on it'
const PACKAGES = `${sep}node_modules${sep}`
const IT_LOADS = 'its code can be loaded'
const TASKS_ARE_MADE = 'generation always gives the same tasks'
const NOTHING_OUTSIDE = 'no clock, randomness or anything else outside the episode is used'
const NO_REJECTION = 'no promise is left to reject'
const NO_EXPLOIT = 'nothing is won without the work'
const NO_SHORTCUT = 'no shortcut is paid'

/** The command `conformance`. */
export function conformanceCommand(): Command {
  return new Command('conformance')
    .description(
      'Check environments and their data against the contract: schemas, determinism, rewards, ' +
        'limits and secrecy. The oracle must win, and no policy may win without solving the ' +
        'task: exploit policies and a search for exploits play every level.',
    )
    .option('--env <id>', 'only this environment')
    .option('--config <file>', 'settings that name Python environments or OpenEnv servers')
    .option('--data <folder>', 'folder of data sets (default: those of the program)')
    .option('--tasks <n>', 'tasks of each split to check', wholeNumber(1, 100_000), 20)
    .option(
      '--seed <n>',
      'seed of the sampled play; the same one repeats a finding',
      wholeNumber(0),
      1,
    )
    .option(
      '--search-episodes <n>',
      'episodes of the search for exploits at each level; 0 leaves it out',
      wholeNumber(0, 10_000_000),
      SEARCH_EPISODES,
    )
    .option('--settings <json>', SETTINGS_HELP)
    .option('--json', 'print one JSON array')
    .addHelpText(
      'after',
      helpEnd(
        ['conformance', 'conformance --env phone-call-v2 --data ./data --tasks 200'],
        'a check failed',
      ),
    )
    .action(run)
}

async function run(flags: Flags): Promise<void> {
  const done = failOnEarlyExit()
  try {
    await checkAll(flags)
  } finally {
    done()
  }
}

async function checkAll(flags: Flags): Promise<void> {
  const { env, environment: modules, json } = flags
  const foreignWorlds = await foreignHere(flags.config, env)
  const loadFailures = brokenWorlds().map(({ module, message }): Finding => {
    const checks = [{ name: IT_LOADS, failures: [message] }]
    return { env: module, tasks: 0, checks, levels: [], notes: [] }
  })
  if (env !== undefined && loadFailures.length === 0 && foreignWorlds.length === 0)
    requireEnvironment(env)
  const isMeant = (id: string): boolean =>
    env === undefined ? modules === undefined || isOutside(id) : id === env
  const sets = servedDataSets(flags.data).filter(({ environment }) => isMeant(environment))
  // A broken world does not know its id. If other worlds are present, it is not the requested one.
  const relevantBroken = env === undefined || sets.length === 0 ? loadFailures : []
  if (sets.length + relevantBroken.length + foreignWorlds.length === 0) {
    const requested = env ?? modules?.join(', ')
    throw new CommandError(`there is no data of ${requested}`, 'Name its folder with --data.')
  }
  const foreign = await foreignFindings(foreignWorlds, flags)
  const findings = [...relevantBroken]
  for (const set of sets) findings.push(await withRejections(() => check(set, flags)))
  findings.push(...foreign)
  print(json ? JSON.stringify(findings) : findings.map(findingText).join('\n\n'))
  const failed = findings.some(({ checks }) => checks.some(({ failures }) => failures.length > 0))
  if (failed) process.exitCode = EXIT.found
}

/** Adds promises that an environment leaves to reject, which would end a server. */
async function withRejections(checkSet: () => Finding): Promise<Finding> {
  const failures = new Set<string>()
  const onRejection = (error: unknown): void => {
    failures.add(`a promise rejects and nobody handles it: ${failureText(error)}`)
  }
  process.on('unhandledRejection', onRejection)
  const finding = checkSet()
  await new Promise(setImmediate)
  process.off('unhandledRejection', onRejection)
  if (failures.size === 0) return finding
  const checks = [...finding.checks, { name: NO_REJECTION, failures: [...failures] }]
  return { ...finding, checks }
}

const isOutside = (id: string): boolean => modulesBehind(id) !== undefined

function check(set: DataSet, flags: Flags): Finding {
  const { tasks: perSplit, seed, searchEpisodes } = flags
  const { environment: env, world } = set
  const environment = findEnvironment(env)
  if (environment === undefined) {
    throw new CommandError(`there is data of ${env}, which this build does not have`)
  }
  const { tasks, failures, notes: taskNotes } = firstTasks(set, perSplit)
  const generation: ConformanceCheck = {
    name: TASKS_ARE_MADE,
    failures: [...failures, ...changedBetween(set, tasks), ...generatorFailures(environment)],
  }
  const settings = parsedSettings(flags.settings)
  const checks = [generation, ...runChecks(environment, { world, tasks, seed, settings })]
  const notes = [...uncheckedIn(environment, checks), ...taskNotes]
  if (searchEpisodes === 0 || checks.some(({ isLate }) => isLate)) {
    return { env, tasks: tasks.length, checks, levels: [], notes: [...notes, NO_ADVERSARY] }
  }
  const source = readModuleSources(env)
  const modules = modulesBehind(env)
  const { locate } = hostOf(modules ?? new Set())
  const options = { searchEpisodes, seed, settings, source, locate }
  const played =
    modules === undefined ? environment : guarded(environment, { running: { name: '' }, locate })
  const levels = playAdversaries(played, set, options)
  const emptyNote = levels.length === 0 ? ['there is no task to play'] : []
  const allChecks = [
    ...checks,
    {
      name: NO_EXPLOIT,
      failures: [...emptyNote, ...levels.flatMap((one) => one.exploit.failures)],
    },
    { name: NO_SHORTCUT, failures: levels.flatMap((one) => one.shortcuts.failures) },
  ]
  return { env, tasks: tasks.length, checks: allChecks, levels, notes }
}

/** The source text of an external environment's modules, without packages. */
function readModuleSources(env: string): string | undefined {
  const urls = [...(modulesBehind(env) ?? [])].filter((url) => url.startsWith('file:'))
  const paths = urls.map((url) => fileURLToPath(url)).filter((path) => !path.includes(PACKAGES))
  return paths.length === 0 ? undefined : paths.map((path) => readFileSync(path, 'utf8')).join('\n')
}

/** Runs the contract's checks. For an external environment, also checks which globals it uses. */
function runChecks(
  environment: AnyEnvironment,
  subject: Omit<ConformanceSubject, 'environment'>,
): readonly ConformanceCheck[] {
  const modules = modulesBehind(environment.id)
  if (modules === undefined) return checkedWithProgress({ environment, ...subject })
  const host = hostOf(modules)
  const checks = () => checkedWithProgress({ environment, ...subject, host })
  const { result, caught } = watched(modules, checks)
  const usedGlobals = [...caught].map(([name, location]) => `${name}, in ${location}`)
  const modulesAfter = [...(modulesBehind(environment.id) ?? [])]
  const imported = modulesAfter
    .filter((url) => url.startsWith('node:'))
    .map((url) => `${url} is imported`)
  const lateImports = modulesAfter
    .filter((url) => url.startsWith('file:') && !modules.has(url))
    .map((url) => `${fileURLToPath(url)} is loaded while it plays: import it at the top`)
  return [
    ...result,
    { name: NOTHING_OUTSIDE, failures: [...usedGlobals, ...imported, ...lateImports] },
  ]
}

/** Runs the checks and shows the current one, so that a call that never ends is visible. */
function checkedWithProgress(subject: ConformanceSubject): readonly ConformanceCheck[] {
  let current: { readonly name: string; readonly progress: Progress } | undefined
  const checks = checkConformance(subject, (name, done) => {
    if (current?.name !== name) {
      current?.progress.end()
      const label = `${subject.environment.id}, ${name}`
      current = { name, progress: startProgress({ label, total: subject.tasks.length }) }
    }
    current.progress.update(done)
  })
  current?.progress.end()
  return checks
}

/** The findings for worlds of the config that are played at other servers. */
async function foreignFindings(
  worlds: readonly ForeignHere[],
  { tasks: perSplit, seed, settings, searchEpisodes }: Flags,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { environment, set, ask, close } of worlds) {
    const { id: env } = environment
    const { tasks, failures } = firstTasks(set, Math.min(perSplit, FOREIGN_TASKS_MAX))
    const subject = {
      environment,
      world: set.world,
      tasks,
      seed,
      settings: parsedSettings(settings),
    }
    const bar = { label: `${env}, played at its server`, total: tasks.length }
    const { checks, notes } = await withProgress(bar, (onDone) =>
      checkForeign(subject, ask, onDone),
    )
    const adversaries = await adversaryNotes({ subject, ask, searchEpisodes })
    close()
    const generation = { name: TASKS_ARE_MADE, failures }
    const allNotes = [...notes, ...adversaries]
    const result = {
      tasks: tasks.length,
      checks: [generation, ...checks],
      levels: [],
      notes: allNotes,
    }
    findings.push({ env, ...result, isForeign: true })
  }
  return findings
}

/** What adversaries found at another server. No floor is known there, so nothing fails. */
async function adversaryNotes({
  subject: { environment, world, tasks, seed, settings = {} },
  ask,
  searchEpisodes,
}: {
  readonly subject: ConformanceSubject
  readonly ask: ForeignHere['ask']
  readonly searchEpisodes: number
}): Promise<readonly string[]> {
  if (searchEpisodes === 0 || tasks.length === 0) return [NO_ADVERSARY]
  const arena = createArena(environment, world, { settings })
  const episodesMax = Math.min(searchEpisodes, FOREIGN_EPISODES_MAX)
  const label = `${environment.id}, adversaries at its server`
  try {
    return await withProgress({ label, total: episodesMax }, (onProgress) =>
      adversariesThere({ arena, tasks, ask, episodesMax, seed, onProgress }),
    )
  } catch (error) {
    return [`${NO_ADVERSARY} to its end: ${failureText(error)}`]
  }
}

/** A failure without its task. */
const causeOf = (failure: string): string => failure.slice(failure.indexOf(': ') + 2)

function findingText({ env, tasks, checks, levels, notes, isForeign }: Finding): string {
  const causes = new Set<string>()
  const lines = checks.flatMap(({ name, failures }) => {
    if (failures.length === 0) return [`  ok    ${name}`]
    const isRepeated = failures.every((failure) => causes.has(causeOf(failure)))
    for (const failure of failures) causes.add(causeOf(failure))
    if (isRepeated)
      return [`  FAIL  ${name}`, `          as above, in ${count(failures.length, 'case')}`]
    const hiddenCount = failures.length - FAILURES_SHOWN_MAX
    return [
      `  FAIL  ${name}`,
      ...failures.slice(0, FAILURES_SHOWN_MAX).map((failure) => `          ${failure}`),
      ...(hiddenCount > 0 ? [`          and ${hiddenCount} more`] : []),
    ]
  })
  const noteLines = notes.map((note) => `  note  ${note}`)
  const suffix = isForeign ? ', played elsewhere (foreign)' : ''
  const head = `${env}, ${count(tasks, 'task')}${suffix}`
  return [head, ...lines, ...findingLines(levels), ...noteLines].join('\n')
}
