// Clients for Node. Each appends a line of JSON to the file of the argument.
import { appendFileSync } from 'node:fs'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import Anthropic from '@anthropic-ai/sdk'
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai'
import OpenAI from 'openai'

const URL = process.env.BACKCHANNEL_URL
const ASKED = 'What is the weather in Bern?'
const EXPECTED = 'It is rain in Bern.'
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const weather = ({ city }) => `rain in ${city}`

async function fetched(path, body) {
  const headers = { 'content-type': 'application/json' }
  const post = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }
  return (await fetch(`${URL}${path}`, post)).json()
}

async function tried(client, what, work) {
  const row = { client, what, ok: false }
  try {
    const gateway = { profile: 'policy', tools: 'mcp' }
    const asked = { env: 'mock-v1', split: 'train', index: 0, gateway }
    const opened = await fetched('/v1/episodes', asked)
    const base = `${URL}${opened.gateway.base}`
    const said = await work(opened.gateway.key, base)
    const { calls, segments } = await fetched(`/v1/episodes/${opened.episode_id}/segments`)
    const uses = calls.map(({ use }) => use).join()
    row.why = `${said}, calls: ${uses}, segments: ${segments.length}`
    row.ok = said === EXPECTED && uses === 'trained,trained' && segments.length === 1
  } catch (error) {
    row.why = String(error.stack).slice(0, 500)
  }
  appendFileSync(process.argv[2], `${JSON.stringify(row)}\n`)
}

await tried('openai for Node', 'chat, tools, streams', async (apiKey, baseURL) => {
  const client = new OpenAI({ apiKey, baseURL })
  const tool = {
    type: 'function',
    function: { name: 'weather', parameters: schema, function: weather, parse: JSON.parse },
  }
  const runner = client.chat.completions.runTools({
    ...{ model: 'm', messages: [{ role: 'user', content: ASKED }], tools: [tool], stream: true },
  })
  return runner.finalContent()
})

await tried('openai for Node', 'responses, tools, streams', async (apiKey, baseURL) => {
  const client = new OpenAI({ apiKey, baseURL })
  const tools = [{ type: 'function', name: 'weather', parameters: schema, strict: false }]
  const first = [{ role: 'user', content: ASKED }]
  const turn = await client.responses.create({ model: 'm', input: first, tools })
  const outputs = turn.output
    .filter(({ type }) => type === 'function_call')
    .map(({ call_id, arguments: args }) => ({
      ...{ type: 'function_call_output', call_id, output: weather(JSON.parse(args)) },
    }))
  const input = [...first, ...turn.output, ...outputs]
  const last = await client.responses.stream({ model: 'm', input, tools }).finalResponse()
  return last.output_text
})

await tried('anthropic for Node', 'messages, tools, streams', async (apiKey, base) => {
  const client = new Anthropic({ apiKey, baseURL: base.replace(/\/v1$/, '') })
  const tool = { name: 'weather', input_schema: schema, run: weather, parse: (input) => input }
  const runner = client.beta.messages.toolRunner({
    ...{ model: 'm', max_tokens: 200, messages: [{ role: 'user', content: ASKED }] },
    ...{ tools: [tool], stream: true },
  })
  let last
  for await (const stream of runner) last = await stream.finalMessage()
  return last.content[0].text
})

/** The AI SDK with each of its providers that speaks one of the formats. */
const MODELS = {
  chat: (options) => createOpenAI(options).chat('m'),
  responses: (options) => createOpenAI(options).responses('m'),
  messages: (options) => createAnthropic(options)('m'),
}
for (const [format, modelOf] of Object.entries(MODELS)) {
  for (const isStreamed of [false, true]) {
    const what = `${format}, ${isStreamed ? 'streamed' : 'whole'}`
    await tried('AI SDK', what, async (apiKey, baseURL) => {
      const inputSchema = jsonSchema(schema)
      const options = {
        ...{ model: modelOf({ apiKey, baseURL }), prompt: ASKED, stopWhen: stepCountIs(5) },
        tools: { weather: tool({ inputSchema, execute: async (input) => weather(input) }) },
      }
      return isStreamed ? streamText(options).text : (await generateText(options)).text
    })
  }
}
