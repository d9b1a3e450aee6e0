/** Guards that a process killed while appending loses no row that it acknowledged. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { openStore } from './open.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-kill-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CHILD = fileURLToPath(new URL('kill-child.contract.ts', import.meta.url))
const KILL_AFTER_LINES = [40, 700, 3_000]

/** Runs the child until it has acknowledged so many rows, kills it, and answers all it told. */
function acknowledgedBeforeKill(path: string, durability: string, lines: number, life: string) {
  return new Promise<string[]>((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', CHILD, path, durability, life], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    let seen = 0
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      seen += chunk.split('\n').length - 1
      if (seen >= lines) child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', (_code, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`the child ended by itself after ${seen} rows`))
      // A last line without its end was cut by the kill and tells nothing.
      else resolve(text.split('\n').slice(0, -1))
    })
  })
}

it.each(['process', 'full'])('loses nothing acknowledged, durability %s', async (durability) => {
  const path = join(folder, `${durability}.db`)
  const acknowledged: string[] = []
  for (const [life, lines] of KILL_AFTER_LINES.entries()) {
    acknowledged.push(...(await acknowledgedBeforeKill(path, durability, lines, `life${life}`)))
  }
  const store = await openStore({ path })
  const positions = new Map<string, Set<number>>()
  for (const line of acknowledged) {
    const [episode = '', position = ''] = line.split(' ')
    let stored = positions.get(episode)
    if (stored === undefined) {
      const found = await store.log.load(episode)
      stored = new Set(found?.rows.map((row) => row.position))
      positions.set(episode, stored)
    }
    expect(stored.has(Number(position)), line).toBe(true)
  }
  const { problems, rows } = await store.check()
  expect(problems.filter((problem) => !problem.includes('world'))).toEqual([])
  expect(rows).toBeGreaterThanOrEqual(acknowledged.length)
  await store.close()
})
