import { stringify } from 'yaml'
import type { LogFileRow } from '../../datasets/log-file.ts'
import type { StepAnswer } from '../../env/episode.ts'
import type { ClosedPayload, OpenedPayload, RecordedEffect, SteppedPayload } from '../../env/log.ts'
import type { Action, ChatMessage } from '../../env/message.ts'
import { recordedRevision } from '../../env/revision.ts'

const EFFECT_CHARACTERS_MAX = 120
/** JSON that is longer is split over lines. */
const JSON_CHARACTERS_MAX = 100

/** A row of a log as text for people, without a final line break. */
export function rowText(row: LogFileRow): string {
  const payload: unknown = JSON.parse(row.payload)
  switch (row.kind) {
    case 'opened':
      return openingText(row.episode_id, payload as OpenedPayload)
    case 'stepped':
      return stepText(row.position, payload as SteppedPayload)
    default:
      return closeText(payload as ClosedPayload)
  }
}

function openingText(episode: string, opening: OpenedPayload): string {
  const { environment, task, seeds, labels, parent, effects, messages } = opening
  const labelTexts = Object.entries(labels).map(([name, value]) => `${name}=${value}`)
  const facts = [
    `episode ${episode}`,
    `${environment}, revision ${recordedRevision(opening)}, task ${task.id}, ` +
      `split ${task.split}, difficulty ${task.difficulty}`,
    `seed ${seeds.map((span) => `${span.seed} from step ${span.from_step}`).join(', ')}`,
    ...(labelTexts.length === 0 ? [] : [`labels ${labelTexts.join(', ')}`]),
    ...(parent === null ? [] : [`fork of ${parent.episode} after step ${parent.position}`]),
  ]
  return [...facts, ...effects.map(effectText), ...messages.map(messageText)].join('\n')
}

function stepText(position: number, step: SteppedPayload): string {
  const { action, effects, messages } = step
  const lines = [...actionLines(action), ...effects.map(effectText), ...messages.map(messageText)]
  return ['', `step ${position}${rewardText(step)}`, ...lines, ...endLines(step)].join('\n')
}

function closeText(closing: ClosedPayload): string {
  const detail = closing.detail === null ? [] : [`detail: ${closing.detail}`]
  const heading = `closed from outside${rewardText(closing)}`
  return ['', heading, ...detail, ...closing.messages.map(messageText), ...endLines(closing)].join(
    '\n',
  )
}

const rewardText = ({ reward }: StepAnswer): string =>
  reward === 0 ? '' : `, reward ${thousandths(reward)}`

function endLines({ end, parts, metrics }: StepAnswer): string[] {
  if (end === undefined) return []
  const shares = Object.entries(parts).map(([name, value]) => `${name} ${thousandths(value)}`)
  const total = Object.values(parts).reduce((sum, value) => sum + value, 0)
  const metricTexts = Object.entries(metrics ?? {}).map(([name, value]) => `${name} ${value}`)
  return [
    '',
    `${end.kind}: ${end.reason}`,
    `score ${thousandths(total)}: ${shares.join(', ')}`,
    `metrics: ${metricTexts.join(', ')}`,
  ]
}

const thousandths = (value: number): string => String(value / 1000)

/** One message: its role, then its lines indented. */
export function messageText({ role, content, name }: ChatMessage): string {
  if (role !== 'tool') return `  ${role}: ${indented(content)}`
  return `  ${name ?? 'tool'}:${indented(readable(content))}`
}

/** A tool's answer. Long JSON is formatted over several lines. */
function readable(content: string): string {
  if (content.length <= JSON_CHARACTERS_MAX || !/^[[{]/.test(content)) return ` ${content}`
  try {
    return `\n${stringify(JSON.parse(content), { lineWidth: 96 }).trimEnd()}`
  } catch {
    return ` ${content}`
  }
}

/** The agent's text and calls. */
function actionLines(action: Action): string[] {
  if ('text' in action) return [`  agent, raw: ${indented(action.text)}`]
  const thoughts = action.reasoning_content
  const thoughtLines = thoughts ? [`  agent thinks: ${indented(thoughts)}`] : []
  const contentLines = action.content ? [`  agent: ${indented(action.content)}`] : []
  const calls = (action.tool_calls ?? []).map(({ function: { name, arguments: args } }) => {
    const text = typeof args === 'string' ? args : JSON.stringify(args)
    return `  agent calls ${name} ${indented(text)}`
  })
  return [...thoughtLines, ...contentLines, ...calls]
}

function effectText({ request, answer }: RecordedEffect): string {
  const answerText = answer.status === 'failed' ? answer.message : JSON.stringify(answer.output)
  const excerpt =
    answerText.length > EFFECT_CHARACTERS_MAX
      ? `${answerText.slice(0, EFFECT_CHARACTERS_MAX)}…`
      : answerText
  return `  (effect ${request.kind}: ${answer.status}, ${excerpt})`
}

const indented = (text: string): string => text.replaceAll('\n', '\n    ')
