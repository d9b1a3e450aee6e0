import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { CatalogEntry } from '../../src/server/core.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import type { StoredRow } from '../../src/store/event-store.ts'
import { built } from '../support/built.ts'
import { startBuilt } from '../support/built-server.ts'
import { fastest } from '../support/fastest.ts'
import { phonePlays } from '../support/plays.ts'
import { type Bench, row } from '../support/row.ts'

const EPISODES = 400

interface Logs {
  readonly environment: AnyEnvironment
  readonly world: JsonObject
  readonly episodes: readonly (readonly StoredRow[])[]
}

/** Logs of finished phone calls, as the server stores them. */
async function playLogs(): Promise<Logs> {
  const { LOCAL } = await built('server/principal')
  const server = await startBuilt({ db: ':memory:' })
  const { host } = server
  const book = phonePlays()
  const episodes: (readonly StoredRow[])[] = []
  for (let number = 0; number < EPISODES; number++) {
    const { env, split, index, actions } = book.play(number)
    const { episode_id } = await host.call('episode.open', LOCAL, { env, split, index })
    for (const action of actions) {
      await host.call('episode.step', LOCAL, { episode_id, action: JSON.parse(action) as never })
    }
    episodes.push((await host.core.store.log.load(episode_id))?.rows ?? [])
  }
  const { environment, dataSet } = host.core.catalog.get(book.play(0).env) as CatalogEntry
  await server.stop()
  return { environment, world: dataSet?.world ?? {}, episodes }
}

/**
 * Replay as in `replay --verify`: checks the hash chain, then recomputes and compares every row.
 */
export const replayRow: Bench = async ({ rounds }) => {
  const { brokenLink } = await built('env/log-check')
  const { replay } = await built('env/replay')
  const { environment, world, episodes } = await playLogs()
  const steps = episodes.reduce((sum, rows) => sum + rows.length - 1, 0)
  const seconds = fastest(rounds, () => {
    for (const rows of episodes) {
      if (brokenLink(rows[0]?.episode ?? '', rows) !== undefined)
        throw new Error('a chain is broken')
      replay(rows, environment, world, { verify: true })
    }
  })
  const perSecond = steps / seconds
  return [
    row({
      name: 'replay with checks',
      figures: { steps_per_second: perSecond, us_per_step: 1e6 / perSecond },
      gate: { what: 'steps per second', value: perSecond, goal: 100_000, better: 'more' },
      note: `${EPISODES} phone calls, ${steps} steps; openings are made anew too`,
    }),
  ]
}
