// Guards recorded episodes: a change that alters one must raise the environment's version.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { phoneCallEnvironment } from '../../src/env/phone-call/index.ts'
import { makePolicy } from '../../src/policies/index.ts'
import { asPlayer, playOut, setupOf, WORLD } from './driver.ts'
import { taskOfLevel } from './talk.ts'

const FOLDER = join(import.meta.dirname, '../golden/phone-call-v1')
/** Set to 1 to write the episodes again. */
const REWRITE = process.env.BACKCHANNEL_GOLDEN_WRITE === '1'

const EPISODES = [
  ['oracle', 1],
  ['oracle', 5],
  ['habit', 2],
  ['habit', 3],
  ['habit', 4],
  ['random', 3],
  ['random', 5],
  ['call-everyone', 3],
] as const

describe('golden episodes of phone-call-v1', () => {
  it.each(EPISODES)('%s at level %i', (name, level) => {
    const task = taskOfLevel(level)
    const policy = makePolicy(name, { environmentOf: () => phoneCallEnvironment })
    const { transcript, answers, critique } = playOut(
      setupOf(task, WORLD),
      asPlayer(policy, task, WORLD),
    )
    const lines = [{ task }, ...transcript, ...answers, { critique }]
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
    const path = join(FOLDER, `${name}-level-${level}.jsonl`)
    if (REWRITE) writeFileSync(path, text)
    expect(existsSync(path)).toBe(true)
    expect(text).toBe(readFileSync(path, 'utf8'))
  })
})
