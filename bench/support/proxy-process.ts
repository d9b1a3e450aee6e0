import { Agent, createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { argument, serveMessages } from './child-messages.ts'

/** Forwards each request to a server and the answer back, and does nothing else. */
const { hostname, port: upstreamPort } = new URL(argument<string>())
const agent = new Agent({ keepAlive: true })

const server = createServer((incoming, answer) => {
  const { method, url: path, headers } = incoming
  const forwarded = forward(
    { hostname, port: upstreamPort, agent, method, path, headers },
    (upstreamAnswer) => {
      answer.writeHead(upstreamAnswer.statusCode ?? 500, upstreamAnswer.headers)
      upstreamAnswer.pipe(answer)
    },
  )
  forwarded.once('error', () => answer.destroy())
  incoming.pipe(forwarded)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
serveMessages(`http://127.0.0.1:${port}`, {}, async () => {
  server.closeAllConnections()
  server.close()
})
