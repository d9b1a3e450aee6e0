import { type LogFileRow, rowLine, worldLine } from '../../src/datasets/log-file.ts'
import { storedWorld } from '../../src/datasets/world-hash.ts'
import { assistantMessage } from '../../src/env/assistant-message.ts'
import {
  effectiveLimits,
  endEpisode,
  type Opened,
  openEpisode,
  stepEpisode,
} from '../../src/env/episode.ts'
import type { AttemptShown } from '../../src/env/group-block.ts'
import type { OpenedPayload } from '../../src/env/log.ts'
import { LOG_FORMAT, storedLimits } from '../../src/env/log.ts'
import type { Action, AssistantMessage, ChatMessage } from '../../src/env/message.ts'
import { noOutsideWorld, playScripted } from '../../src/env/playthrough.ts'
import type { AnyEnvironment } from '../../src/env/plugin.ts'
import type { BaseTask } from '../../src/env/task-data.ts'
import { makePolicy } from '../../src/policies/index.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { stream } from '../../src/sim/random.ts'
import { toolSchema } from '../../src/tools/tool.ts'

/** How to play an episode of a test. */
export interface Playing {
  readonly id: string
  readonly environment: AnyEnvironment
  readonly task: BaseTask & JsonObject
  readonly world: JsonObject
  /** A policy's name. The policy sees hidden facts. */
  readonly policy: string
  readonly seed?: number
  readonly settings?: JsonObject
  readonly run?: string
  readonly attempts?: readonly AttemptShown[]
  /** Turns to play first. */
  readonly first?: readonly Action[]
  readonly parent?: OpenedPayload['parent']
  /** Whether to play raw text with thoughts instead of structured turns. */
  readonly raw?: boolean
  /** Closes the episode from outside after this many turns. */
  readonly turnsMax?: number
}

/** Plays an episode in this process and returns its rows as a store would. */
export async function playedRows(playing: Playing): Promise<LogFileRow[]> {
  const { environment, task, world, seed = 1, attempts = [] } = playing
  const settings = environment.settings.schema.parse(playing.settings ?? {})
  const limits = effectiveLimits(environment, task, settings)
  const seeds = [{ from_step: 0, seed: environment.usesSeed ? seed : task.seed }]
  const setup = { environment, task, world, settings, seeds, limits, attempts }
  const policy = makePolicy(playing.policy)
  const opening = playScripted(openEpisode(setup), noOutsideWorld(environment))
  const transcript: (ChatMessage | AssistantMessage)[] = [...opening.messages]
  const events = [...(opening.events ?? [])]
  const payloads: [LogFileRow['kind'], object][] = [
    ['opened', openingPayload(playing, setup, opening)],
  ]
  const tools = environment.tools.map(toolSchema)
  let { state } = opening
  for (let step = 1; state.end === undefined; step++) {
    if (step > (playing.turnsMax ?? 60)) {
      const { state: last, answer } = endEpisode(setup, state, 'client_closed')
      state = last
      payloads.push(['closed', { detail: null, ...answer }])
      break
    }
    const conversation = { environment: environment.id, transcript, events }
    const situation = { ...conversation, tools, hidden: { task, world } }
    const random = stream(seed, step, 'policy')
    const scriptedAction = playing.first?.[step - 1] ?? (await policy.act({ ...situation, random }))
    const action = playing.raw === true ? asText(scriptedAction) : scriptedAction
    const stepped = playScripted(stepEpisode(setup, state, action), noOutsideWorld(environment))
    state = stepped.state
    payloads.push(['stepped', { action, effects: [], ...stepped.answer }])
    transcript.push(assistantMessage(action), ...stepped.answer.messages)
    events.push(...(stepped.answer.events ?? []))
  }
  return payloads.map(([kind, payload], position) => ({
    episode_id: playing.id,
    position,
    kind,
    wall_ms: 0,
    previous_hash: '',
    hash: '',
    payload: JSON.stringify(payload),
  }))
}

function openingPayload(
  { task, world, environment, run, parent = null, attempts = [] }: Playing,
  setup: Pick<Parameters<typeof openEpisode>[0], 'settings' | 'seeds' | 'limits'>,
  { messages, events }: Pick<Opened, 'messages' | 'events'>,
): OpenedPayload {
  const labels: Record<string, string> = run === undefined ? {} : { run }
  return {
    format: LOG_FORMAT,
    environment: environment.id,
    task,
    world_hash: storedWorld(world).hash,
    data_checksum: 'data',
    settings: setup.settings,
    seeds: setup.seeds,
    limits: storedLimits(setup.limits),
    labels,
    request_digest: '',
    group: null,
    attempts_shown: attempts,
    parent,
    effects: [],
    messages,
    ...(events === undefined ? {} : { events }),
  }
}

/** A structured turn as the raw text of a model with thoughts. */
function asText(action: Action): Action {
  const { content, tool_calls: calls = [] } = assistantMessage(action)
  const callTexts = calls.map(
    ({ function: call }) => `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`,
  )
  return { text: ['<think>\nLet me see.\n</think>\n', content, ...callTexts].join('\n') }
}

/** A file of logs, as `export` writes it. */
export function logFileText(
  world: JsonObject,
  episodes: readonly (readonly LogFileRow[])[],
): string {
  const { hash, text } = storedWorld(world)
  return worldLine(hash, text) + episodes.flat().map(rowLine).join('')
}
