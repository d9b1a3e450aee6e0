// Guards the list of episodes: filters in the address, rows that come while one looks, keys.
import type { Browser } from 'playwright-core'
import { expect, it } from 'vitest'
import { lookAtIt, openPage, seen } from './support/browser.ts'
import type { Site } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser

onStage(async (...opened) => {
  ;[site, browser] = opened
})

const rows = '.canvas .row'

it('says what to do while there is nothing, and shows episodes as they are played', async () => {
  const { page, troubles } = await openPage(browser, site.url)
  await page.waitForURL('**/live')
  await page.getByText('backchannel rollout --env phone-call-v2').waitFor()
  await site.play('habit', { env: 'phone-call-v2', episodes: 30, run: 'habit' })
  await page.locator(rows).nth(20).waitFor()
  await page.getByText('won').first().waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('never moves rows under the pointer', async () => {
  const { page } = await openPage(browser, `${site.url}/live`)
  await page.locator(rows).first().waitFor()
  await page.locator(rows).nth(3).hover()
  const id = page.locator(rows).nth(3).locator('[title^=ep_]')
  const before = await id.getAttribute('title')
  await site.play('random', { env: 'mock-v1', episodes: 5, run: 'later' })
  await page.getByRole('button', { name: '5 new' }).waitFor()
  expect(await id.getAttribute('title')).toBe(before)
  await page.getByRole('button', { name: '5 new' }).click()
  await page.getByText('later').first().waitFor()
  await page.close()
})

it('has every filter in the address, and a reload shows the same', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/live`)
  await page.locator(rows).first().waitFor()
  await page.keyboard.press('e')
  await page.getByRole('combobox', { name: 'env', exact: true }).selectOption('phone-call-v2')
  await page.getByRole('combobox', { name: 'won', exact: true }).selectOption('no')
  await page.waitForURL(/live\?env=phone-call-v2&won=false$/)
  await page.keyboard.press('.')
  await page.getByRole('button', { name: 'paused' }).waitFor()
  const states = page.locator(`${rows} .state`)
  await expect.poll(async () => (await states.allInnerTexts()).join(' ')).not.toContain('won')
  const found = await states.count()
  await page.reload()
  await page.locator(rows).first().waitFor()
  expect(await states.count()).toBe(found)
  expect(await seen(page)).toContain('phone-call-v2')
  await page.goBack()
  await page.waitForURL(/live\?env=phone-call-v2$/)
  expect(troubles).toEqual([])
  await page.close()
})

it('is walked by keys, down to an episode and back', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/live?env=phone-call-v2`)
  await page.locator(rows).first().waitFor()
  for (const key of ['j', 'j', 'x', 'k', 'x']) await page.keyboard.press(key)
  await page.getByText('2 episodes marked').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/episodes/ep_*')
  const first = page.url()
  await page.getByText('Replay matches').waitFor()
  await page.keyboard.press('j')
  await page.waitForURL((url) => url.href !== first)
  await page.keyboard.press('u')
  await page.waitForURL(/live\?env=phone-call-v2$/)
  expect(troubles).toEqual([])
  await page.close()
})

it('goes on after the server was killed and started again', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/live`)
  await page.locator(rows).first().waitFor()
  await site.restart()
  await site.play('random', { env: 'mock-v1', episodes: 2, run: 'after' })
  await page.getByText('after', { exact: true }).first().waitFor()
  const ids = await page
    .locator(`${rows} a`)
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  expect(new Set(ids).size).toBe(ids.length)
  expect(troubles).toEqual([])
  await page.close()
})

it('is sound to look at, wide and narrow, light and dark', async () => {
  await lookAtIt(browser, `${site.url}/live`, 'live', (page) => page.locator(rows).nth(9).waitFor())
})
