import { RpcSocket } from '../support/rpc-socket.ts'
import type { Call } from './citizen.ts'

/** A way to call a server, and to hang up. */
export interface Line {
  readonly call: Call
  close(): Promise<void>
}

/** Calls over a WebSocket. */
export async function socketLine(url: string, token: string): Promise<Line> {
  const rpc = await RpcSocket.connect(url, { authorization: `Bearer ${token}` })
  return { call: (method, params) => rpc.call(method, params), close: () => rpc.close() }
}

const PATHS: Readonly<Record<string, string>> = {
  'episode.step': '/steps',
  'episode.fork': '/fork',
  'episode.close': '/close',
  'episode.resume': '',
}

/** The same calls over HTTP. */
export function httpLine(url: string, token: string): Line {
  return {
    async call(method, params) {
      const { episode_id, ...rest } = params as { episode_id?: string }
      const tail = PATHS[method]
      const path = tail === undefined ? '' : `/${episode_id}${tail}`
      const init = tail === '' ? {} : { method: 'POST', body: JSON.stringify(rest) }
      const response = await fetch(`${url}/v1/episodes${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}` },
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method}: HTTP ${response.status} ${text}`)
      return JSON.parse(text)
    },
    close: async () => undefined,
  }
}
