import type { IncomingMessage } from 'node:http'
import type { HeldRequest } from './received.ts'

/** The values that the HTTP server passes on with each request. */
export interface AppEnv {
  readonly Bindings: HeldRequest & {
    readonly incoming: Pick<IncomingMessage, 'headers' | 'method'>
  }
}
