import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Resources } from '../../../src/client/index.ts'

/** The built program, serving the console and a store of its own. */
export interface Site {
  readonly url: string
  /** The process that serves now. */
  readonly pid: number
  readonly resources: Resources
  /** Lets a policy play the first tasks of a split, and gives the ids in order of opening. */
  play(policy: string, options: PlayOptions): Promise<readonly string[]>
  /** Kills the process and starts another one on the same port and store. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export interface PlayOptions {
  readonly env: string
  readonly split?: string
  readonly episodes: number
  readonly run: string
}

const START_MS = 120_000
const execute = promisify(execFile)

/** Starts the program with these flags of `serve`, on a store of its own unless one is named. */
export async function startSite(
  flags: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
  store?: string,
): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'console-'))
  const db = store ?? join(folder, 'episodes.db')
  const start = (port: number): Promise<[ChildProcess, number]> =>
    started(['serve', '--port', String(port), '--db', db, ...flags], environment)
  let [child, port] = await start(0)
  const url = `http://127.0.0.1:${port}`
  const token = environment.BACKCHANNEL_TOKEN
  const resources = new Resources({ url, token })
  return {
    url,
    resources,
    get pid() {
      return child.pid ?? 0
    },
    async play(policy, { env, split = 'val', episodes, run }) {
      const what = ['--env', env, '--split', split, '--policy', policy]
      const how = ['--episodes', String(episodes), '--run', run, '--url', url]
      const options = { env: { ...process.env, ...environment } }
      await execute(process.execPath, ['bin/backchannel', 'rollout', ...what, ...how], options)
      const page = await resources.episodes({ run, limit: 1_000 })
      return page.episodes.map(({ episode_id: id }) => id)
    },
    async restart() {
      await ended(child, 'SIGKILL')
      ;[child, port] = await start(port)
    },
    async stop() {
      await ended(child, 'SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

async function started(
  flags: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<[ChildProcess, number]> {
  const child = spawn(process.execPath, ['bin/backchannel', ...flags], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const port = new Promise<number>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      said += String(chunk)
      const found = /listening on http:\/\/[^:]+:(\d+)/.exec(said)
      if (found !== null) resolve(Number(found[1]))
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.on('exit', () => reject(new Error(`the program ended: ${said}`)))
    setTimeout(() => reject(new Error(`no address in ${START_MS} ms: ${said}`)), START_MS).unref()
  })
  return [child, await port]
}
