/** Guards runs as processes: exit codes, stop, resume, faults, and their records. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { RunConfig } from '../engines/config.ts'
import { parseRunConfig } from '../engines/load-config.ts'
import { FileTail, followRun } from './follow.ts'
import { type Launched, launch } from './launch.ts'
import { lastStart, readRecord, runNames, writeRecord } from './record.ts'
import { readRunState } from './state.ts'
import { stopRun } from './stop.ts'

let folder = ''
const made: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backchannel-runs-'))
  made.push(folder)
})
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true })
})

/** A program that replaces Python and acts like a trainer. */
function configWith(trainer: string): RunConfig {
  const python = join(folder, 'python.sh')
  const passes = 'case "$*" in *backchannel.results*) exit 0;; esac'
  const script = `#!/usr/bin/env bash\n${passes}\n${trainer}\n`
  writeFileSync(python, script)
  chmodSync(python, 0o755)
  const given = {
    engine: 'trl',
    method: 'sft',
    run: 'one',
    model: 'tiny',
    data: { train: './rows.jsonl' },
    training: { batch: 1 },
    launch: { python },
    output: './out',
  }
  writeFileSync(join(folder, 'rows.jsonl'), '{"messages": []}\n')
  return parseRunConfig(stringify(given), 'run.yaml')
}

const start = (config: RunConfig, resume = false, nowMs = Date.now()): Promise<Launched> =>
  launch(config, { runsFolder: join(folder, 'runs'), folder, resume, nowMs })

async function printed({ folder: own, record }: Launched) {
  let text = ''
  const state = await followRun(own, record, (part) => {
    text += part
  })
  return { text, state }
}

it('reports the exit code, keeps the output, and resumes by another start', async () => {
  const first = await printed(await start(configWith('echo "step one"; exit 3')))
  expect(first.text).toBe('step one\n')
  expect(first.state).toEqual({
    status: 'failed',
    exitCode: 3,
    message: 'it ended with code 3',
  })
  await expect(start(configWith('true'))).rejects.toMatchObject({
    message: 'there is a run one already (failed)',
    remedy: expect.stringContaining('--resume'),
  })
  const checkpoint = 'out/checkpoints/checkpoint-7'
  const at = `${folder}/${checkpoint}`
  const script = `mkdir -p ${at}; touch ${at}/trainer_state.json`
  expect((await printed(await start(configWith(script), true))).state.status).toBe('succeeded')
  const third = await printed(await start(configWith('echo "$@"'), true))
  expect(third.text).toContain(`--resume_from_checkpoint ${folder}/${checkpoint}`)
  const log = readFileSync(join(folder, 'out/logs/training_log.txt'), 'utf8')
  expect(log).toContain('step one\n')
  expect(log).toContain('checkpoint-7')
  const record = readRecord(join(folder, 'runs', 'one'))
  expect(record?.starts.map(({ number }) => number)).toEqual([1, 2, 3])
  expect(runNames(join(folder, 'runs'))).toEqual(['one'])
})

it('stops all processes of a run: TERM first, KILL for those that stay', async () => {
  const gentle = await start(
    configWith('trap "echo ending; exit 0" TERM; echo up; sleep 60 & wait'),
  )
  await saying(gentle, 'up')
  await expect(start(configWith('true'), true)).rejects.toThrow('the run one is under way')
  const ended = await stopRun(gentle.folder, gentle.record, 5_000)
  expect(ended.status).toBe('stopped')
  expect((await printed(gentle)).text).toContain('ending')
  const stubborn = await start(
    configWith('trap "" TERM; echo up; while true; do sleep 1; done'),
    true,
  )
  await saying(stubborn, 'up')
  const killed = await stopRun(stubborn.folder, stubborn.record, 300)
  expect(killed).toMatchObject({ status: 'stopped' })
  expect(
    await readRunState(stubborn.folder, readRecord(stubborn.folder) ?? stubborn.record),
  ).toEqual(killed)
})

async function saying({ folder: own, record }: Launched, word: string): Promise<void> {
  const path = join(own, `console-${lastStart(record).number}.txt`)
  for (let tries = 0; tries < 200; tries++) {
    if (existsSync(path) && readFileSync(path, 'utf8').includes(word)) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error(`the run did not say ${word}`)
}

it('reports runs whose process is gone, and runs of another machine', async () => {
  const run = await start(configWith('sleep 60'))
  const { process: own } = lastStart(run.record)
  if (own === undefined) throw new Error('no process')
  process.kill(-own.id, 'SIGKILL')
  expect((await printed(run)).state.status).toBe('lost')
  const elsewhere = { ...lastStart(run.record), process: { ...own, host: 'other' } }
  writeRecord(run.folder, { ...run.record, starts: [elsewhere] })
  const record = readRecord(run.folder)
  expect(record && (await readRunState(run.folder, record)).message).toContain('other; ask there')
  const reused = { ...lastStart(run.record), process: { ...own, id: process.pid, began: '1' } }
  expect(await readRunState(run.folder, { ...run.record, starts: [reused] })).toMatchObject({
    status: 'lost',
  })
})

it('reports a damaged record', () => {
  writeFileSync(join(folder, 'run.json'), '{')
  expect(() => readRecord(folder)).toThrow('is no record of a run')
})

it('continues reading a file, and starts again if it was truncated or replaced', () => {
  const path = join(folder, 'file')
  const tail = new FileTail(path)
  expect(tail.read().text).toBe('')
  writeFileSync(path, 'one\ntw')
  expect(tail.read()).toEqual({ text: 'one\ntw', isNew: true })
  writeFileSync(path, 'one\ntwo\n')
  expect(tail.read()).toEqual({ text: 'o\n', isNew: false })
  writeFileSync(path, 'new\n')
  expect(tail.read()).toEqual({ text: 'new\n', isNew: true })
})
