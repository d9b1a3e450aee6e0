import { findEnvironment } from '../../env/registry.ts'
import type { JsonObject } from '../../sim/json.ts'
import type { StoredEpisode } from '../../store/event-store.ts'
import { memoizeBy } from '../../tools/memoize-by.ts'
import { Fault, shown } from '../../wire/faults.ts'
import type { CheckedParams, Result } from '../../wire/operations.ts'
import type { EpisodeStepRequest } from '../../wire/requests.ts'
import type { Access } from '../access.ts'
import type { CatalogEntry, HostCore } from '../core.ts'
import { playerNamed, playerNames } from '../players/named.ts'
import { chooseAction, type TurnRequest } from '../players/turn.ts'
import { type Caller, callerName, queueName } from '../principal.ts'
import type { Session } from '../session.ts'
import { performCounted } from './drive.ts'
import { findSession, isBehind, loadEpisode } from './load.ts'
import { stepOperation } from './step.ts'
import { readStore } from './store-reads.ts'

/** The action of a step in the form that a client sends. */
type Turn = EpisodeStepRequest['action']

/**
 * Lets a player of the environment play the next turn, as if a client had sent it as a step. The
 * player starts without the memory of earlier turns.
 *
 * @throws Fault of the areas `episode`, `step`, `action`, `store`; `env/unavailable` if the player
 *   cannot play here
 */
export async function continueOperation(
  core: HostCore,
  caller: Caller,
  { episode_id: id, player }: CheckedParams<'episode.continue'>,
): Promise<Result<'episode.continue'>> {
  const { session, stored } = await wholeEpisode(core, id, { caller, scope: 'play' })
  const { environment } = session.setup
  if (playerNamed(environment, player) === undefined) {
    const nameList = playerNames(environment).join(', ')
    const message = `player: ${shown(player)} is no player of ${environment.id}; known: ${nameList}`
    throw new Fault('env/unknown_player', message)
  }
  if (session.state.end !== undefined) {
    throw new Fault('episode/closed', `episode ${id} is over`)
  }
  if (session.refusal !== undefined) throw session.refusal
  const rows = stored.rows.map(({ payload }) => payload)
  const action = await playTurn(core, caller, session, { player, episode: id, rows })
  return stepOperation(core, caller, { episode_id: id, seq: rows.length, action })
}

/** An episode with all its rows, including any step that is under way. */
async function wholeEpisode(
  core: HostCore,
  id: string,
  access: Access,
): Promise<{ readonly session: Session; readonly stored: StoredEpisode }> {
  for (;;) {
    const session = await findSession(core, id, access)
    await session.flight?.result.catch(() => undefined)
    const storedEpisode = await loadEpisode(core, id, access)
    if (!isBehind(session, storedEpisode.rows)) return { session, stored: storedEpisode }
    core.sessions.drop(id)
  }
}

/** The world of an entry as text. It is cached, because a large world takes a second. */
const entryWorldText = memoizeBy((entry: CatalogEntry) => entry.worldText())

/** The world as text, the form for threads, so that this thread does not need to parse it. */
async function worldText({ catalog, store }: HostCore, id: string, hash: string): Promise<string> {
  const entry = catalog.get(id)
  if (entry?.worldHash === hash) return entryWorldText(entry)
  return (await readStore(() => store.log.world(hash))) ?? '{}'
}

/**
 * The next action of a player. Players of this program run in threads. Those of an external
 * environment run in this thread, like its steps.
 */
async function playTurn(
  core: HostCore,
  caller: Caller,
  { setup: { environment, world }, index }: Session,
  request: TurnRequest,
): Promise<Turn> {
  const { id } = environment
  const refusal = (reason: string, cause?: unknown): Fault => {
    const message = `player ${shown(request.player)} cannot play ${id} here: ${reason}`
    return new Fault('env/unavailable', message, { cause })
  }
  if (findEnvironment(id) === environment) {
    const { worldHash: hash } = index
    const turnJob = {
      ...request,
      environment: id,
      world: { hash, text: await worldText(core, id, hash) },
    }
    const input = turnJob as unknown as JsonObject
    const answer = await performCounted(core, { kind: 'player', input }, queueName(caller))
    if (answer.status === 'failed') throw refusal(answer.message)
    return answer.output as Turn
  }
  await core.scheduler.next(callerName(caller))
  try {
    return chooseAction(environment, request, world) as Turn
  } catch (error) {
    throw refusal('it gave up', error)
  }
}
