import type { Child } from './child.ts'
import { type Frame, LoadClient } from './load-client.ts'
import type { PlayBook } from './plays.ts'

/** A server, the echo beside it, and clients of both. */
export interface Subject {
  readonly server: Child
  readonly echo: Child
  readonly book: PlayBook
  readonly clients: readonly LoadClient[]
  readonly echoClients: readonly LoadClient[]
  /** How many plays have been used. */
  used: number
}

/**
 * Opens some episodes per client. It goes in waves, as rollouts do: episodes that are played at the
 * same time were opened at the same time, so their rows lie close together in the database.
 */
export async function openEpisodes(
  subject: Subject,
  clients: readonly LoadClient[],
  count: number,
  perWave = 1,
): Promise<Frame[][][]> {
  const opened: Frame[][][] = clients.map(() => [])
  for (let wave = 0; wave < count; wave += perWave) {
    await Promise.all(
      clients.map(async (client, at) => {
        const plays = Array.from({ length: perWave }, () => subject.book.play(subject.used++))
        opened[at]?.push(...(await client.open(plays)))
      }),
    )
  }
  return opened
}

/** Opens sockets to a server. */
export const connect = (url: string, count: number): Promise<LoadClient[]> =>
  Promise.all(Array.from({ length: count }, () => LoadClient.connect(url)))

/**
 * Plays one client's episodes and gives the echo server the answers to send; the mean bytes of both
 * ways.
 */
export async function rehearse(
  subject: Subject,
  count: number,
): Promise<readonly [number, number]> {
  const [client] = subject.clients
  if (client === undefined) throw new Error('there is no client')
  const [episodes] = await openEpisodes(subject, [client], count)
  const frames = episodes?.flat() ?? []
  const texts: string[] = []
  for (const frame of frames) texts.push((await client.send(frame.text)).toString())
  await subject.echo.ask({ kind: 'load', texts })
  const mean = (sizes: readonly number[]): number =>
    Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)
  return [mean(frames.map(({ text }) => text.length)), mean(texts.map((text) => text.length))]
}
