import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningServer, serve } from '../../src/server/serve.ts'
import { stream } from '../../src/sim/random.ts'
import { checkAftermath } from './aftermath.ts'
import { arenaOptions, TOKENS } from './arena.ts'
import { ATTACKS } from './attacks/index.ts'
import { httpLine, socketLine } from './callers.ts'
import { type Canary, plant } from './canary.ts'
import { type Call, playScript } from './citizen.ts'
import { type Finding, Findings } from './findings.ts'
import { type Attack, type Campaign, Raid } from './raid.ts'
import { type Swarm, swarmOf } from './swarm.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly seconds: number
  /** Left out: no bug is planted. */
  readonly canary?: Canary
  /** Left out: those that the seed chooses. */
  readonly attacks?: readonly Attack[]
  /** How long an answer may take; longer ones are findings. */
  readonly answerWithinMs?: number
}

export interface FuzzReport {
  readonly seed: number
  readonly findings: readonly Finding[]
  /** Attacks that were made, by kind. */
  readonly attacks: ReadonlyMap<string, number>
  /** Episodes that the well-behaved played and compared. */
  readonly played: number
  /** Longest wait of a well-behaved call, in milliseconds. */
  readonly slowestMs: number
  /** Episodes whose logs were replayed in the end. */
  readonly replayed: number
  /** Faults that the server told, by code. */
  readonly faults: ReadonlyMap<string, number>
}

const ATTACKERS = 6
const CITIZENS: readonly (readonly [principal: 'alice' | 'bob', transport: 'socket' | 'http'])[] = [
  ['alice', 'socket'],
  ['alice', 'http'],
  ['bob', 'socket'],
  ['bob', 'socket'],
]
const ANSWER_WITHIN_MS = 15_000
const VICTIMS_MAX = 200

/** What a run shares among its players. */
interface Run {
  readonly options: FuzzOptions
  readonly server: RunningServer
  readonly twin: RunningServer
  readonly findings: Findings
  readonly attacks: Map<string, number>
  readonly victims: string[]
  readonly untilMs: number
  readonly answerWithinMs: number
  played: number
  slowestMs: number
}

/** One run: attackers and well-behaved clients on one server, and the latter also on its twin. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const folder = await mkdtemp(join(tmpdir(), 'backchannel-fuzz-'))
  const findings = new Findings()
  const server = await serve(arenaOptions(join(folder, 'fuzz.db')))
  const twin = await serve(arenaOptions(':memory:'))
  const noticeCrash = (error: unknown): void =>
    findings.add('process', 'a promise was rejected and nobody took care', String(error))
  const noticeThrow = (error: unknown): void =>
    findings.add('process', 'an error that nobody caught', String(error))
  process.on('unhandledRejection', noticeCrash)
  process.on('uncaughtException', noticeThrow)
  try {
    if (options.canary !== undefined) plant(server.host, options.canary)
    const run: Run = {
      ...{ options, server, twin, findings, attacks: new Map(), victims: [] },
      untilMs: Date.now() + options.seconds * 1_000,
      answerWithinMs: options.answerWithinMs ?? ANSWER_WITHIN_MS,
      ...{ played: 0, slowestMs: 0 },
    }
    const all = options.attacks ?? ATTACKS
    const swarm =
      options.attacks === undefined
        ? swarmOf(all, stream(options.seed, 0, 'swarm'))
        : { attacks: all, weights: all.map(() => 1) }
    await Promise.all([
      ...Array.from({ length: ATTACKERS }, (_, number) => attack(run, swarm, number)),
      ...CITIZENS.map((_, number) => behave(run, number)),
    ])
    const replayed = options.canary === undefined ? await checkAftermath(server, findings) : 0
    const { attacks, played, slowestMs } = run
    const faults = new Map(server.host.metrics.faults)
    const { seed } = options
    return { seed, findings: findings.all, attacks, played, slowestMs, replayed, faults }
  } finally {
    await Promise.all([server.stop(), twin.stop()])
    process.off('unhandledRejection', noticeCrash)
    process.off('uncaughtException', noticeThrow)
    await rm(folder, { recursive: true })
  }
}

/** A planted bug need only be found once. */
const goesOn = ({ options, findings, untilMs }: Run): boolean =>
  Date.now() < untilMs && (options.canary === undefined || findings.all.length === 0)

async function attack(run: Run, swarm: Swarm, number: number): Promise<void> {
  const { options, findings, server, victims, answerWithinMs, attacks } = run
  const campaign: Campaign = {
    ...{ url: server.url, victims, answerWithinMs, own: [], socket: undefined, where: '' },
    complain: (where, what, sample) => findings.add(where, what, sample),
  }
  for (let round = 0; goesOn(run); round++) {
    const random = stream(options.seed, round, `attacker-${number}`)
    const { name, run: strike } = random.weighted(swarm.attacks, swarm.weights)
    campaign.where = `${name} #${number}/${round}`
    const raid = new Raid(campaign, campaign.where, random)
    try {
      await strike(raid)
      if (random.chance(0.2)) await (await raid.socket()).probe()
    } catch (error) {
      raid.complain('the attack failed', error instanceof Error ? error.stack : String(error))
    }
    attacks.set(name, (attacks.get(name) ?? 0) + 1)
  }
  if (campaign.socket?.isOpen) await campaign.socket.settle()
  campaign.socket?.socket.terminate()
}

async function behave(run: Run, number: number): Promise<void> {
  const [principal, transport] = CITIZENS[number] ?? ['alice', 'socket']
  const token = TOKENS[principal]
  const { server, twin, findings, victims, options } = run
  const where = `${principal} over ${transport}`
  const lines =
    transport === 'http'
      ? [httpLine(server.url, token), httpLine(twin.url, token)]
      : [await socketLine(server.url, token), await socketLine(twin.url, token)]
  const [disturbed, calm] = lines.map(({ call }) => timed(run, call)) as [Call, Call]
  const onEpisode = (id: string): void => {
    victims.push(id)
    if (victims.length > VICTIMS_MAX) victims.shift()
  }
  for (let round = 0; goesOn(run); round++) {
    const script = { seed: options.seed, name: `${number}-${round}` }
    try {
      const [got, expected] = await Promise.all([
        playScript(disturbed, { ...script, onEpisode }),
        playScript(calm, script),
      ])
      const place = expected.findIndex((text, index) => text !== got[index])
      if (place >= 0)
        findings.add(where, 'an answer differs from the twin', [got[place], expected[place]])
      if (got.length !== expected.length) findings.add(where, 'an episode has another length')
      run.played += 1
    } catch (error) {
      findings.add(where, 'a well-behaved call failed', String(error))
    }
  }
  await Promise.all(lines.map((line) => line.close()))
}

/** A call that fails when its answer takes too long. */
function timed(run: Run, call: Call): Call {
  return async (method, params) => {
    const startedMs = performance.now()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      const fail = () => reject(new Error(`no answer to ${method}`))
      timer = setTimeout(fail, run.answerWithinMs)
    })
    try {
      return await Promise.race([call(method, params), late])
    } finally {
      clearTimeout(timer)
      run.slowestMs = Math.max(run.slowestMs, performance.now() - startedMs)
    }
  }
}
