import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { openBrowser, openPage } from './support/browser.ts'
import { startSite } from './support/site.ts'
import type { Played } from './support/step-player.ts'
import { markPage, type TraceEvent, tasksOf } from './support/trace.ts'

/**
 * Long tasks of the console's pages while episodes are played at a rate: the live list, and the
 * page of the run that is played. Exits with 1 if the rate was not reached, or if a task of a page
 * took more than `--longest` milliseconds of processor time. The time by the clock is reported
 * too; on a shared machine, it includes the work of others. `--block` holds the pages up once a
 * second for that long, to show that the program notices it.
 *
 * `npm run build && npx tsx test/console/measure-long-tasks.ts`
 */
const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '30' },
    longest: { type: 'string', default: '50' },
    block: { type: 'string', default: '0' },
  },
})

const RUN = 'long-tasks'
/** A task is long from here on, by the definition of the Long Tasks API. */
const LONG_MS = 50
/** A lower share of the wanted rate is no measurement of it. */
const RATE_SHARE_MIN = 0.9

const block = (page: Page, forMs: number): Promise<unknown> =>
  page.evaluate(`
    setInterval(() => {
      const until = performance.now() + ${forMs}
      while (performance.now() < until);
    }, 1000)
  `)

/** Plays in a process of its own, so that its work holds up neither browser nor pages. */
async function play(url: string, seconds: number): Promise<Played> {
  const given = JSON.stringify({ url, run: RUN, rate: Number(values.rate), seconds })
  const file = new URL('./support/step-player.ts', import.meta.url)
  const player = fork(file, [given], { execArgv: ['--import', 'tsx'] })
  const [played] = (await once(player, 'message')) as [Played]
  return played
}

/** A line of the result, and whether it is within the bounds. */
function report(name: string, tasks: readonly TraceEvent[]): boolean {
  const byClock = tasks.map(({ dur = 0 }) => dur / 1_000)
  const longestByClock = Math.max(0, ...byClock)
  const longest = Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000))
  const isFine = longest <= Number(values.longest)
  process.stdout.write(
    `${name}: longest task ${longest.toFixed(0)} ms of processor time: ` +
      `${isFine ? 'pass' : 'miss'}; by the clock, the longest ${longestByClock.toFixed(0)} ms, ` +
      `${byClock.filter((ms) => ms > LONG_MS).length} above ${LONG_MS} ms\n`,
  )
  return isFine
}

const site = await startSite(['--log-level', 'error'])
const browser = await openBrowser()
try {
  // The page of the run needs episodes to show.
  await play(site.url, 2)
  const pages = {
    'live list': { path: '/live', ready: '.canvas .row' },
    'run page': { path: `/runs/${RUN}`, ready: '.chart circle' },
  }
  const opened: [string, Page][] = []
  for (const [name, { path, ready }] of Object.entries(pages)) {
    const { page } = await openPage(browser, `${site.url}${path}`)
    await page.locator(ready).first().waitFor()
    // The load of the page itself is measured elsewhere.
    await page.waitForTimeout(1_000)
    if (Number(values.block) > 0) await block(page, Number(values.block))
    opened.push([name, page])
  }
  await browser.startTracing(undefined, { categories: ['toplevel', 'blink.user_timing'] })
  for (const [name, page] of opened) await markPage(page, name)
  const { steps, tookMs } = await play(site.url, Number(values.seconds))
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const rate = (1_000 * steps) / tookMs
  const isFast = rate >= RATE_SHARE_MIN * Number(values.rate)
  process.stdout.write(
    `${steps} steps, ${rate.toFixed(0)} a second: ${isFast ? 'pass' : 'miss'}; ` +
      `load ${loadavg()[0]?.toFixed(1)}\n`,
  )
  const results = [isFast]
  for (const [name] of opened) results.push(report(name, tasksOf(trace.traceEvents, name)))
  if (results.includes(false)) process.exitCode = 1
} finally {
  await browser.close()
  await site.stop()
}
