import { type Child, startChild } from './child.ts'
import { type Frame, LoadClient } from './load-client.ts'
import type { PlayBook } from './plays.ts'
import { scratchFolder } from './scratch.ts'

/** A server under test, an echo server to compare with, and clients of both. */
export interface Subject {
  readonly server: Child
  readonly echo: Child
  readonly book: PlayBook
  readonly clients: readonly LoadClient[]
  readonly echoClients: readonly LoadClient[]
  /** Number of plays used so far. */
  usedPlays: number
}

/**
 * Opens some episodes per client in waves, as rollouts do. Episodes that are played together were
 * opened together, so their rows lie close together in the database.
 */
export async function openEpisodes(
  subject: Subject,
  clients: readonly LoadClient[],
  count: number,
  perWave = 1,
): Promise<Frame[][][]> {
  const clientFrames: Frame[][][] = clients.map(() => [])
  for (let wave = 0; wave < count; wave += perWave) {
    await Promise.all(
      clients.map(async (client, clientIndex) => {
        const plays = Array.from({ length: perWave }, () => subject.book.play(subject.usedPlays++))
        clientFrames[clientIndex]?.push(...(await client.open(plays)))
      }),
    )
  }
  return clientFrames
}

/** Opens sockets to a server. */
const connect = (url: string, count: number): Promise<LoadClient[]> =>
  Promise.all(Array.from({ length: count }, () => LoadClient.connect(url)))

/**
 * Starts both servers, connects this many clients to each, runs the measurement, and stops
 * everything.
 */
export async function withSubject<Result>(
  book: PlayBook,
  count: number,
  measure: (subject: Subject) => Promise<Result>,
): Promise<Result> {
  const scratch = scratchFolder()
  const server = await startChild(new URL('./server-process.ts', import.meta.url), {
    db: scratch.file('steps.db'),
  })
  const echo = await startChild(new URL('./echo-process.ts', import.meta.url), null)
  try {
    const clients = await connect(server.url, count)
    const echoClients = await connect(echo.url, count)
    const result = await measure({ server, echo, book, clients, echoClients, usedPlays: 0 })
    for (const client of [...clients, ...echoClients]) client.close()
    return result
  } finally {
    await server.stop()
    await echo.stop()
    scratch.remove()
  }
}

/**
 * Plays one client's episodes and gives their answers to the echo server. Returns the mean bytes in
 * both directions.
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
