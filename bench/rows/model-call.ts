import { type Child, startChild } from '../support/child.ts'
import { HttpClient } from '../support/http-client.ts'
import { quantile } from '../support/quantile.ts'
import { type Bench, row } from '../support/row.ts'
import { scratchFolder } from '../support/scratch.ts'

/** Calls of a conversation, each with the whole conversation so far. */
const CALLS = 16
const EPISODES = 4
/** Warm-up conversations: a server in training has answered thousands of calls. */
const WARM_UP = 150
const SYSTEM = 'You are careful and use the tools that you are given. '.repeat(40)
const RESULT = 'The tool found nothing that would change the plan so far. '.repeat(8)
const TOOLS = Array.from({ length: 6 }, (_, index) => ({
  type: 'function',
  function: {
    name: `tool_${index}`,
    description: 'Looks at a thing and says what there is to see of it.',
    parameters: { type: 'object', properties: { thing: { type: 'string' } }, required: ['thing'] },
  },
}))

interface Way {
  readonly client: HttpClient
  /** The path of chat completions. */
  path(): Promise<string>
}

/**
 * Times of calls in milliseconds: direct to the model server, through a plain proxy, and through
 * the gateway.
 */
type Taken = Readonly<Record<'direct' | 'passed' | 'through', number[]>>

/** Plays one conversation, and returns the time of each call. */
async function converse({ client, path }: Way, stream: boolean): Promise<number[]> {
  const place = await path()
  const messages: object[] = [
    { role: 'system', content: SYSTEM },
    { role: 'user', content: 'What is there to see?' },
  ]
  const times: number[] = []
  for (let call = 0; call < CALLS; call++) {
    const request = { model: 'small', messages, tools: TOOLS, stream }
    const body = JSON.stringify(
      place.startsWith('/v1/gateway')
        ? request
        : { ...request, logprobs: true, return_token_ids: true, max_tokens: 100 },
    )
    const sentMs = performance.now()
    const answer = await client.post(place, body)
    times.push(performance.now() - sentMs)
    messages.push({
      role: 'assistant',
      content: stream ? streamedContent(answer) : answerContent(answer),
    })
    messages.push({ role: 'user', content: RESULT })
  }
  return times
}

const answerContent = (answer: string): string => JSON.parse(answer).choices[0].message.content

const streamedContent = (events: string): string =>
  [...events.matchAll(/"content":("(?:[^"\\]|\\.)*")/g)]
    .map(([, text]) => JSON.parse(text as string) as string)
    .join('')

const cpuOf = async (child: Child): Promise<number> => (await child.usage()).cpuMicroseconds / 1_000

/**
 * A model call through the gateway, compared with the same call to the model server itself and
 * through a proxy that only forwards it.
 */
export const modelCall: Bench = async ({ rounds }) => {
  const scratch = scratchFolder()
  const model = await startChild(new URL('../support/model-process.ts', import.meta.url), 0)
  const profile = { base_urls: [model.url], model: 'small', max_tokens: 100, gateway: {} }
  const server = await startChild(new URL('../support/server-process.ts', import.meta.url), {
    db: scratch.file('calls.db'),
    profiles: { policy: profile },
  })
  const argument = new URL(model.url).origin
  const proxy = await startChild(new URL('../support/proxy-process.ts', import.meta.url), argument)
  const ways = waysTo(server.url, model.url, proxy.url)
  try {
    const rows = []
    for (const stream of [false, true]) {
      for (let time = 0; time < WARM_UP; time++) {
        for (const way of Object.values(ways)) await converse(way, stream)
      }
      const times: Taken = { direct: [], passed: [], through: [] }
      const cpuMs = { gateway: 0, proxy: 0 }
      for (let round = 0; round < rounds * EPISODES; round++) {
        times.direct.push(...(await converse(ways.direct, stream)))
        const cpuBefore = { gateway: await cpuOf(server), proxy: await cpuOf(proxy) }
        times.through.push(...(await converse(ways.through, stream)))
        times.passed.push(...(await converse(ways.passed, stream)))
        cpuMs.gateway += (await cpuOf(server)) - cpuBefore.gateway
        cpuMs.proxy += (await cpuOf(proxy)) - cpuBefore.proxy
      }
      rows.push(toRow(stream, times, cpuMs))
    }
    return rows
  } finally {
    for (const { client } of Object.values(ways)) client.close()
    await server.stop()
    await proxy.stop()
    await model.stop()
    scratch.remove()
  }
}

function waysTo(server: string, model: string, proxy: string) {
  const [through, direct] = [new HttpClient(server), new HttpClient(new URL(model).origin)]
  const gateway = { profile: 'policy', tools: 'mcp' }
  const opening = JSON.stringify({ env: 'mock-v1', split: 'train', index: 0, gateway })
  return {
    through: {
      client: through,
      path: async () => {
        const { gateway: gatewayAccess } = JSON.parse(await through.post('/v1/episodes', opening))
        return `${gatewayAccess.base_with_key}/chat/completions`
      },
    },
    direct: { client: direct, path: async () => '/v1/chat/completions' },
    passed: { client: new HttpClient(proxy), path: async () => '/v1/chat/completions' },
  }
}

function toRow(stream: boolean, times: Taken, cpuMs: { gateway: number; proxy: number }) {
  const [directMs, throughMs] = [quantile(times.direct, 0.5), quantile(times.through, 0.5)]
  const added99 = quantile(times.through, 0.99) - quantile(times.direct, 0.99)
  const figures = {
    ...{ through_p50_ms: throughMs, direct_p50_ms: directMs, added_p50_ms: throughMs - directMs },
    ...{ added_p99_ms: added99, proxy_p50_ms: quantile(times.passed, 0.5) },
    server_cpu_ms: cpuMs.gateway / times.through.length,
    proxy_cpu_ms: cpuMs.proxy / times.passed.length,
  }
  const gate = {
    what: 'added to a call, ms',
    value: throughMs - directMs,
    goal: 1,
    better: 'less',
  } as const
  const kind = stream ? 'streamed' : 'whole'
  const note = `${kind} answers of 60 tokens, conversations of ${CALLS} calls, one client, warm`
  return row({ name: `a model call through the gateway, ${kind}`, figures, gate, note })
}
