import { Fault, shown } from '../../wire/faults.ts'
import type { GatewayRequest } from '../../wire/requests.ts'
import type { OpenResult } from '../../wire/results.ts'
import { CONNECT_ROOT, GATEWAY_ROOT, type GatewayGrant } from '../connect-keys.ts'
import type { HostCore } from '../core.ts'
import { readStore } from '../operations/store-reads.ts'
import type { Caller } from '../principal.ts'
import { DAY_MS } from '../resume-keys.ts'
import type { OfferedModel } from './profiles.ts'

/** A key ends with its episode. If the episode never ends, the key is valid for this long. */
const KEY_DAYS = 30

/**
 * Checks what an opening requests of the model gateway, before anything is opened.
 *
 * @throws Fault `auth/forbidden`, `settings/unknown_profile`
 */
export function checkGateway(core: HostCore, caller: Caller, { profile }: GatewayRequest): void {
  if (caller.kind !== 'principal') {
    throw new Fault('auth/forbidden', 'a connect key opens no episodes with model calls', {
      hint: 'Open the episode with a token.',
    })
  }
  offeredModel(core, profile)
}

/**
 * The model of a profile that agent programs may use.
 *
 * @throws Fault `settings/unknown_profile`
 */
export function offeredModel({ gatewayModels }: HostCore, profile: string): OfferedModel {
  const offered = gatewayModels.get(profile)
  if (offered !== undefined) return offered
  const modelNames = [...gatewayModels.keys()]
  const have =
    modelNames.length === 0 ? 'this server has none' : `there are: ${modelNames.join(', ')}`
  const message = `there is no gateway profile ${shown(profile)}; ${have}`
  throw new Fault('settings/unknown_profile', message, {
    details: { profile, known: modelNames },
    hint: 'Name a chat profile whose configuration has "gateway".',
  })
}

/** The key of an agent program for an open episode, and the paths that accept it. */
export async function gatewayAccess(
  core: HostCore,
  principal: string,
  { episode_id: episode, env }: Pick<OpenResult, 'episode_id' | 'env'>,
  { profile, tools }: GatewayRequest,
  replay?: GatewayGrant['replay'],
): Promise<NonNullable<OpenResult['gateway']>> {
  const { store, connectKeys: connects, gatewayModels, hasMcp } = core
  const revokedMs = await readStore(() => store.book.revokedMs(episode))
  const { id, text } = connects.make({
    ...{ principal, env, episode, episodes: null },
    expiresMs: store.nowMs() + KEY_DAYS * DAY_MS,
    gateway: { profile, tools, revokedMs, ...(replay === undefined ? {} : { replay }) },
  })
  const isPlayedByAgent = tools === 'mcp' && hasMcp
  return {
    key: text,
    key_id: id,
    base: `${GATEWAY_ROOT}/v1`,
    base_with_key: `${GATEWAY_ROOT}/${text}/v1`,
    mcp: isPlayedByAgent ? `${CONNECT_ROOT}/${text}/mcp/${env}/${episode}` : null,
    model: gatewayModels.get(profile)?.model ?? '',
  }
}
