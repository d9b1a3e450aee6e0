// Guards curves of runs: what trainers report, axes, smoothing, crosshair, seeds, files, tables.
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, lookAtIt, openPage } from './support/browser.ts'
import type { Site } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser

onStage(async (...opened) => {
  ;[site, browser] = opened
  for (const [at, run] of ['lr-seed1', 'lr-seed2'].entries()) {
    for (const batch of [0, 1, 2]) await rollout(run, batch)
    await report(run, 0.1 * (at + 1))
  }
})

/** One rollout of a batch, in a group of its own. */
async function rollout(run: string, batch: number): Promise<void> {
  const group = {
    ...{ run, id: `${batch}-0`, index: 0, size: 1, mode: 'independent' as const },
    generation: 'one',
  }
  const { episode_id } = await site.resources.call('POST /v1/episodes', {
    ...{ env: 'phone-call-v2', split: 'val', index: batch, group },
    labels: { batch: String(batch) },
  })
  await site.resources.call('POST /v1/episodes/{episode_id}/close', { episode_id })
}

async function report(run: string, lr: number): Promise<void> {
  const points = [0, 1, 2].map((step) => ({
    step,
    values: { 'actor/lr': lr, loss: step / 2, tokens: 1_000 * (step + 1), 'eval/success': 0.25 },
  }))
  const configuration = { lr, model: 'small', api_key: 'secret' }
  await site.resources.call('POST /v1/runs/{run}/log', { run, configuration, points })
}

const chart = (page: Page, title: string) =>
  page.locator('figure.chart', { has: page.locator(`figcaption b:text-is("${title}")`) })

it('draws what the trainer reports, and evaluations on the curve of success', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs/lr-seed1`)
  await chart(page, 'loss').locator('circle').nth(2).waitFor()
  await chart(page, 'actor/lr').locator('circle').nth(2).waitFor()
  const success = chart(page, 'success')
  await success.locator('text:text-is("evaluation")').waitFor()
  await page.getByText('Configuration, 3 settings').click()
  const settings = page.locator('tr', { has: page.locator('th:text-is("api_key")') })
  expect(await settings.innerText()).toContain('***')
  await page.getByText('4 values, 3 drawn').click()
  await page.getByLabel(/eval\/success/).check()
  await chart(page, 'eval/success').waitFor()
  await page.reload()
  await chart(page, 'eval/success').waitFor()
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('moves all curves to tokens, and smooths them with what they were beside', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs/lr-seed1`)
  const axis = page.getByRole('combobox', { name: 'by' })
  await expect.poll(() => axis.locator('option').allInnerTexts()).toContain('tokens')
  await axis.selectOption('tokens')
  const titles = chart(page, 'reward').locator('circle title')
  await expect.poll(() => titles.allTextContents()).toHaveLength(3)
  expect((await titles.allTextContents())[2]).toContain('clean, 3,000: ')
  expect((await chart(page, 'loss').locator('title').allTextContents())[0]).toContain('1,000')
  await page.getByRole('combobox', { name: 'smoothing' }).selectOption('strong')
  await chart(page, 'loss').locator('path[stroke-opacity="0.35"]').waitFor()
  expect(new URL(page.url()).search).toBe('?by=tokens&smooth=strong')
  expect(troubles).toEqual([])
  await page.close()
})

it('tells the values at a place by pointer and by keys, and opens its groups', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs/lr-seed1`)
  const reward = chart(page, 'reward')
  await reward.locator('circle').nth(2).waitFor()
  await reward.locator('circle').nth(1).hover()
  const values = reward.locator('.crosshair')
  await expect.poll(() => values.innerText()).toMatch(/batch 1\s*clean/)
  await reward.locator('.plot').focus()
  await page.keyboard.press('End')
  await expect.poll(() => values.innerText()).toMatch(/batch 2\s*clean/)
  expect(await values.getAttribute('aria-live')).toBe('polite')
  await page.keyboard.press('Enter')
  await page.getByText('Started from').waitFor()
  const groups = page.locator('table tbody tr')
  await expect.poll(() => groups.count()).toBe(1)
  expect(await groups.innerText()).toContain('2-0')
  await page.goBack()
  await reward.locator('circle').nth(0).click()
  await page.getByText('Started from').waitFor()
  await expect.poll(() => groups.innerText()).toContain('0-0')
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('saves a chart as CSV, SVG and PNG', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs/lr-seed1`)
  const loss = chart(page, 'loss')
  await loss.locator('circle').nth(2).waitFor()
  const saved = async (kind: string): Promise<Buffer> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `${kind} of loss` }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`loss.${kind.toLowerCase()}`)
    return readFile(await file.path())
  }
  expect((await saved('CSV')).toString()).toContain('loss,2,1,1,1,1')
  expect((await saved('SVG')).toString()).toMatch(/^<svg.*rgb\(/s)
  expect((await saved('PNG')).subarray(1, 4).toString()).toBe('PNG')
  expect(troubles).toEqual([])
  await page.close()
})

it('compares reported values, takes means over seeds, and shows differing settings', async () => {
  const address = `${site.url}/runs/compare?r=lr-seed1,lr-seed2&metric=actor/lr`
  const { page, troubles } = await openPage(browser, address)
  const names = chart(page, 'actor/lr').locator('svg[role=img] > g > text')
  await expect.poll(() => names.allTextContents()).toContain('lr-seed2')
  await page.getByRole('combobox', { name: 'seeds' }).selectOption('mean')
  const titles = chart(page, 'actor/lr').locator('circle title')
  await expect.poll(() => titles.allTextContents()).toHaveLength(3)
  expect((await titles.allTextContents())[0]).toMatch(/^lr \(2 seeds\), 0: 0\.15 .*n = 2/)
  const rows = page.locator('.settings tbody tr')
  expect(await rows.count()).toBe(1)
  expect((await rows.innerText()).split(/\s+/)).toEqual(['lr', '0.1', '0.2'])
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('counts what failures have in common, for a run and between two', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs/lr-seed1`)
  await page.getByRole('button', { name: 'Count failures' }).click()
  await page.getByText('3 of the newest 3 attempts failed.').waitFor()
  await page.getByRole('combobox', { name: 'event' }).selectOption('message: company')
  const rows = page.locator('.failures tbody tr')
  await expect.poll(() => rows.first().innerText()).toContain('100 %')
  await expectAccessible(page)
  await page.goto(`${site.url}/runs/compare?r=lr-seed1,lr-seed2`)
  await page.getByRole('button', { name: 'Count failures of both' }).click()
  await page.getByText('100 % failed in the first run and 100 % in the second').waitFor()
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('sorts runs by what was reported, in columns that are chosen', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs`)
  await page.getByText(/^Columns: 0 of/).click()
  await page.getByLabel('setting lr').check()
  const head = page.getByRole('button', { name: /^setting lr/ })
  await head.click()
  await expect.poll(() => head.innerText()).toContain('↑')
  await head.click()
  await expect.poll(() => head.innerText()).toContain('↓')
  const runs = page.locator('tbody tr td:nth-child(2)')
  expect((await runs.allInnerTexts()).slice(0, 2)).toEqual(['lr-seed2', 'lr-seed1'])
  await page.reload()
  await expect
    .poll(async () => (await runs.allInnerTexts()).slice(0, 2))
    .toEqual([...['lr-seed2', 'lr-seed1']])
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('is the same wide and narrow, light and dark', async () => {
  for (const [name, path] of [
    ['reported', 'runs/lr-seed1'],
    ['seeds', 'runs/compare?r=lr-seed1,lr-seed2&seeds=mean'],
  ]) {
    await lookAtIt(browser, `${site.url}/${path}`, `curves-${name}`, (page) =>
      page.locator('circle').first().waitFor(),
    )
  }
})
