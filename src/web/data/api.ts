import { QueryClient } from '@tanstack/preact-query'
import { BackchannelError } from '../../client/errors.ts'
import {
  type OperationRoute,
  type ParamsAt,
  Resources,
  type ResultAt,
} from '../../client/resources.ts'
import { anyViewKey, isGuestOf, needsToken, preferKey, token, viewKeyOf } from '../state/session.ts'

/** The server that this page came from. */
export const url = location.origin

const episodeOf = (params: object): string | undefined => {
  const id = (params as { episode_id?: unknown }).episode_id
  return typeof id === 'string' ? id : undefined
}

function bearer(params: object): string | undefined {
  const id = episodeOf(params)
  if (id !== undefined && isGuestOf(id)) return viewKeyOf(id)
  return token.get() ?? (id === undefined ? anyViewKey() : undefined)
}

const isAuthError = (error: unknown): boolean =>
  error instanceof BackchannelError &&
  /^(auth\/(missing|denied)|client\/bad_token)$/.test(error.code)

/** Calls again with the key of a link, for an episode that the visitor's token does not see. */
async function callWithKey<At extends OperationRoute>(
  route: At,
  params: ParamsAt<At>,
  refusal: unknown,
): Promise<ResultAt<At>> {
  const id = episodeOf(params)
  const key = id === undefined || isGuestOf(id) ? undefined : viewKeyOf(id)
  const isHidden = refusal instanceof BackchannelError && refusal.code === 'episode/not_found'
  if (id === undefined || key === undefined || !isHidden) throw refusal
  try {
    const result = await new Resources({ url, token: key }).call(route, params)
    preferKey(id)
    return result
  } catch {
    throw refusal
  }
}

/** Calls the server with the visitor's token or view key, or with neither. */
export async function callServer<At extends OperationRoute>(
  route: At,
  params: ParamsAt<At>,
): Promise<ResultAt<At>> {
  try {
    const resources = new Resources({ url, token: bearer(params) })
    return await resources.call(route, params)
  } catch (error) {
    if (isAuthError(error)) needsToken.set(true)
    return callWithKey(route, params, error)
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) => count < 3 && error instanceof BackchannelError && error.retryable,
      staleTime: 5_000,
      refetchOnWindowFocus: false,
    },
  },
})

// What one visitor may see must not stay on the page of another.
token.subscribe(() => queryClient.resetQueries())

/** Returns a unique name. Pages that are not served over HTTPS have no `randomUUID`. */
export function newOpenKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `console-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
