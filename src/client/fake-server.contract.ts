import { type WebSocket, WebSocketServer } from 'ws'
import { FAULTS, type FaultCode } from '../wire/faults.ts'
import { SUBPROTOCOL } from '../wire/rpc.ts'

/** What becomes of one call: when it is played and what is heard of it. */
export type Fate =
  | { readonly kind: 'answer'; readonly afterMs?: number; readonly times?: number }
  | { readonly kind: 'drop'; readonly played: boolean; readonly code?: number }
  | { readonly kind: 'fault'; readonly code: FaultCode }
  | { readonly kind: 'ignore' }

interface FakeCall {
  readonly id: number
  readonly method: string
  readonly params: Record<string, unknown>
}

interface FakeEpisode {
  readonly id: string
  readonly actions: unknown[]
  over: boolean
}

/**
 * A server of the native protocol for tests, with episodes that only keep their actions. `fate`
 * decides about every call; the seq rule and open keys are those of the real one.
 */
export class FakeServer {
  readonly url: string
  readonly episodes = new Map<string, FakeEpisode>()
  /** Every call that arrived, in order, and how many came in each frame. */
  readonly calls: FakeCall[] = []
  readonly frames: number[] = []
  connections = 0
  /** Longer batches are refused as a whole. */
  batchMax = 1_000
  fate: (call: FakeCall) => Fate = () => ({ kind: 'answer' })
  /** Called with every socket that opens. */
  greet: (socket: WebSocket) => void = () => {}
  readonly #server: WebSocketServer
  readonly #keys = new Map<string, string>()

  private constructor(server: WebSocketServer) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
    server.on('connection', (socket) => {
      this.connections += 1
      socket.on('error', () => {})
      socket.on('message', (data) => this.#frame(socket, String(data)))
      this.greet(socket)
    })
  }

  static async start(port = 0): Promise<FakeServer> {
    const server = new WebSocketServer({
      host: '127.0.0.1',
      port,
      maxPayload: 100_000,
      handleProtocols: (protocols) => protocols.has(SUBPROTOCOL) && SUBPROTOCOL,
    })
    await new Promise((resolve) => server.once('listening', resolve))
    return new FakeServer(server)
  }

  get sockets(): readonly WebSocket[] {
    return [...this.#server.clients]
  }

  dropAll(): void {
    for (const socket of this.sockets) socket.terminate()
  }

  async stop(): Promise<void> {
    this.dropAll()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #frame(socket: WebSocket, text: string): void {
    const frame = JSON.parse(text) as FakeCall | FakeCall[]
    const calls = Array.isArray(frame) ? frame : [frame]
    if (calls.length > this.batchMax) {
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: null, error: fault('request/invalid') }))
      return
    }
    this.frames.push(calls.length)
    this.calls.push(...calls)
    const fates = calls.map((call) => this.fate(call))
    const drop = fates.find((fate) => fate.kind === 'drop')
    const answers = calls.flatMap((call, at) => this.#play(call, fates[at] as Fate))
    if (drop !== undefined) {
      if (drop.code === undefined) socket.terminate()
      else socket.close(drop.code)
      return
    }
    if (answers.length === 0) return
    const answer = JSON.stringify(Array.isArray(frame) ? answers : answers[0])
    const { afterMs = 0, times = 1 } = fates.find((fate) => fate.kind === 'answer') ?? {}
    const send = (): void => {
      for (let time = 0; time < times; time++) socket.send(answer)
    }
    if (afterMs === 0) send()
    else setTimeout(send, afterMs)
  }

  #play(call: FakeCall, fate: Fate): object[] {
    const { id } = call
    if (fate.kind === 'ignore' || (fate.kind === 'drop' && !fate.played)) return []
    if (fate.kind === 'fault') return [{ jsonrpc: '2.0', id, error: fault(fate.code) }]
    const result = this.#result(call)
    return [{ jsonrpc: '2.0', id, ...result }]
  }

  #result({ method, params }: FakeCall): object {
    switch (method) {
      case 'env.list':
        return { result: [] }
      case 'episode.open':
        return { result: this.#opened(this.#open(String(params.open_key))) }
      case 'episode.fork': {
        const forked = this.#open(String(params.open_key))
        const parent = this.episodes.get(String(params.episode_id)) as FakeEpisode
        if (forked.actions.length === 0) {
          forked.actions.push(...parent.actions.slice(0, Number(params.position)))
        }
        return { result: this.#opened(forked) }
      }
      case 'episode.watch':
        return { result: { episode_id: params.episode_id, position: 0 } }
      case 'episode.unwatch':
        return { result: {} }
      default:
        return this.#onEpisode(method, params)
    }
  }

  #onEpisode(method: string, params: Record<string, unknown>): object {
    const episode = this.episodes.get(String(params.episode_id))
    if (episode === undefined) return { error: fault('episode/not_found') }
    if (method === 'episode.resume') return { result: this.#opened(episode) }
    if (method === 'episode.close') {
      episode.over = true
      return { result: { episode_id: episode.id, reward: 0, end_reason: 'client_closed' } }
    }
    const seq = Number(params.seq)
    const recorded = episode.actions[seq - 1]
    if (recorded === undefined && episode.over) return { error: fault('episode/closed') }
    if (recorded === undefined && seq === episode.actions.length + 1) {
      episode.actions.push(params.action)
    } else if (JSON.stringify(recorded) !== JSON.stringify(params.action)) {
      return { error: fault('step/stale_seq') }
    }
    return { result: stepped(episode, seq) }
  }

  #open(key: string): FakeEpisode {
    const id = this.#keys.get(key) ?? `ep_${this.episodes.size}`
    const episode = this.episodes.get(id) ?? { id, actions: [], over: false }
    this.#keys.set(key, id)
    this.episodes.set(id, episode)
    return episode
  }

  #opened({ id, actions, over }: FakeEpisode): object {
    return {
      episode_id: id,
      resume_key: `key-of-${id}`,
      env: 'fake-v1',
      task: { id: 'train-000000' },
      seed: null,
      settings: {},
      limits: { turns_max: 100, tool_calls_per_turn_max: 1, action_characters_max: 1000 },
      condition: 'clean',
      attempts_shown: 0,
      next_seq: actions.length + 1,
      messages: [{ role: 'user', content: 'hello' }],
      tools: [],
      last: actions.length === 0 ? null : stepped({ id, actions, over }, actions.length),
      closed: over,
      terminated: false,
      truncated: over,
      info: { score: 0, reward_parts: {} },
    }
  }
}

function stepped({ id, actions }: FakeEpisode, seq: number): object {
  return {
    episode_id: id,
    seq,
    messages: [{ role: 'user', content: `echo ${JSON.stringify(actions[seq - 1])}` }],
    reward: 0.001,
    terminated: false,
    truncated: false,
    info: { score: seq / 1000, reward_parts: {} },
  }
}

function fault(code: FaultCode): object {
  const { status, retryable, hint, title } = FAULTS[code]
  return { code: -32000, message: title, data: { code, status, retryable, hint, details: {} } }
}
