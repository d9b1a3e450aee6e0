import { noteBegin, noteDone } from '../../effects/thread-clock.ts'
import type { ThreadJob } from '../../effects/thread-pool.ts'
import type { Action } from '../../env/message.ts'
import { findEnvironment } from '../../env/registry.ts'
import type { JsonObject } from '../../sim/json.ts'
import { failureText } from '../../tools/failure-text.ts'
import { chooseAction, type TurnRequest } from './turn.ts'

/** A turn in a thread, which has the environments of this program. */
export interface TurnJob extends TurnRequest {
  readonly environment: string
  readonly world: { readonly hash: string; readonly text: string }
}

/** A turn, or why the player cannot play it. */
export type TurnResult = { readonly action: Action } | { readonly trouble: string }

/** The world of the previous turn, with data derived from it. Turns of one episode share it. */
let cachedWorld: { readonly hash: string; readonly world: JsonObject } | undefined

function parseWorld({ hash, text }: TurnJob['world']): JsonObject {
  if (cachedWorld?.hash !== hash) cachedWorld = { hash, world: JSON.parse(text) as JsonObject }
  return cachedWorld.world
}

/** Plays one turn in this thread. */
export default function work({ request, clock }: ThreadJob<TurnJob>): TurnResult {
  noteBegin(clock)
  try {
    const environment = findEnvironment(request.environment)
    if (environment === undefined) throw new Error(`no environment ${request.environment} here`)
    return { action: chooseAction(environment, request, parseWorld(request.world)) }
  } catch (error) {
    return { trouble: failureText(error) }
  } finally {
    noteDone(clock)
  }
}
