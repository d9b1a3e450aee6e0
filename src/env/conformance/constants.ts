import type { Json } from '../../sim/json.ts'
import type { AnyEnvironment } from '../plugin.ts'
import type { AnyTask, Arena } from './arena.ts'

const CONSTANTS_MAX = 200
const CHARACTERS_MAX = 120

/**
 * Texts and numbers that a reader of public data or of the source may know: those of the
 * schemas and descriptions of the tools, of the prompts, of the public tasks, and of the code
 * itself. A world that pays for one of them has a password. Public ones come first. Neither they
 * nor those of the code take more than half of the list while the others need space.
 *
 * @param prompts the messages that begin the conversations
 */
export function constantsIn(
  { environment, tools, source }: Arena,
  tasks: readonly AnyTask[],
  prompts: readonly string[] = [],
): readonly string[] {
  const publicTexts = new Set<string>()
  for (const tool of tools) collect(tool as unknown as Json, publicTexts)
  for (const prompt of prompts) collect(prompt, publicTexts)
  for (const task of tasks) collect(environment.data.publicTask(task) as Json, publicTexts)
  const code = new Set(
    [...functionSources(environment), source ?? ''].flatMap((text) => literalsIn(text)),
  )
  const ofCode = [...code].filter((literal) => !publicTexts.has(literal))
  const shownMax = Math.max(CONSTANTS_MAX / 2, CONSTANTS_MAX - ofCode.length)
  return [...[...publicTexts].slice(0, shownMax), ...ofCode].slice(0, CONSTANTS_MAX)
}

/** The source of the deciding functions, which may contain a password. */
const functionSources = ({
  open,
  step,
  score,
  measure,
  turnRules,
}: AnyEnvironment): readonly string[] =>
  [open, step, score, measure, turnRules.isFinalAnswer ?? (() => undefined)].map(String)

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`([^`$\\]*)`|\b(\d[\d_]*(?:\.\d+)?)\b/g

/** Texts and numbers in a piece of code. */
function literalsIn(code: string): readonly string[] {
  return [...code.matchAll(LITERAL)].flatMap(([, single, double, template, number]) => {
    const literal = single ?? double ?? template ?? number?.replaceAll('_', '') ?? ''
    return literal !== '' && literal.length <= CHARACTERS_MAX ? [literal] : []
  })
}

/** Texts and numbers of a value; of long texts their quoted words and numbers. */
function collect(value: Json | undefined, constants: Set<string>): void {
  if (typeof value === 'number') constants.add(String(value))
  else if (typeof value === 'string') {
    if (value.length <= CHARACTERS_MAX) constants.add(value)
    for (const [, quoted, number] of value.matchAll(
      /["'`“]([^"'`“”\n]+)["'`”]|(-?\d+(?:\.\d+)?)/g,
    )) {
      constants.add(quoted ?? number ?? '')
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collect(member, constants)
  }
}
