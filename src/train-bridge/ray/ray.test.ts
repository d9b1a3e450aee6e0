/** Guards the client of Ray's jobs against a head that is gone, refuses or disconnects. */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { RayError } from './http.ts'
import { RayJobs } from './jobs.ts'
import { createZip } from './zip.ts'

type Reply = readonly [status: number, body: unknown]

let server: Server | undefined
const sockets: WebSocketServer[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
  server?.closeAllConnections()
  server?.close()
})

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** A fake head with given answers that refuses browsers like the real one. */
async function fakeHead(answer: (asked: Asked) => Reply) {
  const seen: Asked[] = []
  server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const asked = { method, path, headers, body: Buffer.concat(pieces) }
      seen.push(asked)
      const isBrowser = 'sec-fetch-mode' in headers || 'origin' in headers
      const [status, body] = method !== 'GET' && isBrowser ? ([405, ''] as const) : answer(asked)
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { seen, address: `http://127.0.0.1:${port}` }
}

const job = { id: 'one', entrypoint: 'bash run.sh', metadata: {}, environment: { A: 'b' } }

it('submits with the token, in the form of Ray, and without headers of a browser', async () => {
  const { seen, address } = await fakeHead(() => [200, { submission_id: 'one' }])
  const jobs = new RayJobs({ address: `${address}/`, token: 'secret' })
  expect(await jobs.submit({ ...job, workingFolder: 'gcs://x.zip', cpus: 0.5 })).toBe('one')
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/api/jobs/' })
  expect(seen[0]?.headers.authorization).toBe('Bearer secret')
  expect(JSON.parse(String(seen[0]?.body))).toEqual({
    submission_id: 'one',
    entrypoint: 'bash run.sh',
    metadata: {},
    runtime_env: { env_vars: { A: 'b' }, working_dir: 'gcs://x.zip' },
    entrypoint_num_cpus: 0.5,
  })
})

it.each([
  [401, 'nope', 'refused the token (401)', 'launch.ray_token_env'],
  [500, 'Traceback\n  x\nValueError: id in use', '500: ValueError: id in use', 'logs of the head'],
  [200, '<html>', "does not answer like Ray's dashboard", 'launch.address'],
])('says what a head means that answers %i %s', async (status, body, message, remedy) => {
  const { address } = await fakeHead(() => [status, body])
  const failure = await new RayJobs({ address }).submit(job).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RayError)
  expect((failure as RayError).message).toContain(message)
  expect((failure as RayError).remedy).toContain(remedy)
})

it('reports a head that is unreachable or silent', async () => {
  const gone = new RayJobs({ address: 'http://127.0.0.1:9' })
  await expect(gone.logs('one')).rejects.toThrow(/no Ray head answers at .*ECONNREFUSED/)
  server = createServer(() => undefined)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const silent = new RayJobs({ address: `http://127.0.0.1:${port}`, timeoutMs: 100 })
  await expect(silent.logs('one')).rejects.toThrow('nothing within 100 ms')
})

it('returns no job that the head does not know', async () => {
  const { address } = await fakeHead(() => [404, 'no such job'])
  expect(await new RayJobs({ address }).job('one')).toBeUndefined()
})

it('uploads equal files once, as a valid zip', async () => {
  let isKnown = false
  const { seen, address } = await fakeHead(({ method }) => {
    if (method === 'PUT') isKnown = true
    return [method === 'GET' && !isKnown ? 404 : 200, '']
  })
  const files = [{ path: 'a/b.txt', content: Buffer.from('hello hello hello') }]
  const jobs = new RayJobs({ address })
  const first = await jobs.upload(files)
  expect(await jobs.upload(files)).toBe(first)
  expect(first).toMatch(/^gcs:\/\/_ray_pkg_[0-9a-f]{32}\.zip$/)
  expect(seen.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET'])
  const zip = seen[1]?.body ?? Buffer.alloc(0)
  expect(zip).toEqual(Buffer.from(createZip(files)))
  const packed = zip.readUInt32LE(18)
  const start = 30 + zip.readUInt16LE(26)
  expect(inflateRawSync(zip.subarray(start, start + packed)).toString()).toBe('hello hello hello')
})

it.each([
  ['breaks', 2, (socket: WebSocket) => socket.terminate()],
  ['is closed in order too early', 1, (socket: WebSocket) => socket.close(1000)],
])('goes on with a log whose connection %s, and repeats nothing', async (_, expected, end) => {
  let asked = 0
  let connections = 0
  const { address } = await fakeHead(({ path }) =>
    path.endsWith('/logs')
      ? [200, { logs: 'one\ntwo\nthree\nlast\n' }]
      : [200, { status: asked++ < 1 ? 'RUNNING' : 'SUCCEEDED' }],
  )
  const tails = new WebSocketServer({ server: server as Server })
  sockets.push(tails)
  tails.on('connection', (socket) => {
    connections += 1
    socket.send('one\ntw')
    if (connections === 1) return setTimeout(() => end(socket), 20)
    socket.send('o\nthree\n')
    return setTimeout(() => socket.close(1000), 20)
  })
  let text = ''
  await new RayJobs({ address }).tail('one', (part) => {
    text += part
  })
  expect(connections).toBe(expected)
  expect(text).toBe('one\ntwo\nthree\nlast\n')
})
