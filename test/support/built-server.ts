import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { ROOT } from '../tidy/files.ts'

/** A server as users start it, in a separate process. */
export interface BuiltServer {
  readonly url: string
  stop(): Promise<void>
}

const START_MS = 120_000

/** Starts the built program on a free port with a store in memory. Needs `npm run build`. */
export async function startBuilt(): Promise<BuiltServer> {
  const words = ['bin/backchannel', 'serve', '--port', '0', '--db', ':memory:']
  const child = spawn(process.execPath, [...words, '--log-level', 'warn'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return {
    url: await waitForAddress(child),
    async stop() {
      if (child.exitCode !== null) return
      const processExit = once(child, 'exit')
      child.kill('SIGTERM')
      await processExit
    },
  }
}

function waitForAddress(child: ChildProcess): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new Error(`the built server ${reason}: ${output}`))
    }
    const timer = setTimeout(() => fail('said no address'), START_MS)
    const read = (text: string): void => {
      output += text
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (url === undefined || !output.includes('\n', output.indexOf(url))) return
      clearTimeout(timer)
      resolve(url)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.stderr?.setEncoding('utf8').on('data', read)
    child.once('exit', () => fail('ended'))
  })
}
