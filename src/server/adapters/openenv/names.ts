import { Fault, shown } from '../../../wire/faults.ts'
import type { SocketTarget } from '../adapter.ts'

const NAME = /^[\x21-\x7e]{1,200}$/

/** Ids that the server gives to episodes. */
export const isEpisodeId = (text: string): boolean => /^ep_[0-9a-f]{32}$/.test(text)

/** What a path asks for: an environment, the session that it names, and what to do there. */
export interface Target {
  readonly env: string
  readonly session: string | undefined
  readonly route: string
}

/**
 * Reads `{env}/ROUTE` and `{env}/sessions/{session}/ROUTE`. Elsewhere the header `X-Session-ID`
 * names the session, or the query.
 *
 * @throws Fault `request/invalid` for a name that is none
 */
export function targetOf({ path, query, headers }: SocketTarget): Target {
  const [env = '', ...rest] = path
  const inPath = rest[0] === 'sessions' ? rest[1] : undefined
  const route = (inPath === undefined ? rest : rest.slice(2)).join('/')
  const header = headers['x-session-id']
  const given = [inPath, header, query.get('session_id') ?? undefined].filter(
    (one) => one !== undefined,
  )
  const [session] = given
  if (given.some((one) => one !== session)) {
    throw new Fault('request/invalid', `the session has two names: ${given.map(shown).join(', ')}`)
  }
  if (session !== undefined && (typeof session !== 'string' || !NAME.test(session))) {
    const message = `a session's name is 1 to 200 ASCII characters, not ${shown(session)}`
    throw new Fault('request/invalid', message)
  }
  return { env, session, route }
}
