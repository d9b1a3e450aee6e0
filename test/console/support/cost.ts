import { readdirSync, readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright-core'

/**
 * What something costs: time on the wall, and processor time, which others on the machine hardly
 * change. All in milliseconds.
 */
export interface Cost {
  readonly wall: number
  /** Of the page's main thread. */
  readonly page: number
  /** What scripts and layout took of it, others on the machine included. */
  readonly script: number
  readonly layout: number
  /** Of all threads of the server. */
  readonly server: number
}

type Spent = Omit<Cost, 'wall'>

const sessions = new WeakMap<Page, Promise<CDPSession>>()

async function sessionOf(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  return session
}

/** What a page has spent so far; it counts from the first question on. */
async function spentBy(page: Page): Promise<Omit<Spent, 'server'>> {
  const known = sessions.get(page) ?? sessionOf(page)
  sessions.set(page, known)
  const { metrics } = await (await known).send('Performance.getMetrics')
  const of = (wanted: string): number =>
    1_000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0)
  return {
    page: of('ThreadTime'),
    script: of('ScriptDuration'),
    layout: of('LayoutDuration') + of('RecalcStyleDuration'),
  }
}

/** What a process has spent so far, as the kernel counts it. */
export function processorMs(pid: number): number {
  const folder = `/proc/${pid}/task`
  try {
    const spent = readdirSync(folder).map((thread) =>
      Number.parseInt(readFileSync(`${folder}/${thread}/schedstat`, 'latin1'), 10),
    )
    return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6
  } catch {
    return Number.NaN
  }
}

/**
 * What some work costs a page and the server.
 *
 * @param work answers how long it took, if the page knows that better than whoever asks it
 */
export async function costOf(
  page: Page,
  server: () => number,
  work: () => Promise<unknown>,
): Promise<Cost> {
  const before = await spentBy(page)
  const beforeServer = processorMs(server())
  const startedMs = performance.now()
  const tookMs = await work()
  const wall = typeof tookMs === 'number' ? tookMs : performance.now() - startedMs
  const after = await spentBy(page)
  return {
    wall,
    page: after.page - before.page,
    script: after.script - before.script,
    layout: after.layout - before.layout,
    server: processorMs(server()) - beforeServer,
  }
}

/** The middle of several costs, each member by itself. */
export function middleOf(costs: readonly Cost[]): Cost {
  const middle = (of: (cost: Cost) => number): number => {
    const sorted = costs.map(of).sort((one, other) => one - other)
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  }
  return {
    wall: middle(({ wall }) => wall),
    page: middle(({ page }) => page),
    script: middle(({ script }) => script),
    layout: middle(({ layout }) => layout),
    server: middle(({ server }) => server),
  }
}
