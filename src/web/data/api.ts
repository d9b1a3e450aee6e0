import { QueryCache, QueryClient } from '@tanstack/preact-query'
import { BackchannelError } from '../../client/errors.ts'
import { type HttpPlace, type ParamsAt, Resources, type ResultAt } from '../../client/resources.ts'
import { anyViewKey, needsToken, token, viewKeyOf } from '../state/session.ts'

/** The server that this page came from. */
const url = location.origin

function bearer(params: object): string | undefined {
  const id = (params as { episode_id?: unknown }).episode_id
  return token.get() ?? (typeof id === 'string' ? viewKeyOf(id) : anyViewKey())
}

/** Calls the server as whoever looks at this page: with a token, a view key, or neither. */
export function call<At extends HttpPlace>(place: At, params: ParamsAt<At>): Promise<ResultAt<At>> {
  const secret = bearer(params)
  return new Resources({ url, ...(secret === undefined ? {} : { token: secret }) }).call(
    place,
    params,
  )
}

const isUnknown = (error: unknown): boolean =>
  error instanceof BackchannelError && /^auth\/(missing|denied)$/.test(error.code)

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: (error) => isUnknown(error) && needsToken.set(true) }),
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 3 && error instanceof BackchannelError && error.retryable,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
    },
  },
})

token.follow(() => queries.invalidateQueries())

/** A name that nobody else chooses: a page that is not served by https has no `randomUUID`. */
export function openKey(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(16))
  return `console-${[...drawn].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
