import type { ToolSchema } from '../../tools/tool.ts'
import type { Transcript } from '../message.ts'
import type { Conversation } from '../public-event.ts'

/** What a player sees: the conversation and the tools. */
export interface PlayerView extends Conversation {
  readonly tools: readonly ToolSchema[]
}

/** A conversation divided into its parts, without understanding it. */
export interface TranscriptParts {
  /** Everything before the first turn, system messages included. */
  readonly prompt: string
  /** The last message before the first turn, which states the task. */
  readonly question: string
  /** The messages that answer the turns, in order. */
  readonly answers: readonly string[]
  /** The text of the player's last turn, without calls. */
  readonly lastTurn: string
  /** The number of turns so far. */
  readonly turns: number
}

export function splitTranscript(transcript: Transcript): TranscriptParts {
  const promptMessages: string[] = []
  const answers: string[] = []
  let lastTurn = ''
  let turns = 0
  for (const { role, content } of transcript) {
    if (role === 'assistant') {
      turns += 1
      lastTurn = content
    } else if (turns === 0) promptMessages.push(content)
    else answers.push(content)
  }
  return {
    prompt: promptMessages.join('\n\n'),
    question: promptMessages.at(-1) ?? '',
    answers,
    lastTurn,
    turns,
  }
}
