// Guards the first five minutes: watch a policy, open a failure, see why, fork it, win it.
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, lookAtIt, openPage } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser

onStage(async (...opened) => {
  ;[site, browser] = opened
})

/** A failure whose form lacked a detail that a department wanted. */
async function failureForWantOfADetail(): Promise<string> {
  const { episodes } = await site.resources.episodes({ run: 'habit', success: false })
  const found = episodes.find(({ task }) => task === 'val-000009')
  return found?.episode_id ?? ''
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

/** Takes the time of each part of a way. */
function stopwatch() {
  const parts: string[] = []
  const startedMs = performance.now()
  let lastMs = startedMs
  const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
  return {
    lap(part: string): void {
      parts.push(`${part} ${seconds(performance.now() - lastMs)}`)
      lastMs = performance.now()
    },
    total: () => `${parts.join(', ')}: ${seconds(performance.now() - startedMs)} in all`,
  }
}

/** Down to the newest failure, by keys alone. */
async function openFailureByKeys(page: Page): Promise<void> {
  await page.keyboard.press('e')
  const won = page.getByRole('combobox', { name: 'won', exact: true })
  await won.focus()
  await page.keyboard.press('n')
  await page.waitForURL('**/live?won=false')
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await won.waitFor({ state: 'detached' })
  await page.locator('.canvas .row', { hasText: 'val-000009' }).waitFor()
  await expect.poll(() => page.locator('.canvas .state', { hasText: 'won' }).count()).toBe(0)
  await page.keyboard.press('j')
  await expect.poll(() => page.locator('.canvas .row').first().getAttribute('class')).toMatch(/now/)
  // One that is lost for a single detail.
  await page.locator('.canvas .row', { hasText: 'val-000009' }).click()
  await page.waitForURL('**/episodes/ep_*')
}

it('is walked from the start of the program to a won episode, by keys and mouse', async () => {
  const watch = stopwatch()
  const own = await startSite()
  const { page, troubles } = await openPage(browser, own.url)
  await page.getByText('backchannel rollout --env phone-call-v2').waitFor()
  watch.lap('start')
  const playing = own.play('habit', { env: 'phone-call-v2', episodes: 10, run: 'first' })
  await page.locator('.canvas .row').nth(5).waitFor()
  await playing
  await page.locator('.canvas .row').nth(9).waitFor()
  watch.lap('watch ten episodes')
  await openFailureByKeys(page)
  await page.getByText('Replay matches byte for byte.').waitFor()
  watch.lap('open a failure')
  const why = page.locator('.why', { hasText: 'also wanted' })
  const [, lacking = ''] = /also wanted: (\w+)/.exec(await why.innerText()) ?? []
  const call = page.locator('.tool', { hasText: 'phone_call' }).first()
  await call.locator('.no').first().waitFor()
  const [, service = ''] =
    /service\s+(\w+)/.exec(await call.locator('.key-values').innerText()) ?? []
  const number =
    (await call.locator('.key-values').innerText()).match(/\(\d{3}\) [\d-]+/)?.[0] ?? ''
  const form = page.locator('.turn', { has: page.getByText('Auth info form') })
  const asked = await form.locator('.field i').allInnerTexts()
  watch.lap('see why')
  // Before the form, which there is only one of.
  await page.keyboard.press('Home')
  await page.waitForURL('**step=1')
  await page.keyboard.press('f')
  await page.waitForURL('**/play/ep_*')
  await tab(page, 'auth info form')
  watch.lap('fork it')
  for (const name of new Set([...asked, lacking])) {
    const tick = page.getByRole('checkbox', { name, exact: true })
    if ((await tick.count()) > 0) await tick.check()
  }
  await page.getByRole('button', { name: 'Send: auth info form' }).click()
  await page.getByText('The customer has filled in').waitFor()
  await tab(page, 'phone call')
  await page.getByRole('combobox', { name: /phone_number/ }).selectOption(number)
  await page.getByRole('combobox', { name: /^service/ }).selectOption(service)
  await page.getByRole('button', { name: 'Fill in all that is known' }).click()
  await page.getByRole('button', { name: 'Send: phone call' }).click()
  await page.locator('.your-turn .score', { hasText: /[^t] ?won$/ }).waitFor()
  watch.lap('win it')
  await page.getByRole('link', { name: 'Compare with parent' }).click()
  await page.locator('.first-difference').waitFor()
  watch.lap('compare')
  expect(troubles).toEqual([])
  process.stdout.write(`${watch.total()}\n`)
  await page.close()
  await own.stop()
})

it('compares a fork with its parent, also after a reload', async () => {
  await site.play('habit', { env: 'phone-call-v2', episodes: 10, run: 'habit' })
  const parent = await failureForWantOfADetail()
  const fork = await site.resources.call('POST /v1/episodes/{episode_id}/fork', {
    ...{ episode_id: parent, position: 2 },
  })
  for (const content of ['I would rather stop here.', 'I stop.']) {
    await site.resources.call('POST /v1/episodes/{episode_id}/steps', {
      ...{ episode_id: fork.episode_id, action: { content } },
    })
  }
  const address = `${site.url}/compare?e=${parent},${fork.episode_id}`
  const { page, troubles } = await openPage(browser, address)
  await page.locator('.first-difference').waitFor()
  await page.keyboard.press('n')
  await page.waitForURL(/at=\d/)
  const seen = await page.locator('main').innerText()
  await page.reload()
  await page.locator('.first-difference').waitFor()
  expect(await page.locator('main').innerText()).toBe(seen)
  expect(troubles).toEqual([])
  await page.close()
  await lookAtIt(browser, address, 'compare', (each) => each.locator('.first-difference').waitFor())
})

it('plays a stage with a dialogue by forms: own tools, details, items of a report', async () => {
  const settings = encodeURIComponent('{"stage":"full"}')
  const address = `${site.url}/play?env=phone-call-v2&split=val&settings=${settings}`
  const { page, troubles } = await openPage(browser, address)
  await page.getByRole('button', { name: 'Play this task' }).click()
  await page.waitForURL('**/play/ep_*')
  await page.getByRole('textbox', { name: /query/ }).fill('billing')
  await page.getByRole('button', { name: 'Send: company directory' }).click()
  await tab(page, 'phone call')
  const offered = page.getByRole('combobox', { name: /^service/ }).locator('option')
  await expect.poll(() => offered.count()).toBeGreaterThan(3)
  const amount = page.getByRole('spinbutton', { name: /amount_cents/ })
  expect(await amount.isVisible()).toBe(false)
  await page.getByText(/more optional fields: .*details/).click()
  await amount.waitFor()
  await expectAccessible(page)
  await tab(page, 'report')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('combobox', { name: /^service/ }).selectOption('clearance')
  await page.getByRole('combobox', { name: /^outcome/ }).selectOption('done')
  await page.getByRole('spinbutton', { name: /fees_cents/ }).fill('0')
  await page.getByRole('button', { name: 'Send: report' }).click()
  await page.getByText('Report', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'Play another' }).waitFor()
  expect(troubles).toEqual([])
  await page.close()
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
  await tab(page, 'Final answer')
  await page.getByLabel('Your message').fill('It is \\boxed{64}.')
  await page.locator('.preview .katex').waitFor()
  await page.getByRole('button', { name: 'Send final answer' }).click()
  await page.getByRole('button', { name: 'End the episode' }).click()
  await page.getByRole('link', { name: 'Play another' }).waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('is sound to look at, wide and narrow, light and dark', async () => {
  await lookAtIt(browser, `${site.url}/play`, 'play-choice', (page) =>
    page.getByText('Settings of').waitFor(),
  )
  const opened = await site.resources.call('POST /v1/episodes', {
    env: 'phone-call-v2',
    split: 'val',
    index: 1,
  })
  await lookAtIt(browser, `${site.url}/play/${opened.episode_id}`, 'play', (page) =>
    page.getByRole('tab', { name: 'auth info form' }).click(),
  )
})
