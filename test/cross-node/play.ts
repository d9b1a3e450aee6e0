import { assistantMessage } from '../../src/env/assistant-message.ts'
import type { Action, Transcript } from '../../src/env/message.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { Conversation, PublicEvent } from '../../src/env/public-event.ts'
import { ENVIRONMENTS } from '../../src/env/registry.ts'
import { sampledTurns, solutionTurn } from '../../src/env/usual-players.ts'
import type { Host } from '../../src/server/host.ts'
import { LOCAL } from '../../src/server/principal.ts'
import { stream } from '../../src/sim/random.ts'
import type { OpenResult, ResumeResult } from '../../src/wire/results.ts'
import { openHost } from './host.ts'

/** Tasks of each split that are played by each player. */
const TASKS_PER_SPLIT = 20

type Choose = (seen: Conversation, step: number) => Action

interface Begun extends Conversation {
  readonly episode: string
}

/** Plays on from where an episode stands until it is over, or for so many steps. */
async function play(host: Host, begun: Begun, choose: Choose, stepsMax = 1_000): Promise<void> {
  let { transcript, events } = begun
  for (let step = 1; step <= stepsMax; step++) {
    const action = choose({ transcript, events }, step)
    const answer = await host.call('episode.step', LOCAL, {
      episode_id: begun.episode,
      action: action as never,
    })
    if (answer.terminated || answer.truncated) return
    transcript = [...transcript, assistantMessage(action), ...(answer.messages as Transcript)]
    events = [...events, ...((answer.info.events ?? []) as PublicEvent[])]
  }
  await host.call('episode.close', LOCAL, { episode_id: begun.episode })
}

const begunBy = ({ episode_id, messages, info }: OpenResult | ResumeResult): Begun => ({
  episode: episode_id,
  transcript: messages as Transcript,
  events: (info?.events ?? []) as PublicEvent[],
})

async function playTask(
  host: Host,
  environment: AnyEnvironment,
  split: string,
  index: number,
): Promise<number> {
  const dataSet = host.core.catalog.get(environment.id)?.dataSet
  const task = dataSet?.task(split, index)
  if (dataSet === undefined || task === undefined) return 0
  const open = async (): Promise<Begun> =>
    begunBy(await host.call('episode.open', LOCAL, { env: environment.id, split, index }))
  const oracle: Choose = (seen) => solutionTurn(environment, task, dataSet.world, seen)
  const sampled: Choose = (seen, step) => {
    const random = stream(index, step, `cross-node-${split}`)
    return random.pick(sampledTurns(environment, seen, random))
  }
  await play(host, await open(), oracle)
  const begun = await open()
  await play(host, begun, sampled)
  await play(host, await open(), sampled, 1)
  const seed = environment.usesSeed ? { seed: index } : {}
  const fork = await host.call('episode.fork', LOCAL, {
    episode_id: begun.episode,
    position: 0,
    ...seed,
  })
  await play(host, begunBy(fork), sampled)
  return 4
}

const host = await openHost(process.argv[2])
let episodes = 0
for (const environment of ENVIRONMENTS) {
  for (const { name } of host.core.catalog.get(environment.id)?.dataSet?.splits ?? []) {
    for (let index = 0; index < TASKS_PER_SPLIT; index++) {
      episodes += await playTask(host, environment, name, index)
    }
  }
}
await host.drain(5_000)
await host.core.store.close()
process.stdout.write(`Node ${process.versions.node} played ${episodes} episodes\n`)
