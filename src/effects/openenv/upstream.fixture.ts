import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { JsonObject } from '../../sim/json.ts'

/** How a server misbehaves: answers in the place of the right one; undefined for none at all. */
export interface Moods {
  /** Added to every number that is told. */
  drift: number
  answer: ((right: string) => string | undefined) | undefined
  /** Closes the socket in the place of an answer. */
  hangsUp: boolean
  /** Refuses each new session for want of room, as OpenEnv's own server does. */
  isFull: boolean
  /** Sends whoever comes elsewhere. */
  redirects: string | undefined
  /** What it says of its actions, in the place of the right page. */
  schema: string | undefined
}

const KIND: Moods = {
  drift: 0,
  answer: undefined,
  hangsUp: false,
  isFull: false,
  redirects: undefined,
  schema: undefined,
}

export interface UpstreamFixture {
  readonly url: string
  readonly moods: Moods
  /** Messages that it got, of all sockets. */
  readonly heard: JsonObject[]
  /** The same by socket, in the order in which they came. */
  readonly talks: JsonObject[][]
  readonly sockets: ReadonlySet<WebSocket>
  stop(): Promise<void>
}

const ACTION = {
  title: 'GuessAction',
  description: 'A guess.',
  type: 'object',
  properties: {
    metadata: { type: 'object' },
    guess: { $ref: '#/$defs/Guess', minLength: 1 },
  },
  required: ['guess'],
  $defs: { Guess: { type: 'string', description: 'A number.', pattern: '^[0-9]+$' } },
}

/** A game of guessing as an OpenEnv server: 0.5 for each warmer guess, done at the number. */
export async function startUpstream(): Promise<UpstreamFixture> {
  const moods = { ...KIND }
  const heard: JsonObject[] = []
  const talks: JsonObject[][] = []
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(moods.schema ?? JSON.stringify({ action: ACTION }))
  })
  const sockets = new Set<WebSocket>()
  const listener = new WebSocketServer({
    server,
    path: '/ws',
    verifyClient: (_, answer) => {
      const { redirects: location } = moods
      if (location === undefined) answer(true)
      else answer(false, 302, 'Found', { location })
    },
  })
  listener.on('connection', (socket) => {
    if (moods.isFull) {
      socket.send(JSON.stringify({ type: 'error', data: { code: 'CAPACITY_REACHED' } }))
      return socket.close()
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const play = game(moods)
    const talk: JsonObject[] = []
    talks.push(talk)
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as JsonObject
      heard.push(message)
      talk.push(message)
      if (moods.hangsUp) return socket.terminate()
      const right = JSON.stringify(play(message))
      const said = moods.answer === undefined ? right : moods.answer(right)
      if (said !== undefined) socket.send(said)
    })
  })
  await listening(server)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    moods,
    heard,
    talks,
    sockets,
    async stop() {
      for (const socket of sockets) socket.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const listening = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve()))

function game(moods: Moods): (message: JsonObject) => JsonObject {
  let secret = 0
  let turns = 0
  const observed = (text: string, reward: number | null, done: boolean) => ({
    type: 'observation',
    data: { observation: { text, turns: turns + moods.drift, metadata: {} }, reward, done },
  })
  return ({ type, data }) => {
    const given = data as JsonObject
    if (type === 'reset') {
      secret = 1 + (Number(given.seed) % 9)
      turns = 0
      return observed('Guess a number from 1 to 9.', null, false)
    }
    if (given.guess === 'bad') {
      return { type: 'error', data: { code: 'VALIDATION_ERROR', message: 'Traceback: secret' } }
    }
    turns += 1
    const guess = Number(given.guess)
    if (guess === secret) return observed('Right.', 1, true)
    return observed(guess < secret ? 'Higher.' : 'Lower.', -0.0004, false)
  }
}
