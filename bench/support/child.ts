import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'

/** What a measured process has used so far, as it reports itself. */
export interface Usage {
  readonly cpuMicroseconds: number
  /** Steps stored; 0 in processes that store none. */
  readonly steps: number
}

/** A separate process to measure, so that the load generator's work is not counted. */
export interface Child {
  readonly url: string
  readonly pid: number
  /** Sends a message and waits for its answer. */
  ask<Answer>(message: { readonly kind: string; readonly [name: string]: unknown }): Promise<Answer>
  usage(): Promise<Usage>
  stop(): Promise<void>
  /** Resolves when the process has ended. */
  readonly exited: Promise<unknown>
}

/**
 * Starts a TypeScript file as a process that answers messages (`serveMessages`). With
 * `BENCH_CPU_PROF=FOLDER` it writes a CPU profile there when it stops.
 *
 * @param argument plain data for the process
 */
export async function startChild(
  file: URL,
  argument: unknown,
  options: Pick<ForkOptions, 'cwd' | 'env'> = {},
): Promise<Child> {
  const folder = process.env.BENCH_CPU_PROF
  const profile = folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`]
  const child = fork(file, [JSON.stringify(argument)], {
    ...options,
    execArgv: [...profile, '--import', 'tsx'],
  })
  const waiting: ((value: unknown) => void)[] = []
  const first = new Promise<unknown>((resolve) => waiting.push(resolve))
  child.on('message', (answer) => waiting.shift()?.(answer))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const startMessage = await Promise.race([first, exited])
  if (typeof startMessage !== 'object' || startMessage === null) {
    throw new Error(`${file.pathname} ended with ${startMessage} before it was ready`)
  }
  const ask = <Answer>(message: { readonly kind: string }): Promise<Answer> =>
    new Promise((resolve) => {
      waiting.push(resolve as (value: unknown) => void)
      child.send(message)
    })
  return {
    url: (startMessage as { url: string }).url,
    pid: (child as ChildProcess).pid as number,
    ask,
    usage: () => ask<Usage>({ kind: 'usage' }),
    async stop() {
      child.send({ kind: 'stop' })
      await exited
    },
    exited,
  }
}
