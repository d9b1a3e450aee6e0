import type { AnyEnvironment } from '../../env/environment.ts'
import type { Action, Transcript } from '../../env/message.ts'
import type { Player, Situation } from '../../env/player.ts'
import { stream } from '../../sim/random.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { EpisodeStepRequest } from '../../wire/requests.ts'
import type { HostCore } from '../core.ts'
import { type Caller, callerName } from '../principal.ts'
import { findSession } from './load.ts'
import { findEntry } from './open.ts'
import { resumeOperation } from './resume.ts'
import { stepOperation } from './step.ts'

/** Who can play any environment, and whom an environment brings along. */
export const playerNames = ({ players = {} }: AnyEnvironment): string[] => [
  'oracle',
  'random',
  ...Object.keys(players),
]

function playerNamed(environment: AnyEnvironment, name: string): Player {
  const { id, players = {} } = environment
  if (name === 'oracle') {
    return {
      needsHidden: true,
      act({ transcript, hidden }) {
        if (hidden === undefined) throw new Error('the oracle must be shown the hidden task')
        return environment.solve(hidden.task, hidden.world, transcript)
      },
    }
  }
  if (name === 'random') {
    return {
      needsHidden: false,
      act: ({ transcript, random }) => random.pick(environment.sampleActions(transcript, random)),
    }
  }
  const make = Object.hasOwn(players, name) ? players[name] : undefined
  if (make !== undefined) return make()
  const known = playerNames(environment).join(', ')
  const message = `player: ${shown(name)} is no player of ${id}; known: ${known}`
  throw new Fault('env/unknown_player', message)
}

/**
 * Has a player of the environment play the next turn, as anybody would who sends it as a step. A
 * player with a memory begins without it.
 *
 * @throws Fault of the areas `episode`, `step`, `action`, `store`; `env/unavailable` if the player
 *   cannot play here
 */
export async function continueOperation(
  core: HostCore,
  caller: Caller,
  { episode_id: id, player: name }: CheckedParams<'episode.continue'>,
): Promise<Result<'episode.continue'>> {
  const { setup } = await findSession(core, id, { caller, scope: 'play' })
  const { environment, task, world } = setup
  const player = playerNamed(environment, name)
  const {
    messages,
    next_seq: seq,
    closed,
  } = await resumeOperation(core, caller, { episode_id: id })
  if (closed) throw new Fault('episode/closed', `episode ${id} is over`)
  await core.turns.next(callerName(caller))
  const situation: Situation = {
    environment: environment.id,
    transcript: messages as Transcript,
    tools: findEntry(core, environment.id).tools,
    random: stream(0, seq, `continue/${id}`),
    ...(player.needsHidden ? { hidden: { task, world } } : {}),
  }
  let action: Action
  try {
    action = player.act(situation)
  } catch (error) {
    const message = `player ${shown(name)} cannot play ${environment.id} here`
    throw new Fault('env/unavailable', message, { cause: error })
  }
  return stepOperation(core, caller, {
    episode_id: id,
    seq,
    action: action as EpisodeStepRequest['action'],
  })
}
