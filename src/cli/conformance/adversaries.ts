import type { DataSet } from '../../datasets/data-set.ts'
import { type AnyTask, arenaOf } from '../../env/conformance/arena.ts'
import {
  type Exploitability,
  exploitabilityOf,
  percent,
} from '../../env/conformance/exploitability.ts'
import { levelTasksOf } from '../../env/conformance/level-tasks.ts'
import { referenceIn } from '../../env/conformance/reference.ts'
import { type Shortcuts, shortcutsAt } from '../../env/conformance/shortcuts.ts'
import type { AnyEnvironment } from '../../env/environment.ts'
import { startProgress } from '../progress.ts'

const TUNING_TASKS = 400
const FRESH_TASKS = 2_000

export interface AdversaryOptions {
  /** Episodes that the search may play at each level. */
  readonly searchEpisodes: number
  readonly seed: number
}

/** What the adversaries found at one level. */
export interface LevelFinding {
  readonly level: number
  readonly exploit: Exploitability
  readonly shortcuts: Shortcuts
}

/** Lets the adversaries loose on every level of a data set, with progress on the terminal. */
export function adversariesIn(
  environment: AnyEnvironment,
  set: DataSet,
  { searchEpisodes, seed }: AdversaryOptions,
): LevelFinding[] {
  const arena = arenaOf(environment, set.world)
  const reference = referenceIn(arena)
  const levels = levelTasksOf(tasksOf(set), { tuning: TUNING_TASKS, fresh: FRESH_TASKS })
  return levels.map((tasks) => {
    const label = `${environment.id}, level ${tasks.level}, exploit search`
    const progress = startProgress({ label, total: searchEpisodes })
    const onProgress = (episodes: number): void =>
      progress.update(Math.min(episodes, searchEpisodes))
    const options = { arena, tasks, episodesMax: searchEpisodes, seed, reference, onProgress }
    const exploit = exploitabilityOf(options)
    progress.end()
    const { level, tuning } = tasks
    return { level, exploit, shortcuts: shortcutsAt(arena, level, tuning) }
  })
}

/** Endless tasks where the set has them, otherwise all that it has. */
function* tasksOf(set: DataSet): Generator<AnyTask> {
  const endless = set.splits.filter(({ count }) => count === null)
  for (const { name } of endless.length > 0 ? endless : set.splits) {
    for (let index = 0; ; index++) {
      const task = set.task(name, index)
      if (task === undefined) break
      yield task
    }
  }
}

/** What was found, a line for each level. */
export function findingLines(findings: readonly LevelFinding[]): string[] {
  const lines = findings.map(({ level, exploit, shortcuts }) => {
    const { success, floor, exploitability, bound, reference, fresh } = exploit
    const { tried, best } = shortcuts
    const spared = best === null || best.wins === 0 ? 'none' : `${best.wins} of ${best.tries}`
    return [
      `level ${level}: best blind play ${percent(success)}`,
      `floor ${percent(floor.success)}`,
      `${reference.name} ${percent(reference.success)}`,
      `exploitability ${percent(exploitability)}, at most ${percent(bound)}`,
      `${fresh} fresh tasks`,
      `${tried} shortcuts, most paid ${spared}`,
    ].join(' · ')
  })
  return lines.map((line) => `          ${line}`)
}
