import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { JsonObject } from '../../sim/json.ts'
import type { AssistantTextMessage, ChatTool, TextMessage, Usage } from './formats/chat-form.ts'
import type { TokenTexts } from './token-texts.ts'
import type { WeightSpan } from './weights.ts'

/** The tokens of one model call. */
export interface ModelCallTokens {
  /** The ids of the prompt. The stored form omits the first ones that it shares with its parent. */
  readonly prompt: Int32Array
  /** The sampled ids, and the log-probability of each. */
  readonly ids: Int32Array
  readonly logprobs: Float32Array
}

/** Why a model call has no complete answer. */
export interface CallFailure {
  /** A fault code, or `gateway/client_gone`. */
  readonly code: string
  readonly message: string
}

/** The stored record of one model call, without its tokens. */
export interface CallRecord {
  /** The earlier call whose conversation this prompt continues; null for a new conversation. */
  readonly parent: number | null
  /** How many messages of the parent, including its answer, the prompt starts with. */
  readonly kept: number
  /** The other messages of the prompt. */
  readonly messages: readonly TextMessage[]
  /** The offered tools. Default: those of the parent. */
  readonly tools?: readonly ChatTool[]
  /** How many token ids of the parent, including its answer, the prompt starts with. */
  readonly prompt_kept: number
  readonly profile: string
  /** The API format of the agent. */
  readonly format: string
  /** The sampling members of the request to the model server. */
  readonly params: JsonObject
  /** Members of the agent's request that had no effect. */
  readonly ignored: readonly string[]
  /** Constraints on the text. Its tokens were not drawn from the model's own distribution. */
  readonly constraints: readonly string[]
  /** Null if there is no answer. */
  readonly answer: AssistantTextMessage | null
  readonly finish_reason: string | null
  /** The text of `stop` that ended the answer, if the model server sent it. */
  readonly stop_sequence?: string
  readonly usage: Usage | null
  /** The texts of the sampled ids, if the model server sent them. */
  readonly token_texts?: TokenTexts
  /** Why there are no tokens; null if there are. */
  readonly text_only: string | null
  /** The position of the last row in the episode's log when the call was stored. */
  readonly position: number
  /** The start in milliseconds since 1970, and the duration in milliseconds. */
  readonly started_ms: number
  readonly took_ms: number
  readonly failure: CallFailure | null
  /** The name of the agent's message, if the gateway plays turns that the agent does not see. */
  readonly shown?: string
  /** Whether the prompt was sent as token ids: those of the parent, followed by the new ones. */
  readonly forwarded?: true
  /** Why a prompt that continues an earlier call was rendered again. */
  readonly rendered_anew?: string
  /** The weights that sampled the answer; absent if no trainer announced any. */
  readonly spans?: readonly WeightSpan[]
  /** The call of another episode whose answer was replayed; absent if the answer was sampled. */
  readonly replayed?: { readonly episode: string; readonly call: number }
}

const VERSION = 1
const HEAD_BYTES = 13
const LEVEL = 4
/** The bytes of its window that zlib keeps free. */
const LOOK_AHEAD_BYTES = 262
/** zlib's smallest and largest window, as powers of two. */
const WINDOW_BITS = { least: 9, most: 15 }
/** The size of zlib's output buffers, which are allocated for each call. */
const OUTPUT_BYTES = { least: 256, most: 16 * 1_024 }
/** Smaller bodies are packed synchronously, because a trip to another thread takes longer. */
const SMALL_BYTES = 64 * 1_024
const deflated = promisify(deflateRaw)

/**
 * The stored bytes of a call: the record as JSON, and all ids and log-probabilities. The bytes of
 * the numbers are grouped by significance and then deflated. Equal high bytes of ids and the
 * exponents of log-probabilities pack well in this order, and nothing is rounded.
 */
export async function packCall(
  record: CallRecord,
  tokens: ModelCallTokens | null,
): Promise<Buffer> {
  const text = JSON.stringify(record)
  const textEnd = HEAD_BYTES + Buffer.byteLength(text)
  const numbers = tokens === null ? [] : [tokens.prompt, tokens.ids, tokens.logprobs]
  const bytes = Buffer.allocUnsafe(
    numbers.reduce((sum, { byteLength }) => sum + byteLength, textEnd),
  )
  bytes.writeUInt8(VERSION, 0)
  bytes.writeUInt32LE(textEnd - HEAD_BYTES, 1)
  bytes.writeUInt32LE(tokens?.prompt.length ?? 0, 5)
  // One more than the number of sampled tokens, so that 0 means no tokens.
  bytes.writeUInt32LE(tokens === null ? 0 : tokens.ids.length + 1, 9)
  bytes.write(text, HEAD_BYTES)
  let position = textEnd
  for (const values of numbers) position = writePlanes(bytes, position, values)
  const options = optionsFor(bytes.length)
  // Packing a long prompt takes tens of milliseconds, which would block all other callers.
  return bytes.length < SMALL_BYTES ? deflateRawSync(bytes, options) : deflated(bytes, options)
}

/** A window that holds all bytes packs as well as a larger one, which costs more to set up. */
function optionsFor(bytes: number) {
  const { least, most } = WINDOW_BITS
  const windowBits = Math.min(most, Math.max(least, Math.ceil(Math.log2(bytes + LOOK_AHEAD_BYTES))))
  const chunkSize = Math.min(OUTPUT_BYTES.most, Math.max(OUTPUT_BYTES.least, bytes))
  return { level: LEVEL, windowBits, memLevel: Math.min(8, windowBits - 7), chunkSize }
}

/** @throws Error for bytes that `packCall` did not create */
export function unpackCall(body: Uint8Array): {
  record: CallRecord
  tokens: ModelCallTokens | null
} {
  const bytes = inflateRawSync(body)
  const version = bytes.readUInt8(0)
  if (version !== VERSION) throw new Error(`a model call is stored in the unknown form ${version}`)
  const textEnd = HEAD_BYTES + bytes.readUInt32LE(1)
  const record = JSON.parse(bytes.toString('utf8', HEAD_BYTES, textEnd)) as CallRecord
  const [prompts, ids] = [bytes.readUInt32LE(5), bytes.readUInt32LE(9) - 1]
  if (ids < 0) return { record, tokens: null }
  const idsAt = textEnd + 4 * prompts
  const logprobsAt = idsAt + 4 * ids
  const tokens = {
    prompt: new Int32Array(unplaned(bytes.subarray(textEnd, idsAt))),
    ids: new Int32Array(unplaned(bytes.subarray(idsAt, logprobsAt))),
    logprobs: new Float32Array(unplaned(bytes.subarray(logprobsAt, logprobsAt + 4 * ids))),
  }
  return { record, tokens }
}

/** Writes the bytes of numbers, grouped by significance, and returns where they end. */
function writePlanes(target: Buffer, start: number, numbers: Int32Array | Float32Array): number {
  const { buffer, byteOffset, byteLength, length } = numbers
  const from = new Uint8Array(buffer, byteOffset, byteLength)
  let position = start
  for (let plane = 0; plane < 4; plane++) {
    for (let element = 0; element < length; element++)
      target[position++] = from[element * 4 + plane] as number
  }
  return position
}

function unplaned(from: Buffer): ArrayBuffer {
  const count = from.length / 4
  const target = new Uint8Array(from.length)
  for (let index = 0; index < from.length; index++)
    target[index] = from[(index % 4) * count + (index >> 2)] as number
  return target.buffer
}
