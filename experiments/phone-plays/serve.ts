/**
 * Lets somebody play tasks of the phone world with curl, and keeps what they do.
 *
 *     npx tsx experiments/phone-plays/serve.ts --folder var/plays --port 7070
 *     curl -s localhost:7070/NAME/curriculum-5-9001
 *     curl -s localhost:7070/NAME/curriculum-5-9001/company_directory -d '{"query": "billing"}'
 *
 * `seed-3-9001-again` is a second attempt at `seed-3-9001`, with its critique.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { toolSchema } from '../../src/tools/tool.ts'
import { type Call, placeSchema, playSchema, replayCalls } from './play.ts'

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'var/plays' },
    port: { type: 'string', default: '7070' },
  },
})
mkdirSync(values.folder, { recursive: true })

const TOLD = 'What was learned from your first attempt at this task:\n'
const OVER = 'The episode is over.\n'
const ADDRESS = /^\/([\w-]+)\/([a-z]+)-(\d)-(\d+)(-again)?(?:\/(\w+))?$/

createServer(async (request, response) => {
  try {
    response.end(await answer(request))
  } catch (error) {
    response.statusCode = 400
    const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
    response.end(`${message}\nAsk for /NAME/STAGE-LEVEL-INDEX, such as /me/curriculum-5-9001.\n`)
  }
}).listen(Number(values.port), '127.0.0.1')

const callsIn = (file: string): Call[] =>
  existsSync(file) ? playSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).calls : []

/** Shows a task, or makes one more call in it. */
async function answer(request: IncomingMessage): Promise<string> {
  const [, player = '', stage, level, index, second, tool] = ADDRESS.exec(request.url ?? '') ?? []
  const attemptFlag = second === undefined ? {} : { again: true }
  const place = placeSchema.parse({
    stage,
    level: Number(level),
    index: Number(index),
    ...attemptFlag,
  })
  const first = join(values.folder, `${player}-${stage}-${level}-${index}.json`)
  const file = second === undefined ? first : first.replace('.json', '-again.json')
  const calls = callsIn(file)
  if (tool === undefined) {
    const { opening, tools, isOver } = replayCalls(place, calls)
    const toolTexts = tools.map((one) => JSON.stringify(toolSchema(one).function))
    const critiqueText =
      second === undefined ? '' : `\n\n${TOLD}${replayCalls(place, callsIn(first)).critique}`
    return `${opening}${critiqueText}\n\nTools:\n${toolTexts.join('\n')}\n${isOver ? OVER : ''}`
  }
  if (replayCalls(place, calls).isOver) return OVER
  const args = z.record(z.string(), z.json()).parse(JSON.parse((await text(request)) || '{}'))
  calls.push({ tool, args })
  writeFileSync(file, JSON.stringify({ ...place, player, calls }))
  const { said, isOver } = replayCalls(place, calls)
  return `${said.at(-1) ?? ''}\n${isOver ? OVER : ''}`
}
