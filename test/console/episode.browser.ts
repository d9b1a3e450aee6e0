// Guards the page of an episode: what is shown, its keys, its links, and that text stays text.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { Resources } from '../../src/client/index.ts'
import { lookAtIt, openPage, seen } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser
let failed = ''
let solved = ''

onStage(async (...opened) => {
  ;[site, browser] = opened
  await site.play('habit', { env: 'phone-call-v2', episodes: 12, run: 'habit' })
  ;[solved = ''] = await site.play('random', { env: 'math-feedback-v1', episodes: 3, run: 'maths' })
  const { episodes } = await site.resources.episodes({ run: 'habit', success: false })
  failed = episodes[0]?.episode_id ?? ''
})

it('shows what was said and done, and that it plays again', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/episodes/${failed}`)
  await page.getByText('Replay matches byte for byte.').waitFor()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.locator('.turn').count()).toBeGreaterThan(3)
  expect(await page.locator('.tool').first().innerText()).toContain('Company directory')
  expect(await page.locator('.parts li').count()).toBeGreaterThan(4)
  expect(troubles).toEqual([])
  await page.close()
})

it('fetches no hidden fact until an admin asks, and never puts that into the address', async () => {
  const { page } = await openPage(browser, `${site.url}/episodes/${failed}`)
  const bodies: string[] = []
  // The browser may forget a body before a listener of its answer reads it.
  await page.route(/\/log/, async (route) => {
    const response = await route.fetch()
    bodies.push(await response.text())
    await route.fulfill({ response })
  })
  await page.reload()
  await page.getByText('Replay matches').waitFor()
  expect(bodies.join()).toContain('"view"')
  expect(bodies.join()).not.toContain('"payload"')
  await page.keyboard.press('h')
  await page.getByText('"required_calls"').waitFor()
  expect(bodies.join()).toContain('"payload"')
  expect(page.url()).not.toContain('hidden')
  await page.close()
})

it('goes through the steps by keys, and a reload shows the same', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/episodes/${failed}?step=2`)
  await page.getByText('Replay matches').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.waitForURL('**step=3**')
  await page.keyboard.press('Home')
  await page.waitForURL('**step=1**')
  await page.keyboard.press('o')
  await page.waitForURL('**open=1**')
  await page.getByText('Numbers, hours and services').first().waitFor()
  const before = await seen(page)
  await page.reload()
  await page.getByText('Replay matches').waitFor()
  expect(await seen(page)).toBe(before)
  await page.keyboard.press('1')
  await page.keyboard.press('Space')
  await page.waitForURL('**step=2**')
  await page.keyboard.press('Space')
  await page.keyboard.press('End')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('y')
  const copy = page.getByRole('button', { name: 'replay command' })
  await copy.waitFor()
  await page.keyboard.press('Escape')
  // Keys are the list's until it is gone.
  await copy.waitFor({ state: 'hidden' })
  // Two keys that a busy machine pulls too far apart are no sequence, and are pressed again.
  await vi.waitFor(
    async () => {
      await page.keyboard.press('g')
      await page.keyboard.press('l')
      await page.waitForURL('**/live', { timeout: 2_000 })
    },
    { timeout: 60_000 },
  )
  expect(troubles).toEqual([])
  await page.close()
})

it('opens for the bearer of a view key, who can read and not fork', async () => {
  const guarded = await startSite(['--log-level', 'error'], { BACKCHANNEL_TOKEN: 'a'.repeat(40) })
  try {
    const [id = ''] = await guarded.play('random', { env: 'mock-v1', episodes: 1, run: 'one' })
    const { view_key: key } = await guarded.resources.call('GET /v1/episodes/{episode_id}', {
      episode_id: id,
    })
    const { page, troubles } = await openPage(browser, `${guarded.url}/episodes/${id}#key=${key}`)
    await page.getByText('Replay matches').waitFor()
    expect(page.url()).not.toContain('key')
    expect(await page.getByRole('button', { name: /Fork/ }).count()).toBe(0)
    await page.reload()
    await page.getByText('Replay matches').waitFor()
    expect(troubles).toEqual([])
    await page.goto(`${guarded.url}/live`)
    await page.getByLabel('Token').fill('a'.repeat(40))
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'val-000000' }).waitFor()
    await page.close()
  } finally {
    await guarded.stop()
  }
})

it('opens by a view key for a visitor whose own token does not see the episode', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-tokens-'))
  const config = join(folder, 'tokens.json')
  const tokens = [
    { principal: 'ops', role: 'admin', token: 'a'.repeat(40) },
    { principal: 'lab', role: 'client', token: 'b'.repeat(40) },
  ]
  writeFileSync(config, JSON.stringify({ tokens }))
  const flags = ['--log-level', 'error', '--config', config]
  const guarded = await startSite(flags)
  try {
    const owner = new Resources({ url: guarded.url, token: 'a'.repeat(40) })
    const opening = { env: 'mock-v1', split: 'val', index: 0 }
    const { episode_id: id, view_key: key } = await owner.call('POST /v1/episodes', opening)
    const { page, troubles } = await openPage(browser, `${guarded.url}/live`)
    await page.getByLabel('Token').fill('b'.repeat(40))
    await page.keyboard.press('Enter')
    await page.getByText('There are no episodes').waitFor()
    await page.goto(`${guarded.url}/episodes/${id}`)
    await page.getByText('episode/not_found').waitFor()
    await page.goto(`${guarded.url}/episodes/${id}#key=rk_view_${id}_1_invalid`)
    await page.reload()
    await page.getByText('episode/not_found').waitFor()
    expect(await page.getByText('refused this token').count()).toBe(0)
    await page.goto(`${guarded.url}/episodes/${id}#key=${key}`)
    await page.getByText('Please open the locked box.').first().waitFor()
    expect(await page.getByRole('button', { name: /Fork/ }).count()).toBe(0)
    expect(await page.getByText('refused this token').count()).toBe(0)
    expect(troubles).toEqual([])
    await page.close()
  } finally {
    await guarded.stop()
    rmSync(folder, { recursive: true })
  }
})

it('is sound to look at, wide and narrow, light and dark', async () => {
  const ready = (page: import('playwright-core').Page) => page.getByText('Replay matches').waitFor()
  await lookAtIt(browser, `${site.url}/episodes/${failed}?step=6`, 'episode', ready)
  await lookAtIt(browser, `${site.url}/episodes/${solved}?view=log`, 'log', ready)
  await lookAtIt(browser, `${site.url}/episodes/${solved}`, 'keys', async (page) => {
    await ready(page)
    const sheet = page.getByRole('dialog', { name: 'Keys' })
    if ((await sheet.count()) === 0) await page.keyboard.press('?')
    await sheet.waitFor()
  })
  await lookAtIt(browser, `${site.url}/episodes/${solved}`, 'mathematics', async (page) => {
    await ready(page)
    await page.locator('.katex').first().waitFor()
  })
})
