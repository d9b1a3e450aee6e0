import type { DataSet } from '../../datasets/data-set.ts'
import { type AnyTask, type Arena, createArena } from '../../env/conformance/arena.ts'
import {
  type Exploitability,
  estimateEpisodes,
  type LevelTasks,
  measureExploitability,
  percent,
  tooFew,
} from '../../env/conformance/exploitability.ts'
import type { ConformanceHost } from '../../env/conformance/host.ts'
import { splitByLevel } from '../../env/conformance/level-tasks.ts'
import { referenceIn } from '../../env/conformance/reference.ts'
import { type Shortcuts, shortcutsAt } from '../../env/conformance/shortcuts.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import type { JsonObject } from '../../sim/json.ts'
import { failureText } from '../../tools/failure-text.ts'
import { type Progress, startProgress } from '../progress.ts'

const TUNING_TASKS = 400
const FRESH_TASKS = 2_000
/** Levels with fewer fresh tasks are skipped, because a result there would be chance. */
const FRESH_PLAYED_MIN = 20
/** After this many tasks in a row cannot be made, no further ones are requested. */
const UNMADE_MAX = 3

interface AdversaryOptions {
  /** Episodes that the search may play at each level. */
  readonly searchEpisodes: number
  readonly seed: number
  /** Settings of the played episodes. Default: those of the environment. */
  readonly settings?: JsonObject
  /** Source text of the environment's own modules, which is searched for passwords. */
  readonly source?: string | undefined
  /** The place of an error in the environment's code, if it is there. */
  readonly locate: ConformanceHost['locate']
}

/** What one kind of adversaries found; null if they could not play. */
interface Search<Result> {
  readonly result: Result | null
  readonly failures: readonly string[]
}

/** What the adversaries found at one level. */
export interface LevelFinding {
  readonly level: number
  readonly exploit: Search<Exploitability>
  readonly shortcuts: Search<Shortcuts>
}

/** Lets the adversaries play every level of a data set, with progress on the terminal. */
export function playAdversaries(
  environment: AnyEnvironment,
  set: DataSet,
  options: AdversaryOptions,
): LevelFinding[] {
  const sizes = { tuning: TUNING_TASKS, fresh: FRESH_TASKS }
  return splitByLevel(iterateTasks(set), sizes).map((tasks) => {
    const { level, tuning, fresh } = tasks
    if (fresh.length < FRESH_PLAYED_MIN) {
      const exploit = { result: null, failures: [tooFew(level, fresh.length)] }
      return { level, exploit, shortcuts: { result: null, failures: [] } }
    }
    const { settings = {}, source } = options
    const arena = createArena(environment, set.world, { settings, source })
    return {
      level,
      exploit: runSearch(level, options, () => searchExploits(arena, tasks, options)),
      shortcuts: runSearch(level, options, () => tryShortcuts(arena, level, tuning)),
    }
  })
}

/** Runs the search; if the environment fails, the failure becomes the finding. */
function runSearch<Result extends { readonly failures: readonly string[] }>(
  level: number,
  { locate }: Pick<AdversaryOptions, 'locate'>,
  search: () => Result,
): Search<Result> {
  try {
    const result = search()
    return { result, failures: result.failures }
  } catch (error) {
    const location = locate(error)
    const where = location === undefined ? '' : `, in ${location}`
    return { result: null, failures: [`level ${level}: ${failureText(error)}${where}`] }
  }
}

/** Searches for exploits with a progress bar. The final evaluation counts as progress too. */
function searchExploits(
  arena: Arena,
  tasks: LevelTasks,
  { searchEpisodes: episodesMax, seed }: AdversaryOptions,
): Exploitability {
  const label = `${arena.environment.id}, level ${tasks.level}, exploit search`
  const progress = startProgress({ label, total: estimateEpisodes(tasks, episodesMax) })
  const onProgress = (episodes: number): void => progress.update(episodes)
  const reference = referenceIn(arena)
  try {
    return measureExploitability({ arena, tasks, episodesMax, seed, reference, onProgress })
  } finally {
    progress.end()
  }
}

/** Tries the shortcuts of a level with a progress bar. */
function tryShortcuts(arena: Arena, level: number, tasks: readonly AnyTask[]): Shortcuts {
  const label = `${arena.environment.id}, level ${level}, shortcuts`
  let progress: Progress | undefined
  try {
    return shortcutsAt(arena, level, tasks, (done, total) => {
      progress ??= startProgress({ label, total })
      progress.update(done)
    })
  } finally {
    progress?.end()
  }
}

/** Endless tasks if the set has them, otherwise all tasks of the set that can be made. */
function* iterateTasks(set: DataSet): Generator<AnyTask> {
  const endless = set.splits.filter(({ count }) => count === null)
  let unmade = 0
  for (const { name } of endless.length > 0 ? endless : set.splits) {
    for (let index = 0; unmade < UNMADE_MAX; index++) {
      try {
        const task = set.task(name, index)
        if (task === undefined) break
        yield task
      } catch {
        // The contract's checks have already reported this task.
        unmade += 1
      }
    }
  }
}

/** The findings as text, one line for each level that was played. */
export function findingLines(findings: readonly LevelFinding[]): string[] {
  return findings.flatMap(({ level, exploit, shortcuts }) => {
    const parts = [...exploitParts(exploit.result), ...shortcutParts(shortcuts.result)]
    return parts.length === 0 ? [] : [`          level ${level}: ${parts.join(' · ')}`]
  })
}

function exploitParts(exploit: Exploitability | null): string[] {
  if (exploit === null) return []
  const { success, floor, exploitability, bound, pay, reference, fresh } = exploit
  return [
    `best blind play ${percent(success)}`,
    floor.isDeclared ? `floor ${percent(floor.success)}` : 'no floor declared',
    ...(reference === null ? [] : [`${reference.name} ${percent(reference.success)}`]),
    `exploitability ${percent(exploitability)}, at most ${percent(bound)}`,
    `paid above the floor ${percent(pay.over)}, at most ${percent(pay.bound)}`,
    `${fresh} fresh tasks`,
  ]
}

function shortcutParts(shortcuts: Shortcuts | null): string[] {
  if (shortcuts === null) return []
  const { tried, best } = shortcuts
  const bestWins = best === null || best.wins === 0 ? 'none' : `${best.wins} of ${best.tries}`
  return [`${tried} shortcuts, most paid ${bestWins}`]
}
