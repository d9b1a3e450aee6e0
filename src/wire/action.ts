import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'
import { canonicalAction } from './canonical-action.ts'

/** Calls of one turn. */
const CALLS_MAX = 64

/** An object whose members are checked elsewhere (tool arguments, settings). */
export const openObject = z.record(z.string(), z.unknown()).meta({
  id: 'JsonObject',
  description: 'An object whose members depend on the environment.',
}) as unknown as z.ZodType<JsonObject>

// Objects of `z.object` take members beside their own and drop them: servers and SDKs add some,
// such as the `index` of a call, which say nothing to an episode.

/** A tool call with any content. The episode reports what is wrong with it. */
const calledFunction = z.object({
  name: z.string(),
  arguments: z.union([z.string(), openObject]).nullish(),
})

const functionCall = z.object({
  id: z.string().nullish(),
  type: z.literal('function').nullish(),
  function: calledFunction,
})

/** A call of a tool that takes bare text. No environment has one, and the answer says so. */
const customCall = z.object({
  id: z.string().nullish(),
  type: z.literal('custom'),
  custom: z.object({ name: z.string(), input: z.string() }),
})

const contentPart = z.object({
  type: z.string(),
  text: z.string().optional(),
  refusal: z.string().optional(),
})

const members = {
  content: z.union([z.string(), z.array(contentPart)]).nullish(),
  tool_calls: z
    .array(z.union([functionCall, customCall]))
    .max(CALLS_MAX)
    .nullish(),
  refusal: z.string().nullish(),
  reasoning_content: z.unknown().optional(),
  reasoning: z.unknown().optional(),
  function_call: calledFunction.nullish(),
  audio: z.object({ transcript: z.string().nullish() }).nullish(),
}

/** One assistant turn that is written by hand: a member that it does not have is a mistake. */
const structuredAction = z
  .strictObject({
    ...members,
    annotations: z.unknown().optional(),
  })
  .meta({
    id: 'StructuredAction',
    description: 'One assistant turn in the OpenAI form.',
  })

const CONTENT_MEMBERS = ['content', 'tool_calls', 'refusal', 'function_call', 'audio'] as const

/** A message of a chat completion, as an SDK or a server gives it. */
const assistantMessage = z
  .object({ role: z.literal('assistant'), ...members })
  .refine((message) => CONTENT_MEMBERS.some((name) => message[name] !== undefined), {
    message: `a message needs one of ${CONTENT_MEMBERS.join(', ')}`,
  })
  .meta({
    id: 'AssistantMessage',
    description:
      'The message of a chat completion, as an SDK gives it. Members that are not listed are ' +
      'not read, such as annotations.',
    anyOf: CONTENT_MEMBERS.map((name) => ({ required: [name] })),
  })

/** One assistant turn as the raw text of a model; tool calls in the dialect named at opening. */
const textAction = z.strictObject({ text: z.string() }).meta({
  id: 'TextAction',
  description: 'The raw text of a model. Its tool calls use the dialect of the opening.',
})

/** One assistant turn. `canonicalAction` lists the members that count. */
export const action = z
  .union([structuredAction, textAction, assistantMessage])
  .meta({
    id: 'Action',
    description: 'One assistant turn: in the OpenAI form, a message of an SDK, or raw text.',
  })
  .transform(canonicalAction)
