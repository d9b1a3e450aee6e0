import { WebSocket } from 'ws'
import { TOKENS } from '../arena.ts'
import { problemProblems } from '../judge.ts'
import type { Attack, Raid } from '../raid.ts'

const ACTION = { content: 'Hello?' }

/** Tries an upgrade and judges the refusal that it must get. */
function refusedUpgrade(
  raid: Raid,
  path: string,
  headers: Readonly<Record<string, string>>,
  protocols: readonly string[] = [],
): Promise<void> {
  return new Promise((resolve) => {
    const address = `${raid.url.replace(/^http/, 'ws')}${path}`
    const socket = new WebSocket(address, [...protocols], { headers, handshakeTimeout: 10_000 })
    socket.on('error', () => resolve())
    socket.on('open', () => {
      raid.complain('an upgrade that must be refused was not', { path, headers })
      socket.terminate()
      resolve()
    })
    socket.on('unexpected-response', (_, response) => {
      let text = ''
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => {
        const type = response.headers['content-type'] ?? ''
        const problems = problemProblems(response.statusCode ?? 0, type, text)
        for (const wrong of problems) raid.complain(wrong, text)
        resolve()
      })
    })
  })
}

function forgedKey(raid: Raid, key: string, victim: string): string {
  const { random } = raid
  const place = random.integer(0, key.length)
  return random.pick([
    key.replace(/ep_[0-9a-f]{32}/, victim),
    key.replace('play', 'view'),
    key.replace('_play_', '_admin_'),
    `${key.slice(0, place)}A${key.slice(place + 1)}`,
    key.slice(0, place),
    `${key}A`,
    key.replace(/_0_/, `_${Date.now()}_`),
    `rk_play_${victim}_${Math.floor(Date.now() / 86_400_000)}_0_${'A'.repeat(22)}`,
    `rk_play_${victim}_`,
    `rk_play_${victim}_${'é'.repeat(11)}`,
    'rk_play',
  ])
}

/** Other people's episodes, forged keys, wrong tokens, foreign pages. */
export const ACCESS_ATTACKS: readonly Attack[] = [
  {
    name: "other principals' episodes",
    async run(raid) {
      const { random } = raid
      const episode_id = raid.victim()
      const { key } = await raid.own()
      const resume_key = random.pick([undefined, forgedKey(raid, key, episode_id)])
      const params = { episode_id, resume_key }
      const [method, given] = random.pick<[string, object]>([
        ['episode.step', { ...params, action: ACTION, seq: random.pick([undefined, 1, 2]) }],
        ['episode.resume', params],
        ['episode.fork', { ...params, position: 0 }],
        ['episode.close', params],
        ['episode.watch', params],
      ])
      const { result, code } = await (await raid.socket()).call(method, given)
      const expected = ['episode/not_found', 'capacity/in_flight']
      if (result !== undefined || !expected.includes(code ?? '')) {
        raid.complain(`${method} on another principal's episode gave ${code}`, result)
      }
    },
  },
  {
    name: 'sockets with forged tokens',
    async run(raid) {
      const { key } = await raid.own()
      const secret = raid.random.pick([
        forgedKey(raid, key, raid.victim()).replace(/[^\x21-\x7e]/g, ''),
        `${TOKENS.alice}x`,
        TOKENS.alice.slice(0, -1),
        'x'.repeat(5_000),
      ])
      if (secret === key || secret.length === 0) return
      await refusedUpgrade(raid, '/v1/ws', { authorization: `Bearer ${secret}` })
      await refusedUpgrade(raid, '/v1/ws', { authorization: raid.random.pick(['', 'Basic x']) })
      await refusedUpgrade(raid, '/v1/ws', {}, ['backchannel.v1', 'bearer.nobody'])
    },
  },
  {
    name: 'foreign pages',
    async run(raid) {
      const authorization = `Bearer ${TOKENS.mallory}`
      const origin = raid.random.pick(['https://evil.example', 'null', 'x', 'file://', '\\\\'])
      await refusedUpgrade(raid, '/v1/ws', { authorization, origin })
      await raid.http('/v1/environments', { headers: { origin } })
    },
  },
  {
    name: 'wrong paths',
    async run(raid) {
      const authorization = `Bearer ${TOKENS.mallory}`
      const path = raid.random.pick(['/', '/v1', '/v1/ws/', '/v1/WS', '/v2/ws', '/v1%2fws', '//'])
      await refusedUpgrade(raid, path, { authorization })
    },
  },
  {
    name: 'sockets by resume key',
    async run(raid) {
      const { key, id } = await raid.own()
      if (!key.startsWith('rk_play_ep_')) return
      const socket = await raid.freshSocket({ authorization: `Bearer ${key}` })
      const victim = raid.victim()
      const taken = await socket.call('episode.resume', { episode_id: victim })
      if (victim !== id && taken.result !== undefined) raid.complain('a key opens other episodes')
      const open = { env: 'mock-v1', split: 'train', index: 1 }
      const opened = await socket.call('episode.open', open)
      if (opened.result !== undefined) raid.complain('a key opens new episodes')
      await socket.call('episode.resume', { episode_id: id })
      socket.socket.terminate()
    },
  },
]
