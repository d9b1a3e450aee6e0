import type { IncomingMessage } from 'node:http'
import { Fault, shown } from '../wire/faults.ts'

/**
 * Headers that decide who asks, from where, and how long the request is. Two of them could be read
 * differently by a proxy and this server.
 */
const UNIQUE: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'origin',
  'sec-websocket-key',
  'sec-websocket-version',
  'transfer-encoding',
  'x-api-key',
  'x-deployment',
  'x-session-id',
])

/**
 * Refuses a request that repeats one of these headers. Node takes the first one, and a proxy in
 * front of it may have checked the last one.
 *
 * @throws Fault `request/invalid`
 */
export function checkUniqueHeaders({
  rawHeaders,
  url = '/',
  headers,
}: Pick<IncomingMessage, 'rawHeaders' | 'url' | 'headers'>): void {
  const seenNames = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] as string).toLowerCase()
    if (!UNIQUE.has(name)) continue
    if (seenNames.has(name))
      throw new Fault('request/invalid', `the request has two headers ${name}`)
    seenNames.add(name)
  }
  if (url.startsWith('/') || url === '*') return
  const { host = '' } = headers
  const [target, ownHost] = [parseHost(url), parseHost(`http://${host}`)]
  if (target !== undefined && target === ownHost) return
  const message = `the request is for ${shown(url)}, and its Host is ${shown(host)}`
  throw new Fault('request/invalid', message, { hint: 'Send the path alone as the target.' })
}

const parseHost = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).host : undefined
