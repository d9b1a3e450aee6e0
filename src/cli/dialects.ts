import { Command } from 'commander'
import { z } from 'zod'
import { DIALECT_NAMES, DIALECTS } from '../env/dialects/index.ts'
import type { JsonObject } from '../sim/json.ts'
import { describeMismatch } from '../tools/complaint.ts'
import { inputLines } from './input-lines.ts'
import { helpEnd } from './options.ts'

/** The flags of the command. */
interface DialectsFlags {
  readonly json?: true
  readonly read?: true
}

/** The command `dialects`. */
export function dialectsCommand(): Command {
  return new Command('dialects')
    .description('List the dialects of tool calls in raw model text, or parse texts.')
    .option('--json', 'print them as JSON, with examples')
    .option('--read', 'parse one request per line: {"dialect":"glm","text":"...","tools":[...]}')
    .addHelpText(
      'after',
      helpEnd(['dialects', 'dialects --json', 'dialects --read < texts.jsonl'], ''),
    )
    .action(run)
}

async function run(flags: DialectsFlags): Promise<void> {
  if (flags.read === true) {
    for await (const line of inputLines()) {
      if (line.trim() !== '') process.stdout.write(`${JSON.stringify(answer(line))}\n`)
    }
  } else if (flags.json === true) {
    process.stdout.write(`${JSON.stringify(DIALECTS, null, 2)}\n`)
  } else {
    for (const name of DIALECT_NAMES) {
      const { families, grammar } = DIALECTS[name]
      process.stdout.write(`${name}\n  ${families}\n  ${grammar}\n`)
    }
  }
}

const requestSchema = z.object({
  dialect: z.enum(DIALECT_NAMES),
  text: z.string(),
  tools: z
    .array(z.object({ function: z.object({ name: z.string(), parameters: z.json().optional() }) }))
    .default([]),
})

function answer(line: string): object {
  let request: unknown
  try {
    request = JSON.parse(line)
  } catch {
    return { error: 'a line is no JSON' }
  }
  const parsedRequest = requestSchema.safeParse(request)
  if (!parsedRequest.success) {
    return { error: describeMismatch(parsedRequest.error, request, { valueName: 'a line' }).text }
  }
  const { dialect, text, tools } = parsedRequest.data
  return DIALECTS[dialect].read(
    text,
    (name) =>
      tools.find((tool) => tool.function.name === name)?.function.parameters as
        | JsonObject
        | undefined,
  )
}
