import { createStore } from './store.ts'

/**
 * The visitor's credentials: a token for this tab, or view keys of single episodes. No request's
 * address contains them: a key arrives in the fragment, and is removed from it.
 */
const TOKEN = 'backchannel.token'
const KEYS = 'backchannel.view-keys'

const stored = (name: string): string | undefined => sessionStorage.getItem(name) ?? undefined

export const token = createStore<string | undefined>(stored(TOKEN))

/** Whether the server refused the last call because of its token. */
export const needsToken = createStore(false)

export function setToken(text: string | undefined): void {
  if (text === undefined) sessionStorage.removeItem(TOKEN)
  else sessionStorage.setItem(TOKEN, text)
  needsToken.set(false)
  token.set(text)
}

const viewKeys = (): Record<string, string> => JSON.parse(stored(KEYS) ?? '{}')

/** The view key of an episode from a link. */
export const viewKeyOf = (episodeId: string): string | undefined => viewKeys()[episodeId]

/** Episodes that the visitor's token does not see, while their view key does. */
const seenByKeyOnly = new Set<string>()
token.subscribe(() => seenByKeyOnly.clear())

export const preferKey = (episodeId: string): unknown => seenByKeyOnly.add(episodeId)

/** Whether the visitor sees an episode by its view key. A token that sees it takes precedence. */
export const isGuestOf = (episodeId: string): boolean =>
  viewKeyOf(episodeId) !== undefined && (token.get() === undefined || seenByKeyOnly.has(episodeId))

/** Any view key. Every key can read descriptions of environments. */
export const anyViewKey = (): string | undefined => Object.values(viewKeys()).at(-1)

/**
 * Stores a view key from the address, such as `/episodes/ep_1#key=rk_view_ep_1_…`.
 *
 * @returns whether there was one
 */
export function takeViewKey(): boolean {
  const key = /^#key=(rk_view_[\w-]+)$/.exec(location.hash)?.[1]
  if (key === undefined) return false
  const episodeId = /ep_[0-9a-f]+/.exec(key)?.[0] ?? ''
  sessionStorage.setItem(KEYS, JSON.stringify({ ...viewKeys(), [episodeId]: key }))
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}
