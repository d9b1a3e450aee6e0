/** Guards the start of a run: no results of another run, and every data file of a Ray job. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { RunConfig } from '../engines/config.ts'
import { parseRunConfig } from '../engines/load-config.ts'
import { planRun } from '../engines/plan.ts'
import { launch } from './launch.ts'

let folder = ''
const made: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backchannel-launch-'))
  made.push(folder)
})
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

const config = (changes: object = {}): RunConfig =>
  parseRunConfig(
    stringify({
      ...{ engine: 'trl', method: 'sft', run: 'two', model: 'tiny', output: './out' },
      data: { train: './train/rows.jsonl', validation: './val/rows.jsonl' },
      training: { batch: 1 },
      launch: { python: 'true' },
      ...changes,
    }),
    'run.yaml',
  )

const start = (run: RunConfig, resume = false) =>
  launch(run, { runsFolder: join(folder, 'runs'), folder, resume, nowMs: 1 })

it.each([
  ['trl', 'out/checkpoints/checkpoint-200/trainer_state.json', '{}'],
  ['verl', 'out/logs/metrics.jsonl', '{"step": 1, "data": {"loss": 1}}\n'],
])('refuses an output with results of another run of %s', async (engine, path, text) => {
  write(path, text)
  const data = { train: './rows.parquet' }
  await expect(start(config({ engine, data }))).rejects.toMatchObject({
    message: `${join(folder, 'out')} has checkpoints or metrics of another run`,
    remedy: 'Set output to another folder, or move this one away.',
  })
})

it('starts in an output with empty folders only, and resumes from one with results', async () => {
  mkdirSync(join(folder, 'out/checkpoints'), { recursive: true })
  await expect(start(config())).resolves.toMatchObject({ record: { run: 'two' } })
  write('out/checkpoints/checkpoint-1/trainer_state.json', '{}')
  await expect(start(config({ run: 'three' }), true)).resolves.toMatchObject({
    record: { run: 'three' },
  })
})

it('sends both data files of a Ray job, also if they have the same name', async () => {
  write('train/rows.jsonl', 'train\n')
  write('val/rows.jsonl', 'validation\n')
  let sent = Buffer.alloc(0)
  const head = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (request.method === 'PUT') sent = Buffer.concat(pieces)
      response.writeHead(request.method === 'GET' ? 404 : 200).end('{"submission_id": "two-1"}')
    })
  })
  await new Promise<void>((resolve) => head.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(head.address() as AddressInfo).port}`
  const run = config({
    output: '/shared/out',
    launch: { kind: 'ray', address, upload_data: true },
  })
  await start(run)
  head.close()
  const { train, validation = '' } = planRun(run, { folder, resume: false, generation: '' }).layout
  const files = unzipSync(sent)
  expect(Buffer.from(files[train] ?? []).toString()).toBe('train\n')
  expect(Buffer.from(files[validation] ?? []).toString()).toBe('validation\n')
})
