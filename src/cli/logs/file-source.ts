import { type LogFileRow, readLogFile } from '../../datasets/log-file.ts'
import type { OpenedPayload } from '../../env/log.ts'
import { recordedRevision } from '../../env/revision.ts'
import { CommandError } from '../errors.ts'
import type { EpisodeListing, LogConditions, LogSource } from './source.ts'
import { verifyLog, worldParser } from './verify.ts'

/**
 * The logs of a file that `export` wrote.
 *
 * @throws DataSetError
 */
export function fileSource(path: string): LogSource {
  const file = readLogFile(path)
  const world = async (hash: string): Promise<string | undefined> => file.worlds.get(hash)
  const worlds = worldParser(world)
  const rows = async (episode: string): Promise<readonly LogFileRow[]> => {
    const rows = file.episodes.get(episode)
    if (rows !== undefined) return rows
    const firstIds = [...file.episodes.keys()].slice(0, 3).join(', ')
    throw new CommandError(
      `there is no episode ${episode} in ${path}`,
      `It begins with ${firstIds}.`,
    )
  }
  return {
    name: path,
    size: file.episodes.size,
    playsHere: true,
    async *episodes(conditions) {
      for (const [id, rows] of file.episodes) {
        const episode = toListedEpisode(id, rows, conditions)
        if (episode !== undefined) yield episode
      }
    },
    rows,
    shownRows: rows,
    calls: () => {
      const remedy = 'Read the event store with --db, or a server with --url.'
      throw new CommandError(`${path} holds logs, but no model calls`, remedy)
    },
    world,
    verify: async (episode) => verifyLog(episode, await rows(episode), worlds),
    close: async () => {},
  }
}

function toListedEpisode(
  id: string,
  rows: readonly LogFileRow[],
  { env, split, run, success }: LogConditions,
): EpisodeListing | undefined {
  const opening = JSON.parse((rows[0] as LogFileRow).payload) as OpenedPayload
  const last = JSON.parse((rows.at(-1) as LogFileRow).payload) as {
    metrics?: Readonly<Record<string, number>>
    end?: { readonly reason: string }
  }
  const won = last.metrics === undefined ? undefined : last.metrics.success === 1
  if (env !== undefined && opening.environment !== env) return undefined
  if (split !== undefined && opening.task.split !== split) return undefined
  const ownRun = opening.group?.run ?? opening.labels.run ?? null
  if (run !== undefined && ownRun !== run) return undefined
  if (success !== undefined && won !== success) return undefined
  const steps = rows.filter(({ kind }) => kind === 'stepped')
  const rewards = rows.map(
    ({ payload }) => (JSON.parse(payload) as { reward?: number }).reward ?? 0,
  )
  return {
    id,
    env: opening.environment,
    revision: recordedRevision(opening),
    worldHash: opening.world_hash,
    split: opening.task.split,
    task: opening.task.id,
    run: ownRun,
    steps: steps.length,
    score: rewards.reduce((sum, reward) => sum + reward, 0) / 1000,
    endReason: last.end?.reason ?? null,
    success: won ?? null,
  }
}
