import { qSandbox } from '../../tools/q-sandbox.ts'
import { parseHermes } from '../dialects/hermes.ts'
import type { AssistantMessage, Transcript } from '../message.ts'
import { MISS, NO_CODE } from './prompts.ts'

/** A run in the sandbox as the agent saw it. */
export interface SeenRun {
  readonly code: string
  readonly output: string
}

/** What can be made out of a conversation. */
export interface SeenEpisode {
  /** The message with the problem. */
  readonly problem: string
  /** The name of the function to write. */
  readonly entry: string
  /** The names of its arguments. */
  readonly names: readonly string[]
  readonly runs: readonly SeenRun[]
  /** What was said of the answers that were followed by another chance. */
  readonly misses: readonly string[]
  /** The text of the last turn without calls; null if there was none. */
  readonly final: string | null
  /** Tool answers so far, for ids that are new. */
  readonly toolAnswers: number
}

/** Reads a conversation back, from what the agent could see alone. Total: odd text gives less. */
export function readEpisode(transcript: Transcript): SeenEpisode {
  const runs: SeenRun[] = []
  const misses: string[] = []
  const submitted = new Map<string, string>()
  let problem = ''
  let final: string | null = null
  let toolAnswers = 0
  for (const message of transcript) {
    if (message.role === 'assistant') {
      const calls = callsOf(message)
      for (const [id, code] of calls) submitted.set(id, code)
      final = calls.length === 0 ? message.content : null
    } else if (message.role === 'user') {
      if (message.content.startsWith(MISS) || message.content === NO_CODE) {
        misses.push(message.content)
      } else if (SIGNATURE.test(message.content)) problem = message.content
    } else if (message.role === 'tool') {
      toolAnswers += 1
      const code = submitted.get(message.tool_call_id ?? '')
      if (code !== undefined) runs.push({ code, output: message.content })
    }
  }
  const [, entry = 'solve', names = ''] = SIGNATURE.exec(problem) ?? []
  const list = names === '' ? [] : names.split(';')
  return { problem, entry, names: list, runs, misses, final, toolAnswers }
}

const SIGNATURE = /^Write (?:the function )?`(\w+)(?::\{\[([^\]\n]*)\])?/m

function callsOf({ content, tool_calls }: AssistantMessage): (readonly [string, string])[] {
  // A turn that was raw text is recorded as such; its calls are read as the kernel read them.
  const calls = tool_calls ?? parseHermes(content).calls
  return calls.map(({ id, function: called }) => {
    return [id, called.name === qSandbox.name ? codeIn(called.arguments) : ''] as const
  })
}

function codeIn(given: unknown): string {
  let args = given
  if (typeof given === 'string') {
    try {
      args = JSON.parse(given)
    } catch {
      return ''
    }
  }
  const { code } = (args ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? code : ''
}
