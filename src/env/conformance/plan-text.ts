import type { Json } from '../../sim/json.ts'
import type { Filling, Plan, PlannedCall, PlannedTurn, TextSource } from './plan.ts'

/** Describes a plan in one line, for reports. */
export function describePlan(plan: Plan): string {
  if (plan.length === 0) return 'stop at once'
  const runs: { text: string; times: number }[] = []
  for (const text of plan.map(turnText)) {
    const last = runs.at(-1)
    if (last?.text === text) last.times += 1
    else runs.push({ text, times: 1 })
  }
  return runs.map(({ text, times }) => (times === 1 ? text : `${times} × ${text}`)).join(' · ')
}

function turnText(turn: PlannedTurn): string {
  if (turn.kind === 'sample') return `sampled call ${turn.index}`
  if (turn.kind === 'say') return `say ${turn.form} ${sourceText(turn.source)}`
  const args = Object.entries(turn.fillings).map(
    ([name, filling]) => `${name}: ${fillingText(filling)}`,
  )
  const textBeside =
    turn.text === null ? '' : ` saying ${turn.text.form} ${sourceText(turn.text.source)}`
  const each = turn.each === undefined ? '' : `, ${valuesText(turn.each)}`
  return `${turn.tool}(${args.join(', ')}${each})${textBeside}`
}

const valuesText = ({ name, values }: NonNullable<PlannedCall['each']>): string =>
  'origin' in values
    ? `${name}: each ${values.kind} of ${values.area}`
    : `${name}: each of ${values.length} from ${shortened(values[0])}`

const VALUE_SHOWN_MAX = 60

const shortened = (value: Json | undefined): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > VALUE_SHOWN_MAX
    ? `${text.slice(0, VALUE_SHOWN_MAX)}… (${text.length} characters)`
    : text
}

function fillingText(filling: Filling): string {
  if (filling.kind === 'members') return 'what was answered'
  if (filling.kind === 'numbers') return `every number of ${filling.area}`
  return filling.kind === 'value' ? shortened(filling.value) : sourceText(filling.source)
}

function sourceText(source: TextSource): string {
  if (source.origin === 'constant') return shortened(source.text)
  if (source.origin === 'body') return `program of ${JSON.stringify(source.text)}`
  if (source.origin === 'member') return `"${source.key}" ${source.index} of the answers`
  const ordinal = source.origin === 'all' ? 'every' : `no. ${source.index}`
  const order = source.origin === 'all' || source.order === undefined ? '' : ` by ${source.order}`
  return `${ordinal} ${source.kind} of ${source.area}${order}`
}
