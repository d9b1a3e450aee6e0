import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveMessages } from './child-messages.ts'

/**
 * A model server that answers at once, like vLLM with token ids, so that only the way to it is
 * measured.
 */
const WORDS = 60
const LETTERS_PER_TOKEN = 4

interface Asked {
  readonly stream?: boolean
  readonly messages: unknown
  readonly return_token_ids?: boolean
  readonly logprobs?: boolean
}

const words = Array.from({ length: WORDS }, (_, position) => `word${position} `)
const idAt = (at: number): number => (at * 48_271) % 151_000
const logprobEntry = (token: string, at: number) => {
  const logprob = -((at * 16_807) % 1_000) / 700
  return { token, logprob, bytes: [...Buffer.from(token)], top_logprobs: [] }
}
const head = { id: 'chatcmpl-1', created: 1, model: 'small' }

function promptIds({ messages }: Asked): number[] {
  const count = Math.ceil(JSON.stringify(messages).length / LETTERS_PER_TOKEN)
  return Array.from({ length: count }, (_, at) => idAt(at))
}

function answerBody(request: Asked): string {
  const prompt = promptIds(request)
  const message = { role: 'assistant', content: words.join(''), tool_calls: [] }
  const choice = {
    ...{ index: 0, message, finish_reason: 'stop' },
    ...(request.return_token_ids === true ? { token_ids: words.map((_, at) => idAt(at)) } : {}),
    ...(request.logprobs === true ? { logprobs: { content: words.map(logprobEntry) } } : {}),
  }
  return JSON.stringify({
    ...{ ...head, object: 'chat.completion', choices: [choice], usage: countUsage(prompt) },
    ...(request.return_token_ids === true ? { prompt_token_ids: prompt } : {}),
  })
}

const countUsage = ({ length }: readonly number[]) => ({
  ...{ prompt_tokens: length, completion_tokens: WORDS, total_tokens: length + WORDS },
})

function answerEvents(request: Asked): string[] {
  const prompt = promptIds(request)
  const hasIds = request.return_token_ids === true
  const chunk = (choices: unknown, members: object = {}): string =>
    `data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...members })}\n\n`
  const first = hasIds ? { prompt_token_ids: prompt } : {}
  return [
    chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }], first),
    ...words.map((content, position) => {
      const ids = hasIds ? { token_ids: [idAt(position)] } : {}
      const logprobs =
        request.logprobs === true ? { content: [logprobEntry(content, position)] } : null
      return chunk([{ index: 0, delta: { content }, logprobs, finish_reason: null, ...ids }])
    }),
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
    chunk([], { usage: countUsage(prompt) }),
    'data: [DONE]\n\n',
  ]
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const server = createServer(async (request, response) => {
  const chatRequest = JSON.parse(await readBody(request)) as Asked
  if (chatRequest.stream !== true) {
    response.setHeader('content-type', 'application/json')
    response.end(answerBody(chatRequest))
    return
  }
  response.setHeader('content-type', 'text/event-stream')
  for (const event of answerEvents(chatRequest)) response.write(event)
  response.end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
serveMessages(`http://127.0.0.1:${port}/v1`, {}, async () => {
  server.closeAllConnections()
  server.close()
})
