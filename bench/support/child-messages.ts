import type { Usage } from './child.ts'

/** What can be asked of a measured process besides its usage. */
export type Answers = Readonly<Record<string, (message: never) => unknown>>

/**
 * The child's side of `startChild`: reports its address, then answers messages one by one.
 *
 * @param steps returns the number of steps stored so far
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
      // From here on, the channel keeps the process alive. A profile is written only at a normal
      // exit.
      process.disconnect()
    } else process.send?.((await answers[message.kind]?.(message as never)) ?? {})
  })
  process.send?.({ url })
}

/** The plain data from the parent. */
export const argument = <Given>(): Given => JSON.parse(process.argv[2] as string) as Given
