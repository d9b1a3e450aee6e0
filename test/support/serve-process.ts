import { type Child, spawnCommand } from './command-process.ts'

/** A server as users start it, in a separate process. */
export interface ServeProcess {
  readonly url: string
  readonly child: Child
}

/** Starts `serve` on a free port, or on the port in `words`. */
export async function startServe(words: readonly string[], cwd?: string): Promise<ServeProcess> {
  const port = words.includes('--port') ? [] : ['--port', '0']
  const child = spawnCommand(['serve', ...port, ...words], cwd)
  return { child, url: await listening(child) }
}

/** Waits until a server prints its address. */
async function listening(child: Child): Promise<string> {
  let out = ''
  child.stdout.setEncoding('utf8')
  for await (const text of child.stdout) {
    out += text
    const url = /^listening on (\S+)$/m.exec(out)?.[1]
    if (url !== undefined) return url
  }
  throw new Error(`the server did not start: ${out}`)
}
