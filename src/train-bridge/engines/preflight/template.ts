import { DIALECTS } from '../../../env/dialects/index.ts'
import { canonicalJson, type JsonObject } from '../../../sim/json.ts'
import type { ProbedNode } from './probe.ts'
import type { Trouble } from './row-facts.ts'

const REMEDY =
  'Use a model of a family in docs/protocol.md, or set environment.dialect to the form in which ' +
  'this one was trained to call.'

/**
 * Checks that a chat template supports the run's mode, and that the server parses its tool calls:
 * the template's text for a call must be parsed as that call. Returns a short text if so, or if it
 * could not be checked.
 */
export function templateTrouble(template: ProbedNode['template']): Trouble | string {
  if (template === undefined) return 'not looked at'
  if ('unread' in template) return `not checked here: ${template.unread}`
  if ('unknown' in template) return [template.unknown, REMEDY]
  if ('mode' in template) return [template.mode, template.remedy]
  if (!('dialect' in template)) return 'has the mode of the run'
  const { dialect, written, arguments: writtenArguments } = template
  // Some templates omit the calls of earlier turns.
  if (!written.includes('look_up')) return `${dialect}; the template shows no call to compare with`
  const { calls } = DIALECTS[dialect].read(written, () => PARAMETERS)
  const [call] = calls
  const parsed = call === undefined ? undefined : asObject(call.function.arguments)
  const isSame =
    parsed !== undefined && canonicalJson(parsed) === canonicalJson(writtenArguments as JsonObject)
  if (calls.length === 1 && call?.function.name === 'look_up' && isSame) return dialect
  return [`a call that the chat template writes is not read as ${dialect}: ${written}`, REMEDY]
}

/** Parameters of the tool that the probe passes to the template. */
const PARAMETERS: JsonObject = {
  properties: { query: { type: 'string' }, limit: { type: 'integer' } },
}

function asObject(value: string | JsonObject): JsonObject | undefined {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as JsonObject
  } catch {
    return undefined
  }
}
