import { assistantMessage } from '../../src/env/assistant-message.ts'
import type { Action, AssistantMessage, ChatMessage } from '../../src/env/message.ts'
import type { Conversation, PublicEvent } from '../../src/env/public-event.ts'
import { sampledTurns, solutionTurn } from '../../src/env/usual-players.ts'
import { type RandomStream, stream } from '../../src/sim/random.ts'
import type { OpenResult, ResumeResult, StepResult } from '../../src/wire/results.ts'
import { ARENA_ENVIRONMENTS, DATA_SETS } from './arena.ts'
import { MARKER } from './judge.ts'

/** Makes a call on a server and gives its result; throws on a fault. */
export type Call = (method: string, params: object) => Promise<unknown>

/** Everything that decides how a well-behaved client plays an episode. */
export interface Script {
  readonly seed: number
  readonly name: string
  /** Told the ids of its episodes, which then become known to the attackers. */
  onEpisode?(id: string): void
}

const STEPS_MAX = 14
const ENVIRONMENT_IDS = ['mock-v1', 'phone-call-v2']

/**
 * Plays one episode by its script: steps, repeated steps, looks back, forks, closes. Gives every
 * answer as text, without what differs from server to server.
 */
export async function playScript(call: Call, script: Script): Promise<readonly string[]> {
  const random = stream(script.seed, 0, `citizen-${script.name}`)
  const record: string[] = []
  const ask = async <Result>(method: string, params: object): Promise<Result> => {
    const result = (await call(method, params)) as Result
    record.push(`${method} ${comparable(result)}`)
    return result
  }
  const env = random.pick(ENVIRONMENT_IDS)
  const index = random.integer(0, 99)
  const labels = { note: MARKER }
  const open_key = `${MARKER}-${script.seed}-${script.name}`
  // Left out, it would be made from a server's secret, which its twin does not have.
  const seed = env === 'phone-call-v2' ? { seed: random.integer(0, 1_000) } : {}
  const open = { env, split: 'train', index, open_key, labels, ...seed }
  const opened = await ask<OpenResult>('episode.open', open)
  const { episode_id } = opened
  script.onEpisode?.(episode_id)
  if (random.chance(0.2)) await ask('episode.open', open)
  const play = { ask, random, env, index }
  await playSteps(play, opened, STEPS_MAX)
  if (random.chance(0.5)) {
    const fork = await ask<ResumeResult>('episode.fork', { episode_id, position: 0, labels })
    script.onEpisode?.(fork.episode_id)
    await playSteps(play, fork, 4)
    await ask('episode.close', { episode_id: fork.episode_id, reason: 'turn_budget' })
  }
  await ask('episode.close', { episode_id })
  await ask('episode.resume', { episode_id })
  return record
}

interface Play {
  readonly ask: <Result>(method: string, params: object) => Promise<Result>
  readonly random: RandomStream
  readonly env: string
  readonly index: number
}

async function playSteps(
  play: Play,
  opening: OpenResult | ResumeResult,
  stepsMax: number,
): Promise<void> {
  const { ask, random } = play
  const { episode_id } = opening
  const transcript = [...opening.messages] as (ChatMessage | AssistantMessage)[]
  const events = [...(opening.info?.events ?? [])] as PublicEvent[]
  for (let seq = 1; seq <= stepsMax; seq++) {
    const action = chooseAction(play, { transcript, events })
    const step = { episode_id, seq, action }
    const answer = await ask<StepResult>('episode.step', step)
    if (random.chance(0.2)) await ask('episode.step', step)
    if (random.chance(0.1)) await ask('episode.resume', { episode_id })
    transcript.push(assistantMessage(action), ...(answer.messages as ChatMessage[]))
    events.push(...((answer.info.events ?? []) as PublicEvent[]))
    if (answer.terminated || answer.truncated) return
  }
}

function chooseAction({ random, env, index }: Play, seen: Conversation): Action {
  const environment = ARENA_ENVIRONMENTS.find(({ id }) => id === env)
  const set = DATA_SETS.find((candidate) => candidate.environment === env)
  const task = set?.task('train', index)
  if (environment === undefined || set === undefined || task === undefined) {
    throw new Error(`the arena has no task ${index} of ${env}`)
  }
  const action = random.chance(0.6)
    ? solutionTurn(environment, task, set.world, seen)
    : random.pick(sampledTurns(environment, seen, random))
  return 'text' in action ? action : { ...action, content: action.content ?? MARKER }
}

/** A result as text, with ids and keys made equal. */
function comparable(result: unknown): string {
  return JSON.stringify(result)
    .replace(/rk_(play|view)_ep_[0-9a-f]{32}_\d+_\d+_[\w-]{22}/g, 'KEY-$1')
    .replace(/ep_[0-9a-f]{32}/g, 'EPISODE')
}
