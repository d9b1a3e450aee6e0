import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'

/** A way to a server that can be cut. */
export interface CuttingProxy {
  readonly port: number
  /**
   * Cuts the connection at which the next message with this text arrives: before it is handed on,
   * or after the server has carried it out, when its answer comes.
   */
  cutAt(text: string, when: 'before' | 'after'): void
  /** How often it was cut. */
  readonly cuts: number
  close(): Promise<void>
}

export async function startProxy(target: { readonly port: number }): Promise<CuttingProxy> {
  let armed: { readonly text: string; readonly when: 'before' | 'after' } | undefined
  let cuts = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = dial(target.port, '127.0.0.1')
    let isCutAtAnswer = false
    const cut = (): void => {
      cuts += 1
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.on('data', (data) => {
      if (armed !== undefined && data.includes(armed.text)) {
        const { when } = armed
        armed = undefined
        if (when === 'before') return cut()
        isCutAtAnswer = true
      }
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (isCutAtAnswer) cut()
      else client.write(data)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cutAt(text, when) {
      armed = { text, when }
    },
    get cuts() {
      return cuts
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
