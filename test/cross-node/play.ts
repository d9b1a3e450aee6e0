import { assistantMessage } from '../../src/env/assistant-message.ts'
import type { Action, Transcript } from '../../src/env/message.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import { ENVIRONMENTS } from '../../src/env/registry.ts'
import { sampledTurns, solutionTurn } from '../../src/env/usual-players.ts'
import type { Host } from '../../src/server/host.ts'
import { LOCAL } from '../../src/server/principal.ts'
import { stream } from '../../src/sim/random.ts'
import type { OpenResult, ResumeResult } from '../../src/wire/results.ts'
import { openHost } from './host.ts'

/** Tasks of each split that are played by each player. */
const TASKS_PER_SPLIT = 20

type Choose = (transcript: Transcript, step: number) => Action

interface Begun {
  readonly episode: string
  readonly transcript: Transcript
}

/** Plays on from where an episode stands until it is over, or for so many steps. */
async function play(host: Host, begun: Begun, choose: Choose, stepsMax = 1_000): Promise<void> {
  let transcript = begun.transcript
  for (let step = 1; step <= stepsMax; step++) {
    const action = choose(transcript, step)
    const answer = await host.call('episode.step', LOCAL, {
      episode_id: begun.episode,
      action: action as never,
    })
    if (answer.terminated || answer.truncated) return
    transcript = [...transcript, assistantMessage(action), ...(answer.messages as Transcript)]
  }
  await host.call('episode.close', LOCAL, { episode_id: begun.episode })
}

const begunBy = ({ episode_id, messages }: OpenResult | ResumeResult): Begun => ({
  episode: episode_id,
  transcript: messages as Transcript,
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
  const oracle: Choose = (transcript) => solutionTurn(environment, task, dataSet.world, transcript)
  const sampled: Choose = (transcript, step) => {
    const random = stream(index, step, `cross-node-${split}`)
    return random.pick(sampledTurns(environment, transcript, random))
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
