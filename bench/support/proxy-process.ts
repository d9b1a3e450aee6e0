import { Agent, createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { argument, serveMessages } from './child-messages.ts'

/** Passes each request on to a server and the answer back, and does nothing else. */
const { hostname, port: upstreamPort } = new URL(argument<string>())
const agent = new Agent({ keepAlive: true })

const server = createServer((asked, answer) => {
  const { method, url: path, headers } = asked
  const passed = forward(
    { hostname, port: upstreamPort, agent, method, path, headers },
    (given) => {
      answer.writeHead(given.statusCode ?? 500, given.headers)
      given.pipe(answer)
    },
  )
  passed.once('error', () => answer.destroy())
  asked.pipe(passed)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
serveMessages(`http://127.0.0.1:${port}`, {}, async () => {
  server.closeAllConnections()
  server.close()
})
