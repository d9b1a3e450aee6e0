// Guards that the rounds of an event loop are measured without what others did meanwhile.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readRounds, roundsWords } from './rounds.ts'

const folder = mkdtempSync(join(tmpdir(), 'backchannel-rounds-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Uses so much processor time in one go. */
const WORK = `
const used = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1_000 }
const work = (ms) => { const end = used() + ms; while (used() < end); }
`

/** A thread of which no round ends until the main thread has worked in sixty short ones. */
const BESIDE_A_THREAD = `
const { isMainThread, parentPort, Worker, workerData } = require('node:worker_threads')
${WORK}
function stand() {
  setTimeout(() => { parentPort.postMessage('stands'); Atomics.wait(workerData, 0, 0) }, 100)
  setTimeout(() => undefined, 200)
}
function play() {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  new Worker(__filename, { workerData: flag }).once('message', () => {
    let left = 60
    const round = () => {
      work(6)
      left -= 1
      if (left > 0) return void setTimeout(round, 2)
      Atomics.store(flag, 0, 1)
      Atomics.notify(flag, 0)
    }
    round()
  })
}
if (isMainThread) play()
else stand()
`

const ONE_LONG_ROUND = `${WORK} setTimeout(() => work(150), 20); setTimeout(() => undefined, 300)`

function roundsOf(name: string, program: string) {
  const [file, script] = [join(folder, `${name}.jsonl`), join(folder, `${name}.cjs`)]
  writeFileSync(script, program)
  execFileSync(process.execPath, [...roundsWords(file), script])
  return readRounds(file).map(({ tookMs }) => tookMs)
}

it('counts a round of the main thread', () => {
  expect(Math.max(...roundsOf('long', ONE_LONG_ROUND))).toBeGreaterThan(60)
})

it('takes no time in which another thread stood still for a round of the main thread', () => {
  const took = roundsOf('thread', BESIDE_A_THREAD)
  expect(took.length).toBeGreaterThan(10)
  expect(Math.max(...took)).toBeLessThan(150)
})

it('leaves out a collection of garbage that is written after its round, and what was lost', () => {
  const file = join(folder, 'written.jsonl')
  const lines = [
    { fromMs: 1_000, atMs: 1_300, tookMs: 290, lostMs: 10 },
    { collection: { fromMs: 1_100, toMs: 1_350 } },
    { fromMs: 1_300, atMs: 1_400, tookMs: 80, lostMs: 0 },
  ]
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  expect(readRounds(file).map(({ tookMs }) => tookMs)).toEqual([80, 30])
})
