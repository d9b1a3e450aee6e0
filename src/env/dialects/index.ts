import { type ToolSignature, toolSchema } from '../../tools/tool.ts'
import { deepseek } from './deepseek.ts'
import { deepseekDsml } from './deepseek-dsml.ts'
import type { Dialect, ParametersOf, RawTurn } from './dialect.ts'
import { gemma4 } from './gemma-4.ts'
import { glm } from './glm.ts'
import { harmony } from './harmony.ts'
import { hermes } from './hermes.ts'
import { kimiK2 } from './kimi-k2.ts'
import { lfm2 } from './lfm2.ts'
import { llamaJson } from './llama-json.ts'
import { mistral } from './mistral.ts'
import { nemotron3 } from './nemotron-3.ts'
import { qwen3Xml } from './qwen3-xml.ts'

/** All dialects of raw text, by the name in an episode's opening. */
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
  gemma_4: gemma4,
  kimi_k2: kimiK2,
} as const satisfies Record<string, Dialect>

/** The name of a dialect. */
export type DialectName = keyof typeof DIALECTS

export const DIALECT_NAMES = Object.keys(DIALECTS) as [DialectName, ...DialectName[]]

/** The dialect if an opening names none. */
export const DEFAULT_DIALECT: DialectName = 'hermes'

/**
 * The parser revision of all dialects, stored in every log. Raise it when a text parses
 * differently, at most once per issue. Logs without a revision have the first one.
 */
export const DIALECTS_REVISION = 2

/** Parses raw text in a dialect, with arguments typed by these tools. Never throws, linear time. */
export function readRaw(
  text: string,
  tools: readonly ToolSignature[] = [],
  dialect: DialectName = DEFAULT_DIALECT,
): RawTurn {
  return DIALECTS[dialect].read(text, parametersOf(tools))
}

/** A text in a dialect, with the thought at its start in `<think>` tags. */
export function withThinkTags(text: string, dialect: DialectName): string {
  const { thoughts }: Dialect = DIALECTS[dialect]
  if (thoughts === undefined) return text
  const [open, close] = thoughts
  const closeStart = text.indexOf(close)
  const end = closeStart < 0 ? text.length : closeStart + close.length
  const isThought = closeStart >= 0 || text.trimStart().startsWith(open)
  if (!isThought) return text
  const thought = text.slice(0, end).replace(open, '<think>').replace(close, '</think>')
  return thought + text.slice(end)
}

const parametersOf =
  (tools: readonly ToolSignature[]): ParametersOf =>
  (name) => {
    const tool = tools.find((candidate) => candidate.name === name)
    return tool && toolSchema(tool).function.parameters
  }
