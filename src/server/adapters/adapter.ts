import type { IncomingHttpHeaders } from 'node:http'
import type { Fault } from '../../wire/faults.ts'
import type { Caller } from '../principal.ts'
import type { Speaker } from '../ws/speech.ts'

/** A request to an adapter, from a caller who was let in. */
export interface AdapterCall {
  readonly method: string
  /** The parts of its path behind the root of the adapter, decoded. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
  /** Its whole address. A connect key that stands there is left out. */
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly caller: Caller
  /**
   * Its JSON.
   *
   * @throws Fault as for every body
   */
  body(): unknown
  /** To be called when it begins to wait for others: until its end it is not counted any more. */
  onWait(): void
  /** Called with work that goes on after the answer: it is counted until it is done. */
  goesOn(work: Promise<unknown>): void
}

export interface AdapterAnswer {
  readonly status: number
  /** Becomes JSON; undefined: there is none. A text and a stream are sent as they are. */
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Where a socket is asked for. */
export interface SocketTarget {
  readonly path: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

/** Another protocol in front of the host: a translation, without rules of its own. */
export interface Adapter {
  /** The path that everything of it begins with, such as `/openenv`. */
  readonly root: string
  /** Where it is served; left out: at its root, and at all below it. */
  readonly routes?: readonly { readonly method: string; readonly path: string }[]
  /** Whether it checks itself that a connect key was not revoked, before it does anything else. */
  readonly checksKeys?: true
  /** Whether a path answers everybody, with or without a token. */
  isProbe(path: readonly string[]): boolean
  /** @throws Fault */
  answer(call: AdapterCall): Promise<AdapterAnswer>
  /** A fault in the protocol's own form; `path` as in a call, empty where it is not known. */
  refusal(fault: Fault, path: readonly string[]): AdapterAnswer
  /** What is spoken on sockets there; undefined: nothing. */
  speakerAt(target: SocketTarget): Speaker | undefined
}
