import { GATEWAY_ROOT } from '../../../src/server/connect-keys.ts'
import type { Attack, Hand } from '../hand.ts'
import { callText } from '../line.ts'
import { BOX, words } from './plays.ts'

const CHAT = 'v1/chat/completions'
const GATEWAY = { ...BOX, gateway: { profile: 'model', tools: 'mcp' } }

interface Opened {
  readonly episode: string
  readonly key: string
}

/** So many episodes of the attacker with keys of the gateway. */
async function openedBy(hand: Hand, count: number): Promise<Opened[]> {
  const line = await hand.line()
  const answers = Array.from({ length: count }, () => line.ask('episode.open', GATEWAY))
  const opened = (await Promise.all(answers)).flatMap(({ result }) => {
    const { gateway, episode_id: episode = '' } = (result ?? {}) as {
      gateway?: { key: string }
      episode_id?: string
    }
    return gateway === undefined ? [] : [{ episode, key: gateway.key }]
  })
  line.end()
  return opened
}

const keysOf = async (hand: Hand, count: number): Promise<string[]> =>
  (await openedBy(hand, count)).map(({ key }) => key)

const ask = (hand: Hand, key: string, content: string, stream: boolean): Promise<number> =>
  hand.http(`${GATEWAY_ROOT}/${key}/${CHAT}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'any', stream, messages: [{ role: 'user', content }] }),
  })

async function askAll(hand: Hand, said: () => string): Promise<void> {
  const keys = await keysOf(hand, 60)
  if (keys.length === 0) return
  await hand.repeat(120, () => ask(hand, hand.random.pick(keys), said(), hand.random.next() < 0.5))
}

/** What agent programs, their keys and their model servers can do. */
export const GATEWAY_ATTACKS: readonly Attack[] = [
  {
    name: 'long prompts for models',
    what: 'sends prompts of a megabyte to a model on many connections',
    run: (hand) => {
      const text = words(200_000)
      return askAll(hand, () => `${hand.random.integer(0, 9)} ${text}`)
    },
  },
  {
    name: 'hostile models',
    what: 'asks a model server whose answers never end, are huge, or are nested without end',
    run: (hand) => askAll(hand, () => hand.random.pick(['endless', 'trickle', 'huge', 'deep'])),
  },
  {
    name: 'counts of tokens',
    what: 'asks a model server that counts tokens absurdly, and reads what was stored of it',
    async run(hand) {
      const opened = await openedBy(hand, 20)
      if (opened.length === 0) return
      await hand.repeat(60, async () => {
        const { episode, key } = hand.random.pick(opened)
        const statuses = [await ask(hand, key, 'counted', hand.random.next() < 0.5)]
        for (const what of ['calls', 'segments']) {
          if (hand.random.next() > 0.1) continue
          statuses.push(await hand.http(`/v1/episodes/${episode}/${what}`))
        }
        if (statuses.includes(500)) hand.breach('an absurd count of tokens was answered 500')
      })
    },
  },
  {
    name: 'slow readers of models',
    what: 'asks a model for streams on many connections and reads nothing',
    async run(hand) {
      const keys = await keysOf(hand, 60)
      const body = JSON.stringify({
        ...{ model: 'any', stream: true, messages: [{ role: 'user', content: 'trickle' }] },
      })
      for (let count = 0; count < 400 && keys.length > 0 && !hand.isOver; count++) {
        const socket = await hand.raw()
        socket.pause()
        const path = `${GATEWAY_ROOT}/${hand.random.pick(keys)}/${CHAT}`
        const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-type: application/json`
        socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
      }
      await hand.rest()
    },
  },
  {
    name: 'guessed keys',
    what: 'asks for model calls with keys that nobody gave',
    run: (hand) =>
      hand.repeat(60, async () => {
        const guess = `ck_${'7'.repeat(32)}_${words(20).replaceAll(/\W/g, 'x').slice(0, 80)}`
        const status = await ask(hand, guess, 'Hello?', false)
        if (status !== 401) hand.breach(`a guessed key was answered ${status}`)
      }),
  },
  {
    name: 'pages of model calls',
    what: 'reads the model calls of episodes again and again',
    async run(hand) {
      const ids = await hand.opened(20, GATEWAY)
      const message = (): string => callText('episode.calls', { episode_id: hand.random.pick(ids) })
      if (ids.length > 0) await hand.flood(message, { sockets: 4, window: 64 })
    },
  },
]
