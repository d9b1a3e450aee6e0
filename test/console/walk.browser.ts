// Guards the first five minutes: watch a policy, open a failure, see why, fork it, win it.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, lookAtIt, openBrowser, openPage } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let browser: Browser

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), openBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await site?.stop()
})

/** The failure that is walked to: its form lacked a detail that a department wanted. */
async function failureForWantOfADetail(): Promise<string> {
  const { episodes } = await site.resources.episodes({ run: 'habit', success: false })
  const found = episodes.find(({ task }) => task === 'val-000009')
  return found?.episode_id ?? ''
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

it('is walked from an empty page to a won episode', async () => {
  const startedMs = performance.now()
  const { page, troubles } = await openPage(browser, site.url)
  const playing = site.play('habit', { env: 'phone-call-v1', episodes: 10, run: 'habit' })
  await page.locator('.canvas .row').nth(5).waitFor()
  await playing
  const id = await failureForWantOfADetail()
  await page.locator(`a[href="/episodes/${id}"]`).click()
  await page.getByText('Plays again').waitFor()
  const refused = page
    .locator('.turn', { hasText: /social|SSN/i })
    .filter({ has: page.locator('.no') })
  expect(await refused.count()).toBeGreaterThan(0)
  const form = page.locator('.turn', { has: page.getByText('Asks the customer, once') })
  const asked = await form.locator('.field i').allInnerTexts()
  const before = page.locator('.tool', { hasText: 'phone_call' }).last()
  const request = await before.locator('dd').first().innerText()
  const number = await before
    .locator('.kv')
    .getByText(/^\(\d{3}\) /)
    .first()
    .innerText()
  await form.getByRole('button', { name: 'do it differently' }).click()
  await page.waitForURL('**/play/ep_*')
  await tab(page, 'auth info form')
  for (const name of new Set([...asked, 'last_4_ssn'])) {
    const tick = page.getByRole('checkbox', { name, exact: true })
    if ((await tick.count()) > 0) await tick.check()
  }
  await page.getByRole('button', { name: 'Send: auth info form' }).click()
  await page.getByText('The customer has filled in').waitFor()
  await tab(page, 'phone call')
  await page.getByRole('combobox', { name: /phone_number/ }).selectOption(number)
  await page.getByRole('textbox', { name: /request/ }).fill(request)
  await page.getByRole('button', { name: 'Send: phone call' }).click()
  await page.locator('.yours .score', { hasText: /[^t] ?won$/ }).waitFor()
  await page.getByRole('link', { name: 'Compare with its parent' }).click()
  await page.locator('.parts-here').waitFor()
  expect(troubles).toEqual([])
  const seconds = (performance.now() - startedMs) / 1_000
  process.stdout.write(`walked in ${seconds.toFixed(1)} s\n`)
  await page.close()
})

it('compares the fork with its parent, also after a reload', async () => {
  const parent = await failureForWantOfADetail()
  const { episodes } = await site.resources.episodes({ parent })
  const address = `${site.url}/compare?e=${parent},${episodes[0]?.episode_id}`
  const { page, troubles } = await openPage(browser, address)
  await page.locator('.parts-here').waitFor()
  await page.keyboard.press('n')
  await page.waitForURL(/at=\d/)
  const seen = await page.locator('main').innerText()
  await page.reload()
  await page.locator('.parts-here').waitFor()
  expect(await page.locator('main').innerText()).toBe(seen)
  expect(troubles).toEqual([])
  await page.close()
  await lookAtIt(browser, address, 'compare', (each) => each.locator('.parts-here').waitFor())
})

it('plays q in an editor and mathematics with a preview', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/play?env=q-code-v1&split=val`)
  await page.getByRole('button', { name: 'Play this task' }).click()
  await page.waitForURL('**/play/ep_*')
  await page.locator('.cm-content').click()
  await page.keyboard.type('2+3')
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.locator('.answer', { hasText: '5' }).waitFor()
  await expectAccessible(page)
  await page.goto(`${site.url}/play?env=math-feedback-v1&split=val`)
  await page.getByRole('button', { name: 'Play this task' }).click()
  await page.waitForURL('**/play/ep_*')
  await tab(page, 'just say something')
  await page.getByLabel('What you say').fill('It is \\boxed{64}.')
  await page.locator('.preview .katex').waitFor()
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.getByRole('link', { name: 'Play another' }).waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('is sound to look at, wide and narrow, light and dark', async () => {
  await lookAtIt(browser, `${site.url}/play`, 'play-choice', (page) =>
    page.getByText('Settings of').waitFor(),
  )
  const opened = await site.resources.call('POST /v1/episodes', {
    env: 'phone-call-v1',
    split: 'val',
    index: 1,
  })
  await lookAtIt(browser, `${site.url}/play/${opened.episode_id}`, 'play', (page) =>
    page.getByRole('tab', { name: 'auth info form' }).click(),
  )
})
