import type { Message } from '../../client/index.ts'
import type { LoggedTurn, ParsedLog } from './episode-log.ts'
import type { DetailedMember, GroupDetail } from './group.ts'
import { meanScore } from './group-results.ts'

/** The training data from a rollout. */
interface TrainingRow {
  readonly episode: string
  readonly index: number
  readonly condition: DetailedMember['condition']
  readonly reward: number
  /** Reward minus the mean of its condition. Clean and guided rollouts are never combined. */
  readonly advantage: number
  readonly turns: number
  readonly messages: readonly Message[]
}

/** A turn as messages. The calls of raw text are in the text itself. */
function messagesOf({ text, thought, calls, otherMessages }: LoggedTurn): readonly Message[] {
  const toolCalls = calls
    .filter(({ rawArguments }) => rawArguments !== undefined)
    .map(({ id, name, rawArguments: given }) => ({
      id,
      type: 'function' as const,
      function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
    }))
  const assistant = {
    role: 'assistant',
    content: text ?? null,
    ...(thought === undefined ? {} : { reasoning_content: thought }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: toolCalls }),
  } as Message
  const answers = calls.flatMap(({ id, name, answer }) =>
    answer === undefined
      ? []
      : [{ role: 'tool', tool_call_id: id, name, content: answer } as Message],
  )
  return [assistant, ...answers, ...otherMessages]
}

/** The conversation in a chat model's form. */
const conversationOf = ({ opening, turns }: ParsedLog): readonly Message[] => [
  ...opening.messages,
  ...turns.flatMap(messagesOf),
]

/**
 * A row for each finished rollout whose log is complete. The means are of all finished rollouts, so
 * that an unreadable log changes no advantage.
 */
export function trainingRows(
  members: GroupDetail['members'],
  logs: ReadonlyMap<string, ParsedLog>,
): readonly TrainingRow[] {
  const finished = members.filter(({ state }) => state === 'over')
  return finished.flatMap((member): TrainingRow[] => {
    const log = logs.get(member.episode_id ?? '')
    if (log?.end === undefined) return []
    const mean = meanScore(finished.filter(({ condition }) => condition === member.condition)) ?? 0
    return [
      {
        episode: member.episode_id ?? '',
        index: member.index,
        condition: member.condition,
        reward: log.total,
        advantage: log.total - mean,
        turns: log.turns.length,
        messages: conversationOf(log),
      },
    ]
  })
}
