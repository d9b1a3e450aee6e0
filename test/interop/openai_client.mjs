/**
 * The messages of the OpenAI SDK for TypeScript are actions: created, streamed and as JSON.
 * Run with the folder that has its package.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { connect } from '../../dist/client/index.js'

const [folder] = process.argv.slice(2)
const entry = createRequire(`${folder}/package.json`).resolve('openai')
const { OpenAI } = await import(pathToFileURL(entry).href)
const ENVIRONMENTS = ['phone-call-v2', 'math-feedback-v1', 'q-code-v1', 'mock-v1']

/** In the place of a model: it calls the tool that it was offered, with empty arguments. */
async function model(_, { body }) {
  const { tools, stream } = JSON.parse(body)
  const called = { name: tools[0].function.name, arguments: '' }
  const tool_calls = [{ index: 0, id: 'call_a', type: 'function', function: called }]
  const message = { role: 'assistant', content: null, refusal: null, tool_calls }
  const answer = { id: '1', created: 1, model: 'stand-in' }
  const end = { index: 0, finish_reason: 'tool_calls' }
  if (!stream) {
    return Response.json({ ...answer, object: 'chat.completion', choices: [{ ...end, message }] })
  }
  const deltas = [
    { index: 0, finish_reason: null, delta: message },
    { ...end, delta: {} },
  ]
  const chunks = deltas.map((choice) => ({ object: 'chat.completion.chunk', choices: [choice] }))
  const lines = chunks.map((chunk) => `data: ${JSON.stringify({ ...answer, ...chunk })}\n\n`)
  const headers = { 'content-type': 'text/event-stream' }
  return new Response(`${lines.join('')}data: [DONE]\n\n`, { headers })
}

async function play(env, client) {
  const openai = new OpenAI({ apiKey: 'none', baseURL: 'http://model/v1', fetch: model })
  const task = { env, split: 'train', index: 0 }
  const { messages, tools } = await client.open(task)
  const asked = { model: 'stand-in', messages, tools }
  const created = (await openai.chat.completions.create(asked)).choices[0].message
  const streamed = await openai.chat.completions.stream(asked).finalMessage()
  for (const message of [created, streamed, JSON.parse(JSON.stringify(created))]) {
    const episode = await client.open(task)
    const [answer] = (await episode.step(message)).messages
    if (answer.tool_call_id !== 'call_a') throw new Error(JSON.stringify(answer))
  }
}

const client = await connect({ url: process.env.BACKCHANNEL_URL })
for (const env of ENVIRONMENTS) {
  const what = 'its messages are actions'
  const line = { client: 'openai (TypeScript)', env, what, ok: true, why: '' }
  try {
    await play(env, client)
  } catch (error) {
    Object.assign(line, { ok: false, why: String(error) })
  }
  console.log(JSON.stringify(line))
}
await client.close()
