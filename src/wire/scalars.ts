import { z } from 'zod'
import { CRITIQUE_CHARACTERS_MAX } from '../env/critics/critic.ts'
import { openObject } from './action.ts'

export { action, openObject } from './action.ts'

const LABELS_MAX = 16

/**
 * Text whose pattern states its length too. `max` would count characters beyond U+FFFF twice, and
 * readers of openapi.yaml in other languages count them once.
 */
const patterned = (characters: string, least: number, most: number, message: string) =>
  z.string().regex(new RegExp(`^${characters}{${least},${most}}$`, 'u'), message)

const isWellFormed = (text: string): boolean => text.isWellFormed()
const WELL_FORMED = 'must be well-formed text'

/** Text in any language, on one line. */
const plainText = (most: number, least = 1) =>
  patterned(
    '[^\\u0000-\\u001f\\u007f]',
    least,
    most,
    `must be well-formed text without control characters, of ${least} to ${most} characters`,
  ).refine(isWellFormed, WELL_FORMED)

/** Ids, keys and names from the server or its operator. */
export const printable = (least: number, most: number) =>
  patterned('[\\x20-\\x7e]', least, most, `must be ${least} to ${most} ASCII characters`)

/** Episode ids are made by the server: `ep_` and 32 hex digits. */
export const episodeId = printable(0, 64)
/** Chosen by the client: the same key of the same principal gives the same episode. */
export const openKey = plainText(200)
export const resumeKey = printable(0, 200)
/** The name of a token's holder. */
export const principalName = printable(0, 200)
/** The beginning of a page: an episode's id, or the cursor of the page before. */
export const cursor = printable(0, 200)
/** The beginning of a page of runs: the cursor of the page before, which contains a run's name. */
export const runCursor = plainText(1_000, 0)
/** A reward, or a bound of one. */
export const score = z.number().min(-1_000_000_000).max(1_000_000_000)
/** A moment, in milliseconds since 1970. */
export const moment = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
/** Number of a step, from 1. */
export const seq = z.int().min(1).max(1_000_000)
export const seed = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
export const environmentId = printable(1, 100)
export const splitName = plainText(50)
export const taskId = plainText(200)
export const labels = z
  .record(plainText(50), plainText(200))
  .refine((given) => Object.keys(given).length <= LABELS_MAX, {
    message: `at most ${LABELS_MAX} labels`,
  })
  .meta({ maxProperties: LABELS_MAX })
/** Which weights of a model wrote a turn, in the words of a trainer: such as its step. */
export const modelVersion = plainText(100)
/** A text to search for. */
export const words = plainText(200)
/** The name that a client gives to a run, or to a group within a run. */
export const groupName = plainText(200)
/** Chosen by the client: which incarnation of it speaks for a group. */
export const generation = plainText(200)
/** Free text on an attempt. */
export const critique = z
  .string()
  .min(1)
  .max(CRITIQUE_CHARACTERS_MAX)
  .refine(isWellFormed, WELL_FORMED)
/** A call in a conversation, as the environment read it. */
const toolCall = z.strictObject({
  id: z.string(),
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string(),
    arguments: z.union([z.string(), openObject]),
  }),
})

export const message = z
  .strictObject({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string(),
    reasoning_content: z.string().optional(),
    tool_call_id: z.string().optional(),
    name: z.string().optional(),
    tool_calls: z.array(toolCall).optional(),
  })
  .meta({ id: 'Message', description: 'One chat message in the OpenAI form.' })
export const numberRecord = z.record(z.string(), z.number())
