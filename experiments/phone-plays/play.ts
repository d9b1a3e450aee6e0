import { z } from 'zod'
import { type EpisodeSetup, endEpisode } from '../../src/env/episode.ts'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { STAGES } from '../../src/env/phone-call/task.ts'
import { critiqueAtOnce, playResult, playthrough, setupIn } from '../../src/env/playthrough.ts'
import type { JsonObject } from '../../src/sim/json.ts'
import { generateWorld } from '../../src/sim/phone/companies.ts'
import { LEVELS } from '../../src/sim/phone/plans.ts'
import { generateTask } from '../../src/sim/phone/tasks.ts'

const call = z.strictObject({ tool: z.string(), args: z.record(z.string(), z.json()) })
export type Call = z.infer<typeof call>

/** A task of the phone world. */
export const placeSchema = z.strictObject({
  stage: z.enum(STAGES),
  level: z.literal([...LEVELS]),
  index: z.int().min(0),
  /** Whether this is a second attempt, which sees the critique of the first one. */
  again: z.boolean().optional(),
  /** The companies, as `generate` makes them. Default: those of the shipped data. */
  world: z.strictObject({ seed: z.int(), companies: z.int() }).optional(),
})
export type Place = z.infer<typeof placeSchema>

/** The calls that somebody made on a task, in order, one per turn. */
export const playSchema = placeSchema.extend({ player: z.string(), calls: z.array(call) })

const worlds = new Map<string, ReturnType<typeof generateWorld>>()

function findWorld({ world: { seed, companies } = { seed: 1, companies: 100 } }: Place) {
  const name = `${seed} ${companies}`
  const world = worlds.get(name) ?? generateWorld(seed, companies)
  worlds.set(name, world)
  return world
}

/** The episode of a task, which is always the same. */
function createSetup(place: Place): EpisodeSetup {
  const { stage, level, index } = place
  const made = findWorld(place)
  const task = generateTask(made, 'train', index, level) as unknown as EpisodeSetup['task']
  const settings = phoneCallEnvironment.settings.schema.parse({ stage }) as JsonObject
  const world = made as unknown as JsonObject
  return setupIn({ environment: phoneCallEnvironment, world, settings }, task)
}

/** What a player has seen and earned after some calls. */
export function replayCalls(place: Place, calls: readonly Call[]) {
  const setup = createSetup(place)
  const play = playthrough(setup, (_, { step }) => {
    const nextCall = calls[step]
    if (nextCall === undefined) return undefined
    const { tool: name, args } = nextCall
    return {
      tool_calls: [{ id: `call_${step}`, type: 'function', function: { name, arguments: args } }],
    }
  })
  const { opening, answers, states } = play
  const state = states.at(-1)
  if (state === undefined) throw new Error('an episode has at least its opening')
  const isOver = state.end !== undefined
  const last = isOver ? answers.at(-1) : endEpisode(setup, state, 'client_closed').answer
  const { end, metrics = {} } = last ?? {}
  const result = playResult(setup, play)
  const outcome = end && { end, success: result.success, metrics }
  return {
    opening: opening.map(({ role, content }) => `${role}: ${content}`).join('\n\n'),
    tools: phoneCallEnvironment.settings.tools?.(setup.settings) ?? phoneCallEnvironment.tools,
    said: answers.map(({ messages }) => messages.map(({ content }) => content).join('\n')),
    isOver,
    /** The text that a later attempt sees if this one ends here. */
    critique: outcome === undefined ? '' : critiqueAtOnce(phoneCallEnvironment, play, outcome),
    ...result,
  }
}
