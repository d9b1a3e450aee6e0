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
/** Episodes whose frames the echo gets. */
const REHEARSED = 16
/** Short windows, many of them: what else the machine does hits both sides of a pair. */
const PAIRS_PER_ROUND = 4

interface Windows {
  readonly echo: Window[]
  readonly step: Window[]
  readonly batch: Window[]
  readonly one: Window[]
}

const playsOf = (subject: Subject, count: number): Play[] =>
  Array.from({ length: count }, () => subject.book.play(subject.used++))

/** A window of so many episodes for each of the clients, openings and closes included. */
const whole = (
  subject: Subject,
  clients: readonly LoadClient[],
  episodes: number,
  perFrame: number,
): Promise<Window> => {
  const plays = clients.map(() => playsOf(subject, episodes))
  return measureLoops(subject.server, () =>
    clients.map((client, at) => client.playWhole(plays[at] ?? [], perFrame)),
  )
}

/** One round: each case once, one right after the other. */
async function playRound(subject: Subject, said: readonly Frame[], into: Windows): Promise<void> {
  const { echo, clients, echoClients } = subject
  into.echo.push(await measureLoops(echo, () => echoClients.map((client) => client.loop(said))))
  into.step.push(await whole(subject, clients, EPISODES, 1))
  into.batch.push(await whole(subject, clients, BATCH, BATCH))
  into.one.push(await whole(subject, clients.slice(0, 1), SINGLE_EPISODES, 1))
}

/** Plays some episodes and gives the echo what was answered; the frames that were sent. */
async function rehearseWhole(subject: Subject): Promise<{ frames: Frame[]; bytes: string }> {
  const frames: Frame[] = []
  const texts: string[] = []
  await subject.clients[0]?.playWhole(playsOf(subject, REHEARSED), 1, (frame, answer) => {
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

function rowsOf({ echo, step, batch, one }: Windows, note: string): Row[] {
  const told = (windows: readonly Window[]) => ({
    ...figuresOf(typical(windows)),
    cpu_us_least: best(windows).cpuMicroseconds,
  })
  return [
    row({ name: `bare ws echo, ${CLIENTS} clients`, figures: told(echo), note }),
    row({
      name: `durable step, ${CLIENTS} clients`,
      figures: told(step),
      gate: {
        what: 'steps per CPU second / those of the echo',
        value: costRatio(echo, step),
        goal: 0.4,
        better: 'more',
      },
    }),
    row({
      name: `durable step, ${CLIENTS} clients, ${BATCH} per frame`,
      figures: told(batch),
      gate: {
        what: 'steps per CPU second / those of single steps',
        value: costRatio(step, batch),
        goal: 2,
        better: 'more',
      },
    }),
    row({
      name: 'durable step, 1 client',
      figures: told(one),
      gate: { what: 'p50, ms', value: typical(one).p50Ms, goal: 0.15, better: 'less' },
    }),
  ]
}

/**
 * Durable steps over WebSocket: 64 clients, batches of 32, one client; beside a bare echo of the
 * same frames. Episodes are played from their openings to their closes, and their searches are new.
 */
export const socketStep: Bench = async ({ rounds }) => {
  const book = freshPhonePlays()
  return await withSubject(book, CLIENTS, async (subject) => {
    const { frames, bytes } = await rehearseWhole(subject)
    const windows: Windows = { echo: [], step: [], batch: [], one: [] }
    const warmUp: Windows = { echo: [], step: [], batch: [], one: [] }
    for (let round = 0; round < 2; round++) await playRound(subject, frames, warmUp)
    for (let round = 0; round < rounds * PAIRS_PER_ROUND; round++) {
      await playRound(subject, frames, windows)
    }
    const fresh = `${Math.round(100 * book.share())} % of the searches new`
    return rowsOf(windows, `${book.mix}; ${fresh}; openings and closes included; ${bytes}`)
  })
}
