import { z } from 'zod'
import type { Json, JsonObject } from '../../sim/json.ts'
import { bodyText } from '../bounded-body.ts'
import { authHeaders, type ForeignServer } from './options.ts'
import { plainSchema } from './plain-schema.ts'
import { ForeignTrouble, parsed, Talk } from './talk.ts'

/** The actions that a foreign environment offers to a model. */
export interface ForeignTools {
  /** `action`: one tool builds the whole action. `calls`: each tool is an environment tool. */
  readonly kind: 'action' | 'calls'
  readonly tools: {
    readonly name: string
    readonly description: string
    readonly parameters: Record<string, Json>
  }[]
  /** The only required member of an action, if it is text. A turn without a call fills it. */
  readonly textMember: string | null
}

const PAGE_BYTES_MAX = 1024 * 1024
/** Actions that represent tool calls. The environment lists its tools. */
const CALLING = new Set(['Action', 'CallToolAction', 'ListToolsAction'])

const object = z.record(z.string(), z.json())
const toolList = z.object({
  tools: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().nullish(),
        input_schema: object.optional(),
        inputSchema: object.optional(),
      }),
    )
    .min(1),
})

/**
 * Asks a foreign server what its actions are.
 *
 * @throws ForeignTrouble
 */
export async function askForTools(server: ForeignServer): Promise<ForeignTools> {
  const page = z.object({ action: object }).safeParse(await schemaPage(server))
  if (!page.success) throw new ForeignTrouble('garbage', 'its /schema has no action')
  const { action } = page.data
  if (!CALLING.has(String(action.title))) return ofAction(action as JsonObject)
  const talk = await Talk.open(server)
  try {
    await talk.ask('reset', {})
    const { observation } = await talk.ask('step', { type: 'list_tools' })
    const tools = toolList.safeParse(observation)
    if (!tools.success) throw new ForeignTrouble('garbage', 'it lists no tools')
    return {
      kind: 'calls',
      tools: tools.data.tools.map(({ name, description, input_schema, inputSchema }) => ({
        name,
        description: description ?? name,
        parameters: plainSchema((input_schema ?? inputSchema ?? {}) as JsonObject),
      })),
      textMember: null,
    }
  } finally {
    talk.close()
  }
}

/** Builds one tool for the whole action, without the members that all OpenEnv actions have. */
function ofAction(action: JsonObject): ForeignTools {
  const parameters = plainSchema(action, new Set(['metadata', 'type']))
  const { properties, required } = parameters as unknown as {
    readonly properties: Readonly<Record<string, JsonObject>>
    readonly required: readonly string[]
  }
  const [firstRequired, ...otherRequired] = required
  const isText =
    firstRequired !== undefined &&
    otherRequired.length === 0 &&
    properties[firstRequired]?.type === 'string'
  const description =
    typeof action.description === 'string' && action.description !== ''
      ? action.description
      : 'Acts in the environment.'
  return {
    kind: 'action',
    tools: [{ name: 'act', description, parameters }],
    textMember: isText ? firstRequired : null,
  }
}

async function schemaPage(server: ForeignServer): Promise<unknown> {
  return parsed(await schemaText(server))
}

async function schemaText(server: ForeignServer): Promise<string> {
  const signal = AbortSignal.timeout(server.deadlineMs)
  try {
    const response = await fetch(`${server.url}/schema`, {
      headers: authHeaders(server),
      redirect: 'error',
      signal,
    })
    const text = await bodyText(response, PAGE_BYTES_MAX)
    if (response.ok) return text
  } catch {
    throw new ForeignTrouble('gone', 'its /schema cannot be read')
  }
  throw new ForeignTrouble('gone', 'it has no /schema')
}
