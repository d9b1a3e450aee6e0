// Guards that open pages go on while 64 clients play and the server is killed twice beside them.
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { connect } from '../../src/client/index.ts'
import { openPage } from './support/browser.ts'
import type { Site } from './support/site.ts'
import { onStage } from './support/stage.ts'

const CLIENTS = 64
const RESTARTS = 2
/** Between two steps of a client: a load that leaves the browser some of the machine. */
const PAUSE_MS = 250
const PATIENT = { timeout: 120_000 }

let site: Site
let browser: Browser

onStage(async (...opened) => {
  ;[site, browser] = opened
})

const reading = {
  ...{ id: 'a', type: 'function' as const },
  function: { name: 'read_code', arguments: '{}' },
}
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Plays episode after episode, over whatever link there is, until it is told to stop. */
async function play(client: number, goesOn: () => boolean): Promise<void> {
  const link = await connect({ url: site.url })
  for (let index = client; goesOn(); index += CLIENTS) {
    const task = { env: 'mock-v1', split: 'train', index: index % 1_000 }
    const episode = await link.open({ ...task, labels: { run: 'load' } })
    for (let step = 0; step < 3; step += 1) {
      await episode.step({ content: `Step ${step}.`, tool_calls: [reading] })
      await pause()
    }
    await episode.close()
  }
  await link.close()
}

/** An episode of many steps that the test plays itself, some at a time. */
async function begin(): Promise<{ readonly id: string; goOn(steps: number): Promise<void> }> {
  const task = { env: 'mock-v1', split: 'val', index: 1 }
  const { episode_id: id } = await site.resources.call('POST /v1/episodes', task)
  let said = 0
  return {
    id,
    async goOn(steps) {
      for (const last = said + steps; said < last; said += 1) {
        await site.resources.call('POST /v1/episodes/{episode_id}/steps', {
          ...{ episode_id: id, seq: said + 1 },
          action: { content: `Word ${said + 1} of many.`, tool_calls: [reading] },
        })
      }
    },
  }
}

/** Every row of the list, by scrolling through it: id, steps, reward, end. */
const rowsOn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const scroller = document.querySelector('.rows') as HTMLElement
    const found = new Map<string, string>()
    let count = 0
    for (let top = 0; top <= scroller.scrollHeight; top += 500) {
      scroller.scrollTop = top
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      for (const row of document.querySelectorAll('.canvas .row')) {
        const cells = [...row.children].map((cell) => cell.textContent ?? '')
        const id = row.querySelector('[title^=ep_]')?.getAttribute('title') ?? ''
        const at = row.getAttribute('aria-rowindex') ?? ''
        found.set(at, [id, cells[8], cells[9], cells[10]].join(' '))
        count = Math.max(count, Number(at) - 1)
      }
    }
    scroller.scrollTop = 0
    return Array.from({ length: count }, (_, at) => found.get(String(at + 2)) ?? 'not drawn')
  })

async function storedRows(): Promise<string[]> {
  const all: string[] = []
  let after: string | undefined
  do {
    const page = await site.resources.episodes({
      ...{ run: 'load', limit: 1_000 },
      ...(after === undefined ? {} : { after }),
    })
    for (const { episode_id: id, steps, score, end_reason: end } of page.episodes) {
      all.push([id, steps, score.toFixed(2), (end ?? '…').replaceAll('_', ' ')].join(' '))
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  return all
}

const countIn = (text: string): number =>
  Number(/([\d,]+) episodes?/.exec(text)?.[1]?.replace(',', ''))

it('tells of everything once, without a reload, through two restarts under load', async () => {
  let goesOn = true
  const players = Array.from({ length: CLIENTS }, (_, client) => play(client, () => goesOn))
  const watched = await begin()
  await watched.goOn(2)
  await expect.poll(async () => (await storedRows()).length, PATIENT).toBeGreaterThan(CLIENTS)
  const open = async (path: string) => (await openPage(browser, `${site.url}/${path}`)).page
  const list = await open('live?run=load')
  const episode = await open(`episodes/${watched.id}`)
  const curves = await open('runs/load?by=episodes')
  const pages = [list, episode, curves]
  const words = episode.locator('.talk .turn-content')
  const told = async (): Promise<number> =>
    countIn(await curves.locator('.facts a').first().innerText())
  await expect.poll(() => words.count(), PATIENT).toBe(2)
  await list.locator('.canvas .row').nth(9).waitFor()
  await curves.locator('.chart circle').first().waitFor()
  for (const page of pages) await page.evaluate('globalThis.isTheSame = true')

  for (let restart = 1; restart <= RESTARTS; restart += 1) {
    const [before, toldBefore] = [new Set(await storedRows()), await told()]
    await site.restart()
    await watched.goOn(3)
    await expect.poll(() => words.count(), PATIENT).toBe(2 + 3 * restart)
    // What was opened after the restart is told of, too.
    const isNew = async (): Promise<boolean> => {
      const ids = new Set([...before].map((row) => row.split(' ')[0]))
      const top = await list.locator('.canvas .row [title^=ep_]').first().getAttribute('title')
      return !ids.has(top ?? '')
    }
    await expect.poll(isNew, PATIENT).toBe(true)
    await expect.poll(told, PATIENT).toBeGreaterThan(toldBefore)
  }
  goesOn = false
  await Promise.all(players)

  const stored = await storedRows()
  await expect.poll(() => rowsOn(list).then((rows) => rows.sort()), PATIENT).toEqual(stored.sort())
  expect(await list.locator('.live-status').innerText()).toContain(`${stored.length} episodes`)
  expect(await words.allInnerTexts()).toEqual(
    Array.from({ length: 2 + 3 * RESTARTS }, (_, at) =>
      expect.stringContaining(`Word ${at + 1} of many.`),
    ),
  )
  await expect.poll(told, PATIENT).toBe(stored.length)
  for (const page of pages) {
    expect(await page.evaluate('globalThis.isTheSame')).toBe(true)
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.close()
  }
})
