import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { fillStore } from '../../bench/support/fill-store.ts'
import { openStore } from '../../src/store/open.ts'
import { hostileTexts, newsForTenMinutes } from './support/beyond.ts'
import { openBrowser, openPage } from './support/browser.ts'
import { type Cost, costOf } from './support/cost.ts'
import { HUGE, LONG, putLongEpisodes } from './support/long-episodes.ts'
import { type Measured, report } from './support/report.ts'
import { startSite } from './support/site.ts'
import { markPage, type TraceEvent, tasksOf } from './support/trace.ts'

/**
 * How fast the console is on a large store, in Chromium, with a built server: one table, with the
 * bounds that hold on a machine at rest. `--db` names the store, which is made if it is not there;
 * `--beyond` adds what no bound is given for: hostile texts, and ten minutes of news.
 *
 * `npm run build && npx tsx test/console/measure.ts --db /tmp/large.db`
 */
const { values } = parseArgs({
  options: {
    db: { type: 'string', default: '/tmp/backchannel-lists.db' },
    episodes: { type: 'string', default: '500000' },
    beyond: { type: 'boolean', default: false },
  },
})

const ROUNDS = 5
const measured: Measured[] = []
const startedMs = performance.now()

/** Notes what was measured, and says on the side how far this is. */
function note(...found: readonly Measured[]): void {
  measured.push(...found)
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0)
  process.stderr.write(`${seconds} s: ${found.map(({ what }) => what.trim()).join(', ')}\n`)
}

const isNew = !existsSync(values.db)
const store = await openStore({ path: values.db })
if (isNew) await fillStore(store, Number(values.episodes), () => {})
await putLongEpisodes(store)
await store.close()
const site = await startSite(['--log-level', 'error'], {}, values.db)
const browser = await openBrowser()
const server = (): number => site.pid

async function inRounds(page: Page, work: () => Promise<unknown>): Promise<Cost[]> {
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) costs.push(await costOf(page, server, work))
  return costs
}

/** A browser that has never been here. */
async function cold(): Promise<void> {
  const painted: Cost[] = []
  const listed: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const cost = await costOf(page, server, async () => {
      await page.goto(`${site.url}/live`)
      await page.locator('.canvas .row').nth(9).waitFor()
      return page.evaluate(() => performance.now())
    })
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    painted.push({ ...cost, wall: await page.evaluate(paint) })
    listed.push(cost)
    await context.close()
  }
  note({ what: 'first paint, cold', bound: 1_000, costs: painted })
  note({ what: 'first rows, cold', costs: listed })
}

/**
 * Goes to an address as a link within the console does, until the page shows other words than
 * before at all places of a kind.
 */
const goTo = (page: Page, address: string, places: string): Promise<number> =>
  page.evaluate(
    async ([path, selector]) => {
      const words = (): string =>
        [...document.querySelectorAll(selector)]
          .map((place) => place.getAttribute('title') ?? place.textContent ?? '')
          .join('|')
      const started = performance.now()
      const before = words()
      const isShown = (): boolean => !['', before].includes(words()) && !words().includes('…|')
      // Told of changes instead of looking at each frame: looking costs, too.
      const shown = new Promise<void>((resolve) => {
        const changes = new MutationObserver(() => {
          if (isShown()) requestAnimationFrame(() => resolve(changes.disconnect()))
        })
        const all = { childList: true, subtree: true, attributes: true, characterData: true }
        changes.observe(document.body, all)
      })
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate'))
      await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, 20_000))])
      return performance.now() - started
    },
    [address, places] as const,
  )

const IDS = '.canvas .row [title^=ep_]'
const FILTERS = [
  ...['env=mock-v1', 'env=q-code-v1&won=false', 'run=run-7', 'won=false', 'cond=guided&level=3'],
  ...['task=train-000042', 'end=turn_budget', 'open=true', 'order=reward', 'order=updated'],
]

/** Where each begins: none of them begins with the rows of this. */
const BEFORE = '/live?run=run-3'

/** From the choice to the rows that fit it. */
async function filters(page: Page): Promise<void> {
  await goTo(page, BEFORE, IDS)
  const all: Measured[] = []
  for (const query of FILTERS) {
    const costs: Cost[] = []
    for (let round = 0; round < ROUNDS; round++) {
      costs.push(await costOf(page, server, () => goTo(page, `/live?${query}`, IDS)))
      await goTo(page, BEFORE, IDS)
    }
    all.push({ what: `  ${query}`, bound: 200, costs })
    process.stderr.write(`  ${query} ${costs.map(({ wall }) => wall.toFixed(0)).join(' ')}\n`)
  }
  const costs = all.flatMap((one) => one.costs)
  note({ what: '500,000 episodes filtered, to rows', bound: 200, costs }, ...all)
}

/** A frame at 60 Hz, and a little more since frames are not counted by the clock. */
const FRAME_MS = 18
const FRAMES = 120

async function scrolling(page: Page): Promise<void> {
  const costs = await inRounds(page, () =>
    page.evaluate(async (frames) => {
      const scroller = document.querySelector('.rows')
      const started = performance.now()
      for (let frame = 0; frame < frames; frame++) {
        scroller?.scrollBy(0, 90)
        await new Promise(requestAnimationFrame)
      }
      return performance.now() - started
    }, FRAMES),
  )
  const each = costs.map(
    (cost) =>
      Object.fromEntries(
        Object.entries(cost).map(([name, value]) => [name, value / FRAMES]),
      ) as unknown as Cost,
  )
  note({ what: 'a frame of scrolling', bound: FRAME_MS, costs: each })
}

/** Every round begins on a page that has read nothing yet. */
async function anew(
  what: Omit<Measured, 'costs'> & { readonly from: string; readonly at: string },
  work: (page: Page) => Promise<unknown>,
): Promise<void> {
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { page } = await openPage(browser, `${site.url}${what.from}`)
    await helper(page)
    await page.locator(what.at).first().waitFor()
    costs.push(await costOf(page, server, () => work(page)))
    await page.close()
  }
  note({ ...what, costs })
}

/** The compiler of this script marks functions with a helper that pages do not have. */
const helper = (page: Page): Promise<unknown> => page.evaluate('globalThis.__name = (made) => made')

const STEPS_PER_KEY = ['End', 'ArrowLeft', 'Home', 'ArrowRight'] as const

async function episodes(): Promise<void> {
  const list = { from: '/tasks', at: '.card' }
  await anew({ ...list, what: 'an episode of 1,000 steps opened', bound: 300 }, (page) =>
    goTo(page, `/episodes/${LONG}`, '.turn'),
  )
  const open = { from: `/episodes/${LONG}`, at: '.turn' }
  await anew({ ...open, what: '  four keys within it' }, async (page) => {
    for (const key of STEPS_PER_KEY) {
      await page.keyboard.press(key)
      await page.locator('.turn.now').waitFor()
    }
  })
  const message = { what: 'a message of 10 MB opened', bound: 200, of: 'page' } as const
  await anew({ ...list, ...message }, (page) => goTo(page, `/episodes/${HUGE}`, '.turn'))
  await longestTask()
  const huge = { from: `/episodes/${HUGE}`, at: '.talk button.more' }
  await anew({ ...huge, what: '  100,000 characters more of it' }, (page) =>
    page.locator(huge.at).last().click(),
  )
}

/** The longest task of the page while it opens a message of 10 MB. */
async function longestTask(): Promise<void> {
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { page } = await openPage(browser, `${site.url}/tasks`)
    await helper(page)
    await page.locator('.card').first().waitFor()
    await browser.startTracing(undefined, { categories: ['toplevel', 'blink.user_timing'] })
    await markPage(page, 'opening')
    const wall = await goTo(page, `/episodes/${HUGE}`, '.turn')
    const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
    const times = tasksOf(trace.traceEvents, 'opening').map(({ tdur = 0 }) => tdur / 1_000)
    const none = { script: Number.NaN, layout: Number.NaN, server: Number.NaN }
    costs.push({ wall, page: Math.max(0, ...times), ...none })
    await page.close()
  }
  note({ what: '  the longest task of it', bound: 50, of: 'page', costs })
}

async function runs(): Promise<void> {
  const tasks = { from: '/tasks', at: '.card' }
  await anew({ ...tasks, what: 'the list of runs, counted' }, (page) =>
    goTo(page, '/runs', '.plain tbody tr:nth-child(-n+10) td:nth-child(3)'),
  )
  await anew({ ...tasks, what: 'the curves of a run' }, (page) =>
    goTo(page, '/runs/run-7', '.chart circle'),
  )
}

try {
  await cold()
  const { page } = await openPage(browser, `${site.url}/live`)
  await page.locator('.canvas .row').nth(9).waitFor()
  await helper(page)
  await filters(page)
  await scrolling(page)
  await page.close()
  await episodes()
  await runs()
  if (values.beyond) {
    note(...(await hostileTexts(browser, site)))
    await newsForTenMinutes(browser, site)
  }
  process.stdout.write(`${report(measured)}\n`)
} finally {
  await browser.close()
  await site.stop()
}
