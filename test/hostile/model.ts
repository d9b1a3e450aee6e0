import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

const chunk = (content: string): string => {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }]
  return `data: ${JSON.stringify({ choices })}\n\n`
}
const LARGE = chunk('x'.repeat(60_000))
const SMALL = chunk('x').repeat(200)

const said = (content: string): string => {
  const message = { role: 'assistant', content }
  return JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
}

/** Numbers, and other things, that count no tokens. */
const ABSURD = [
  ...['-1', 'NaN', '1e308', '1e999', '-1e308', '9007199254740991', '4294967296', '0.5'],
  ...['"7"', '"x"', 'null', '[]', '{}', 'true'],
]

/** An answer with two tokens, and absurd numbers of them; each as JSON, or nearly. */
function countedAbsurdly(): string {
  const any = (): string => ABSURD[Math.floor(Math.random() * ABSURD.length)] as string
  const message = '"message":{"role":"assistant","content":"Hi"},"delta":{"content":"Hi"}'
  const logprobs = `{"content":[{"token":"H","logprob":${any()}},{"token":"i","logprob":-1}]}`
  const choice = `{"index":0,${message},"finish_reason":"stop","token_ids":[7,${any()}]`
  const usage = `"usage":{"prompt_tokens":${any()},"completion_tokens":${any()}}`
  return (
    `{"choices":[${choice},"logprobs":${logprobs}}],"prompt_token_ids":[1,${any()}],` +
    `${usage},"count":${any()}}`
  )
}

async function endless(response: ServerResponse, piece: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  while (!response.destroyed) {
    if (response.write(piece)) await new Promise(setImmediate)
    else await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
}

function counted(isStreamed: boolean, response: ServerResponse): void {
  const type = isStreamed ? 'text/event-stream' : 'application/json'
  response.writeHead(200, { 'content-type': type, 'retry-after': 'NaN' })
  const body = countedAbsurdly()
  response.end(isStreamed ? `data: ${body}\n\ndata: [DONE]\n\n` : body)
}

/** Answers as the prompt asks: without end, with absurd counts, too long, too deep, or well. */
async function answer(asked: string, response: ServerResponse): Promise<void> {
  if (asked.includes('endless')) return endless(response, LARGE)
  if (asked.includes('trickle')) return endless(response, SMALL)
  if (asked.includes('counted')) return counted(asked.includes('"stream":true'), response)
  response.writeHead(200, { 'content-type': 'application/json' })
  if (asked.includes('huge')) response.end(said('x'.repeat(20_000_000)))
  else if (asked.includes('deep')) response.end('['.repeat(100_000))
  else response.end(said('Good day.'))
}

/** A model server that is as hostile as a prompt asks it to be, in a process of its own. */
export async function startHostileModel(): Promise<{ readonly baseUrl: string; stop(): void }> {
  const child = fork(fileURLToPath(import.meta.url), [], {
    execArgv: ['--import', import.meta.resolve('tsx')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [port] = (await once(child, 'message')) as [number]
  return { baseUrl: `http://127.0.0.1:${port}/v1`, stop: () => child.kill('SIGKILL') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const server = createServer(async (request, response) => {
    let asked = ''
    // Words of a prompt that ask for something stand at its beginning.
    for await (const part of request) if (asked.length < 10_000) asked += String(part)
    await answer(asked, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
  process.once('disconnect', () => process.exit())
}
