import { z } from 'zod'
import type { JsonObject } from '../sim/json.ts'
import type { QFiles } from '../sim/q-problems/judge/files.ts'
import type { QLimits } from '../sim/q-problems/judge/limits.ts'
import type { RunAnswer } from '../sim/q-problems/judge/request.ts'
import type { Effectful, Work } from './effect.ts'
import type { Tool } from './tool.ts'

const CODE_CHARACTERS_MAX = 32_000
const OUTPUT_CHARACTERS_MAX = 4_000

const parameters = z.object({
  code: z
    .string()
    .min(1, 'give some q code')
    .max(CODE_CHARACTERS_MAX, `at most ${CODE_CHARACTERS_MAX} characters`)
    .describe('A q script: what you define and what you want to see, with show or on its own.'),
})

export type SandboxArguments = z.infer<typeof parameters>

/** The facts of the episode that a sandbox run needs. */
interface SandboxContext {
  readonly limits: QLimits
  /** Files that the code can open, by path. */
  readonly files?: QFiles | undefined
}

/** The result of a run: the text for the model, and how the run ended. */
interface SandboxOutcome {
  readonly content: string
  /** The name of the q error, or null. */
  readonly error: string | null
  /** False if no sandbox answered, which is not the agent's fault. */
  readonly ran: boolean
}

/** Runs q code in a fresh workspace and shows what it printed. */
export const qSandbox = {
  name: 'q_sandbox',
  description:
    'Runs a q script in a fresh session and gives back what it prints, with the error if there ' +
    'is one. Nothing is kept from one call to the next. Files, processes and the network are not ' +
    'available.',
  parameters,
  run: ({ code }: SandboxArguments, scene: SandboxContext): Effectful<SandboxOutcome> =>
    runCode(code, scene),
} satisfies Tool<SandboxArguments, SandboxContext, SandboxOutcome>

function* runCode(code: string, { limits, files }: SandboxContext): Work<SandboxOutcome> {
  const request = { op: 'run', code, limits, ...(files === undefined ? {} : { files }) }
  const input = request as unknown as JsonObject
  const answer = yield { kind: 'q', input }
  if (answer.status === 'failed') {
    return { content: 'The sandbox could not run this now.', error: null, ran: false }
  }
  const { output, error, error_text } = answer.output as unknown as RunAnswer
  return { content: sandboxText(output, error_text), error, ran: true }
}

/** The output of a run as the model reads it. */
function sandboxText(output: string, errorText: string): string {
  const isLong = output.length > OUTPUT_CHARACTERS_MAX
  const shownOutput = isLong
    ? `${output.slice(0, OUTPUT_CHARACTERS_MAX)}\n(the rest of the output is left out)\n`
    : output
  const text = `${shownOutput}${errorText}`.trimEnd()
  return text === '' ? '(no output)' : text
}
