import { Resources } from '../../client/resources.ts'
import type { LogFileRow } from '../../datasets/log-file.ts'
import type { LogRowResult } from '../../wire/results.ts'
import { CommandError } from '../errors.ts'
import type { ServerFlags } from '../options.ts'
import { allEpisodes, type LogConditions, type LogSource } from './source.ts'

/** The logs of a running server. Stored payloads and worlds need the token of an admin. */
export function urlSource({ url, token }: ServerFlags & { readonly url: string }): LogSource {
  const resources = new Resources({ url, token })
  return {
    name: url,
    size: undefined,
    playsHere: false,
    episodes: (conditions) => listEpisodes(resources, conditions),
    rows: async (episode) => (await resources.log(episode)).map(fileRow),
    shownRows: async (episode) => (await resources.log(episode)).map(shownRow),
    calls: (episode) => listCalls(resources, episode),
    async world(hash, env) {
      const current = await resources.world(env)
      return current.hash === hash ? JSON.stringify(current.world) : undefined
    },
    verify: (episode) => resources.checkReplay(episode),
    close: async () => {},
  }
}

const PAGE_CALLS = 100

async function* listCalls(resources: Resources, episode: string) {
  for (let start = 0; ; start += PAGE_CALLS) {
    const calls = await resources.calls(episode, { from: start, limit: PAGE_CALLS })
    yield* calls
    if (calls.length < PAGE_CALLS) return
  }
}

async function* listEpisodes(resources: Resources, conditions: LogConditions) {
  const episodes = allEpisodes((page) => resources.episodes({ ...conditions, ...page }))
  for await (const { episode_id: id, end_reason: endReason, ...episode } of episodes) {
    const { env, revision, split, task, run, steps, score, success } = episode
    const identity = { id, env, revision, worldHash: null, split, task, run }
    yield { ...identity, steps, score, endReason, success }
  }
}

/** The part of a row that a client may see contains no effects. */
function shownRow({ payload, view, ...row }: LogRowResult): LogFileRow {
  return { ...row, payload: payload ?? JSON.stringify({ ...view, effects: [] }) }
}

function fileRow({ payload, view: _, ...row }: LogRowResult): LogFileRow {
  if (payload !== undefined) return { ...row, payload }
  throw new CommandError(
    'the token may not read whole logs',
    'Give the token of an admin, or read the file of the store with --db.',
  )
}
