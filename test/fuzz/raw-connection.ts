import { connect } from 'node:net'
import type { Duplex } from 'node:stream'

/** How to send bytes that need not be HTTP. */
export interface RawOptions {
  readonly url: string
  /** Makes the connection; left out, one over the network. */
  readonly dial?: () => Duplex
  /** Sent one after the other, with `gapMs` between them. */
  readonly parts: readonly (string | Buffer)[]
  readonly gapMs: number
  /** The connection is destroyed after this long, whatever came back. */
  readonly forMs: number
}

/** Sends bytes on a connection of its own and gives what came back until its end. */
export function sendRaw({ url, dial, parts, gapMs, forMs }: RawOptions): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let received = ''
    const socket = dial?.() ?? connect(Number(port), hostname)
    const timer = setTimeout(() => socket.destroy(), forMs)
    socket.setEncoding('latin1')
    socket.on('data', (text) => {
      received += text
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(received)
    })
    const write = (place: number): void => {
      const part = parts[place]
      if (part === undefined || !socket.writable) return
      socket.write(part, () => setTimeout(() => write(place + 1), gapMs))
    }
    if (dial === undefined) socket.once('connect', () => write(0))
    else write(0)
  })
}
