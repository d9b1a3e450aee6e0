// Guards groups, runs, tasks and search: what they show, where they lead, and reloads.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lookAtIt, openBrowser, openPage, seen } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
  await site.play('habit', { env: 'phone-call-v1', episodes: 20, run: 'a/b ?#c' })
  await site.play('random', { env: 'phone-call-v1', episodes: 20, run: 'other' })
  for (const index of [0, 1, 2]) await rollout(index)
})

afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** A rollout of a group that gives up, after a search of its own. */
async function rollout(index: number): Promise<void> {
  const { episode_id } = await site.resources.call('POST /v1/episodes', {
    ...{ env: 'phone-call-v1', split: 'val', index: 0 },
    group: {
      ...{ run: 'groups', id: '0-0', index, size: 3, mode: 'feedback', generation: '1' },
      feedback: { clean_share: 0.34 },
    },
  })
  const search = { name: 'company_directory', arguments: JSON.stringify({ query: `try ${index}` }) }
  const actions = [
    { content: null, tool_calls: [{ id: 'a', type: 'function' as const, function: search }] },
    { content: 'I give up.' },
    { content: 'I give up.' },
  ]
  for (const action of actions) {
    await site.resources.call('POST /v1/episodes/{episode_id}/steps', { episode_id, action })
  }
}

it('shows a group in waves, where it parts, and is walked by keys', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/groups/groups/0-0`)
  await page.locator('.parts-here').waitFor()
  expect(await page.locator('.al thead .ro th').count()).toBe(4)
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('x')
  await page.waitForURL(/mark=ep_\w+,ep_\w+/)
  const before = await seen(page)
  await page.reload()
  await page.locator('.parts-here').waitFor()
  expect(await seen(page)).toBe(before)
  await page.keyboard.press('c')
  await page.waitForURL('**/compare?e=*')
  await page.goBack()
  await page.locator('.parts-here').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/episodes/ep_*')
  expect(troubles).toEqual([])
  await page.close()
})

it('leads from the curves of a run, whatever its name, to its episodes', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs`)
  await page.getByRole('link', { name: 'a/b ?#c' }).click()
  await page.locator('.chart svg').first().waitFor()
  await page.getByRole('link', { name: '20 episodes' }).click()
  await page.locator('.canvas .row').nth(9).waitFor()
  await page.goto(`${site.url}/runs?mark=${encodeURIComponent('a/b ?#c')},other`)
  await page.getByRole('link', { name: 'Compare the two marked' }).click()
  await page.getByText('got worse').waitFor()
  await page.getByRole('link', { name: 'compare', exact: true }).first().click()
  await page.waitForURL('**/compare?e=*')
  expect(troubles).toEqual([])
  await page.close()
})

it('is sound to look at, wide and narrow, light and dark', async () => {
  const shows = (selector: string) => (page: import('playwright-core').Page) =>
    page.locator(selector).first().waitFor()
  const pages = [
    ['groups/groups/0-0', 'group', '.parts-here'],
    ['groups', 'groups', '.plain'],
    ['runs', 'runs', '.plain'],
    ['runs/a%2Fb%20%3F%23c', 'run', '.chart'],
    ['tasks', 'tasks', '.card'],
    ['tasks/phone-call-v1/val', 'split', '.plain'],
    ['search?q=other', 'search', '.places'],
  ] as const
  for (const [path, name, selector] of pages) {
    await lookAtIt(browser, `${site.url}/${path}`, name, shows(selector))
  }
})
