import type { JsonObject } from '../../sim/json.ts'
import { type ToolSignature, toolSchema } from '../../tools/tool.ts'
import { deepseek } from './deepseek.ts'
import { deepseekDsml } from './deepseek-dsml.ts'
import type { Dialect, ParametersOf, RawTurn } from './dialect.ts'
import { glm } from './glm.ts'
import { harmony } from './harmony.ts'
import { hermes } from './hermes.ts'
import { lfm2 } from './lfm2.ts'
import { llamaJson } from './llama-json.ts'
import { mistral } from './mistral.ts'
import { nemotron3 } from './nemotron-3.ts'
import { qwen3Xml } from './qwen3-xml.ts'

/** Every form in which raw text is read, by the name that an opening gives. */
export const DIALECTS = {
  hermes,
  qwen3_xml: qwen3Xml,
  glm,
  llama_json: llamaJson,
  mistral,
  deepseek,
  deepseek_dsml: deepseekDsml,
  lfm2,
  nemotron_3: nemotron3,
  harmony,
} as const satisfies Record<string, Dialect>

/** The name of a form in which raw text is read. */
export type DialectName = keyof typeof DIALECTS

export const DIALECT_NAMES = Object.keys(DIALECTS) as [DialectName, ...DialectName[]]

/** What raw text is read as where an opening names no dialect. */
export const DEFAULT_DIALECT: DialectName = 'hermes'

/**
 * The revision of what is read from raw text, for all dialects. Every log stores it. It is raised
 * when a text is read differently, at most once per issue; logs that store none are of the first.
 */
export const DIALECTS_REVISION = 2

/** Reads raw text as one of the dialects, arguments typed by these tools. Total and linear. */
export function readRaw(
  text: string,
  tools: readonly ToolSignature[] = [],
  dialect: DialectName = DEFAULT_DIALECT,
): RawTurn {
  return DIALECTS[dialect].read(text, parametersOf(tools))
}

const schemas = new WeakMap<ToolSignature, JsonObject>()

const parametersOf =
  (tools: readonly ToolSignature[]): ParametersOf =>
  (name) => {
    const tool = tools.find((candidate) => candidate.name === name)
    if (tool === undefined) return undefined
    let schema = schemas.get(tool)
    if (schema === undefined) {
      schema = toolSchema(tool).function.parameters
      schemas.set(tool, schema)
    }
    return schema
  }
