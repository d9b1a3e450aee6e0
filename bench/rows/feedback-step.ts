import { startChild } from '../support/child.ts'
import { mathPlays, phonePlays } from '../support/plays.ts'
import { type Bench, row } from '../support/row.ts'
import { scratchFolder } from '../support/scratch.ts'
import { connect, openEpisodes, rehearse, type Subject } from '../support/subject.ts'
import { best, measureWindow, type Window } from '../support/window.ts'

const CLIENTS = 64
const EPISODES = 30

const figures = ({ cpuMicroseconds, perSecond, p50Ms, p99Ms }: Window) => ({
  cpu_us: cpuMicroseconds,
  per_second: perSecond,
  p50_ms: p50Ms,
  p99_ms: p99Ms,
})

/** Durable steps with feedback of the rules, beside those of the phone world and a bare echo. */
export const feedbackStep: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  const server = await startChild(new URL('../support/server-process.ts', import.meta.url), {
    db: scratch.file('feedback.db'),
  })
  const echo = await startChild(new URL('../support/echo-process.ts', import.meta.url), null)
  try {
    const clients = await connect(server.url, CLIENTS)
    const echoClients = await connect(echo.url, CLIENTS)
    const math: Subject = { server, echo, book: mathPlays(), clients, echoClients, used: 0 }
    const phone: Subject = { ...math, book: phonePlays() }
    const [sent, received] = await rehearse(math, EPISODES)
    const windows: Record<'echo' | 'math' | 'phone', Window[]> = { echo: [], math: [], phone: [] }
    for (let round = 0; round < rounds; round++) {
      const frames = (await openEpisodes(math, clients, EPISODES)).map((each) => each.flat())
      windows.echo.push(await measureWindow(echo, echoClients, frames))
      windows.math.push(await measureWindow(server, clients, frames))
      const calls = (await openEpisodes(phone, clients, EPISODES / 2)).map((each) => each.flat())
      windows.phone.push(await measureWindow(server, clients, calls))
    }
    for (const client of [...clients, ...echoClients]) client.close()
    const [bare, step, call] = [best(windows.echo), best(windows.math), best(windows.phone)]
    return [
      row({
        name: 'bare ws echo of math-feedback-v1',
        figures: figures(bare),
        note: `${math.book.mix}; ${sent} bytes out, ${received} back`,
      }),
      row({
        name: `durable step with rule feedback, ${CLIENTS} clients`,
        figures: {
          ...figures(step),
          of_phone_call: call.cpuMicroseconds / step.cpuMicroseconds,
          of_echo: bare.cpuMicroseconds / step.cpuMicroseconds,
        },
        note: 'of_…: steps per CPU second beside those of the other two rows',
      }),
      row({ name: 'durable step of a phone call, same run', figures: figures(call) }),
    ]
  } finally {
    await server.stop()
    await echo.stop()
    scratch.remove()
  }
}
