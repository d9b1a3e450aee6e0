import type { ToolSchema } from '../../tools/tool.ts'
import type { Transcript } from '../message.ts'
import type { Conversation } from '../public-event.ts'

/** Everything visible to a player who knows only the contract. */
export interface Glimpse extends Conversation {
  readonly tools: readonly ToolSchema[]
}

/** A conversation taken apart without understanding it. */
export interface Reading {
  /** Everything before the first turn, system messages included. */
  readonly prompt: string
  /** The last message before the first turn: the task in its own words. */
  readonly question: string
  /** What was answered to the turns, in order. */
  readonly answers: readonly string[]
  /** What the player itself said last, calls left out. */
  readonly said: string
  /** Turns so far. */
  readonly turns: number
}

/** Takes a conversation apart. */
export function readingOf(transcript: Transcript): Reading {
  const opening: string[] = []
  const answers: string[] = []
  let said = ''
  let turns = 0
  for (const { role, content } of transcript) {
    if (role === 'assistant') {
      turns += 1
      said = content
    } else if (turns === 0) opening.push(content)
    else answers.push(content)
  }
  return { prompt: opening.join('\n\n'), question: opening.at(-1) ?? '', answers, said, turns }
}
