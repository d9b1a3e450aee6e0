/** The rule for base URLs, quoted in error messages. */
export const BASE_URL_RULE =
  'a base URL is an http or https address without user name, password, query or fragment'

/** A base URL without slashes at its end, or undefined if it breaks `BASE_URL_RULE`. */
export function readBaseUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, username, password, search, hash, origin, pathname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  if (username !== '' || password !== '' || search !== '' || hash !== '') return undefined
  return `${origin}${pathname}`.replace(/\/+$/, '')
}
