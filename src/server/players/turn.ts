import { recordedConversation } from '../../env/conversation.ts'
import type { OpenedPayload } from '../../env/log.ts'
import type { Action } from '../../env/message.ts'
import type { AnyEnvironment } from '../../env/plugin.ts'
import { toolSchemasIn } from '../../env/settings.ts'
import type { JsonObject } from '../../sim/json.ts'
import { stream } from '../../sim/random.ts'
import { playerNamed } from './named.ts'

/** The player and the episode of a turn. */
export interface TurnRequest {
  readonly player: string
  readonly episode: string
  /** The payloads of the episode's rows, starting with its opening. */
  readonly rows: readonly string[]
}

/** The next action of a player, which starts without memory. Throws if it cannot continue. */
export function chooseAction(
  environment: AnyEnvironment,
  { player: name, episode, rows }: TurnRequest,
  world: JsonObject,
): Action {
  const player = playerNamed(environment, name)
  if (player === undefined) throw new Error(`${name} is no player of ${environment.id}`)
  const [first = '{}', ...later] = rows
  const opening = JSON.parse(first) as OpenedPayload
  return player.act({
    environment: environment.id,
    ...recordedConversation(environment, opening, later),
    tools: toolSchemasIn({ environment, settings: opening.settings }),
    random: stream(0, rows.length, `continue/${episode}`),
    ...(player.needsHidden ? { hidden: { task: opening.task, world } } : {}),
  })
}
