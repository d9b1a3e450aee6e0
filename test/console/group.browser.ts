// Guards groups and critiques: columns under their waves, what critiques changed, and comparisons.
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, openPage } from './support/browser.ts'
import type { Site } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser

onStage(async (...opened) => {
  ;[site, browser] = opened
  for (const index of [0, 1, 2, 3]) await rollout(index)
})

/** Wrong codes of each rollout, so that waves alternate when rewards decide the order. */
const WRONG_CODES = [1, 3, 4, 2]

/** A rollout of a locked box that enters some wrong codes and stops. */
async function rollout(index: number): Promise<void> {
  const { episode_id } = await site.resources.call('POST /v1/episodes', {
    ...{ env: 'mock-v1', split: 'val', index: 0 },
    group: {
      ...{ run: 'waves', id: 'box', index, size: 4, mode: 'feedback', generation: '1' },
      feedback: { clean_share: 0.5, waves: [2, 2] },
    },
  })
  const step = (action: object) =>
    site.resources.call('POST /v1/episodes/{episode_id}/steps', {
      ...{ episode_id, action: action as never },
    })
  for (let times = 0; times < (WRONG_CODES[index] ?? 0); times += 1) {
    const enter = { name: 'enter_code', arguments: JSON.stringify({ code: '000' }) }
    await step({ content: null, tool_calls: [{ id: 'a', type: 'function', function: enter }] })
  }
  await site.resources.call('POST /v1/episodes/{episode_id}/close', { episode_id })
}

/** The wave that stands over each column, and the index in its head. */
const heads = (page: Page): Promise<{ waves: number[]; indices: number[] }> =>
  page.locator('.turn-table thead').evaluate((head) => {
    const cells = (row: string): HTMLTableCellElement[] => [
      ...head.querySelectorAll<HTMLTableCellElement>(`${row} th:not([scope=row])`),
    ]
    const number = (cell: Element): number => Number.parseInt(cell.textContent ?? '', 10)
    return {
      waves: cells('.wave').flatMap((cell) => Array(cell.colSpan).fill(number(cell))),
      indices: cells('.rollout-row').map(number),
    }
  })

it('puts each rollout under its own wave, in every order', async () => {
  const { members } = await site.resources.call('GET /v1/groups/{run}/{id}', {
    ...{ run: 'waves', id: 'box' },
  })
  const waveOf = new Map(members.map(({ index, wave }) => [index, wave]))
  expect(new Set(waveOf.values()).size).toBe(2)
  const { page, troubles } = await openPage(browser, `${site.url}/groups/waves/box`)
  for (const order of ['wave', 'index', 'reward']) {
    await page.goto(`${site.url}/groups/waves/box?order=${order}`)
    const wanted = order === 'reward' ? [0, 3, 1, 2] : [0, 1, 2, 3]
    await expect.poll(async () => (await heads(page)).indices).toEqual(wanted)
    expect((await heads(page)).waves).toEqual(wanted.map((index) => waveOf.get(index)))
  }
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('ranks the lessons of a run by what came after them, with links to examples', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs/waves`)
  await page.getByRole('heading', { name: 'Hardest tasks' }).waitFor()
  await page.getByRole('link', { name: 'Which critiques helped' }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Count critiques' }).click()
  const lessons = page.locator('.lessons')
  await lessons.getByText('All 1 group: attempts with a critique').waitFor()
  const row = lessons.locator('tbody tr').first()
  expect(await row.innerText()).toMatch(/0 of 2 \(95 % CI 0–66 %\)/)
  expect(await row.innerText()).toContain('few attempts')
  await page.getByRole('button', { name: 'Count failures' }).click()
  await page.getByRole('heading', { name: 'Recurring critiques' }).waitFor()
  await expectAccessible(page)
  await row.getByRole('link').first().click()
  await page.waitForURL('**/episodes/ep_*')
  expect(troubles).toEqual([])
  await page.close()
})

it('offers siblings of the group to compare, and says why each part of a reward', async () => {
  const { members } = await site.resources.call('GET /v1/groups/{run}/{id}', {
    ...{ run: 'waves', id: 'box' },
  })
  const address = `${site.url}/episodes/${members[0]?.episode_id}`
  const { page, troubles } = await openPage(browser, address)
  await page.getByText('Taken for each wrong code.').waitFor()
  await page.getByRole('button', { name: 'Compare' }).click()
  await page.getByText('same group, rollout 3').waitFor()
  await expectAccessible(page)
  await page.locator('.plain tbody a').first().click()
  await page.waitForURL('**/compare?e=ep_*,ep_*')
  await page.getByRole('link', { name: 'Compare the first with others of its task' }).click()
  await page.getByText('same group, rollout 3').waitFor()
  expect(troubles).toEqual([])
  await page.close()
})
