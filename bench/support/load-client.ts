import { WebSocket } from 'ws'
import type { Play } from './plays.ts'

/** A frame that is ready to be sent, and the number of steps it plays. */
export interface Frame {
  readonly text: string
  readonly steps: number
  /** A frame of a single step. */
  readonly episode?: string | undefined
}

/** The results of one closed loop. */
export interface LoopResult {
  readonly steps: number
  /** Milliseconds from sending a frame with steps to its answer. */
  readonly latencies: readonly number[]
}

/** A socket that sends prepared frames in sequence, with as little work as a client can have. */
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

  /** Sends one frame and returns its answer. */
  send(text: string): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#onAnswer = resolve
      this.#socket.send(text)
    })
  }

  /** Opens the episodes of plays in one frame, and returns the frames that play each of them. */
  async open(plays: readonly Play[]): Promise<Frame[][]> {
    return this.#steps(plays, (await this.send(this.#opening(plays))).toString())
  }

  #opening(plays: readonly Play[]): string {
    const calls = plays.map(({ env, split, index }) =>
      this.#call('episode.open', JSON.stringify({ env, split, index })),
    )
    return joinCalls(calls)
  }

  #steps(plays: readonly Play[], answer: string): Frame[][] {
    const openResults = [JSON.parse(answer)].flat() as { result: { episode_id: string } }[]
    return plays.map(({ actions }, index) => {
      const id = openResults[index]?.result.episode_id
      return actions.map((action, turn) => {
        const params = `{"episode_id":"${id}","seq":${turn + 1},"action":${action}}`
        return { text: this.#call('episode.step', params), steps: 1, episode: id }
      })
    })
  }

  #call(method: string, params: string): string {
    return `{"jsonrpc":"2.0","id":${this.#nextId++},"method":"${method}","params":${params}}`
  }

  /**
   * Plays episodes from opening to close, this many at a time with one frame for all.
   *
   * @param note called with every frame and its answer
   */
  async playWhole(
    plays: readonly Play[],
    perFrame: number,
    note: (frame: Frame, answer: Buffer) => void = () => undefined,
  ): Promise<LoopResult> {
    const latencies: number[] = []
    let steps = 0
    const exchange = async (frame: Frame): Promise<Buffer> => {
      const sentMs = performance.now()
      const answer = await this.send(frame.text)
      if (frame.steps > 0) latencies.push(performance.now() - sentMs)
      if (isRefusal(answer)) throw new Error(answer.toString().slice(0, 500))
      note(frame, answer)
      steps += frame.steps
      return answer
    }
    for (let start = 0; start < plays.length; start += perFrame) {
      const wave = plays.slice(start, start + perFrame)
      const openAnswer = await exchange({ text: this.#opening(wave), steps: 0 })
      const episodes = this.#steps(wave, openAnswer.toString())
      for (const frame of perFrame === 1 ? episodes.flat() : batches(episodes)) {
        await exchange(frame)
      }
      const closes = episodes.map(([first]) =>
        this.#call('episode.close', `{"episode_id":"${first?.episode}"}`),
      )
      await exchange({ text: joinCalls(closes), steps: 0 })
    }
    return { steps, latencies }
  }

  /** Sends every frame after the answer to the previous one; throws at the first failed step. */
  loop(frames: readonly Frame[]): Promise<LoopResult> {
    return new Promise((resolve, reject) => {
      const latencies: number[] = []
      let frameIndex = 0
      let sentMs = 0
      let steps = 0
      const sendNext = (): void => {
        const frame = frames[frameIndex++]
        if (frame === undefined) {
          resolve({ steps, latencies })
          return
        }
        steps += frame.steps
        sentMs = performance.now()
        this.#socket.send(frame.text)
      }
      this.#onAnswer = (data) => {
        if (frames[frameIndex - 1]?.steps !== 0) latencies.push(performance.now() - sentMs)
        if (isRefusal(data)) reject(new Error(data.toString().slice(0, 500)))
        else sendNext()
      }
      sendNext()
    })
  }

  close(): void {
    this.#socket.terminate()
  }
}

const isRefusal = (answer: Buffer): boolean => answer.includes('"error":{"code":')

/** A single call as it is, several calls as a batch. */
const joinCalls = (calls: readonly string[]): string =>
  calls.length === 1 ? (calls[0] as string) : `[${calls.join(',')}]`

/** Joins the frames of several episodes into batches that play one step of each. */
export function batches(episodes: readonly (readonly Frame[])[]): Frame[] {
  const turns = Math.max(...episodes.map((frames) => frames.length))
  return Array.from({ length: turns }, (_, turn) => {
    const texts = episodes.flatMap((frames) => frames[turn]?.text ?? [])
    return { text: `[${texts.join(',')}]`, steps: texts.length }
  })
}
