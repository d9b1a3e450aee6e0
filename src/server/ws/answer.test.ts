// Guards that a closed socket holds no answers, and that budgets outlive sockets.
import { expect, it, vi } from 'vitest'
import { Holdings } from '../holdings.ts'
import { SILENT_LOG } from '../host-log.ts'
import { inFlightLimit } from '../in-flight-limit.ts'
import { type AnswererOptions, answerer } from './answer.ts'

const BUDGET = 1_000_000
const PRINCIPAL = { kind: 'principal', name: 'mallory', role: 'client' } as const

/** An answerer whose turns and results come when the test says so. */
function composed() {
  const turns: (() => void)[] = []
  const written = vi.fn(() => 'x'.repeat(1_000))
  const host = {
    call: () => ({ toJSON: written }),
    core: { scheduler: { run: (_: string, work: () => void) => turns.push(work) } },
    metrics: { faults: new Map() },
  }
  const holdings = new Holdings(BUDGET)
  const holding = holdings.take('mallory')
  const options = { host, caller: PRINCIPAL, holding, batchMax: 10, log: SILENT_LOG }
  const calls = inFlightLimit(100, 'capacity/in_flight', 'calls')
  const answers = answerer({ ...options, calls } as unknown as AnswererOptions)
  const next = async (): Promise<void> => {
    turns.shift()?.()
    await new Promise(setImmediate)
  }
  return { answers, holdings, holding, written, next }
}

const describeCall = (id: number): object => ({
  jsonrpc: '2.0',
  id,
  method: 'env.describe',
  params: { env: 'mock-v1' },
})

it('releases the answers of a batch when its socket closes, and composes no more', async () => {
  const { answers, holding, written, next } = composed()
  const give = vi.fn()
  answers.batch([1, 2, 3].map(describeCall), give)
  await next()
  expect(holding.bytes).toBeGreaterThan(1_000)
  answers.close()
  expect(holding.bytes).toBe(0)
  await next()
  await next()
  expect([holding.bytes, written.mock.calls.length, give.mock.calls.length]).toEqual([0, 1, 0])
})

it('sends a complete batch while the socket is open', async () => {
  const { answers, holding, next } = composed()
  const give = vi.fn()
  answers.batch([1, 2].map(describeCall), give)
  await next()
  await next()
  expect(JSON.parse(Buffer.concat(give.mock.calls[0]?.[0]).toString())).toMatchObject([
    { id: 1 },
    { id: 2 },
  ])
  expect(holding.bytes).toBe(0)
})

it('counts the held bytes of closed connections for later ones', () => {
  const holdings = new Holdings(BUDGET)
  const first = holdings.take('mallory')
  first.bytes += 400
  holdings.giveBack('mallory', first)
  expect(holdings.take('mallory')).toBe(first)
  first.bytes -= 400
  holdings.giveBack('mallory', first)
  expect(holdings.take('mallory')).not.toBe(first)
})
