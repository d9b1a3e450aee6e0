import type { IncomingMessage } from 'node:http'
import type { HeldRequest } from './received.ts'

/** What the HTTP server hands on with each request. */
export interface AppEnv {
  readonly Bindings: HeldRequest & {
    readonly incoming: Pick<IncomingMessage, 'headers' | 'method'>
  }
}
