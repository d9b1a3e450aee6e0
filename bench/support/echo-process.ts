import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { serveMessages } from './child-messages.ts'

/**
 * The baseline: a bare `ws` server that parses each frame and answers with a freshly serialised
 * reply of the real server, in turn. So sizes and shapes are the same in both directions, and
 * nothing is decided or stored.
 */
let replies: readonly object[] = [{}]
const http = createServer()
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  let turn = 0
  socket.on('message', (data) => {
    const request = JSON.parse(String(data)) as { id: number }
    const reply = replies[turn++ % replies.length]
    socket.send(JSON.stringify({ ...reply, id: request.id }))
  })
})
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
const { port } = http.address() as AddressInfo

const load = ({ texts }: { texts: readonly string[] }): void => {
  replies = texts.map((text) => JSON.parse(text) as object)
}
const stop = async (): Promise<void> => {
  for (const socket of sockets.clients) socket.terminate()
  http.close()
}
serveMessages(`http://127.0.0.1:${port}`, { load }, stop)
