import type { Transcript } from '../message.ts'

/** What a player can make out of a conversation. */
export interface SeenEpisode {
  /** The message with the problem. */
  readonly problem: string
  /** The name of the function to write. */
  readonly entry: string
  /** The names of its arguments. */
  readonly names: readonly string[]
  /** Tool answers so far, for ids that are new. */
  readonly toolAnswers: number
}

/** Reads a conversation back, from what the agent could see alone. Total: odd text gives less. */
export function readEpisode(transcript: Transcript): SeenEpisode {
  const isProblem = (message: Transcript[number]): boolean =>
    message.role === 'user' && SIGNATURE.test(message.content)
  const problem = transcript.findLast(isProblem)?.content ?? ''
  const toolAnswers = transcript.filter(({ role }) => role === 'tool').length
  const [, entry = 'solve', names = ''] = SIGNATURE.exec(problem) ?? []
  return { problem, entry, names: names === '' ? [] : names.split(';'), toolAnswers }
}

const SIGNATURE = /^Write (?:the function )?`(\w+)(?::\{\[([^\]\n]*)\])?/m
