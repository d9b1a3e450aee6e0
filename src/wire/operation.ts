import type { z } from 'zod'
import type { FaultCode } from './faults.ts'

/**
 * The permitted callers of an operation: everybody, the bearer of a token, the bearer of a token or
 * of an episode's resume key, or a token with the role admin.
 */
export type Who = 'everybody' | 'token' | 'token or resume key' | 'admin'

/** The keys that permit a call. */
export interface KeyUse {
  /**
   * The permission that an episode's key needs, whether as the bearer or in `resume_key`. `none`:
   * such a key permits no call.
   */
  readonly episode: 'none' | 'view' | 'play'
  /** Whether the bearer of a connect key may call it, for the environment of its key. */
  readonly connect: boolean
}

/** Results that are texts instead of JSON. */
export type TextResult = 'text/plain; version=0.0.4' | 'application/yaml'

/** One operation of the server, with everything that its transports need. */
export interface Operation {
  /** What it does, in one sentence. */
  readonly summary: string
  readonly who: Who
  readonly params: z.ZodObject
  readonly result: z.ZodType | TextResult
  /**
   * Method and path over HTTP, with `{name}` for members of the parameters. The other members are
   * the query of a GET and the body of a POST; a resume key travels in the header. Left out: only
   * the socket has it.
   */
  readonly http?: `${'GET' | 'POST'} /${string}`
  /**
   * `call`: a method of the socket, allowed in a batch once for each episode. `alone`: not in a
   * batch, because notifications follow its answer. Absent: only HTTP has it.
   */
  readonly socket?: 'call' | 'alone'
  /** The keys that may call it. */
  readonly keys: KeyUse
  /** Whether it may wait for other callers before it answers. */
  readonly waits?: true
  /** Whether HTTP gives its list as JSON lines too, with `format=jsonl`. */
  readonly lines?: true
  /** The faults that it can answer with, besides those of every call. */
  readonly faults: readonly FaultCode[]
}
