import type { JsonObject } from '../../sim/json.ts'
import { type EpisodeSetup, type EpisodeState, stepEpisode } from '../episode.ts'
import { playScripted } from '../playthrough.ts'
import { type Bench, lastState, must, type SampledPlay } from './bench.ts'
import { nonJsonPlace } from './plain-json.ts'

/** Steps of a play that are repeated alone, because some worlds replay all earlier steps. */
const ALONE_MAX = 8

/** Checks that only the actions decide an episode, and only state and action decide a step. */
export function checkDeterminism(bench: Bench): void {
  const { setup, sampled } = bench
  const copy = { ...setup, task: jsonCopy(setup.task) }
  const first = sampled('determinism')
  const second = sampled('determinism', copy)
  must(JSON.stringify(first) === JSON.stringify(second), 'a second run went differently')
  sampled('between')
  const count = first.answers.length
  const stride = Math.max(1, Math.ceil(count / ALONE_MAX))
  for (let index = count - 1; index >= 0; index -= stride) checkStepAlone(bench, first, index)
}

/** Plays a step again from its state, after other steps, as a server does with many episodes. */
function checkStepAlone({ setup, script }: Bench, play: SampledPlay, index: number): void {
  const before = play.states[index] as EpisodeState
  const stepped = playScripted(stepEpisode(setup, before, play.actions[index] ?? {}), script)
  must(
    JSON.stringify([stepped.answer, stepped.state]) ===
      JSON.stringify([play.answers[index], play.states[index + 1]]),
    `step ${index + 1} went differently after steps of other episodes: keep what it needs in the ` +
      'state that it returns, and nothing in variables of the module',
  )
}

/** Checks that states are plain JSON, and that no function changes what it is given. */
export function checkStates({ sampled, setup, script }: Bench): void {
  const play = sampled('states')
  for (const state of play.states) {
    const place = nonJsonPlace(state.worldState, 'state')
    must(place === undefined, `a state is not plain JSON: ${place}`)
  }
  const { task, world, settings } = setup
  const frozen: EpisodeSetup = {
    ...setup,
    task: deepFreeze(jsonCopy(task)),
    world: deepFreeze(world),
    settings: deepFreeze(settings),
  }
  sampled('states', frozen)
  let state = deepFreeze(play.states[0] as EpisodeState)
  for (const action of play.actions) {
    state = deepFreeze(playScripted(stepEpisode(frozen, state, action), script).state)
  }
  must(state.step === lastState(play).step, 'a play with frozen states went differently')
}

const jsonCopy = <Value extends JsonObject>(value: Value): Value =>
  JSON.parse(JSON.stringify(value)) as Value

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (Object.isFrozen(value) || ArrayBuffer.isView(value)) return value
  Object.freeze(value)
  for (const member of Object.values(value)) deepFreeze(member)
  return value
}
