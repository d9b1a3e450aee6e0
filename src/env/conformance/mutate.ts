import type { RandomStream } from '../../sim/random.ts'
import { choicesOf, kindOf, type ParameterSchema, parametersOf } from './arguments.ts'
import type { Filling, Plan, PlannedTurn } from './plan.ts'
import { anyFilling, anySource, anyTurn, TURNS_MAX, type Vocabulary } from './vocabulary.ts'

/** A plan that differs a little from this one. */
export function mutated(plan: Plan, vocabulary: Vocabulary, random: RandomStream): Plan {
  const at = random.integer(0, Math.max(0, plan.length - 1))
  const before = plan.slice(0, at)
  const turn = plan[at]
  if (turn === undefined) return [anyTurn(vocabulary, random)]
  const after = plan.slice(at + 1)
  switch (random.weighted(['change', 'replace', 'insert', 'drop', 'repeat'], [6, 3, 3, 2, 1])) {
    case 'change':
      return [...before, changed(turn, vocabulary, random), ...after]
    case 'replace':
      return [...before, anyTurn(vocabulary, random), ...after]
    case 'insert':
      return [...before, anyTurn(vocabulary, random), turn, ...after].slice(0, vocabulary.turnsMax)
    case 'drop':
      return [...before, ...after]
    default:
      return [...before, turn, turn, ...after].slice(0, vocabulary.turnsMax)
  }
}

/** The beginning of one plan and the end of another. */
export function crossed(one: Plan, other: Plan, random: RandomStream): Plan {
  const head = one.slice(0, random.integer(0, one.length))
  return [...head, ...other.slice(random.integer(0, other.length))].slice(0, TURNS_MAX)
}

function changed(turn: PlannedTurn, vocabulary: Vocabulary, random: RandomStream): PlannedTurn {
  if (turn.kind === 'sample') return { ...turn, index: random.integer(0, 8) }
  if (turn.kind === 'say') return { ...turn, source: anySource(vocabulary, random) }
  const tool = vocabulary.tools.find(({ function: { name } }) => name === turn.tool)
  const names = tool === undefined ? [] : parametersOf(tool)
  if (names.length === 0) return turn
  const [name, schema] = random.pick(names)
  const before = turn.fillings[name]
  const list = kindOf(schema) === 'list' && before?.as === 'value' && random.chance(0.9)
  const after = list
    ? toggled(before, schema, random)
    : anyFilling(name, schema, vocabulary, random)
  return { ...turn, fillings: { ...turn.fillings, [name]: after } }
}

/** A list with one choice more, or one less. */
function toggled(
  filling: Extract<Filling, { as: 'value' }>,
  schema: ParameterSchema,
  random: RandomStream,
): Filling {
  const choices = choicesOf(schema)
  if (choices.length === 0 || !Array.isArray(filling.value)) return filling
  const choice = random.pick(choices)
  const has = filling.value.includes(choice)
  const rest = filling.value.filter((item) => item !== choice)
  return { as: 'value', value: has ? rest : [...rest, choice] }
}
