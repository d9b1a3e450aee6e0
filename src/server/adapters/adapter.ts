import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from '../../wire/faults.ts'
import type { Caller } from '../principal.ts'
import type { SocketProtocol } from '../ws/protocol.ts'

/** A request to an adapter, from an authenticated caller. */
export interface AdapterCall {
  readonly method: string
  /** The decoded parts of its path after the root of the adapter. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  /** Its complete address, without the connect key that the path may contain. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly caller: Caller
  /**
   * The parsed JSON body.
   *
   * @throws Fault as for every body
   */
  body(): unknown
  /** Call this when the call begins to wait for other callers. From then on it is not counted. */
  onWait(): void
  /**
   * Call this with work that continues after the answer. The call is counted until the work is
   * done.
   */
  goesOn(work: Promise<unknown>): void
}

export interface AdapterAnswer {
  readonly status: number
  /** Sent as JSON; undefined for no body. Strings and streams are sent unchanged. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The target of a WebSocket request. */
export interface SocketTarget {
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** Another protocol in front of the host. It only translates and has no rules of its own. */
export interface Adapter {
  /** The prefix of all its paths, such as `/openenv`. */
  readonly root: string
  /** The routes that it serves. Default: its root and all paths below. */
  readonly routes?: readonly { readonly method: string; readonly path: string }[]
  /** Whether the adapter checks first, and itself, that a connect key is not revoked. */
  readonly checksKeys?: true
  /** Whether a path answers every caller, with or without a token. Default: none does. */
  isProbe?(path: readonly string[]): boolean
  /** @throws Fault */
  answer(call: AdapterCall): Promise<AdapterAnswer>
  /**
   * A fault in the protocol's own form. `path` is as in a call, or empty if it is not known.
   * Default: a problem document, which has the member `detail` of FastAPI too.
   */
  refusal?(fault: Fault, path: readonly string[]): AdapterAnswer
  /** The protocol of WebSockets at this target; undefined if there is none. Default: none. */
  protocolAt?(target: SocketTarget): SocketProtocol | undefined
}
