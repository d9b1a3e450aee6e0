// Guards that whatever a world in Python does costs its own episode and nobody else's.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProcessWatch } from '../../src/effects/memory/process-watch.ts'
import type { PythonWorldOptions } from '../../src/effects/python/options.ts'
import { effectAnswer } from '../../src/effects/python/performer.ts'
import { PythonPool } from '../../src/effects/python/pool.ts'
import type { EffectAnswer } from '../../src/tools/effect.ts'

const printed: string[] = []
const troubles: string[] = []
const log = {
  printed: (line: string) => void printed.push(line),
  trouble: (what: string) => void troubles.push(what),
}
const WORLD: PythonWorldOptions = {
  module: 'hostile',
  folder: fileURLToPath(new URL('.', import.meta.url)),
  python: 'python3',
  workers: 2,
  deadlineMs: 6_000,
  memoryMegabytes: 256,
  environment: { GIVEN: 'yes' },
}
const CONTEXT = {
  task: { id: 'train-000000' },
  settings: {},
  step: 1,
  conduct: {},
  last_turn: false,
  seed: 1,
}

let pool: PythonPool
beforeAll(async () => {
  process.env.BACKCHANNEL_TOKEN_OF_TEST = 'secret'
  pool = await PythonPool.start({ world: WORLD, log, isShared: true })
})
afterAll(() => pool.close())

const act = (what: string, owner?: string, bytesMax?: number): Promise<EffectAnswer> =>
  actOn(pool, what, owner, bytesMax)

async function actOn(
  on: PythonPool,
  what: string,
  owner = 'hostile',
  bytesMax = 250_000,
): Promise<EffectAnswer> {
  const calls = [{ id: 'c', name: 'act', status: 'valid', arguments: { what } }]
  const input = { ...CONTEXT, state: '{}', turn: { content: '', calls } }
  const request = { call: 'step', input, deadlineMs: WORLD.deadlineMs, bytesMax }
  const answer = await on.call(request, new AbortController().signal, owner)
  return effectAnswer(answer, { call: 'step', id: 'hostile-v1', deadlineMs: WORLD.deadlineMs })
}

const failureOf = async (what: string): Promise<string> => {
  const answer = await act(what)
  return answer.status === 'failed' ? answer.message : 'answered'
}

const stateOf = (answer: EffectAnswer): string =>
  answer.status === 'failed' ? answer.message : String((answer.output as { state: string }).state)

describe('a world that', () => {
  it.each([
    ['raise', /^python\/raised in step: ZeroDivisionError: division by zero$/],
    ['leave', /^python\/raised in step: SystemExit: 3$/],
    ['exit', /^python\/died in step: its process ended, twice$/],
    ['kill', /^python\/died in step/],
    ['close', /^python\/died in step/],
    ['loop', /^python\/deadline in step: it took longer than 6000 ms$/],
    ['sleep', /^python\/deadline in step/],
    ['memory', /^python\/memory in step: it ran out of memory$/],
    ['fork', /^python\/raised in step: PermissionError: .*it may not use os.fork$/],
    ['system', /^python\/raised in step: PermissionError/],
    ['connect', /^python\/raised in step: PermissionError/],
    ['write', /^python\/raised in step: PermissionError: .*it may not write files$/],
    ['truncate', /^python\/raised in step: PermissionError: .*it may not write files$/],
    ['remove', /^python\/raised in step: PermissionError: .*it may not use os.remove$/],
    ['rename', /^python\/raised in step: PermissionError: .*it may not use os.rename$/],
    ['folder', /^python\/raised in step: PermissionError: .*it may not use os.mkdir$/],
    [
      'kill the server',
      /^python\/raised in step: PermissionError: .*it may not end other processes$/,
    ],
    ['kill a group', /^python\/raised in step: PermissionError: .*it may not end other processes$/],
    ['deaf', /^python\/deadline in step/],
    ['garbage', /^python\/garbage in step: its channel carried no answer$/],
    ['forged', /^python\/(garbage|answer) in step/],
    ['large', /^python\/too_large in step: the state has \d+ bytes; the limit is 131072$/],
    ['huge', /^python\/(too_large|memory|deadline) in step/],
    ['deep', /^python\/raised in step: RecursionError/],
  ])('does %s faults its call and is there for the next', async (what, message) => {
    expect(await failureOf(what)).toMatch(message)
    expect(await failureOf('nothing')).toBe('answered')
  })

  it.each([
    ['nan', 'state.made.board[1] is nan, which JSON does not have'],
    ['infinity', 'state.made is inf, which JSON does not have'],
    ['integer', 'state.made[0] is a whole number beyond 2**53 - 1: use a str'],
    ['key', 'state.made.rows has the key 1, a int: keys must be str'],
    ['tuple', 'state.made.place is a tuple: use a list'],
    ['set', 'state.made is a set: use a sorted list'],
    ['bytes', 'state.made is a bytes: use a str'],
    ['surrogate', 'state.made.text[0] holds half a surrogate pair'],
    ['surrogate key', "state.made has a key with half a surrogate pair, '\\udfff'"],
  ])('answers %s is told the place', async (what, message) => {
    expect(await failureOf(what)).toBe(`python/not_plain in step: ${message}`)
  })

  it('answers a list that holds itself is told that it is too deep', async () => {
    expect(await failureOf('cycle')).toMatch(/nested more than 24 levels deep$/)
  })

  it.each(['close input', 'flood', 'flood errors'])('does %s is answered', async (what) => {
    printed.length = 0
    expect(await failureOf(what)).toBe('answered')
    expect(printed.join('').length).toBeLessThan(50_000)
  })

  it('prints a lot is cut short in the log, and answers', async () => {
    printed.length = 0
    expect(await failureOf('print')).toBe('answered')
    expect(printed.length).toBeLessThan(50)
  })
})

it('is asked again when it is the largest of too much, and is then unavailable', async () => {
  const watch = new ProcessWatch(200 * 2 ** 20)
  const world = { ...WORLD, workers: 1, memoryMegabytes: 16_384, deadlineMs: 30_000 }
  const own = await PythonPool.start({ world, log, watch })
  const ask = (what: string) => actOn(own, what)
  try {
    expect(await ask('grow')).toEqual({
      status: 'failed',
      reason: 'unavailable',
      message: 'the workers of hostile-v1 have not enough memory now',
    })
    expect(watch.stopped).toBe(2)
    expect(await ask('nothing')).toMatchObject({ status: 'answered' })
  } finally {
    own.close()
  }
})

it('keeps numbers and the order of keys as the world wrote them', async () => {
  expect(stateOf(await act('float'))).toBe('{"made":{"10":1.0,"2":-0.0,"1":1e+300}}')
})

it('gives workers nothing of the server but what is listed', async () => {
  const { made } = JSON.parse(stateOf(await act('environment')))
  expect(Object.keys(made.variables).filter((name) => !/^(LC_CTYPE|PWD)$/.test(name))).toEqual([
    'GIVEN',
    'PATH',
    'LANG',
    'TZ',
    'PYTHONHASHSEED',
    'PYTHONIOENCODING',
    'OMP_NUM_THREADS',
    'OPENBLAS_NUM_THREADS',
  ])
  // Input, output, errors, the channel to read and to write, and the folder that is being listed.
  expect(made.count).toBeLessThanOrEqual(6)
})

it('answers others while one owner crashes worker after worker', async () => {
  const attack = Array.from({ length: 3 }, () => act('exit', 'hostile'))
  for (let turn = 0; turn < 20; turn++) {
    expect((await act('nothing', 'citizen')).status).toBe('answered')
  }
  await Promise.all(attack)
})

it('survives processes that others kill', async () => {
  const kill = (): void => {
    try {
      execFileSync('pkill', ['-9', '-P', String(process.pid), '-f', 'world/worker.py'])
    } catch {
      // None was there at this moment.
    }
  }
  const playing = Array.from({ length: 200 }, () => act('nothing', 'citizen'))
  kill()
  expect((await Promise.all(playing)).filter(({ status }) => status === 'failed')).toEqual([])
  expect(troubles.length).toBeGreaterThan(0)
})
