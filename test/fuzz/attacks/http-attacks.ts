import { request } from 'node:http'
import type { Attack, Scene } from '../attack.ts'
import { brokenCall, hostileText } from '../hostile-values.ts'

interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
}

const PATIENCE_MS = 15_000

/** Sends one request and has its answer judged. */
function send({ url, judge }: Scene, { method, path, headers, body }: Sent): Promise<void> {
  const { hostname, port } = new URL(url)
  const options = { hostname, port, method, path, headers, agent: false, timeout: PATIENCE_MS }
  return new Promise((resolve) => {
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => {
        judge.http(response.statusCode ?? 0, response.headers['content-type'] ?? '', text)
        resolve()
      })
    })
    sent.on('error', () => resolve())
    sent.on('timeout', () => {
      judge.complain(`no answer to ${method} ${path}`)
      sent.destroy()
    })
    sent.end(body)
  })
}

const bodyOf = (text: string): Pick<Sent, 'body'> => ({ body: Buffer.from(text) })

async function wrongRequests(scene: Scene): Promise<void> {
  const { random, token, victims } = scene
  const authorization = { authorization: `Bearer ${token}` }
  const json = (body: string) => ({
    headers: { ...authorization, 'content-length': String(Buffer.byteLength(body)) },
    ...bodyOf(body),
  })
  const episode = victims[0] ?? 'ep_0'
  const text = hostileText(random)
  const broken = brokenCall(random)
  const requests: readonly Sent[] = [
    { method: 'POST', path: '/v1/episodes', ...json(text) },
    { method: 'POST', path: '/v1/episodes', ...json(broken) },
    { method: 'POST', path: '/v1/episodes', ...json(broken.slice(0, 30)) },
    { method: 'POST', path: `/v1/episodes/${episode}/steps`, ...json('{"action":{}}') },
    { method: 'POST', path: `/v1/episodes/${episode}/close`, ...json('') },
    { method: 'POST', path: `/v1/episodes/${episode}/replay`, ...json('') },
    { method: 'GET', path: `/v1/episodes/${episode}/log?from=-1`, headers: authorization },
    { method: 'GET', path: '/v1/episodes?limit=1e9&open=maybe', headers: authorization },
    { method: 'GET', path: '/v1/episodes?after=%00%ff&run=%ed%a0%80', headers: authorization },
    { method: 'GET', path: '/v1/episodes/%2e%2e%2f%2e%2e', headers: authorization },
    { method: 'GET', path: '/v1/environments/__proto__/tasks?split=x', headers: authorization },
    { method: 'GET', path: '/v1/environments/mock-v1/world', headers: authorization },
    { method: 'GET', path: '/metrics', headers: authorization },
    { method: 'DELETE', path: '/v1/episodes', headers: authorization },
    { method: 'GET', path: '/v1/episodes', headers: {} },
    {
      method: 'GET',
      path: '/v1/environments',
      headers: { ...authorization, host: 'evil.example' },
    },
    { method: 'GET', path: '/healthz', headers: { origin: 'https://evil.example' } },
    { method: 'GET', path: `/${'a/'.repeat(random.integer(1, 500))}`, headers: authorization },
  ]
  await Promise.all(random.sample(requests, 6).map((one) => send(scene, one)))
}

async function wrongBodies(scene: Scene): Promise<void> {
  const path = '/v1/episodes'
  const authorization = `Bearer ${scene.token}`
  const large = Buffer.alloc(300_000, 0x20)
  const bytes = Buffer.from([0x7b, 0xff, 0xfe, 0x7d])
  const length = (body: Buffer) => ({ authorization, 'content-length': String(body.length) })
  const chunked = { authorization, 'transfer-encoding': 'chunked' }
  await send(scene, { method: 'POST', path, headers: length(large), body: large })
  await send(scene, { method: 'POST', path, headers: length(bytes), body: bytes })
  await send(scene, { method: 'POST', path, headers: chunked, body: Buffer.from('{}') })
}

/** Requests that the HTTP side must refuse with a coded problem. */
export const HTTP_ATTACKS: readonly Attack[] = [
  { name: 'wrong requests', run: wrongRequests },
  { name: 'wrong bodies', run: wrongBodies },
]
