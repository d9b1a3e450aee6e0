import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { Fault } from '../../wire/faults.ts'
import { refuse } from '../refuse.ts'

/** Answers what is no HTTP, or too slow or too long in its headers, with a coded refusal. */
export function refuseMalformedHttp(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, stream: Duplex) => {
    if (error.code === 'ECONNRESET' || !stream.writable || answering(stream)) {
      stream.destroy()
      return
    }
    const code = error.code === 'HPE_HEADER_OVERFLOW' ? 'request/too_large' : 'request/invalid'
    refuse(stream, new Fault(code, `this is no HTTP request: ${error.message}`))
  })
}

/** Whether an answer has begun on a connection: another one would be taken for a part of it. */
function answering(stream: Duplex): boolean {
  const { _httpMessage } = stream as { _httpMessage?: { headersSent: boolean } | null }
  return _httpMessage?.headersSent === true
}
