import { batches, type Frame } from '../support/load-client.ts'
import { phonePlays } from '../support/plays.ts'
import { type Bench, type Row, row } from '../support/row.ts'
import { openEpisodes, rehearse, type Subject, withSubject } from '../support/subject.ts'
import { best, figuresOf, measureWindow, type Window } from '../support/window.ts'

const CLIENTS = 64
const EPISODES = 15
const BATCH = 32
const SINGLE_EPISODES = 50

interface Windows {
  readonly echo: Window[]
  readonly step: Window[]
  readonly batch: Window[]
  readonly one: Window[]
}

/** One round: each case once, one right after the other. */
async function playRound(subject: Subject, windows: Windows): Promise<void> {
  const { server, echo, clients, echoClients } = subject
  const single: Frame[][] = (await openEpisodes(subject, clients, EPISODES)).map((e) => e.flat())
  windows.echo.push(await measureWindow(echo, echoClients, single))
  windows.step.push(await measureWindow(server, clients, single))
  const joined = (await openEpisodes(subject, clients, BATCH, BATCH)).map((each) => batches(each))
  windows.batch.push(await measureWindow(server, clients, joined))
  const lonely = clients.slice(0, 1)
  const one = (await openEpisodes(subject, lonely, SINGLE_EPISODES)).map((each) => each.flat())
  windows.one.push(await measureWindow(server, lonely, one))
}

function rowsOf(windows: Windows, note: string): Row[] {
  const echo = best(windows.echo)
  const step = best(windows.step)
  const batch = best(windows.batch)
  const one = best(windows.one)
  const ratio = (left: Window, right: Window): number =>
    left.cpuMicroseconds / right.cpuMicroseconds
  return [
    row({ name: `bare ws echo, ${CLIENTS} clients`, figures: figuresOf(echo), note }),
    row({
      name: `durable step, ${CLIENTS} clients`,
      figures: figuresOf(step),
      gate: {
        what: 'steps per CPU second / those of the echo',
        value: ratio(echo, step),
        goal: 0.5,
        better: 'more',
      },
    }),
    row({
      name: `durable step, ${CLIENTS} clients, ${BATCH} per frame`,
      figures: figuresOf(batch),
      gate: {
        what: 'steps per CPU second / those of single steps',
        value: ratio(step, batch),
        goal: 2,
        better: 'more',
      },
    }),
    row({
      name: 'durable step, 1 client',
      figures: figuresOf(one),
      gate: { what: 'p50, ms', value: one.p50Ms, goal: 0.3, better: 'less' },
    }),
  ]
}

/** Durable steps over WebSocket: 64 clients, batches, one client; beside a bare echo. */
export const socketStep: Bench = ({ rounds }) =>
  withSubject(phonePlays(), CLIENTS, async (subject) => {
    const [sent, received] = await rehearse(subject, EPISODES)
    const windows: Windows = { echo: [], step: [], batch: [], one: [] }
    for (let round = 0; round < rounds; round++) await playRound(subject, windows)
    return rowsOf(windows, `${subject.book.mix}; ${sent} bytes out, ${received} back`)
  })
