import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { serveMessages } from './child-messages.ts'

/** An OpenEnv server that answers every action at once, so that only the way to it is measured. */
const properties = { message: { type: 'string' } }
const action = { title: 'SayAction', type: 'object', properties, required: ['message'] }
const http = createServer((_, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ action }))
})
const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('message', (data) => {
    const { data: given } = JSON.parse(String(data)) as { data: { message?: string } }
    const observation = { text: `You said ${given.message ?? 'nothing'}.` }
    const answer = { type: 'observation', data: { observation, reward: 0, done: false } }
    socket.send(JSON.stringify(answer))
  })
})
await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
const { port } = http.address() as AddressInfo
serveMessages(`http://127.0.0.1:${port}`, {}, async () => {
  for (const socket of sockets.clients) socket.terminate()
  http.close()
})
