import { mathPlays, phonePlays } from '../support/plays.ts'
import { type Bench, row } from '../support/row.ts'
import { openEpisodes, rehearse, type Subject, withSubject } from '../support/subject.ts'
import { best, figuresOf, measureWindow, type Window } from '../support/window.ts'

const CLIENTS = 64
const EPISODES = 30

/**
 * Durable steps with rule-based feedback, compared with steps of the phone world and a bare echo.
 */
export const feedbackStep: Bench = ({ rounds }) =>
  withSubject(mathPlays(), CLIENTS, async (math) => {
    const { server, echo, clients, echoClients } = math
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
    const [bare, step, call] = [best(windows.echo), best(windows.math), best(windows.phone)]
    return [
      row({
        name: 'bare ws echo of math-feedback-v1',
        figures: figuresOf(bare),
        note: `${math.book.mix}; ${sent} bytes out, ${received} back`,
      }),
      row({
        name: `durable step with rule feedback, ${CLIENTS} clients`,
        figures: {
          ...figuresOf(step),
          of_phone_call: call.cpuMicroseconds / step.cpuMicroseconds,
          of_echo: bare.cpuMicroseconds / step.cpuMicroseconds,
        },
        note: 'of_…: steps per CPU second beside those of the other two rows',
      }),
      row({ name: 'durable step of a phone call, same run', figures: figuresOf(call) }),
    ]
  })
