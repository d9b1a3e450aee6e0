import type { Readable, Writable } from 'node:stream'
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

/**
 * Serves one program, which started this process, over standard input and output.
 *
 * @param onlyEnv the one environment to offer; default: all
 * @returns a function that ends the session
 * @throws Fault `env/unknown`
 */
export async function mcpOverStdio(
  host: Host,
  log: HostLog,
  onlyEnv: string | undefined,
  pipes: Pipes = { input: process.stdin, output: process.stdout },
): Promise<() => Promise<void>> {
  const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const table = await createTable(host, LOCAL, onlyEnv)
  const repeatedTurns = new RepeatedTurns<StepResult>()
  const options = { host, caller: LOCAL, log, repeatedTurns, ...UNCOUNTED }
  const transport = new StdioServerTransport(pipes.input, pipes.output)
  const send = transport.send.bind(transport)
  transport.send = (message) => send(withFaultCode(message))
  const { close } = serveStdio(() => mcpServer(options, { table }), { transport })
  return close
}
