// Guards that what belongs to another principal is answered exactly as what does not exist.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HTTP_ROUTES, type HttpRoute } from '../src/wire/http-route.ts'
import { OPERATIONS, type OperationName, operations } from '../src/wire/operations.ts'
import { type InProcessServer, startInProcess } from './support/in-process.ts'
import { RpcSocket } from './support/rpc-socket.ts'

const TOKENS = {
  admin: 'admin-token-0123456789',
  alice: 'alice-token-0123456789',
  bob: 'bobby-token-0123456789',
}
type Values = Readonly<Record<string, unknown>>

const folder = mkdtempSync(join(tmpdir(), 'backchannel-others-'))
let server: InProcessServer
/** What Alice has, by the members that may name it; and what nobody has, of the same form. */
let hers: Record<string, string>
let nobodys: Record<string, string>
/** An episode that is over, of which more can be asked. */
let _ended: string
/** Who asks: a client, and the bearers of keys of an episode of its own. */
const askers: Record<string, string> = {}

const NAME = 'a-run-of-alice'
const NO_NAME = 'a-run-of-nobod'
/** What Alice said once. */
const WORD = 'alicesaid'
const NO_WORD = 'nobodsaid'

beforeAll(async () => {
  server = await startInProcess({
    db: join(folder, 'episodes.db'),
    tokens: [
      { principal: 'admin', role: 'admin', token: TOKENS.admin },
      { principal: 'alice', token: TOKENS.alice },
      { principal: 'bob', token: TOKENS.bob },
    ],
  })
  const alice = await RpcSocket.connect(server.url, { authorization: `Bearer ${TOKENS.alice}` })
  const bob = await RpcSocket.connect(server.url, { authorization: `Bearer ${TOKENS.bob}` })
  const task = { env: 'mock-v1', split: 'train' }
  const group = { run: NAME, id: NAME, index: 0, size: 2, mode: 'feedback', generation: NAME }
  const open = (rpc: RpcSocket, given: object) =>
    rpc.call<Record<string, string>>('episode.open', { ...task, ...given })
  const open_key = 'an-open-key-of-alice'
  const parent = await open(alice, { index: 0, open_key, group })
  await alice.call('episode.fork', { episode_id: parent.episode_id, position: 0 })
  const over = await open(alice, { index: 1, labels: { run: NAME } })
  await alice.call('episode.step', { episode_id: over.episode_id, action: { content: WORD } })
  await alice.call('episode.close', { episode_id: over.episode_id })
  _ended = over.episode_id as string
  await alice.call('run.log', { run: NAME, points: [{ step: 0, values: { loss: 1 } }] })
  const { cursor } = await alice.call<{ cursor: string }>('feed.read', {})
  const page = await alice.call<{ next: string }>('episode.list', { order: 'updated', limit: 1 })
  const id = parent.episode_id as string
  const forged = (text: string): string => `${text.slice(0, -9)}AAAAAAAAA`
  // A key that says that it is for her episode; a good one would be no secret.
  const { key_id } = await alice.call<Record<string, string>>('key.connect', { env: task.env })
  const key = forged(parent.resume_key as string)
  hers = {
    ...{ episode_id: id, parent: id, ids: id, open_key, since: cursor, place: page.next },
    ...{ run: NAME, with: NAME, group: NAME, id: NAME, generation: NAME, principal: 'alice' },
    ...{ after: id, before: id, resume_key: key, q: WORD, key_id: key_id as string },
  }
  const none = id.replace(/[0-9a-f]{31}$/, (hex) => hex.replaceAll(/./g, '7'))
  nobodys = {
    ...{ episode_id: none, parent: none, ids: none, open_key: 'an-open-key-of-nobod' },
    ...{
      since: forged(cursor),
      place: forged(page.next),
      resume_key: key.replace(id, none),
    },
    ...{ run: NO_NAME, with: NO_NAME, group: NO_NAME, id: NO_NAME, generation: NO_NAME },
    ...{ principal: 'nobod', after: none, before: none, q: NO_WORD },
    ...{ key_id: `ck_${'7'.repeat(32)}` },
  }
  const own = await open(bob, { index: 2 })
  Object.assign(askers, {
    'another client': TOKENS.bob,
    'the bearer of a play key': own.resume_key,
    'the bearer of a view key': own.view_key,
  })
  await alice.close()
  await bob.close()
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Members that say nothing of what anybody has. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['env', 'split', 'task', 'tasks', 'index', 'from', 'limit', 'order', 'count', 'hidden'],
  ...['difficulty', 'data_checksum', 'seed', 'settings', 'labels', 'dialect', 'wait', 'seq'],
  ...['action', 'position', 'reason', 'fault', 'public', 'text', 'open', 'success', 'end_reason'],
  ...['condition', 'score_min', 'score_max', 'opened_from', 'opened_to', 'metric', 'by', 'bins'],
  ...['code', 'gold', 'answer', 'kind', 'options', 'question', 'player', 'episodes', 'minutes'],
  ...[
    'gateway',
    'also',
    'profile',
    'version',
    'model_version',
    'configuration',
    'points',
    'names',
    'reported',
  ],
])

/** What an operation needs besides, to get as far as it can. */
const NEEDED: Partial<Record<OperationName, Values>> = {
  'episode.open': { split: 'train', index: 0 },
  'episode.step': { action: { content: 'Hello?' } },
  'episode.fork': { position: 0 },
  'group.critique': { text: 'Read the label.' },
  'task.list': { split: 'train' },
  'task.get': { task: 'train-000002' },
  'task.stats': { tasks: ['train-000001'] },
  'search.said': { q: 'box' },
  'q.run': { code: '1+1' },
  'math.grade': { gold: '1', answer: '1' },
}

/** The parameters with which a member is asked for, and no more than must be. */
function asked(name: OperationName, member: string, values: Record<string, string>): Values {
  const { shape } = OPERATIONS[name].params as {
    shape: Record<string, { safeParse(value: unknown): { success: boolean } }>
  }
  const given: Record<string, unknown> = { ...NEEDED[name] }
  for (const [key, schema] of Object.entries(shape)) {
    if (key in given || schema.safeParse(undefined).success) continue
    given[key] = key === 'env' ? 'mock-v1' : values[key]
  }
  const value = values[member]
  if (member === 'group' && name === 'episode.open') {
    given.group = { run: value, id: value, index: 1, size: 2, mode: 'feedback', generation: value }
    given.wait = false
  } else {
    given[member] = member === 'ids' ? [value] : value
  }
  return given
}

interface Case {
  readonly name: OperationName
  readonly member: string
}
/** Every member of every operation that may name what somebody has. */
const CASES: readonly Case[] = operations.flatMap(([name, { params }]) =>
  Object.keys(params.shape)
    .filter((member) => !PLAIN.has(member))
    .map((member) => ({ name, member })),
)

/** An answer without what was sent, and what every answer has of its own. */
function bare(text: string): string {
  const sent = [...Object.values(hers), ...Object.values(nobodys)]
  return sent
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, value) => rest.replaceAll(value, '<sent>'), text)
    .replaceAll(/rk_\w+_[\w-]+/g, '<key>')
    .replaceAll(/ck_[0-9a-f]{32}\w*/g, '<connect>')
    .replaceAll(/ep_[0-9a-f]{32}/g, '<episode>')
    .replaceAll(/~[\w-]{40,}/g, '<sealed>')
    .replaceAll(/_ms\\*":\d+(\.\d+)?/g, '_ms":0')
    .replaceAll(/"id":\d+/g, '"id":0')
}

async function overSocket(name: OperationName, params: Values, token: string): Promise<string> {
  const rpc = await RpcSocket.connect(server.url, { authorization: `Bearer ${token}` })
  const answer = await rpc.answer(name, params)
  await rpc.close()
  return JSON.stringify(answer)
}

async function overHttp(route: HttpRoute, params: Values, token: string): Promise<string> {
  const left = new Map(Object.entries(params))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(left.get(name))
    left.delete(name)
    return encodeURIComponent(value)
  })
  const url = new URL(server.url + path)
  if (route.method === 'GET') {
    for (const [name, value] of left) url.searchParams.set(name, String(value))
  }
  const response = await fetch(url, {
    method: route.method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    ...(route.method === 'POST' ? { body: JSON.stringify(Object.fromEntries(left)) } : {}),
  })
  const headers = [...response.headers].filter(([name]) => name !== 'content-length')
  return JSON.stringify([response.status, headers, await response.text()])
}

/** Every way to ask for a case. */
function ways({ name, member }: Case): ((params: Values, token: string) => Promise<string>)[] {
  const route = HTTP_ROUTES.find((one) => one.name === name)
  const { socket } = OPERATIONS[name] as { socket?: string }
  // Over HTTP a resume key is the token.
  const isOverHttp = route !== undefined && member !== 'resume_key'
  return [
    ...(socket === undefined
      ? []
      : [(params: Values, token: string) => overSocket(name, params, token)]),
    ...(isOverHttp ? [(params: Values, token: string) => overHttp(route, params, token)] : []),
  ]
}

it('knows of every member of every operation whether it may name what somebody has', () => {
  for (const { name, member } of CASES) {
    expect([name, member, typeof hers[member]]).toEqual([name, member, 'string'])
  }
})

describe.each(['another client', 'the bearer of a play key', 'the bearer of a view key'])(
  'to %s',
  (asker) => {
    it.each(CASES)('$name tells by $member nothing of others', async (one) => {
      const token = askers[asker] as string
      for (const ask of ways(one)) {
        const [theirs, none] = [hers, nobodys].map((values) => asked(one.name, one.member, values))
        const found = bare(await ask(theirs as Values, token))
        expect(found).toBe(bare(await ask(none as Values, token)))
      }
    })
  },
)

/** What the owner is answered by these says nothing of whether there is something. */
const ALIKE: ReadonlySet<string> = new Set(['principal', 'open_key', 'resume_key', 'group'])

/** News is told from a cursor on; a place of runs is a name. */
const isTold = ({ name, member }: Case): boolean =>
  !ALIKE.has(member) &&
  !(name.startsWith('feed.') && member !== 'since') &&
  !(name === 'run.list' && member === 'after') &&
  name !== 'episode.unwatch'

it.each(CASES.filter(isTold))('tells its owner what there is: $name by $member', async (one) => {
  if (OPERATIONS[one.name].who === 'admin') return
  for (const ask of ways(one)) {
    const [own, none] = [hers, nobodys].map((values) => asked(one.name, one.member, values))
    const found = bare(await ask(own as Values, TOKENS.alice))
    expect(found).not.toBe(bare(await ask(none as Values, TOKENS.alice)))
  }
})
