import type { RandomStream } from '../../sim/random.ts'
import { itemChoices, type ParameterSchema, parameterKind, toolParameters } from './arguments.ts'
import type { Filling, Plan, PlannedTurn } from './plan.ts'
import { anyFilling, anySource, anyTurn, PLAN_TURNS_MAX, type Vocabulary } from './vocabulary.ts'

/** A plan that differs a little from this one. */
export function mutatePlan(plan: Plan, vocabulary: Vocabulary, random: RandomStream): Plan {
  const position = random.integer(0, Math.max(0, plan.length - 1))
  const head = plan.slice(0, position)
  const turn = plan[position]
  if (turn === undefined) return [anyTurn(vocabulary, random)]
  const tail = plan.slice(position + 1)
  switch (random.weighted(['change', 'replace', 'insert', 'drop', 'repeat'], [6, 3, 3, 2, 1])) {
    case 'change':
      return [...head, changeTurn(turn, vocabulary, random), ...tail]
    case 'replace':
      return [...head, anyTurn(vocabulary, random), ...tail]
    case 'insert':
      return [...head, anyTurn(vocabulary, random), turn, ...tail].slice(0, vocabulary.turnsMax)
    case 'drop':
      return [...head, ...tail]
    default:
      return [...head, turn, turn, ...tail].slice(0, vocabulary.turnsMax)
  }
}

/** The beginning of one plan and the end of another. */
export function crossOver(first: Plan, second: Plan, random: RandomStream): Plan {
  const head = first.slice(0, random.integer(0, first.length))
  return [...head, ...second.slice(random.integer(0, second.length))].slice(0, PLAN_TURNS_MAX)
}

function changeTurn(turn: PlannedTurn, vocabulary: Vocabulary, random: RandomStream): PlannedTurn {
  if (turn.kind === 'sample') return { ...turn, index: random.integer(0, 8) }
  if (turn.kind === 'say') return { ...turn, source: anySource(vocabulary, random) }
  const tool = vocabulary.tools.find(({ function: { name } }) => name === turn.tool)
  const names = tool === undefined ? [] : toolParameters(tool)
  if (names.length === 0) return turn
  const [name, schema] = random.pick(names)
  const filling = turn.fillings[name]
  const list = parameterKind(schema) === 'list' && filling?.kind === 'value' && random.chance(0.9)
  const newFilling = list
    ? toggled(filling, schema, random)
    : anyFilling(name, schema, vocabulary, random)
  return { ...turn, fillings: { ...turn.fillings, [name]: newFilling } }
}

/** A list with one choice more, or one less. */
function toggled(
  filling: Extract<Filling, { kind: 'value' }>,
  schema: ParameterSchema,
  random: RandomStream,
): Filling {
  const choices = itemChoices(schema)
  if (choices.length === 0 || !Array.isArray(filling.value)) return filling
  const choice = random.pick(choices)
  const isChosen = filling.value.includes(choice)
  const otherItems = filling.value.filter((item) => item !== choice)
  return { kind: 'value', value: isChosen ? otherItems : [...otherItems, choice] }
}
