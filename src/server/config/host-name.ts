import { isIPv6 } from 'node:net'

const NAME = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/

/**
 * The canonical spelling of a host name or address: lower case, an IPv6 address shortened and in
 * brackets. Undefined for all other texts, such as a name with a port, a user, a dot at its end or
 * a letter beyond ASCII.
 */
export function hostName(text: string): string | undefined {
  const inner = /^\[(.*)\]$/.exec(text)?.[1] ?? text
  if (isIPv6(inner) && !inner.includes('%')) return new URL(`http://[${inner}]`).hostname
  return NAME.test(text) && text.length <= 253 ? text.toLowerCase() : undefined
}

/** The host in a Host header, without its port; undefined if the header is malformed. */
export function hostOfHeader(header: string | undefined): string | undefined {
  const match = /^(\[[^\]]*\]|[^:]*)(?::\d{1,5})?$/.exec(header ?? '')
  return match === null ? undefined : hostName(match[1] as string)
}

const OCTET = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])'
const LOOPBACK = new RegExp(`^(?:localhost|\\[::1\\]|127\\.${OCTET}\\.${OCTET}\\.${OCTET})$`)

/**
 * Whether a host reaches only this machine. Other spellings of the same addresses are not accepted,
 * and a name that merely begins like one may lead anywhere.
 *
 * @param host in the spelling of `hostName`
 */
export const isLoopback = (host: string | undefined): boolean =>
  host !== undefined && LOOPBACK.test(host)
