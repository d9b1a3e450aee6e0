/** Guards that connecting and closing always end, whatever the other side sends or leaves out. */
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { connect } from './client.ts'
import type { BackchannelError } from './errors.ts'
import { FakeServer } from './fake-server.contract.ts'
import { Resources } from './resources.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()

afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve))
})

/** Starts a server on TCP level. Returns its address. */
async function listen(onSocket: (socket: Socket) => void, port = 0): Promise<string> {
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)))
    onSocket(socket)
    // A socket notices its end only while it reads.
    socket.resume()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}

const failure = (work: Promise<unknown>): Promise<BackchannelError> =>
  work.then(
    () => expect.fail('it should have failed'),
    (error) => error,
  )

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 1))
}

it.each([
  ['breaks off', (socket: Socket) => void setTimeout(() => socket.destroy(), 20)],
  ['never ends', () => {}],
])('names the status of a refusal whose body %s', async (_, then) => {
  const url = await listen((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 404 Not Found\r\nContent-Length: 1000\r\n\r\n<html>')
      then(socket)
    })
  })
  expect(await failure(connect({ url }))).toMatchObject({ code: 'client/protocol', status: 404 })
  await until(() => sockets.size === 0)
})

it('tries again after a refusal with 502 whose body breaks off', async () => {
  const server = await FakeServer.start()
  let requests = 0
  const url = await listen((socket) => {
    requests += 1
    socket.once('data', () => {
      socket.write('HTTP/1.1 502 Bad Gateway\r\nContent-Length: 1000\r\n\r\n<html>')
      setTimeout(() => socket.destroy(), 20)
    })
  })
  const client = await connect({ url: `${url}, ${server.url}`, backOffMs: 1, random: () => 0 })
  expect(requests).toBe(1)
  await client.close()
  await server.stop()
})

it('resolves every close of one client', async () => {
  const server = await FakeServer.start()
  const client = await connect({ url: server.url })
  await Promise.all([client.close(), client.close()])
  await client.close()
  await server.stop()
})

it('cuts a connection that is being opened when it closes', async () => {
  const server = await FakeServer.start()
  const client = await connect({ url: server.url, backOffMs: 1, backOffMaxMs: 5 })
  await server.stop()
  await listen(() => {}, Number(new URL(server.url).port))
  const call = failure(client.environments())
  await until(() => sockets.size === 1)
  await client.close()
  expect(await call).toMatchObject({ code: 'client/closed' })
  await until(() => sockets.size === 0)
})

it('makes no other attempt if it closes in the pause before it', async () => {
  const server = await FakeServer.start()
  const client = await connect({ url: server.url, backOffMs: 200, random: () => 0 })
  await server.stop()
  let attempts = 0
  await listen(
    () => {
      attempts += 1
    },
    Number(new URL(server.url).port),
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  await client.close()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(attempts).toBe(0)
})

it.each(['secret\r', 'secret\n', 'secret€'])(
  'refuses a token that no header can carry and does not repeat it: %j',
  async (token) => {
    const server = await FakeServer.start()
    const { url } = server
    const works = [connect({ url, token }), (async () => new Resources({ url, token }))()]
    for (const error of await Promise.all(works.map(failure))) {
      expect(error.code).toBe('client/bad_token')
      expect(error.message + error.hint).not.toContain('secret')
    }
    await server.stop()
  },
)

it.each([
  'ftp://me:secret@127.0.0.1',
  'http://me:secret@127.0.0.1',
  'http://:secret@127.0.0.1',
  'http://me:sec/secret@127.0.0.1:x',
  'me:secret@127.0.0.1',
])('refuses an address with a password and does not repeat it: %s', async (url) => {
  const error = await failure(connect({ url }))
  expect(error.code).toBe('client/bad_url')
  expect(error.message).not.toContain('secret')
})
