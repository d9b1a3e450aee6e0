import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openStore } from '../../../src/store/open.ts'
import type { SoakCase, SoakOptions } from '../soak-case.ts'
import { fillWithBallast, openBox } from '../support/ballast.ts'
import { checkFinished, checkStored } from '../support/check-store.ts'
import { probeWhileFull } from '../support/full-probe.ts'
import { Players } from '../support/players.ts'
import { RawSocket } from '../support/raw-socket.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import type { Story } from '../support/story.ts'
import { storiesOf } from '../support/twins.ts'

const PAGES = 1_400
const BALLAST_EPISODES = 24
const TMPFS_MEGABYTES = 16
const BALLAST_BYTES = 8 * 1024 * 1024
const FAULTS_WHEN_FULL = 300
const LIMITED = fileURLToPath(new URL('../support/limited-server.ts', import.meta.url))

const HEAD_WITHOUT_ROOM = /-head cannot be written: Error: ENOSPC|--trace-warnings/

/** A server and its file on something that is nearly full. */
interface Narrow {
  readonly db: string
  readonly server: ServerProcess
  /** Episodes in the file, besides the plays, when there is room again. */
  readonly others: number
  makeRoom(): Promise<void>
}

/** A full disk: clear refusals, nothing half done, and everything goes on when there is room. */
export const fullDiskCase: SoakCase = {
  name: 'full-disk',
  async run(options) {
    const stories = await storiesOf(options.seed)
    const limited = await fillAndRecover(stories, options, await limitedFile(options))
    const small = await withTmpfs(options, async (folder) =>
      fillAndRecover(stories, options, await smallDisk(folder)),
    )
    return `max_page_count: ${limited}; tmpfs: ${small ?? 'may not be mounted here'}`
  },
}

async function fillAndRecover(
  stories: readonly Story[],
  { seed }: SoakOptions,
  { db, server, others, makeRoom }: Narrow,
): Promise<string> {
  const retriedFaults = new Set(['store/full'])
  const crowd = { stories, seed, sockets: 6, playsPerSocket: 120, retriedFaults, pauseMsMax: 20 }
  const players = new Players(crowd)
  const probe = await openProbe(server.url)
  const playing = players.play(server.url)
  let failure: unknown
  playing.then(
    () => {
      failure = new Error('the players ended before the disk was full')
    },
    (error: unknown) => {
      failure = error
    },
  )
  const full = async (): Promise<boolean> => {
    if (failure !== undefined) throw failure
    await sleep(20)
    return (players.faults.get('store/full') ?? 0) > FAULTS_WHEN_FULL
  }
  while (!(await full()));
  const acknowledged = players.acknowledged
  const health = await probeWhileFull(server.url, probe)
  await checkStored(db, [...players.finished, ...players.current])
  await makeRoom()
  players.endSoon()
  await playing
  const code = await server.stop()
  if (code !== 0) throw new Error(`the server ended with ${code}`)
  // That the head beside the file found no room either is told once.
  const unexpected = server.errors.filter((line) => !HEAD_WITHOUT_ROOM.test(line))
  if (unexpected.length > 0) throw new Error(`the server logged ${unexpected[0]}`)
  const rows = await checkFinished(db, players.finished, others)
  const refused = players.faults.get('store/full')
  const before = `full after ${acknowledged} calls, ${refused} refused`
  return `${before}, ${health}, ${rows} rows as the twin's`
}

async function openProbe(url: string): Promise<string> {
  const socket = await RawSocket.connect(url)
  const probe = await openBox(socket, 999)
  await socket.close()
  return probe
}

/** A file that may have only so many pages; pruning makes room in it. */
async function limitedFile({ folder }: SoakOptions): Promise<Narrow> {
  const db = join(folder, 'limited.db')
  const program = ['--import', import.meta.resolve('tsx'), LIMITED, '--pages', String(PAGES)]
  const server = await startServer({ db, program })
  const socket = await RawSocket.connect(server.url)
  await fillWithBallast(socket, BALLAST_EPISODES)
  await socket.close()
  const filledMs = Date.now()
  // What is played later must be younger than the ballast by more than clocks are coarse.
  await sleep(200)
  return {
    db,
    server,
    others: 1,
    // Not the command line's `--older-than`: its "now" is not ours.
    async makeRoom() {
      const store = await openStore({ path: db, create: false })
      const pruned = await store.prune({ beforeMs: filledMs + 100, includeOpen: false })
      await store.close()
      if (pruned !== BALLAST_EPISODES) throw new Error(`prune removed ${pruned} episodes`)
    },
  }
}

/** A disk on which something else takes up half of the room, and then goes. */
async function smallDisk(folder: string): Promise<Narrow> {
  const ballast = join(folder, 'ballast')
  writeFileSync(ballast, Buffer.alloc(BALLAST_BYTES))
  const db = join(folder, 'small.db')
  const server = await startServer({ db })
  return { db, server, others: 1, makeRoom: async () => rmSync(ballast) }
}

/** Works in a small file system of its own; answers undefined where none can be mounted. */
async function withTmpfs(
  options: SoakOptions,
  work: (folder: string) => Promise<string>,
): Promise<string | undefined> {
  const folder = join(options.folder, 'tmpfs')
  mkdirSync(folder)
  try {
    const size = `size=${TMPFS_MEGABYTES}m`
    execFileSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  try {
    return await work(folder)
  } finally {
    execFileSync('umount', ['--lazy', folder])
  }
}
