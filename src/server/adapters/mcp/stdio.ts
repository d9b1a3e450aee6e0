import { PassThrough, type Readable, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import type { StepResult } from '../../../wire/results.ts'
import { UNCOUNTED } from '../../counted-call.ts'
import type { Host } from '../../host.ts'
import type { HostLog } from '../../host-log.ts'
import { LOCAL } from '../../principal.ts'
import { withFaultCode } from './fault-code.ts'
import { RepeatedTurns } from './repeated-turns.ts'
import { mcpServer } from './server.ts'
import { createTable } from './tools.ts'

/** The streams to and from the program. */
interface Pipes {
  readonly input: Readable
  readonly output: Writable
}

interface StdioSession {
  /** Resolves when the input has ended and every request has its answer, or the pipe broke. */
  readonly ended: Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Serves one program, which started this process, over standard input and output.
 *
 * @param onlyEnv the one environment to offer; default: all
 * @throws Fault `env/unknown`
 */
export async function mcpOverStdio(
  host: Host,
  log: HostLog,
  onlyEnv: string | undefined,
  pipes: Pipes = { input: process.stdin, output: process.stdout },
): Promise<StdioSession> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const table = await createTable(host, LOCAL, onlyEnv)
  const repeatedTurns = new RepeatedTurns<StepResult>()
  const options = { host, caller: LOCAL, log, repeatedTurns, ...UNCOUNTED }
  // The transport closes when its input ends, and drops the answers that are still under way.
  const received = new PassThrough()
  const transport = new StdioServerTransport(received, pipes.output)
  const answers = new PendingAnswers()
  const send = transport.send.bind(transport)
  transport.send = async (message) => {
    try {
      await send(withFaultCode(message))
    } finally {
      if (!('method' in message)) answers.settle(message.id)
    }
  }
  const { close } = serveStdio(() => mcpServer(options, { table }), { transport })
  const { onmessage, onclose } = transport
  transport.onmessage = (message) => {
    answers.note(message)
    onmessage?.(message)
  }
  const closed = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.()
      resolve()
    }
  })
  const answered = pipeUntilEnd(pipes.input, received).then(() => answers.whenSettled())
  return { ended: Promise.race([answered, closed]), close }
}

/** Copies a stream, whose end the copy does not have. Resolves when everything was read. */
async function pipeUntilEnd(input: Readable, copy: PassThrough): Promise<void> {
  input.pipe(copy, { end: false })
  await finished(input, { writable: false }).catch(() => {})
  // The reader of the copy gets the last lines in a later turn of the event loop.
  while (copy.readableLength > 0) await nextTurn()
  await nextTurn()
}

/** The requests of a session that have no answer yet. */
class PendingAnswers {
  readonly #ids = new Set<unknown>()
  #onSettled: (() => void) | undefined

  /** Notes a request, or its cancellation, which gets no answer. */
  note(message: JSONRPCMessage): void {
    if (!('method' in message)) return
    if ('id' in message) this.#ids.add(message.id)
    else if (message.method === 'notifications/cancelled') this.settle(message.params?.requestId)
  }

  settle(id: unknown): void {
    this.#ids.delete(id)
    if (this.#ids.size === 0) this.#onSettled?.()
  }

  async whenSettled(): Promise<void> {
    if (this.#ids.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onSettled = resolve
    })
  }
}
