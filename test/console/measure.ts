import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { fillStore } from '../../bench/support/fill-store.ts'
import { openStore } from '../../src/store/open.ts'
import { openBrowser, openPage } from './support/browser.ts'
import { startSite } from './support/site.ts'

/**
 * How fast the console is on a large store, in Chromium, with a built server. `--db` names the
 * store, which is made if it is not there: `npx tsx test/console/measure.ts --db /tmp/large.db`.
 */
const { values } = parseArgs({
  options: {
    db: { type: 'string', default: '/tmp/backchannel-lists.db' },
    episodes: { type: 'string', default: '500000' },
  },
})

const say = (what: string, figures: readonly number[], unit = 'ms'): void => {
  const sorted = [...figures].sort((one, other) => one - other)
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0)
  const load = loadavg()[0]?.toFixed(1)
  process.stdout.write(
    `${what}: median ${at(0.5)}, worst ${at(1)} ${unit} of ${sorted.length} (load ${load})\n`,
  )
}

if (!existsSync(values.db)) {
  const store = await openStore({ path: values.db })
  await fillStore(store, Number(values.episodes), () => {})
  await store.close()
}
const site = await startSite(['--log-level', 'error'], {}, values.db)
const browser = await openBrowser()
async function firstPaint(): Promise<void> {
  const painted: number[] = []
  const listed: number[] = []
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.goto(`${site.url}/live`)
    await page.locator('.canvas .row').nth(9).waitFor()
    listed.push(await page.evaluate(() => performance.now()))
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    painted.push(await page.evaluate(paint))
    await context.close()
  }
  say('first paint, cold', painted)
  say('first rows, cold', listed)
}

/** From the choice to the rows that fit it, as the page sees it. */
async function filters(page: Page): Promise<void> {
  const tried = [
    'env=mock-v1',
    'env=q-code-v1&won=false',
    'run=run-7',
    'won=false',
    'cond=guided&level=3',
    'task=train-000042',
    'end=turn_budget',
    'open=true',
    'order=reward',
    'order=updated',
  ]
  const all: number[] = []
  for (const query of tried) {
    const tookMs = await page.evaluate(async (address) => {
      const rows = (): string =>
        [...document.querySelectorAll('.canvas .row [title^=ep_]')]
          .map((cell) => cell.getAttribute('title'))
          .join()
      const before = rows()
      const started = performance.now()
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
      while (rows() === before && performance.now() - started < 10_000) {
        await new Promise(requestAnimationFrame)
      }
      return performance.now() - started
    }, `/live?${query}`)
    process.stdout.write(`  ${query}: ${tookMs.toFixed(0)} ms\n`)
    all.push(tookMs)
  }
  say('filter to rows', all)
  say('  of which the server takes', await serverTimes(tried))
}

/** What the server takes for the same lists, without a browser; of each the middle of three. */
async function serverTimes(queries: readonly string[]): Promise<number[]> {
  const NAMES = {
    won: 'success',
    cond: 'condition',
    level: 'difficulty',
    end: 'end_reason',
  } as const
  const figures: number[] = []
  for (const query of queries) {
    const names = query.replaceAll(/(^|&)(won|cond|level|end)=/g, (_, before, name: string) => {
      return `${before}${NAMES[name as keyof typeof NAMES]}=`
    })
    const order = query.includes('order=') ? '' : '&order=newest'
    const took: number[] = []
    for (let round = 0; round < 3; round++) {
      const startedMs = performance.now()
      const url = `${site.url}/v1/episodes?${names}${order}&limit=200&count=estimate`
      await (await fetch(url)).text()
      took.push(performance.now() - startedMs)
    }
    figures.push(took.sort((one, other) => one - other)[1] ?? 0)
  }
  return figures
}

const sessions = new WeakMap<Page, CDPSession>()

/** Processor time of the main thread of a page so far: what others on the machine do not change. */
async function taskMs(page: Page): Promise<number> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  // It counts from here on.
  if (!sessions.has(page)) await session.send('Performance.enable')
  sessions.set(page, session)
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0)
}

async function search(): Promise<void> {
  const figures: number[] = []
  let looked = 0
  let after = ''
  while (figures.length < 20) {
    const startedMs = performance.now()
    const page = await fetch(`${site.url}/v1/search?q=zanzibar${after}`)
    const found = (await page.json()) as { looked: number; next: string | null }
    figures.push(performance.now() - startedMs)
    looked += found.looked
    if (found.next === null) break
    after = `&after=${encodeURIComponent(found.next)}`
  }
  say(`a page of a search for what nobody said, ${looked} episodes in all`, figures)
}

async function scrolling(page: Page): Promise<void> {
  const frames = await page.evaluate(async () => {
    const scroller = document.querySelector('.rows')
    const found: number[] = []
    let last = performance.now()
    for (let frame = 0; frame < 240; frame++) {
      scroller?.scrollBy(0, 90)
      await new Promise(requestAnimationFrame)
      found.push(performance.now() - last)
      last = performance.now()
    }
    return found
  })
  say('frame while scrolling', frames)
  const before = await taskMs(page)
  await page.evaluate(async () => {
    for (let frame = 0; frame < 100; frame++) {
      document.querySelector('.rows')?.scrollBy(0, -90)
      await new Promise(requestAnimationFrame)
    }
  })
  say('  work of a frame', [((await taskMs(page)) - before) / 100])
}

const ID = `ep_${'a'.repeat(32)}`

/** The rows of a log that no environment would play, as the server would tell them. */
function rowsOf(steps: number, text: (step: number) => string): string {
  const row = (position: number, kind: string, view: object) => ({
    ...{ episode_id: ID, position, kind, wall_ms: 1e12 + position, view },
    ...{ previous_hash: 'a', hash: 'b' },
  })
  const opening = row(0, 'opened', {
    ...{ environment: 'mock-v1', task: { id: 'val-000000' }, settings: {}, labels: {} },
    ...{ seeds: [], limits: { turns_max: steps }, messages: [{ role: 'user', content: 'Go.' }] },
  })
  const turns = Array.from({ length: steps }, (_, at) =>
    row(at + 1, 'stepped', {
      ...{ action: { content: text(at + 1) }, messages: [], reward: 0, parts: { opened: 0 } },
      ...(at + 1 === steps ? { end: { kind: 'terminated', reason: 'done' }, metrics: {} } : {}),
    }),
  )
  return JSON.stringify([opening, ...turns])
}

async function shown(what: string, body: string, then: (page: Page) => Promise<void>) {
  const figures: number[] = []
  const worked: number[] = []
  for (let round = 0; round < 3; round++) {
    const { page } = await openPage(browser, `${site.url}/tasks`)
    const before = await taskMs(page)
    await page.route(`**/v1/episodes/${ID}/log*`, (route) =>
      route.fulfill({ contentType: 'application/json', body }),
    )
    await page.goto(`${site.url}/episodes/${ID}`)
    await page.locator('.turn').nth(1).waitFor()
    figures.push(await page.evaluate(() => performance.now()))
    worked.push((await taskMs(page)) - before)
    if (round === 0) await then(page)
    await page.close()
  }
  say(what, figures)
  say('  work of the main thread', worked)
}

async function longEpisode(): Promise<void> {
  const body = rowsOf(1_000, (step) => `Step ${step} of a long way. `.repeat(20))
  await shown('an episode of 1,000 steps, cold', body, async (page) => {
    const keys: number[] = []
    for (const key of ['Home', 'End', 'ArrowLeft', 'Home']) {
      const startedMs = performance.now()
      await page.keyboard.press(key)
      await page.waitForFunction(() => document.querySelector('.turn.now') !== null)
      keys.push(performance.now() - startedMs)
    }
    say('  a key within it', keys)
  })
}

async function hugeMessage(): Promise<void> {
  const body = rowsOf(1, () => '\u202Ea<b>'.repeat(2_000_000))
  await shown('a message of 10 MB in one line, cold', body, async (page) => {
    const startedMs = performance.now()
    await page.locator('.talk button.more').last().click()
    await page.waitForFunction(() => document.querySelectorAll('.stretch').length > 2)
    say('  100,000 characters more', [performance.now() - startedMs])
  })
}

/** Texts that models can write to hold a page up, a million characters each. */
const HOSTILE: Readonly<Record<string, string>> = {
  'a line without a space': 'x'.repeat(1_000_000),
  'words from right to left': 'שלום'.repeat(250_000),
  'characters of no width': '\u200b\u200dx'.repeat(333_000),
  'marks piled on letters': `a${'\u0301'.repeat(50)}`.repeat(20_000),
  'colours of terminals': '\u001b[31mred\u001b[0m '.repeat(77_000),
  'blocks of code': '```q\n+ 1\n```\n'.repeat(80_000),
  '3,300 formulas': '$a^2$ '.repeat(3_300),
}

async function hostileTexts(): Promise<void> {
  for (const [what, text] of Object.entries(HOSTILE)) {
    await shown(
      what,
      rowsOf(1, () => text),
      async () => {},
    )
  }
}

/** Ten minutes of news at four a second, as fast as the page draws them, and the heap around it. */
async function feedForTenMinutes(): Promise<void> {
  const { page } = await openPage(browser, 'about:blank')
  let sent = 0
  await page.routeWebSocket(/\/v1\/ws$/, (socket) => {
    socket.onMessage(async (message) => {
      const { id } = JSON.parse(String(message)) as { id: number }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: { cursor: 'c' } }))
      while (sent < 2_400 && !page.isClosed()) {
        const changed = Array.from({ length: 20 }, (_, at) => summaryOf(sent * 20 + at))
        const rates = { opened: 20, steps: 60, closed: 10, over_ms: 250 }
        const params = { cursor: `c${sent}`, changed, gone: [], rates, more: false, lagged: false }
        socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'feed.change', params }))
        sent += 1
        // The page draws what it has before more comes.
        if (sent % 10 === 0) await page.evaluate(() => new Promise(requestAnimationFrame))
      }
    })
  })
  await page.goto(`${site.url}/live`)
  await page.locator('.canvas .row').nth(9).waitFor()
  const session = await page.context().newCDPSession(page)
  const heapMegabytes = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
  }
  for (const wanted of [400, 800, 1_600, 2_400]) {
    while (sent < wanted) await new Promise((resolve) => setTimeout(resolve, 100))
    await page.waitForTimeout(500)
    say(`heap after ${wanted} news`, [await heapMegabytes()], 'MB')
  }
  await page.close()
}

function summaryOf(at: number): object {
  const now = Date.now()
  return {
    ...{ episode_id: `ep_${at.toString(16).padStart(32, '0')}`, env: 'mock-v1', split: 'val' },
    ...{ task: 'val-000000', difficulty: 1, principal: 'local', run: 'live', parent: null },
    ...{ group: null, condition: 'clean', steps: 3, score: 0.5, end_reason: null, success: null },
    ...{ opened_ms: now, updated_ms: now, silent_ms: 0, malformed_calls: null, labels: {} },
  }
}

try {
  await firstPaint()
  const { page } = await openPage(browser, `${site.url}/live`)
  await page.locator('.canvas .row').nth(9).waitFor()
  // The compiler of this script marks functions with a helper that pages do not have.
  await page.evaluate('globalThis.__name = (made) => made')
  await filters(page)
  await scrolling(page)
  await page.close()
  await longEpisode()
  await hugeMessage()
  await hostileTexts()
  await search()
  await feedForTenMinutes()
} finally {
  await browser.close()
  await site.stop()
}
