import { WebSocket } from 'ws'
import type { Play } from './plays.ts'

/** A frame that is ready to be sent, and how many steps it plays. */
export interface Frame {
  readonly text: string
  readonly steps: number
}

/** What one closed loop saw. */
export interface LoopResult {
  readonly steps: number
  /** Milliseconds from sending a frame to its answer. */
  readonly latencies: readonly number[]
}

/** A socket that sends ready frames one after the other, as cheaply as a client can. */
export class LoadClient {
  readonly #socket: WebSocket
  #onAnswer: (data: Buffer) => void = () => undefined
  #nextId = 1

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => this.#onAnswer(data as Buffer))
  }

  static async connect(url: string): Promise<LoadClient> {
    const address = `${url.replace(/^http/, 'ws')}/v1/ws`
    const socket = new WebSocket(address, ['backchannel.v1'], { perMessageDeflate: false })
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve)
      socket.once('error', reject)
    })
    return new LoadClient(socket)
  }

  /** Sends one frame and gives its answer. */
  send(text: string): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#onAnswer = resolve
      this.#socket.send(text)
    })
  }

  /** Opens the episodes of plays in one frame and gives the frames that play each of them. */
  async open(plays: readonly Play[]): Promise<Frame[][]> {
    const calls = plays.map(({ env, split, index }, at) => ({
      jsonrpc: '2.0',
      id: at,
      method: 'episode.open',
      params: { env, split, index },
    }))
    const answer = (await this.send(JSON.stringify(calls))).toString()
    const opened = JSON.parse(answer) as { result: { episode_id: string } }[]
    return plays.map(({ actions }, at) => {
      const id = opened[at]?.result.episode_id
      return actions.map((action, turn) => ({ text: this.#step(id, turn + 1, action), steps: 1 }))
    })
  }

  #step(episode: string | undefined, seq: number, action: string): string {
    const params = `{"episode_id":"${episode}","seq":${seq},"action":${action}}`
    return `{"jsonrpc":"2.0","id":${this.#nextId++},"method":"episode.step","params":${params}}`
  }

  /** Sends every frame after the answer to the one before it; throws at the first failed step. */
  loop(frames: readonly Frame[]): Promise<LoopResult> {
    return new Promise((resolve, reject) => {
      const latencies: number[] = []
      let at = 0
      let sentMs = 0
      let steps = 0
      const next = (): void => {
        const frame = frames[at++]
        if (frame === undefined) {
          resolve({ steps, latencies })
          return
        }
        steps += frame.steps
        sentMs = performance.now()
        this.#socket.send(frame.text)
      }
      this.#onAnswer = (data) => {
        latencies.push(performance.now() - sentMs)
        if (data.includes('"error":{"code":')) reject(new Error(data.toString().slice(0, 500)))
        else next()
      }
      next()
    })
  }

  close(): void {
    this.#socket.terminate()
  }
}

/** Joins the frames of several episodes into batches that play one step of each. */
export function batches(episodes: readonly (readonly Frame[])[]): Frame[] {
  const turns = Math.max(...episodes.map((frames) => frames.length))
  return Array.from({ length: turns }, (_, turn) => {
    const texts = episodes.flatMap((frames) => frames[turn]?.text ?? [])
    return { text: `[${texts.join(',')}]`, steps: texts.length }
  })
}
