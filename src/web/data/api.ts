import { QueryClient } from '@tanstack/preact-query'
import { BackchannelError } from '../../client/errors.ts'
import {
  type OperationRoute,
  type ParamsAt,
  Resources,
  type ResultAt,
} from '../../client/resources.ts'
import { anyViewKey, needsToken, token, viewKeyOf } from '../state/session.ts'

/** The server that this page came from. */
export const url = location.origin

function bearer(params: object): string | undefined {
  const id = (params as { episode_id?: unknown }).episode_id
  return token.get() ?? (typeof id === 'string' ? viewKeyOf(id) : anyViewKey())
}

const isAuthError = (error: unknown): boolean =>
  error instanceof BackchannelError &&
  /^(auth\/(missing|denied)|client\/bad_token)$/.test(error.code)

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
    throw error
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
