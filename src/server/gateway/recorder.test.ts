// Guards that the calls of many episodes use limited memory, and that no call is lost.
import { expect, it } from 'vitest'
import type { CallLog, CallRow } from '../../store/call-log.ts'
import type { ModelCallTokens } from './call-body.ts'
import { Recorder } from './recorder.ts'

/** A log in memory that counts how often episodes are loaded. */
function memoryLog(isShared = false) {
  const rows = new Map<string, CallRow[]>()
  const loads: string[] = []
  const of = (episode: string): CallRow[] => rows.get(episode) ?? []
  const log: CallLog = {
    isShared,
    append: async (row) => {
      if (of(row.episode).length !== row.call) return 'conflict'
      rows.set(row.episode, [...of(row.episode), row])
      return 'stored'
    },
    load: async (episode, from = 0, most = Number.POSITIVE_INFINITY) => {
      loads.push(episode)
      return of(episode).slice(from, from + most)
    },
  }
  return { log, loads }
}

const tokens = (count: number): ModelCallTokens => ({
  prompt: new Int32Array(count),
  ids: new Int32Array(10),
  logprobs: new Float32Array(10),
})

const call = (text: string) => ({
  request: { messages: [{ role: 'user', content: text } as const], options: {} },
  ...{ profile: 'p', format: 'chat', params: {}, ignored: [], constraints: [] },
  answer: { role: 'assistant', content: 'Yes.' } as const,
  ...{ finish_reason: 'stop', usage: null, text_only: null, position: 0 },
  ...{ started_ms: 0, took_ms: 0, failure: null },
})

it('the least recently used episodes are dropped when the bytes exceed the limit', async () => {
  const { log, loads } = memoryLog()
  const bytesMax = 200_000
  const recorder = new Recorder({ calls: log }, bytesMax)
  for (let at = 0; at < 10; at++) {
    const calls = await recorder.of(`e${at}`)
    await calls.store(call('Hello?'), tokens(10_000))
    await recorder.of('e0')
    expect(recorder.bytes).toBeLessThan(bytesMax + 50_000)
  }
  expect(loads.filter((episode) => episode === 'e0')).toHaveLength(1)
  loads.length = 0
  const again = await recorder.of('e1')
  expect(loads).toEqual(['e1'])
  expect(again.spent).toEqual({ calls: 1, tokens: 10 })
  expect(again.tree.answersTo(call('Hello?').request.messages)).toEqual([0])
})

it('an episode with a call under way stays, and dropped episodes do not count', async () => {
  const { log, loads } = memoryLog()
  const recorder = new Recorder({ calls: log }, 1_000)
  const busy = await recorder.of('busy')
  const { signal } = new AbortController()
  const begun = await busy.begin({ calls_max: 9, tokens_max: 9 }, 5, signal)
  for (let at = 0; at < 5; at++) await recorder.of(`e${at}`)
  expect(await recorder.of('busy')).toBe(busy)
  expect(loads.filter((episode) => episode === 'busy')).toHaveLength(1)
  begun.end()
  await recorder.of('last')
  const { bytes } = recorder
  await busy.store(call('Hello?'), tokens(10_000))
  expect(recorder.bytes).toBe(bytes)
})

it('a server counts the calls of other servers before it permits a call', async () => {
  const { log } = memoryLog(true)
  const [one, other] = [new Recorder({ calls: log }), new Recorder({ calls: log })]
  const [here, there] = [await one.of('e'), await other.of('e')]
  await there.store(call('Hello?'), tokens(3))
  expect(here.spent).toEqual({ calls: 0, tokens: 0 })
  await Promise.all([here.refresh(), here.refresh()])
  expect(here.spent).toEqual({ calls: 1, tokens: 10 })
  const { signal } = new AbortController()
  await expect(here.begin({ calls_max: 1, tokens_max: 99 }, 5, signal)).rejects.toThrow('calls')
  await here.store(call('And now?'), tokens(3))
  await there.refresh()
  expect(there.spent).toEqual({ calls: 2, tokens: 20 })
})
