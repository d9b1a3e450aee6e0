import type { Message } from '../../client/index.ts'
import type { LoggedTurn, ParsedLog } from './episode-log.ts'
import type { DetailedMember, GroupDetail } from './group.ts'

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

const messagesOf = ({ text, calls, otherMessages }: LoggedTurn): readonly Message[] => [
  {
    role: 'assistant',
    content: text ?? null,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, rawArguments }) => ({
            id,
            type: 'function' as const,
            function: {
              name,
              arguments:
                typeof rawArguments === 'string' ? rawArguments : JSON.stringify(rawArguments),
            },
          })),
        }),
  } as Message,
  ...calls.flatMap(({ id, name, answer }) =>
    answer === undefined
      ? []
      : [{ role: 'tool', tool_call_id: id, name, content: answer } as Message],
  ),
  ...otherMessages,
]

/** The conversation in a chat model's form. */
const conversationOf = ({ opening, turns }: ParsedLog): readonly Message[] => [
  ...opening.messages,
  ...turns.flatMap(messagesOf),
]

/** A row for each finished rollout. */
export function trainingRows(
  members: GroupDetail['members'],
  logs: ReadonlyMap<string, ParsedLog>,
): readonly TrainingRow[] {
  const finished = members.flatMap((member) => {
    const log = member.state === 'over' ? logs.get(member.episode_id ?? '') : undefined
    return log === undefined ? [] : [{ member, log }]
  })
  return finished.map(({ member, log }) => {
    const sameCondition = finished.filter((other) => other.member.condition === member.condition)
    const mean =
      sameCondition.reduce((sum, other) => sum + other.log.total, 0) / sameCondition.length
    return {
      episode: member.episode_id ?? '',
      index: member.index,
      condition: member.condition,
      reward: log.total,
      advantage: log.total - mean,
      turns: log.turns.length,
      messages: conversationOf(log),
    }
  })
}
