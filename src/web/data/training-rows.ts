import type { Message } from '../../client/index.ts'
import type { EpisodeLog, Turn } from './episode-log.ts'
import type { Group, Member } from './group.ts'

/** The training data from a rollout. */
interface TrainingRow {
  readonly episode: string
  readonly index: number
  readonly condition: Member['condition']
  readonly reward: number
  /** Reward less the mean of its condition, since clean and guided are never added up. */
  readonly advantage: number
  readonly turns: number
  readonly messages: readonly Message[]
}

const messagesOf = ({ text, calls, after }: Turn): readonly Message[] => [
  {
    role: 'assistant',
    content: text ?? null,
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, given }) => ({
            id,
            type: 'function' as const,
            function: {
              name,
              arguments: typeof given === 'string' ? given : JSON.stringify(given),
            },
          })),
        }),
  } as Message,
  ...calls.flatMap(({ id, name, answer }) =>
    answer === undefined
      ? []
      : [{ role: 'tool', tool_call_id: id, name, content: answer } as Message],
  ),
  ...after,
]

/** The conversation in a chat model's form. */
const conversationOf = ({ opening, turns }: EpisodeLog): readonly Message[] => [
  ...opening.messages,
  ...turns.flatMap(messagesOf),
]

/** A row for each rollout that is over; the others are not to be trained on yet. */
export function trainingRows(
  members: Group['members'],
  logs: ReadonlyMap<string, EpisodeLog>,
): readonly TrainingRow[] {
  const over = members.flatMap((member) => {
    const log = member.state === 'over' ? logs.get(member.episode_id ?? '') : undefined
    return log === undefined ? [] : [{ member, log }]
  })
  return over.map(({ member, log }) => {
    const same = over.filter((other) => other.member.condition === member.condition)
    const mean = same.reduce((sum, other) => sum + other.log.total, 0) / same.length
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
