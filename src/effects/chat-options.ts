import type { JsonObject } from '../sim/json.ts'

/** Where a chat client asks, what for, and how patient it is. */
export interface ChatClientOptions {
  /** Servers that give the same answers, such as `http://127.0.0.1:8000/v1`; they take turns. */
  readonly baseUrls: readonly string[]
  readonly model: string
  /** The name of the environment variable that holds the API key. */
  readonly apiKeyEnv?: string
  readonly temperature?: number
  readonly maxTokens?: number
  readonly seed?: number
  /** Token ids at which the model stops; they belong to one tokenizer, so there is no default. */
  readonly stopTokenIds?: readonly number[]
  readonly bestOf?: number
  /** Whether answers are streamed; the result is the same. */
  readonly stream?: boolean
  /** Whether the chat template lets the model think; left out, the template decides. */
  readonly thinking?: boolean
  /** Further members of every request's body, such as `top_p`. */
  readonly extraBody?: JsonObject
  /** Longest time for one call with all its tries. Default 60,000. */
  readonly deadlineMs?: number
  /** Longest time for one try. Default: the deadline, shared evenly among the servers. */
  readonly tryMs?: number
  /** Tries beyond the first at each server. Default 3. */
  readonly retries?: number
  /** The first pause between tries at a server; it doubles each time, up to 8 s. Default 250. */
  readonly backOffMs?: number
  /** How long a server that failed is asked only if there is no better one. Default 10,000. */
  readonly coolDownMs?: number
  /** Longest answer, as it comes over the wire. Default 16 MiB. */
  readonly bodyBytesMax?: number
}
