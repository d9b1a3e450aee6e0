import { z } from 'zod'
import { hostName } from './host-name.ts'

/** The longest delay of the platform's timers. A longer one would fire at once. */
const TIMER_MS_MAX = 2_147_483_647

/** A duration in milliseconds. */
export const milliseconds = (minimumMs: number) => z.int().min(minimumMs).max(TIMER_MS_MAX)

const host = (message: string) =>
  z.string().transform((text, context) => {
    const name = hostName(text)
    if (name !== undefined) return name
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** A host name that requests may name, in canonical spelling. */
export const servedHost = host('must be a host name or an address, without scheme, path and port')

/** An address to listen on. The platform expects IPv6 addresses without brackets. */
export const listeningHost = host(
  'must be an address of this machine, such as 127.0.0.1 or ::',
).transform((name) => name.replace(/^\[(.*)\]$/, '$1'))

/**
 * An origin of web pages in the spelling of browsers: lower case, without the scheme's default
 * port.
 */
export const pageOrigin = z.string().transform((text, context) => {
  const origin = readOrigin(text)
  if (origin !== undefined) return origin
  const message = 'must be a scheme and a host, such as https://console.example'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
})

function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, host: hostname, username, password, pathname, search, hash } = new URL(text)
  const extras = `${username}${password}${search}${hash}`
  if (extras !== '' || hostname === '' || !['', '/'].includes(pathname)) return undefined
  return `${protocol}//${hostname.toLowerCase()}`
}

/** A bearer token: the characters that can follow "Bearer " in a header. */
export const TOKEN_PATTERN = /^[\x21-\x7e]{16,500}$/

/** The rule to show for an invalid bearer token. It never contains the token. */
export const TOKEN_RULE = '16 to 500 visible ASCII characters without spaces'
