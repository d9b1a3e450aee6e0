import { startChild } from '../support/child.ts'
import { LoadClient } from '../support/load-client.ts'
import { freshPhonePlays } from '../support/plays.ts'
import { type Bench, row } from '../support/row.ts'
import { scratchFolder } from '../support/scratch.ts'

const EPISODES = 10_200
const CLIENTS = 50
/** Episodes to resume before the measured ones, because the first ones load what all share. */
const WARM_UP = 200
const SERVER = new URL('../support/server-process.ts', import.meta.url)

const connectClients = (url: string): Promise<LoadClient[]> =>
  Promise.all(Array.from({ length: CLIENTS }, () => LoadClient.connect(url)))

/** Plays the first half of every episode on a server, kills it, and returns the ids. */
async function leaveOpen(db: string): Promise<string[]> {
  const child = await startChild(SERVER, { db })
  const book = freshPhonePlays()
  const ids: string[] = []
  let number = 0
  const play = async (client: LoadClient): Promise<void> => {
    while (number < EPISODES) {
      const { actions, ...rest } = book.play(number++)
      const half = actions.slice(0, Math.ceil(actions.length / 2))
      const [frames = []] = await client.open([{ ...rest, actions: half }])
      await client.loop(frames)
      ids.push(frames[0]?.episode as string)
    }
  }
  const clients = await connectClients(child.url)
  await Promise.all(clients.map(play))
  process.kill(child.pid, 'SIGKILL')
  await child.exited
  return ids
}

/** CPU time of a restarted server to resume the episodes that were open when it was killed. */
export const resume: Bench = async () => {
  const scratch = scratchFolder()
  const db = scratch.file('resume.db')
  const ids = await leaveOpen(db)
  const child = await startChild(SERVER, { db })
  const clients = await connectClients(child.url)
  let nextEpisode = 0
  const resumeUpTo = async (client: LoadClient, end: number): Promise<void> => {
    while (nextEpisode < end) {
      const params = `{"episode_id":"${ids[nextEpisode++]}"}`
      const answer = await client.send(
        `{"jsonrpc":"2.0","id":1,"method":"episode.resume","params":${params}}`,
      )
      if (!answer.includes('"result"')) throw new Error(answer.toString().slice(0, 300))
    }
  }
  await Promise.all(clients.map((client) => resumeUpTo(client, WARM_UP)))
  const usageBefore = await child.usage()
  const startMs = performance.now()
  await Promise.all(clients.map((client) => resumeUpTo(client, ids.length)))
  const seconds = (performance.now() - startMs) / 1_000
  const usageAfter = await child.usage()
  const count = ids.length - WARM_UP
  const costPerEpisode = (usageAfter.cpuMicroseconds - usageBefore.cpuMicroseconds) / count
  for (const client of clients) client.close()
  await child.stop()
  scratch.remove()
  return [
    row({
      name: 'episodes resumed after a kill',
      figures: { cpu_us_each: costPerEpisode, per_second: count / seconds },
      gate: {
        what: 'CPU seconds for 10,000',
        value: costPerEpisode / 100,
        goal: 4,
        better: 'less',
      },
      note: `${EPISODES} phone calls, played half`,
    }),
  ]
}
