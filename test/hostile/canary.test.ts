// Guards that the gate notices a server that stands still, grows without end, or dies.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { killLeftServers } from '../soak/support/server-process.ts'
import { ATTACKS } from './attacks/index.ts'
import { makeContainer } from './container.ts'
import { type GateReport, gate, MANY_THREADS } from './gate.ts'

const folders: string[] = []
afterAll(() => {
  killLeftServers()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const weakServer = join(import.meta.dirname, 'weak-server.ts')

function attacked(how: string, attack: string, seconds: number): Promise<GateReport> {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-weak-'))
  folders.push(folder)
  const program = ['--import', import.meta.resolve('tsx'), weakServer, '--weakness', how]
  const times = { seconds, quietSeconds: 1, lanes: 1, threads: MANY_THREADS }
  return gate({ seed: 1, folder, attacks: [attack], program, ...times })
}

// The attack has to build its episodes first; one that ends the server is over with it.
it.concurrent.each([
  ['blocks', 25],
  ['keeps', 120],
  ['dies', 120],
])('notices a server that %s', { timeout: 360_000 }, async (how, seconds) => {
  const { problems } = await attacked(how, 'resume flood', seconds)
  expect(problems.join('; ')).toMatch(/is gone|p99 of the well-behaved|no answer/)
})

const canContain = (() => {
  const container = makeContainer(64)
  void container?.remove()
  return container !== undefined
})()

it.skipIf(!canContain)(
  'notices a server whose q programs share no memory',
  { timeout: 360_000 },
  async () => {
    const { problems } = await attacked('shares nothing', 'memory of programs', 180)
    expect(problems.join('; ')).toMatch(/is gone/)
  },
)

it('names each attack once and says what it is after', () => {
  const names = ATTACKS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const { name, what } of ATTACKS) expect([name, what.length > 20]).toEqual([name, true])
})
