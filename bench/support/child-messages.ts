import type { Usage } from './child.ts'

/** What a measured process can be asked besides its usage. */
export type Answers = Readonly<Record<string, (message: never) => unknown>>

/**
 * The process's side of `startChild`: says where it listens, then answers messages one by one.
 *
 * @param steps how many steps it has stored so far
 */
export function serveMessages(
  url: string,
  answers: Answers,
  stop: () => Promise<void>,
  steps: () => number = () => 0,
): void {
  const usage = (): Usage => {
    const { user, system } = process.cpuUsage()
    return { cpuMicroseconds: user + system, steps: steps() }
  }
  process.on('message', async (message: { kind: string }) => {
    if (message.kind === 'usage') process.send?.(usage())
    else if (message.kind === 'stop') {
      await stop()
      // The channel is what keeps the process alive now; a profile is written on a normal exit.
      process.disconnect()
    } else process.send?.((await answers[message.kind]?.(message as never)) ?? {})
  })
  process.send?.({ url })
}

/** The plain data that the parent gave. */
export const argument = <Given>(): Given => JSON.parse(process.argv[2] as string) as Given
