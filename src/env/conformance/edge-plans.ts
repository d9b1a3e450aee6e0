import type { ToolSchema } from '../../tools/tool.ts'
import { type ParameterSchema, parameterKind, toolParameters } from './arguments.ts'
import { edgeValues, guessesFor } from './edges.ts'
import type { Filling, Plan, PlannedTurn, TextSource } from './plan.ts'
import { SPAN_KINDS, type SpanKind } from './spans.ts'
import { fullCall, type Vocabulary } from './vocabulary.ts'

/** Numbers of calls in one turn, each with another guess. */
const CALLS = [1, 4, 60] as const

/**
 * Plans of one turn that give a parameter an edge value, answer with a known constant, or guess
 * many times.
 */
export function edgePlans({
  tools,
  form,
  knownTexts: known,
  turnsMax,
}: Vocabulary): readonly Plan[] {
  const constantPlans = known.map((text): Plan => {
    return [{ kind: 'say', form, source: { origin: 'constant', text } }]
  })
  const callPlans = tools.flatMap((tool) =>
    toolParameters(tool).flatMap(([name, schema]): readonly Plan[] => [
      ...edgeValues(schema, known).map((value) => [
        withFilling(tool, name, { kind: 'value', value }),
      ]),
      ...CALLS.map((calls) => sweep(tool, name, schema, { calls, turns: turnsMax })),
    ]),
  )
  return [...constantPlans, ...callPlans]
}

/** A full call of a tool, with another value for one parameter. */
const withFilling = (tool: ToolSchema, name: string, filling: Filling): PlannedTurn => {
  const call = fullCall(tool)
  return { ...call, fillings: { ...call.fillings, [name]: filling } }
}

/** Turns that go through the guesses, some in each turn. */
function sweep(
  tool: ToolSchema,
  name: string,
  schema: ParameterSchema,
  { calls, turns }: { readonly calls: number; readonly turns: number },
): Plan {
  const call = fullCall(tool)
  const guesses = guessesFor(schema, calls * turns)
  return Array.from({ length: turns }, (_, turn): PlannedTurn => {
    const values = guesses.slice(turn * calls, (turn + 1) * calls)
    return values.length > 0 ? { ...call, each: { name, values } } : call
  })
}

/** Indices of pieces at the beginning and at the end. */
const PIECES = [0, 1, -1, -2] as const

/** Plans that copy a piece of the prompt, or of the first answer, into a parameter. */
export function echoPlans({ tools }: Vocabulary): readonly Plan[] {
  return tools.flatMap((tool) =>
    toolParameters(tool).flatMap(([name, schema]) => {
      const copies = (area: 'prompt' | 'last'): readonly PlannedTurn[] =>
        copiesInto(schema, area).map((filling) => withFilling(tool, name, filling))
      return [
        ...copies('prompt').map((turn): Plan => [turn]),
        ...copies('last').map((turn): Plan => [fullCall(tool), turn]),
      ]
    }),
  )
}

function copiesInto(schema: ParameterSchema, area: 'prompt' | 'last'): readonly Filling[] {
  const kind = parameterKind(schema)
  const pieces = (kinds: readonly SpanKind[]): readonly TextSource[] =>
    kinds.flatMap((spanKind) =>
      PIECES.map((index): TextSource => ({ origin: 'span', area, kind: spanKind, index })),
    )
  if (kind === 'number') {
    return pieces(['number', 'digits', 'count']).map((source) => ({ kind: 'number', source }))
  }
  if (kind === 'text')
    return pieces(SPAN_KINDS).map((source) => ({ kind: 'text', form: 'bare', source }))
  return kind === 'list' ? [{ kind: 'numbers', area }] : []
}
