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
    await report(run, at + 1)
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

async function report(run: string, seed: number): Promise<void> {
  const points = [0, 1, 2].map((step) => ({
    step,
    values: {
      'actor/lr': seed / 10,
      loss: step / 2,
      tokens: 1_000 * (step + 1),
      'eval/success': 0.25,
    },
  }))
  const configuration = { data_seed: seed, model: 'small', api_key: 'secret' }
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
  const axis = page.getByRole('combobox', { name: 'axis' })
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
  expect((await rows.innerText()).split(/\s+/)).toEqual(['data_seed', '1', '2'])
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('counts what failures have in common, for a run and between two', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs/lr-seed1`)
  await page.getByRole('button', { name: 'Count failures' }).click()
  await page.getByText('3 of all 3 attempts failed.').waitFor()
  await page.getByRole('combobox', { name: 'event' }).selectOption('message: company')
  const rows = page.locator('.failures tbody tr')
  await expect.poll(() => rows.first().innerText()).toContain('100 %')
  await expectAccessible(page)
  await page.goto(`${site.url}/runs/compare?r=lr-seed1,lr-seed2`)
  await page.getByRole('button', { name: /^Count failures of/ }).click()
  await page.getByText('100 % of 3 in lr-seed1, 100 % of 3 in lr-seed2').waitFor()
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('counts all attempts on request, with how many there are', async () => {
  const { page, troubles } = await openPage(browser, site.url)
  const counted = { run: 'lr-seed1', failed: 2, facts: [], critiqued: 0, critiques: [] }
  // The run detail says 3 attempts; so many pages of 400 are counted after a request only.
  await page.route('**/runs/lr-seed1/failures*', async (route) => {
    const after = Number(new URL(route.request().url()).searchParams.get('after') ?? 0)
    const next = after < 3 ? String(after + 1) : null
    if (after > 1) await new Promise((resolve) => setTimeout(resolve, 300))
    await route.fulfill({ json: { ...counted, looked: 400, next } })
  })
  await page.goto(`${site.url}/runs/lr-seed1`)
  await page.getByRole('button', { name: 'Count failures' }).click()
  await page.getByText('2 of the newest 400 attempts failed.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Count all 400 attempts' }).click()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.getByText('8 of all 1,600 attempts failed.').waitFor()
  expect(await page.locator('progress').count()).toBe(0)
  expect(troubles).toEqual([])
  await page.close()
})

it('compares after equal tasks by default, and says why there is no curve', async () => {
  for (const [at, run] of ['arm-a', 'arm-b'].entries()) {
    for (const batch of [0, 1]) await rollout(run, batch)
    const points = [0, 1].map((step) => ({ step, values: { tasks: 8 * (step + at + 1) } }))
    await site.resources.call('POST /v1/runs/{run}/log', { run, points })
  }
  const { page, troubles } = await openPage(browser, `${site.url}/runs/compare?r=arm-a,arm-b`)
  const axis = page.getByRole('combobox', { name: 'axis' })
  await expect.poll(() => axis.inputValue()).toBe('tasks')
  await chart(page, 'success, clean attempts').locator('circle').nth(3).waitFor()
  expect(await page.locator('th', { hasText: 'reward in arm-b' }).count()).toBe(1)
  const order = page.getByRole('combobox', { name: 'order' })
  expect(await order.inputValue()).toBe('change')
  await page.goto(`${site.url}/runs/compare?r=arm-a,arm-b&metric=tasks`)
  await chart(page, 'tasks').locator('circle').nth(3).waitFor()
  await site.resources.call('POST /v1/runs/{run}/log', {
    ...{ run: 'arm-a', points: [{ step: 0, values: { once: 7 } }] },
  })
  await page.goto(`${site.url}/runs/compare?r=arm-a,arm-b&metric=once`)
  await page.getByText('a single point for each run, so there is no curve').waitFor()
  expect(await page.locator('figure.chart').count()).toBe(0)
  await expectAccessible(page)
  await page.goto(`${site.url}/runs/compare?r=none-a,none-b`)
  await page.getByText('no clean attempt of these runs has ended').waitFor()
  expect(await page.locator('figure.chart').count()).toBe(0)
  expect(troubles).toEqual([])
  await page.close()
})

it('says whether success changed along a run, and draws the interval of evaluations', async () => {
  const run = 'trend'
  for (let batch = 0; batch < 6; batch += 1) await rollout(run, batch)
  const points = [0, 5].map((step) => ({
    step,
    values: { 'eval/success': step / 10, 'eval/tasks': 40, groups_trained: step / 5 },
  }))
  const configuration = { groups: 8 }
  await site.resources.call('POST /v1/runs/{run}/log', { run, points, configuration })
  const { page, troubles } = await openPage(browser, `${site.url}/runs/${run}`)
  const trend = page.getByRole('region', { name: 'Trend of success' })
  await trend.getByText('No change beyond chance.').waitFor()
  expect(await trend.innerText()).toMatch(/0\.0 % in the first third .* a change of 0 percentage/)
  await trend.getByText(/100 % of attempts ended with “\w/).waitFor()
  await trend.getByText('A batch trained on 0.50 of its 8 groups').waitFor()
  expect(await trend.innerText()).toContain(
    'a change of +50.0 percentage points (95 % CI +32.8 to +64.8)',
  )
  const titles = chart(page, 'success').locator('circle title')
  await expect
    .poll(async () => (await titles.allTextContents()).join(' '))
    .toMatch(/evaluation, 5: 0\.50 \(0\.352 to 0\.648\), n = 40/)
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('sorts runs by what was reported, in columns that are chosen', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs`)
  await page.getByText(/^Columns: 0 of/).click()
  await page.getByLabel('data_seed setting', { exact: true }).check()
  const head = page.getByRole('button', { name: /^data_seed setting/ })
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
