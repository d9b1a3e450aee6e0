/** Guards that an agent program ends with the command that runs it. */
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import type { OpenResult } from '../wire/results.ts'
import { runAgentProgram } from './gateway-program.ts'

const episode = {
  ...{ episode_id: 'ep_1', messages: [] },
  gateway: { base: '/v1/gateway/v1', key: 'k', model: 'm', mcp: null },
} as unknown as OpenResult
const options = { url: 'http://127.0.0.1:1', timeoutMs: 60_000 }

afterEach(() => {
  vi.unstubAllEnvs()
})

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends at %s', async (signal) => {
  const run = runAgentProgram(['sleep', '60'], episode, options)
  await delay(50)
  process.emit(signal)
  expect(await run).toEqual({ exitCode: null, isLate: false })
  expect(process.listenerCount(signal)).toBe(0)
})

it('names a program that is missing', async () => {
  const run = runAgentProgram(['/no/such/program'], episode, options)
  await expect(run).rejects.toThrow(/the program cannot be started: .*ENOENT/)
})

it('withholds tokens that clients would send instead of the key', async () => {
  vi.stubEnv('BACKCHANNEL_TOKEN', 'of the operator')
  vi.stubEnv('ANTHROPIC_AUTH_TOKEN', 'of the user')
  const check = 'test -z "$BACKCHANNEL_TOKEN$ANTHROPIC_AUTH_TOKEN" && test "$OPENAI_API_KEY" = k'
  expect(await runAgentProgram(['sh', '-c', check], episode, options)).toMatchObject({
    exitCode: 0,
  })
})
