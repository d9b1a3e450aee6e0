// Guards that every command of docs/training.md runs as written, as far as it needs no GPU.
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import type { RunningServer } from '../src/server/serve.ts'
import { finished, spawnCommand } from './support/command-process.ts'
import { startServer } from './support/test-server.ts'

const ROOT = new URL('..', import.meta.url).pathname
const PAGE = readFileSync(join(ROOT, 'docs/training.md'), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'backchannel-training-docs-'))
let server: RunningServer
beforeAll(async () => {
  server = await startServer()
  for (const name of ['presets', 'data']) symlinkSync(join(ROOT, name), join(folder, name))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

const blocksOf = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, text]) => text ?? '',
  )

/** The commands of the page in order, without comments, those over several lines joined. */
const commands = blocksOf('sh')
  .join('')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .map((line) => line.replace(/\s+#.*$/, '').replaceAll(/\s+/g, ' '))
  .filter((line) => line !== '')

interface Handler {
  readonly line: RegExp
  readonly run: (command: string) => Promise<void> | void
}

/** Runs a command of this program in the folder, `/shared` being there too. */
const ours = (code: number, says: RegExp, further: readonly string[] = []) => {
  return async (command: string): Promise<void> => {
    const words = command.replaceAll('/shared', folder).split(' ').slice(1)
    const ran = await finished(spawnCommand([...words, ...further], folder))
    expect([command, ran.code, `${ran.out}${ran.err}`]).toEqual([
      command,
      code,
      expect.stringMatching(says),
    ])
  }
}

/** Serves as the page says, on a free port, and asks it with the token of the line before. */
async function serve(command: string): Promise<void> {
  const words = [...command.split(' ').slice(1), '--port', '0']
  const token = 'a-token-of-this-page-0123456789'
  const child = spawnCommand(words, folder, { BACKCHANNEL_TOKEN: token })
  const ended = finished(child)
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      const [, found] = /http:\/\/[\d.]+:(\d+)/.exec(String(text)) ?? []
      if (found !== undefined) resolve(found)
    })
    ended.then(({ out, err }) => reject(new Error(`the server has ended: ${out}${err}`)), reject)
  })
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`http://127.0.0.1:${port}/v1/environments`, { headers })).status
  expect([await ask({}), await ask({ authorization: `Bearer ${token}` })]).toEqual([401, 200])
  child.kill()
  await ended
}

/** What the page says is to be set in `run.yaml`, with addresses that are there. */
function copyPreset(): void {
  const set = blocksOf('yaml')[0] ?? ''
  const given = parse(set.replaceAll('/shared', folder))
  const run = parse(readFileSync(join(ROOT, 'presets/qwen3-8b-dapo-feedback.yaml'), 'utf8'))
  given.server.url_from_here = server.url
  given.launch.address = 'http://127.0.0.1:9'
  const data = { ...run.data, ...given.data }
  writeFileSync(join(folder, 'run.yaml'), stringify({ ...run, ...given, data }))
}

/** Run elsewhere: by `suite install`, `suite ray`, or by reading this file's own checkout. */
const elsewhere = (needed: readonly string[]) => (): void => {
  for (const path of needed) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
}
const PACKAGE = 'src/train-bridge/python'

const HANDLERS: readonly Handler[] = [
  { line: /^git clone .* npm ci$/, run: elsewhere(['package-lock.json']) },
  { line: /^export BACKCHANNEL_TOKEN=/, run: () => undefined },
  { line: /backchannel serve --host 0\.0\.0\.0/, run: serve },
  { line: /^uv venv --python 3\.12/, run: () => undefined },
  {
    line: /^uv pip install ".\/src\/train-bridge\/python\[verl\]" -c .*verl\.txt$/,
    run: elsewhere([`${PACKAGE}/pyproject.toml`, `${PACKAGE}/constraints/verl.txt`]),
  },
  {
    line: /^ray start --(head|address)/,
    run: elsewhere([`${PACKAGE}/tests/trainers/test_ray.py`]),
  },
  { line: /backchannel export --format rl/, run: ours(0, /Wrote (5|10) rows/, ['--count', '5']) },
  { line: /^cp presets\/qwen3-8b-dapo-feedback\.yaml run\.yaml$/, run: copyPreset },
  { line: /train --config run\.yaml --plan$/, run: ours(0, /verl\.trainer\.main_ppo/) },
  { line: /train --config run\.yaml --check$/, run: ours(1, /127\.0\.0\.1:9/) },
  { line: /train --config run\.yaml --(detach|resume)$/, run: ours(2, /127\.0\.0\.1:9/) },
  { line: /runs (logs|show|stop) phone-dapo-feedback-8b/, run: ours(2, /there is no run/) },
  {
    line: /(train --engine local|evaluate (--env|curves)) /,
    run: elsewhere(['src/cli/train.test.ts', 'test/long/files.ts']),
  },
  { line: /pipeline run presets\/pipelines\/chat\.yaml$/, run: ours(1, /=== sft: starts/) },
]

it('has a way to run each of its commands', () => {
  expect(commands.length).toBeGreaterThan(15)
  const alone = commands.filter((command) => !HANDLERS.some(({ line }) => line.test(command)))
  expect(alone).toEqual([])
})

it('runs them in order up to the first GPU call', async () => {
  for (const command of commands) {
    await HANDLERS.find(({ line }) => line.test(command))?.run(command)
  }
})
