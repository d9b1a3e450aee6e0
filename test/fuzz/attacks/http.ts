import { TOKENS } from '../arena.ts'
import { actionFor, mutated, validCall } from '../frames.ts'
import { leaks } from '../judge.ts'
import type { Attack, Raid } from '../raid.ts'
import { HOSTILE_JSON, NOT_JSON } from '../tables/hostile-values.ts'

const PATHS: readonly string[] = [
  ...['/v1', '/v1/', '//v1/episodes', '/v1/episodes/', '/v1/episodes/%00', '/v1/episodes/%ff'],
  ...['/v1/episodes/..%2f..%2fetc', '/v1/episodes/__proto__', '/v1/episodes/constructor/log'],
  ...['/v1/environments/__proto__', '/v1/environments/constructor', '/v1/environments/%ED%A0%80'],
  ...['/v1/environments/mock-v1/tasks/__proto__', '/v1/environments/mock-v1/tasks/train-000500'],
  ...['/v1/environments/mock-v1/tasks/train-000500?hidden=true', '/v1/environments/mock-v1/world'],
  ...['/metrics', '/v1/episodes?limit=-1', '/v1/episodes?limit=1e9', '/v1/episodes?limit=NaN'],
  ...['/v1/episodes?after=x', '/v1/episodes?principal=alice', '/v1/episodes?open=maybe'],
  ...['/v1/episodes?limit=1&limit=2', '/v1/episodes?__proto__=1', '/v1/episodes?%ff=%ff'],
  ...['/v1/environments/mock-v1/tasks', '/v1/environments/mock-v1/tasks?split=__proto__'],
  ...['/v1/environments/mock-v1/tasks?split=stream&from=9007199254740991'],
  ...['/v1/environments/mock-v1/tasks?split=train&from=480&limit=60'],
  ...['/v1/environments/phone-call-v2/tasks?split=train&limit=20&hidden=false'],
  `/v1/episodes/${'e'.repeat(10_000)}`,
  `/v1/episodes?run=${'r'.repeat(10_000)}`,
]

const HTTP_METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']

const json = (body: string): RequestInit => ({ method: 'POST', body })

async function rawRequest(raid: Raid, lines: readonly string[], body: string): Promise<void> {
  const authorization = `Authorization: Bearer ${TOKENS.mallory}`
  const all = ['POST /v1/episodes HTTP/1.1', 'Host: 127.0.0.1', authorization, ...lines]
  const text = await raid.raw({
    parts: [`${all.join('\r\n')}\r\n\r\n${body}`],
    gapMs: 0,
    forMs: 250,
  })
  for (const wrong of leaks(text)) raid.complain(wrong, text)
  if (text.startsWith('HTTP/1.1 500')) raid.complain('HTTP 500', text)
}

/** The HTTP side: bodies, lengths, paths, methods, other people's resources. */
export const HTTP_ATTACKS: readonly Attack[] = [
  {
    name: 'hostile bodies',
    async run(raid) {
      const { method, params } = await validCall(raid)
      const { episode_id, ...rest } = params as { episode_id?: string }
      const paths: Readonly<Record<string, string>> = {
        'episode.step': `/v1/episodes/${episode_id}/steps`,
        'episode.fork': `/v1/episodes/${episode_id}/fork`,
        'episode.close': `/v1/episodes/${episode_id}/close`,
      }
      const path = paths[method] ?? '/v1/episodes'
      const { random } = raid
      const whole = mutated(raid, rest)
      const body = random.pick([
        whole,
        whole,
        whole.slice(0, random.integer(0, whole.length)),
        random.pick(HOSTILE_JSON),
        random.pick(NOT_JSON),
        'x'.repeat(80_000),
      ])
      await raid.http(path, json(body))
    },
  },
  {
    name: 'wrong lengths',
    async run(raid) {
      const body = '{"env":"mock-v1","split":"train","index":1}'
      const lengths = raid.random.pick([
        [],
        ['Content-Length: 5'],
        ['Content-Length: 500'],
        ['Content-Length: -1'],
        ['Content-Length: 1e3'],
        ['Content-Length: 43', 'Content-Length: 44'],
        ['Content-Length: 99999999999999999999'],
        ['Transfer-Encoding: chunked'],
        ['Transfer-Encoding: chunked', 'Content-Length: 43'],
        ['Content-Length: 43', 'Expect: 100-continue'],
      ])
      await rawRequest(raid, lengths, body)
    },
  },
  {
    name: 'odd paths',
    async run(raid) {
      const method = raid.random.chance(0.7) ? 'GET' : raid.random.pick(HTTP_METHODS)
      await raid.http(raid.random.pick(PATHS), { method })
    },
  },
  {
    name: "other principals' resources",
    async run(raid) {
      const victim = raid.victim()
      const { key, id } = await raid.own()
      const authorization = `Bearer ${key.replace(id, victim)}`
      const headers = raid.random.chance(0.5) ? {} : { authorization }
      const [path, init] = raid.random.pick<[string, RequestInit]>([
        ['', {}],
        ['/log', {}],
        ['/log?format=jsonl', {}],
        ['/replay', json('')],
        ['/close', json('{}')],
        ['/fork', json('{"position":0}')],
        ['/steps', json('{"action":{"content":"x"}}')],
      ])
      const status = await raid.http(`/v1/episodes/${victim}${path}`, { ...init, headers })
      if (status > 0 && status < 400) raid.complain(`HTTP ${status} on another's ${path}`)
    },
  },
  {
    name: 'wrong tokens over HTTP',
    async run(raid) {
      const authorization = raid.random.pick(['', 'Bearer', 'Bearer x', 'Basic YTpi', 'Bearer  '])
      const status = await raid.http('/v1/episodes', { headers: { authorization } })
      if (status > 0 && status !== 401) raid.complain(`HTTP ${status} for a wrong token`)
    },
  },
  {
    name: 'own resources',
    async run(raid) {
      const episode = await raid.own()
      const path = raid.random.pick(['', '/log', '/log?from=1&format=jsonl', '/log?from=99'])
      await raid.http(`/v1/episodes/${episode.id}${path}`)
      const action = JSON.stringify({ action: actionFor(raid, episode) })
      await raid.http(`/v1/episodes/${episode.id}/steps`, json(action))
      await raid.http(`/v1/episodes/${episode.id}/replay`, json(''))
    },
  },
  {
    name: 'foreign hosts',
    async run(raid) {
      const host = raid.random.pick(['evil.example', '', 'a b', '[::1', '127.0.0.1:99999', '\\'])
      const lines = ['GET /v1/environments HTTP/1.1', `Host: ${host}`, 'Connection: close']
      const parts = [`${lines.join('\r\n')}\r\n\r\n`]
      const text = await raid.raw({ parts, gapMs: 0, forMs: 500 })
      if (/^HTTP\/1\.1 (2|5)/.test(text)) raid.complain('a foreign host is served', text)
    },
  },
]
