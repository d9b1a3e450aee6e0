import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEnvironment } from '../../src/env/environment.ts'
import { ENVIRONMENTS } from '../../src/env/registry.ts'
import { stream } from '../../src/sim/random.ts'
import { aftermath } from './aftermath.ts'
import type { Scene } from './attack.ts'
import { plantCanary } from './canary.ts'
import {
  ATTACKERS,
  type FuzzServer,
  heapBytes,
  hostileToken,
  PLAYER,
  startFuzzServer,
} from './fuzz-server.ts'
import { HostileSocket } from './hostile-socket.ts'
import { type Judge, newJudge } from './judge.ts'
import { difference, playStory } from './players.ts'
import { swarmOf } from './swarm.ts'

export interface FuzzOptions {
  /** Decides attacks and stories; times and interleaving are the machine's. */
  readonly seed: number
  readonly seconds: number
  /** Plants a known bug, which the run must find. */
  readonly canary?: boolean
}

export interface FuzzReport {
  readonly seed: number
  readonly attacks: Readonly<Record<string, number>>
  readonly codes: Readonly<Record<string, number>>
  readonly stories: number
  readonly episodes: number
  /** What went wrong, in words; empty if nothing did. */
  readonly problems: readonly string[]
}

const PLAYERS = 4
const VICTIMS_MAX = 50
/** Heap that a run may leave behind: caches and compiled code, not a leak per attack. */
const HEAP_GROWTH_BYTES_MAX = 64 * 1024 * 1024

/** What the lanes of a run share. */
interface Run {
  readonly target: FuzzServer
  readonly twin: FuzzServer
  readonly judge: Judge
  readonly options: FuzzOptions
  readonly victims: string[]
  readonly attacks: Map<string, number>
  readonly untilMs: number
  stories: number
}

/**
 * Attacks a real server while well-behaved clients play on it, and looks for anything that is not
 * as it should be: answers, the players' results, memory, sockets, and what is stored at the end.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const folder = mkdtempSync(join(tmpdir(), 'backchannel-fuzz-'))
  const target = await startFuzzServer(join(folder, 'fuzz.db'))
  const twin = await startFuzzServer(':memory:')
  if (options.canary === true) plantCanary(target.server.host)
  const judge = newJudge()
  const run: Run = {
    target,
    twin,
    judge,
    options,
    victims: [],
    attacks: new Map(),
    untilMs: performance.now() + options.seconds * 1000,
    stories: 0,
  }
  try {
    const heapBefore = heapBytes()
    await Promise.all([
      ...Array.from({ length: ATTACKERS }, (_, lane) => attackLane(run, lane)),
      ...Array.from({ length: PLAYERS }, (_, lane) => playLane(run, lane)),
    ])
    const episodes = await aftermath(target, judge)
    const grown = heapBytes() - heapBefore
    if (grown > HEAP_GROWTH_BYTES_MAX) judge.complain(`the heap grew by ${grown} bytes`)
    for (const error of [...target.errors, ...twin.errors]) judge.complain(`log: ${error}`)
    return {
      seed: options.seed,
      attacks: Object.fromEntries(run.attacks),
      codes: Object.fromEntries([...judge.codes].sort()),
      stories: run.stories,
      episodes,
      problems: judge.problems,
    }
  } finally {
    await target.server.stop()
    await twin.server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function attackLane(run: Run, lane: number): Promise<void> {
  const { target, judge, options } = run
  const { url } = target.server
  const { attacks, weights } = swarmOf(options.seed)
  const token = hostileToken(lane)
  const connect = () => HostileSocket.connect(url, token, judge)
  let socket = await connect()
  for (let turn = 0; performance.now() < run.untilMs; turn++) {
    const random = stream(options.seed, turn, `fuzz-attack-${lane}`)
    const attack = random.weighted(attacks, weights)
    run.attacks.set(attack.name, (run.attacks.get(attack.name) ?? 0) + 1)
    if (socket.closeCode !== undefined) socket = await connect()
    const { victims } = run
    const scene: Scene = { url, random, judge, socket, token, victims, connect }
    try {
      await attack.run(scene)
    } catch (error) {
      judge.complain(`attack "${attack.name}", lane ${lane}, turn ${turn}: ${String(error)}`)
    }
  }
  socket.drop()
}

async function playLane(run: Run, lane: number): Promise<void> {
  const { target, twin, judge, options, victims } = run
  for (let turn = 0; performance.now() < run.untilMs; turn++) {
    const seed = stream(options.seed, turn, `fuzz-story-${lane}`).integer(0, 1_000_000)
    const environment = ENVIRONMENTS[seed % ENVIRONMENTS.length] as AnyEnvironment
    const common = { token: PLAYER, environment, seed }
    const onOpen = (episode: string): void => {
      victims.push(episode)
      if (victims.length > VICTIMS_MAX) victims.shift()
    }
    try {
      const story = await playStory({ ...common, url: target.server.url, onOpen })
      const undisturbed = await playStory({ ...common, url: twin.server.url })
      const found = difference(story, undisturbed)
      if (found !== undefined) judge.complain(`story ${seed} differs from its twin: ${found}`)
    } catch (error) {
      judge.complain(`a well-behaved player failed: story ${seed}: ${String(error)}`)
    }
    run.stories += 1
  }
}
