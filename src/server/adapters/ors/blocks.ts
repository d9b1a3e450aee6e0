import type { EnvironmentDescription, ResumeResult, StepResult } from '../../../wire/results.ts'
import { openingMessages } from '../seated.ts'

/** The form in which ORS shows an episode. Its clients know these members and no others. */

const block = (text: string) => ({ text, detail: null, type: 'text' }) as const

export const promptBlocks = (current: ResumeResult) =>
  openingMessages(current).map(({ content }) => block(content))

export const promptMessages = (current: ResumeResult) =>
  openingMessages(current).map(({ role, content }) => ({
    role,
    blocks: [block(content)],
    detail: null,
  }))

/** The result of a tool call. Everything for the trainer is metadata. */
export function toolOutput({ messages, reward, terminated, truncated, info, ...ids }: StepResult) {
  return {
    ok: true,
    output: {
      blocks: messages.map(({ content }) => block(content)),
      metadata: { ...ids, terminated, truncated, ...info },
      reward,
      finished: terminated || truncated,
    },
  }
}

/** A tool that the model does not see. Its one argument is a message without a tool call. */
export const TERMINAL = {
  name: 'answer',
  arg: 'content',
  description: 'Takes the final answer.',
} as const

export const toolPage = ({
  tools,
  takes_answers: takesAnswers,
}: Pick<EnvironmentDescription, 'tools' | 'takes_answers'>) => ({
  tools: tools.map(({ function: { name, description, parameters } }) => ({
    name,
    description,
    input_schema: parameters,
  })),
  terminal_tool: takesAnswers ? TERMINAL : null,
  supports_score_group: false,
  message_block_types: ['text'],
})
