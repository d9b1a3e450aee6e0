import { Fault, shown } from '../../../wire/faults.ts'
import { environmentId } from '../../../wire/scalars.ts'
import type { SocketTarget } from '../adapter.ts'

const NAME = /^[\x21-\x7e]{1,200}$/

/** Whether a text is an id that the server gave to an episode. */
export const isEpisodeId = (text: string): boolean => /^ep_[0-9a-f]{32}$/.test(text)

const NAME_CHARACTERS_MAX = 200

/**
 * Checks the name of a session. Names are cached, so their length is limited.
 *
 * @throws Fault `request/invalid`
 */
export function checkedName(name: string): string {
  if (name.length >= 1 && name.length <= NAME_CHARACTERS_MAX) return name
  const message = `a session's name has 1 to ${NAME_CHARACTERS_MAX} characters, not ${shown(name)}`
  throw new Fault('request/invalid', message)
}

/** The environment, session and route that a path names. */
export interface Target {
  readonly env: string
  readonly session: string | undefined
  readonly route: string
}

/**
 * Parses `{env}/ROUTE` and `{env}/sessions/{session}/ROUTE`. For other paths, the header
 * `X-Session-ID` or the query names the session.
 *
 * @throws Fault `request/invalid` for an invalid name, `request/not_found` for an invalid id
 */
export function parseTarget({ path, query, headers }: SocketTarget): Target {
  const [env = '', ...segments] = path
  if (!environmentId.safeParse(env).success) {
    throw new Fault('request/not_found', `there is no environment ${shown(env)}`)
  }
  const inPath = segments[0] === 'sessions' ? segments[1] : undefined
  const route = (inPath === undefined ? segments : segments.slice(2)).join('/')
  const header = headers['x-session-id']
  const namedSessions = [inPath, header, query.get('session_id') ?? undefined].filter(
    (candidate) => candidate !== undefined,
  )
  const [session] = namedSessions
  if (namedSessions.some((candidate) => candidate !== session)) {
    throw new Fault(
      'request/invalid',
      `the session has two names: ${namedSessions.map(shown).join(', ')}`,
    )
  }
  if (session !== undefined && (typeof session !== 'string' || !NAME.test(session))) {
    const message = `a session's name is 1 to 200 ASCII characters, not ${shown(session)}`
    throw new Fault('request/invalid', message)
  }
  return { env, session, route }
}
