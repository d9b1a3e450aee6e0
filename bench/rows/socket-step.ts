import type { Frame, LoadClient } from '../support/load-client.ts'
import { freshPhonePlays, type Play } from '../support/plays.ts'
import { type Bench, type Row, row } from '../support/row.ts'
import { type Subject, withSubject } from '../support/subject.ts'
import {
  best,
  costRatio,
  figuresOf,
  measureLoops,
  typical,
  type Window,
} from '../support/window.ts'

const CLIENTS = 64
/** Episodes that each client plays in a window. */
const EPISODES = 3
const BATCH = 32
const SINGLE_EPISODES = 30
/** Episodes whose frames the echo server gets. */
const REHEARSED = 16
/** Many short windows, so that other load on the machine hits both sides of a pair. */
const PAIRS_PER_ROUND = 4

interface Windows {
  readonly echo: Window[]
  readonly step: Window[]
  readonly batch: Window[]
  readonly oneClient: Window[]
}

const takePlays = (subject: Subject, count: number): Play[] =>
  Array.from({ length: count }, () => subject.book.play(subject.usedPlays++))

/** A window with this many episodes per client, including opening and closing. */
const episodeWindow = (
  subject: Subject,
  clients: readonly LoadClient[],
  episodes: number,
  perFrame: number,
): Promise<Window> => {
  const plays = clients.map(() => takePlays(subject, episodes))
  return measureLoops(subject.server, () =>
    clients.map((client, at) => client.playWhole(plays[at] ?? [], perFrame)),
  )
}

/** One round: every case once, one right after the other. */
async function playRound(
  subject: Subject,
  echoFrames: readonly Frame[],
  windows: Windows,
): Promise<void> {
  const { echo, clients, echoClients } = subject
  windows.echo.push(
    await measureLoops(echo, () => echoClients.map((client) => client.loop(echoFrames))),
  )
  windows.step.push(await episodeWindow(subject, clients, EPISODES, 1))
  windows.batch.push(await episodeWindow(subject, clients, BATCH, BATCH))
  windows.oneClient.push(await episodeWindow(subject, clients.slice(0, 1), SINGLE_EPISODES, 1))
}

/**
 * Plays some episodes, gives their answers to the echo server, and returns the frames that were
 * sent.
 */
async function rehearseWhole(subject: Subject): Promise<{ frames: Frame[]; bytes: string }> {
  const frames: Frame[] = []
  const texts: string[] = []
  await subject.clients[0]?.playWhole(takePlays(subject, REHEARSED), 1, (frame, answer) => {
    frames.push(frame)
    texts.push(answer.toString())
  })
  await subject.echo.ask({ kind: 'load', texts })
  const mean = (sizes: readonly number[]): number =>
    Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)
  const sent = mean(frames.map(({ text }) => text.length))
  const received = mean(texts.map((text) => text.length))
  return { frames, bytes: `${sent} bytes out, ${received} back` }
}

function toRows({ echo, step, batch, oneClient: one }: Windows, note: string): Row[] {
  const toFigures = (windows: readonly Window[]) => ({
    ...figuresOf(typical(windows)),
    cpu_us_least: best(windows).cpuMicroseconds,
  })
  return [
    row({ name: `bare ws echo, ${CLIENTS} clients`, figures: toFigures(echo), note }),
    row({
      name: `durable step, ${CLIENTS} clients`,
      figures: toFigures(step),
      gate: {
        what: 'steps per CPU second / those of the echo',
        value: costRatio(echo, step),
        goal: 0.4,
        better: 'more',
      },
    }),
    row({
      name: `durable step, ${CLIENTS} clients, ${BATCH} per frame`,
      figures: toFigures(batch),
      gate: {
        what: 'steps per CPU second / those of single steps',
        value: costRatio(step, batch),
        goal: 2,
        better: 'more',
      },
    }),
    row({
      name: 'durable step, 1 client',
      figures: toFigures(one),
      gate: { what: 'p50, ms', value: typical(one).p50Ms, goal: 0.15, better: 'less' },
    }),
  ]
}

/**
 * Durable steps over WebSocket with 64 clients, batches of 32, and one client, compared with an
 * echo of the same frames. Episodes are complete, and their searches are new.
 */
export const socketStep: Bench = async ({ rounds }) => {
  const book = freshPhonePlays()
  return await withSubject(book, CLIENTS, async (subject) => {
    const { frames, bytes } = await rehearseWhole(subject)
    const windows: Windows = { echo: [], step: [], batch: [], oneClient: [] }
    const warmUp: Windows = { echo: [], step: [], batch: [], oneClient: [] }
    for (let round = 0; round < 2; round++) await playRound(subject, frames, warmUp)
    for (let round = 0; round < rounds * PAIRS_PER_ROUND; round++) {
      await playRound(subject, frames, windows)
    }
    const fresh = `${Math.round(100 * book.share())} % of the searches new`
    return toRows(windows, `${book.mix}; ${fresh}; openings and closes included; ${bytes}`)
  })
}
