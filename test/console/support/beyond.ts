import { loadavg } from 'node:os'
import type { Browser } from 'playwright-core'
import { openPage } from './browser.ts'
import { type Cost, costOf } from './cost.ts'
import type { Measured } from './report.ts'
import type { Site } from './site.ts'

const ID = `ep_${'a'.repeat(32)}`

/** The rows of a log that no environment would play, as the server would tell them. */
function rowsOf(content: string): string {
  const row = (position: number, kind: string, view: object) => ({
    ...{ episode_id: ID, position, kind, wall_ms: 1e12 + position, view },
    ...{ previous_hash: 'a', hash: 'b' },
  })
  const opening = {
    ...{ environment: 'mock-v1', task: { id: 'val-000000' }, settings: {}, labels: {} },
    ...{ seeds: [], limits: { turns_max: 1 }, messages: [{ role: 'user', content: 'Go.' }] },
  }
  const turn = {
    ...{ action: { content }, messages: [], reward: 0, parts: { opened: 0 } },
    ...{ end: { kind: 'terminated', reason: 'done' }, metrics: {} },
  }
  return JSON.stringify([row(0, 'opened', opening), row(1, 'stepped', turn)])
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

const ROUNDS = 3

/** Each as an episode that is opened by a browser that has never been here. */
export async function hostileTexts(browser: Browser, site: Site): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const [what, text] of Object.entries(HOSTILE)) {
    const costs: Cost[] = []
    const body = rowsOf(text)
    for (let round = 0; round < ROUNDS; round++) {
      const { page } = await openPage(browser, `${site.url}/tasks`)
      await page.route(`**/v1/episodes/${ID}/log*`, (route) =>
        route.fulfill({ contentType: 'application/json', body }),
      )
      const open = async (): Promise<number> => {
        await page.goto(`${site.url}/episodes/${ID}`)
        await page.locator('.turn').nth(1).waitFor()
        return page.evaluate(() => performance.now())
      }
      costs.push(await costOf(page, () => site.pid, open))
      await page.close()
    }
    measured.push({ what: `cold: ${what}`, costs })
  }
  return measured
}

/** Ten minutes of news at four a second, as fast as the page draws them, and the heap around it. */
export async function newsForTenMinutes(browser: Browser, site: Site): Promise<void> {
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
    const load = loadavg()[0]?.toFixed(1)
    const heap = (await heapMegabytes()).toFixed(1)
    process.stdout.write(`heap after ${wanted} news: ${heap} MB (load ${load})\n`)
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
