import type { JsonObject } from '../sim/json.ts'

/** Servers, sampling parameters and time limits of a chat client. */
export interface ChatClientOptions {
  /** Base URLs of equivalent servers, such as `http://127.0.0.1:8000/v1`, used in rotation. */
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
  /** Whether the chat template enables thinking. By default the template decides. */
  readonly thinking?: boolean
  /** Extra members for every request body, such as `top_p`. */
  readonly extraBody?: JsonObject
  /** Time limit for one call with all its retries. Default 60,000. */
  readonly deadlineMs?: number
  /** Time limit for one attempt. Default: the deadline divided by the number of servers. */
  readonly tryMs?: number
  /** Retries after each server was called once. Default 3. */
  readonly retries?: number
  /** Pause before the first retry. It doubles with each one, up to 8 s. Default 250. */
  readonly backOffMs?: number
  /** How long a failed server is used only if no healthy one exists. Default 10,000. */
  readonly coolDownMs?: number
  /** Size limit for an answer on the wire. Default 16 MiB. */
  readonly bodyBytesMax?: number
}
