import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, connect } from '../../../src/client/client.ts'
import { stream } from '../../../src/sim/random.ts'
import type { SoakCase, SoakOptions } from '../soak-case.ts'
import { checkFinished } from '../support/check-store.ts'
import { ClientPlayer } from '../support/client-player.ts'
import { Play } from '../support/play.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import type { Story } from '../support/story.ts'
import { storiesOf } from '../support/twins.ts'

const CLIENTS = 6
const PLAYS_PER_CLIENT = 40

/** The same kills under the project's own client: its callers must not notice them at all. */
export const killClientCase: SoakCase = {
  name: 'kill-client',
  async run(options) {
    const { seed, folder, full } = options
    const stories = await storiesOf(seed)
    const db = join(folder, 'killed.db')
    const first = await startServer({ db })
    const clients = await connectAll(first.url)
    const crowd = new ClientCrowd(clients, stories)
    const playing = crowd.play()
    const failed = playing.then(
      () => undefined,
      (error: unknown) => error,
    )
    const kills = full ? 50 : 5
    const last = await killAgainAndAgain(first, db, options, kills, failed)
    crowd.endSoon()
    await playing
    await Promise.all(clients.map((client) => client.close()))
    const code = await last.stop()
    if (code !== 0) throw new Error(`the last server ended with ${code}`)
    const rows = await checkFinished(db, crowd.finished)
    const at = `${CLIENTS * PLAYS_PER_CLIENT} plays of ${CLIENTS} clients`
    return `${kills} kills under ${at}, none noticed, ${crowd.watched} rows watched, ${rows} stored`
  },
}

/** Kills the server at random moments, starts it again on its port, and answers the last one. */
async function killAgainAndAgain(
  first: ServerProcess,
  db: string,
  { seed }: SoakOptions,
  kills: number,
  failed: Promise<unknown>,
): Promise<ServerProcess> {
  const random = stream(seed, 0, 'client-kills')
  const port = Number(new URL(first.url).port)
  let server = first
  for (let kill = 0; kill < kills; kill++) {
    const error = await Promise.race([failed, sleep(random.integer(100, 900))])
    if (error !== undefined) throw error
    await server.kill()
    if (server.errors.length > 0) throw new Error(`the server logged ${server.errors[0]}`)
    server = await startServer({ db, port })
  }
  return server
}

/** Clients as an impatient trainer would set them up. */
const connectAll = (url: string): Promise<Client[]> =>
  Promise.all(
    Array.from({ length: CLIENTS }, () => connect({ url, backOffMs: 20, backOffMaxMs: 300 })),
  )

/** Plays story after story with every client until told to end. */
class ClientCrowd {
  readonly finished: Play[] = []
  watched = 0
  readonly #clients: readonly Client[]
  readonly #stories: readonly Story[]
  #started = 0
  #ending = false

  constructor(clients: readonly Client[], stories: readonly Story[]) {
    this.#clients = clients
    this.#stories = stories
  }

  endSoon(): void {
    this.#ending = true
  }

  async play(): Promise<void> {
    const lanes = this.#clients.flatMap((client, index) => {
      const player = new ClientPlayer(client, index % 2 === 1)
      return Array.from({ length: PLAYS_PER_CLIENT }, () => this.#playOn(player))
    })
    await Promise.all(lanes)
  }

  async #playOn(player: ClientPlayer): Promise<void> {
    do {
      const number = this.#started
      this.#started += 1
      const story = this.#stories[number % this.#stories.length] as Story
      const play = new Play(`client-play-${number}`, story)
      const rows = await player.play(play, number % 10 === 0)
      this.watched += rows
      this.finished.push(play)
    } while (!this.#ending)
  }
}
