import { spawn } from 'node:child_process'
import type { Readable } from 'node:stream'

/** How a program is run. */
interface ProcessOptions {
  readonly path: string
  readonly args: readonly string[]
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  /** What it prints when it begins: its time counts from there. */
  readonly mark: string
  /** How long it may take to print the mark. */
  readonly startMs: number
  readonly timeoutMs: number
  /** Bytes of either stream; a program that writes more is ended. */
  readonly outputBytesMax: number
}

/** How a program ended. */
export interface ProcessEnd {
  readonly stdout: string
  readonly stderr: string
  /** Why it was ended, if it did not end by itself. */
  readonly stopped: 'start' | 'time' | 'output' | null
}

/**
 * Runs a program in a process group of its own, with nothing to read. When it ends, is late or
 * writes too much, the whole group is killed, so that nothing of it stays behind.
 *
 * @throws the error of `spawn` if it cannot be started; the signal's reason once that is aborted
 */
export async function runProcess(
  options: ProcessOptions,
  signal: AbortSignal,
): Promise<ProcessEnd> {
  const { path, args, folder, environment, mark, startMs, timeoutMs, outputBytesMax } = options
  // An aborted signal fires no event.
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(path, args, {
      cwd: folder,
      env: environment,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stopped: ProcessEnd['stopped'] = null
    const killGroup = (): void => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Nobody is left in the group.
      }
    }
    const stop = (why: 'start' | 'time' | 'output'): void => {
      stopped ??= why
      killGroup()
    }
    let timer = setTimeout(() => stop('start'), startMs)
    let hasBegun = false
    const noteBegin = (printed: Buffer): void => {
      if (hasBegun || !printed.includes(mark)) return
      hasBegun = true
      clearTimeout(timer)
      timer = setTimeout(() => stop('time'), timeoutMs)
    }
    signal.addEventListener('abort', killGroup, { once: true })
    // Node omits both streams if no file descriptor is free.
    const streams: (Readable | undefined)[] = [child.stdout, child.stderr]
    const texts = streams.map((stream) => {
      const parts: Buffer[] = []
      let bytes = 0
      stream?.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > outputBytesMax) stop('output')
        else parts.push(part)
        if (stream === child.stdout && !hasBegun) noteBegin(Buffer.concat(parts))
      })
      return () => Buffer.concat(parts).toString('utf8')
    })
    const settle = (finish: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', killGroup)
      killGroup()
      finish()
    }
    child.once('error', (error) => settle(() => reject(error)))
    child.once('exit', killGroup)
    child.once('close', () =>
      settle(() => {
        if (signal.aborted) reject(signal.reason)
        else resolve({ stdout: texts[0]?.() ?? '', stderr: texts[1]?.() ?? '', stopped })
      }),
    )
  })
}
