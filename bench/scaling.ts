import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Cluster, startCluster } from '../test/postgres/support/cluster.ts'
import { type Child, startChild } from './support/child.ts'
import { descendantsCpu, processCpu } from './support/process-cpu.ts'
import { quantile } from './support/quantile.ts'
import { machine } from './support/report.ts'
import { type Cost, fitModel, neededServers, predictCost } from './support/scaling-model.ts'
import { startThinkers } from './support/thinkers.ts'

/**
 * Rollouts that think between steps, on servers that share a PostgreSQL database. Measures the CPU
 * of the servers and of the database at each point, `SERVERS:SOCKETS`, and compares it with what
 * the first two points predictCost (docs/operate.md, "How many servers").
 */
const { values } = parseArgs({
  options: {
    points: { type: 'string', default: '1:100,1:500,1:250,2:500,3:500,2:900' },
    /** Bounds of the random pause before each step, in seconds. */
    think: { type: 'string', default: '0.5,1.5' },
    'warm-up': { type: 'string', default: '15' },
    seconds: { type: 'string', default: '20' },
    /** The load to predictCost: simultaneous rollouts, and seconds between their steps. */
    rollouts: { type: 'string', default: '100000' },
    pause: { type: 'string', default: '30' },
  },
})
const [lowMs = 0, highMs = 0] = values.think.split(',').map((text) => 1_000 * Number(text))
/** A server plays a few thousand steps before its code is compiled. */
const warmUpMs = 1_000 * Number(values['warm-up'])
const windowMs = 1_000 * Number(values.seconds)

/** A server has room for bursts if it uses this many cores. */
const SERVER_CORES = 0.5

/** CPU time of the database: its first process and those that it started. */
function databaseCpu({ folder }: Cluster): number {
  const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
  return processCpu(pid) + descendantsCpu(pid)
}

/** What has been counted so far. */
async function readCounters(children: readonly Child[], cluster: Cluster) {
  const usages = await Promise.all(children.map((child) => child.usage()))
  return {
    steps: usages.reduce((sum, { steps }) => sum + steps, 0),
    serversCpu: usages.reduce((sum, { cpuMicroseconds }) => sum + cpuMicroseconds, 0),
    databaseCpu: databaseCpu(cluster),
    atMs: performance.now(),
  }
}

type Counters = Awaited<ReturnType<typeof readCounters>>

function costBetween(servers: number, before: Counters, after: Counters): Cost {
  const perSecond = (name: keyof Counters): number =>
    ((after[name] - before[name]) * 1_000) / (after.atMs - before.atMs)
  return {
    servers,
    stepsPerSecond: perSecond('steps'),
    serverCores: perSecond('serversCpu') / 1e6,
    databaseCores: perSecond('databaseCpu') / 1e6,
  }
}

/** Plays on new servers with a new database. */
async function measure(servers: number, sockets: number) {
  const cluster = await startCluster()
  const db = cluster.address('postgres')
  const children: Child[] = []
  // One after the other: the first one makes the tables.
  while (children.length < servers) {
    children.push(await startChild(new URL('./support/server-process.ts', import.meta.url), { db }))
  }
  const urls = children.map(({ url }) => url)
  const thinkers = await startThinkers(urls, Math.max(2, servers), { sockets, lowMs, highMs })
  await delay(warmUpMs)
  await thinkers.seen()
  const before = await readCounters(children, cluster)
  await delay(windowMs)
  const after = await readCounters(children, cluster)
  const { latencies } = await thinkers.seen()
  await thinkers.stop()
  await Promise.all(children.map((child) => child.stop()))
  await cluster.remove()
  return { cost: costBetween(servers, before, after), latencies }
}

function printCost(name: string, cost: Cost, more: string): void {
  console.log(
    `${name.padEnd(24)} ${cost.stepsPerSecond.toFixed(0)} steps/s, servers ` +
      `${cost.serverCores.toFixed(3)} cores, database ${cost.databaseCores.toFixed(3)}${more}`,
  )
}

const measured: Cost[] = []
for (const point of values.points.split(',')) {
  const [servers = 0, sockets = 0] = point.split(':').map(Number)
  const { cost, latencies } = await measure(servers, sockets)
  const [p50, p99] = [0.5, 0.99].map((part) => quantile(latencies, part).toFixed(1))
  printCost(`${servers} servers, ${sockets} sockets`, cost, `, p50 ${p50} ms, p99 ${p99} ms`)
  measured.push(cost)
}
const [few, many, ...others] = measured as [Cost, Cost, ...Cost[]]
const model = fitModel(few, many)
console.log(model)
for (const cost of others) {
  const predicted = predictCost(model, cost.servers, cost.stepsPerSecond)
  const ofServers = (predicted.serverCores / cost.serverCores).toFixed(2)
  const ofDatabase = (predicted.databaseCores / cost.databaseCores).toFixed(2)
  const ratios = `, ÷ measured: ${ofServers} and ${ofDatabase}`
  printCost(`predicted for ${cost.servers} servers`, predicted, ratios)
}
const steps = Number(values.rollouts) / Number(values.pause)
const servers = neededServers(model, steps, SERVER_CORES)
printCost(`${values.rollouts} rollouts`, predictCost(model, servers, steps), `: ${servers} servers`)
console.log(machine())
