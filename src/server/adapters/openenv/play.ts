import { Fault, shown } from '../../../wire/faults.ts'
import type { EnvironmentDescription } from '../../../wire/results.ts'
import { checkedParams } from '../../../wire/rpc.ts'
import {
  assignEpisode,
  closeSeat,
  describeEnvironment,
  nextSeq,
  playTurn,
  resumed,
  type SeatedClient,
  seatedEpisode,
  visibleResult,
  waitOptions,
} from '../seated.ts'
import { isEpisodeId } from './names.ts'
import {
  clientAnswer,
  type ObservationData,
  openingObservation,
  stepObservation,
} from './observation.ts'
import { readAction } from './read-action.ts'
import { requestedOpening, resetMembers } from './reset-request.ts'

/** Clients disconnect after 60 seconds, so they get an answer before that. */
const ANSWER_MS = 50_000

/** Opens an episode, or continues the one that the request names. Closes the previous episode. */
export async function reset(player: SeatedClient, data: unknown): Promise<ObservationData> {
  const { seat } = player
  if (seat.isResetting) throw new Fault('step/in_flight', 'this session is being reset')
  seat.isResetting = true
  try {
    const { isMetadataInside, members } = resetMembers(data)
    const opened = await resetTo(player, members)
    seat.isMetadataInside = isMetadataInside
    return clientAnswer(seat, opened)
  } finally {
    seat.isResetting = false
  }
}

async function resetTo(
  player: SeatedClient,
  members: Readonly<Record<string, unknown>>,
): Promise<ObservationData> {
  const { seat, host, caller } = player
  const description = await describeEnvironment(player)
  const { episode_id: named, resume_key: key } = members
  const isKnown = typeof named === 'string' && isEpisodeId(named)
  if (isKnown || key !== undefined) return continueEpisode(player, members)
  const request = requestedOpening(description, members)
  const opened = await host.call('episode.open', caller, request, waitOptions(player))
  const id = opened.episode_id
  const current = named === undefined ? undefined : await resumed(player, id)
  if (current?.closed === true) {
    const message = `the episode_id ${shown(named)} was played before and is over`
    throw new Fault('episode/key_reused', message, { hint: 'Choose another, or leave it out.' })
  }
  await closeSeat(player, id)
  assignEpisode(seat, id, { named: named as string | undefined, nextSeq: current?.next_seq ?? 1 })
  const { split, index } = request
  return openingObservation(visibleResult(caller, current ?? opened), { split, index })
}

/** Continues an episode by its id. */
async function continueEpisode(
  player: SeatedClient,
  members: Readonly<Record<string, unknown>>,
): Promise<ObservationData> {
  const { seed: _, ...params } = members
  const { episode_id: id, resume_key: key } = checkedParams('episode.resume', params)
  const current = await resumed(player, id, key)
  await closeSeat(player, id)
  const { next_seq: nextSeq, closed: isOver } = current
  assignEpisode(player.seat, id, { nextSeq, isOver, resumeKey: key })
  return openingObservation(visibleResult(player.caller, current), {})
}

const NO_EPISODE =
  'Send reset first; to go on after a drop, reset with the episode_id of the metadata, or ' +
  'give each client a session of its own: the header X-Session-ID, or /sessions/NAME in ' +
  'the base URL.'

/** Plays a step, or lists the tools if the request asks for them. */
export async function step(player: SeatedClient, data: unknown): Promise<ObservationData> {
  const stepRequest = readAction(data)
  if (stepRequest.kind === 'list_tools') return toolList(await toolsAt(player))
  const { action, tool } = stepRequest
  const episode = seatedEpisode(player.seat, NO_EPISODE)
  const result = await playTurn(player, episode, { action, withinMs: ANSWER_MS })
  return clientAnswer(player.seat, stepObservation(result, tool))
}

type Tools = EnvironmentDescription['tools']

/**
 * The tools of the seat's episode, which its settings may change. Without an episode, the defaults.
 */
export async function toolsAt(player: SeatedClient): Promise<Tools> {
  const { episode, resumeKey } = player.seat
  const from =
    episode === undefined ? describeEnvironment(player) : resumed(player, episode, resumeKey)
  return (await from).tools
}

const toolList = (tools: Tools): ObservationData => ({
  observation: { tools: mcpTools(tools) },
  reward: null,
  done: false,
  metadata: {},
})

/** Tools in MCP's form. */
export const mcpTools = (tools: Tools) =>
  tools.map(({ function: { name, description, parameters } }) => ({
    name,
    description,
    inputSchema: parameters,
  }))

/** The current state of the seat's episode. */
export async function state(player: SeatedClient): Promise<Readonly<Record<string, unknown>>> {
  const { seat } = player
  if (seat.episode === undefined) return { episode_id: null, step_count: 0 }
  const seq = await nextSeq(player, seat.episode)
  const { episode, named, isOver } = seat
  return {
    episode_id: named ?? episode,
    step_count: seq - 1,
    is_over: isOver,
    backchannel_episode_id: episode,
  }
}
