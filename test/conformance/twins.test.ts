// Guards that two servers answer alike, to the byte, until the fact is told in which they differ.

import { expect, it } from 'vitest'
import { type AnyTask, createArena } from '../../src/env/conformance/arena.ts'
import type { EpisodeState } from '../../src/env/episode.ts'
import type { Limits } from '../../src/env/limits.ts'
import { type Action, user } from '../../src/env/message.ts'
import { mock } from '../../src/env/mock/index.ts'
import { MOCK_WORLD } from '../../src/env/mock/task.ts'
import { playthrough, setupIn } from '../../src/env/playthrough.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { Conversation } from '../../src/env/public-event.ts'
import { ENVIRONMENTS } from '../../src/env/registry.ts'
import { sampledTurns } from '../../src/env/usual-players.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import { childSeed, stream } from '../../src/sim/random.ts'
import { askBoth, differenceOf, startTwins, type Twins } from './twins.ts'

const SEEDED: JsonObject = { format: 1, seed: 6_202_019_554_173 }
const PHONE_WORLD = generateWorld(11, 30) as unknown as JsonObject
const worldOf = (id: string): JsonObject => {
  if (id.startsWith('phone-call-')) return PHONE_WORLD
  return id === mock.id ? MOCK_WORLD : SEEDED
}
const TASKS = 6

interface Pair {
  readonly tasks: readonly [AnyTask, AnyTask]
  /** Turns after which both are still open and nothing has been told. */
  readonly turns: readonly Action[]
}

/** A task, its variant, and as long a play as tells nothing. */
function pairOf(environment: AnyEnvironment, world: JsonObject, index: number): Pair | undefined {
  const task = environment.data.stream?.(world, index) as AnyTask
  const variant = environment.audit.hiddenVariant?.(task, world, index)
  if (variant === undefined) return undefined
  const arena = createArena(environment, world)
  const turns: Action[] = []
  const choose = (seen: Conversation): Action => {
    const random = stream(index, seen.transcript.length, 'twins')
    const turn = random.pick(sampledTurns(environment, seen, random))
    turns.push(turn)
    return turn
  }
  const silent = (state: EpisodeState): boolean =>
    state.end === undefined && !variant.revealed(state.worldState)
  const { states } = playthrough(setupIn(arena, task), choose)
  const other = { ...variant.task, id: task.id } as AnyTask
  const played = playthrough(setupIn(arena, other), (_, { step }) => turns[step])
  const until = [states, played.states].map((all) => all.findIndex((state) => !silent(state)))
  const most = Math.min(...until.map((at) => (at < 0 ? turns.length : at - 1)))
  return { tasks: [task, other], turns: turns.slice(0, Math.max(0, most)) }
}

interface Comparison {
  readonly answers: number
  readonly differences: readonly string[]
}

/** Asks both servers everything that a client may ask in the course of an episode. */
async function compareAll(
  twins: Twins,
  { tasks, turns }: Pair,
  seeded: boolean,
): Promise<Comparison> {
  let answers = 0
  const differences: string[] = []
  const env = `/v1/environments/${twins.environment}`
  const same = async (
    method: 'GET' | 'POST',
    paths: readonly [string, string],
    body?: JsonObject,
  ): Promise<[JsonObject, JsonObject]> => {
    const [one, other] = await askBoth(twins, method, paths, body)
    const difference = differenceOf(one, other)
    if (difference !== '') differences.push(difference)
    expect(one.status).toBeLessThan(500)
    answers += 1
    const parse = (text: string): JsonObject => (text.startsWith('{') ? JSON.parse(text) : {})
    return [parse(one.text), parse(other.text)]
  }
  const both = (path: string): [string, string] => [path, path]
  for (const path of ['', '/tasks?split=stream', `/tasks/${tasks[0].id}`, '/world']) {
    await same('GET', both(env + path))
  }
  const seed = seeded ? { seed: 77 } : {}
  const wanted = { env: twins.environment, split: 'stream', index: 0, ...seed }
  const opened = await same('POST', both('/v1/episodes'), wanted)
  const ids = opened.map(({ episode_id }) => String(episode_id))
  const at = (path: string): [string, string] => [
    `/v1/episodes/${ids[0]}${path}`,
    `/v1/episodes/${ids[1]}${path}`,
  ]
  for (const action of turns) {
    await same('POST', at('/steps'), { action: action as JsonObject })
    await same('GET', at(''))
  }
  await same('GET', at('/log'))
  await same('POST', at('/replay'))
  await same('POST', at('/fork'), { position: 0 })
  await same('GET', both('/v1/episodes'))
  return { answers, differences }
}

/** Compares the first few tasks of an environment with their variants. */
async function compareTasks(environment: AnyEnvironment): Promise<Comparison> {
  const world = worldOf(environment.id)
  let answers = 0
  const differences: string[] = []
  for (let index = 0; index < TASKS; index++) {
    const pair = pairOf(environment, world, index)
    if (pair === undefined) continue
    const twins = await startTwins(environment, world, pair.tasks)
    try {
      const compared = await compareAll(twins, pair, environment.usesSeed)
      answers += compared.answers
      differences.push(...compared.differences)
    } finally {
      await twins.stop()
    }
  }
  return { answers, differences }
}

it.each(ENVIRONMENTS.map((environment) => [environment.id, environment] as const))(
  '%s looks the same with another hidden fact, in every answer of a server',
  async (_, environment) => {
    const { answers, differences } = await compareTasks(environment)
    expect(differences).toEqual([])
    expect(answers).toBeGreaterThan(8 * TASKS)
  },
)

const listing = (publicTask: AnyEnvironment['data']['publicTask']): Partial<AnyEnvironment> => ({
  data: { ...mock.data, publicTask },
})

const codeOf = (task: unknown): string => (task as { code: string }).code

it.each<[string, Partial<AnyEnvironment>]>([
  [
    'a digest of the fact in what is listed',
    listing((task) => ({ ...mock.data.publicTask(task), tag: childSeed(0, codeOf(task)) })),
  ],
  [
    'a size of what is shown',
    {
      open: ({ task }) => {
        const dots = '.'.repeat(Number(codeOf(task)) % 7)
        return { state: { read: false, open: false, wrong: 0 }, messages: [user(`Open it${dots}`)] }
      },
    },
  ],
  [
    'an order',
    listing((task) => {
      const { id, ...rest } = mock.data.publicTask(task)
      return Number(codeOf(task)) > 500 ? { id, ...rest } : { ...rest, id }
    }),
  ],
  [
    'a limit',
    { limits: (task) => ({ ...(mock.limits as Limits), turnsMax: Number(codeOf(task)) }) },
  ],
])('notices %s that tells the fact', async (_, change) => {
  const { differences } = await compareTasks({ ...mock, ...change })
  expect(differences.length).toBeGreaterThan(0)
})
