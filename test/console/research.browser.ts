// Guards what a researcher reads off: comparisons, filters and runs say what they do not know.
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, lookAtIt, openPage } from './support/browser.ts'
import type { Site } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser

onStage(async (...opened) => {
  ;[site, browser] = opened
})

/** Opens a task, searches the directory for words, and ends. */
async function episode(index: number, run: string, batch?: number): Promise<string> {
  const query = 'billing'
  const labels = { run, ...(batch === undefined ? {} : { batch: String(batch) }) }
  const { episode_id } = await site.resources.call('POST /v1/episodes', {
    ...{ env: 'phone-call-v2', split: 'val', index, labels },
  })
  const search = { name: 'company_directory', arguments: JSON.stringify({ query }) }
  await site.resources.call('POST /v1/episodes/{episode_id}/steps', {
    episode_id,
    action: { content: null, tool_calls: [{ id: 'a', type: 'function', function: search }] },
  })
  await site.resources.call('POST /v1/episodes/{episode_id}/close', { episode_id })
  return episode_id
}

it('warns when compared episodes are of different tasks, and says their conditions', async () => {
  const [one, same, other] = [await episode(0, 'a'), await episode(0, 'a'), await episode(1, 'a')]
  const { page, troubles } = await openPage(browser, `${site.url}/compare?e=${one},${same}`)
  const heads = page.locator('.compare thead .rollout-row th:not([scope=row])')
  await heads.nth(1).waitFor()
  expect(await page.getByText('of different tasks').count()).toBe(0)
  const texts = await heads.allInnerTexts()
  expect(texts[0]).toContain(one.slice(-6))
  expect(texts[0]).toContain('clean')
  await page.goto(`${site.url}/compare?e=${one},${other}`)
  await page.getByText('of different tasks').waitFor()
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('tells a refused call from one that was done, by the answer of the department', async () => {
  const [done = ''] = await site.play('oracle', { env: 'phone-call-v2', episodes: 1, run: 'done' })
  const log = { episode_id: done, public: true }
  const rows = await site.resources.call('GET /v1/episodes/{episode_id}/log', log)
  type PhoneCall = { readonly phone_number: string; readonly service: string }
  type Action = { tool_calls?: { function: { name: string; arguments: PhoneCall } }[] }
  const calls = rows.flatMap(({ view }) => (view as { action?: Action }).action?.tool_calls ?? [])
  const [phoneCall] = calls.filter(({ function: { name } }) => name === 'phone_call')
  if (phoneCall === undefined) throw new Error('the oracle calls nobody')
  const { phone_number, service } = phoneCall.function.arguments
  const { episode_id: refused } = await site.resources.call('POST /v1/episodes', {
    ...{ env: 'phone-call-v2', split: 'val', index: 0 },
  })
  const given = JSON.stringify({ phone_number, service, auth_info: {} })
  await site.resources.call('POST /v1/episodes/{episode_id}/steps', {
    episode_id: refused,
    action: {
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'phone_call', arguments: given } },
      ],
    },
  })
  const { page, troubles } = await openPage(browser, `${site.url}/compare?e=${done},${refused}`)
  const row = page.locator('.compare tbody tr', { hasText: 'refused' })
  await row.getByText(/done · R\d+/).waitFor()
  await row.getByText(/missing: \w+/).waitFor()
  expect(await row.locator('th').innerText()).toContain('≠')
  const results = await row.locator('.turn-result').allInnerTexts()
  expect(results.join(' ')).not.toContain('Connected to')
  expect(troubles).toEqual([])
  await page.close()
})

it('shows both sides of a comparison on a phone, and says how many there are', async () => {
  const ids = [await episode(0, 'sides'), await episode(0, 'sides'), await episode(0, 'sides')]
  const address = `${site.url}/compare?e=${ids[0]},${ids[1]}`
  const { page, troubles } = await openPage(browser, address, { width: 390, height: 844 })
  const cells = page.locator('.compare tbody td')
  await cells.nth(1).getByText('Company directory').waitFor()
  const boxes = await cells.evaluateAll((all) =>
    all.slice(0, 2).map((cell) => {
      const { left, right, width } = cell.getBoundingClientRect()
      return { isInside: left >= 0 && right <= innerWidth, isReadable: width >= 150 }
    }),
  )
  const whole = { isInside: true, isReadable: true }
  expect(boxes).toEqual([whole, whole])
  await page.goto(`${site.url}/compare?e=${ids.join(',')}`)
  await page.getByText('3 episodes').waitFor()
  expect(troubles).toEqual([])
  await page.close()
  const ready = (shown: Page) => shown.locator('.compare tbody td').first().waitFor()
  await lookAtIt(browser, address, 'compare', ready)
})

it('plots all 20 compared runs, each with a line and a name of its own', async () => {
  const runs = Array.from({ length: 20 }, (_, at) => `sweep-learning-rate-${at}`)
  // So many episodes fall into two points of a curve.
  for (const run of runs) for (let at = 0; at < 17; at += 1) await episode(0, run)
  const address = `${site.url}/runs/compare?r=${runs.join(',')}&by=episodes`
  const { page, troubles } = await openPage(browser, address, { width: 390, height: 844 })
  const entries = page.locator('.legend li')
  await entries.nth(19).waitFor()
  expect(await entries.count()).toBe(20)
  const drawn = await entries.evaluateAll((all) =>
    all.map((each) => {
      const path = each.querySelector('path')
      return `${path?.getAttribute('stroke')} ${path?.getAttribute('stroke-dasharray')}`
    }),
  )
  expect(new Set(drawn).size).toBe(20)
  // Text of a drawing is as large on the screen as its scale makes it.
  const pixels = await page
    .locator('.plot > svg')
    .first()
    .evaluate((svg) => {
      const drawing = svg as SVGSVGElement
      const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width
      const sizes = [...drawing.querySelectorAll('text')].map((text) =>
        Number(text.getAttribute('font-size')),
      )
      return Math.min(...sizes) * scale
    })
  expect(pixels).toBeGreaterThanOrEqual(11)
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('goes back to where a page was left, and keys go on from its content', async () => {
  for (let at = 0; at < 40; at++) await episode(0, `scrolled-${String(at).padStart(2, '0')}`)
  const { page, troubles } = await openPage(browser, `${site.url}/runs`)
  const link = page.getByRole('link', { name: 'scrolled-35', exact: true }).last()
  await link.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  expect(top).toBeGreaterThan(200)
  await link.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'By level' }).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.id)
  await expect.poll(focused).toBe('content')
  await page.goBack()
  await link.waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
  expect(troubles).toEqual([])
  await page.close()
})

it('keeps the focus within the page when the focused element disappears', async () => {
  for (const at of [0, 1]) await episode(at, 'focused')
  const { page, troubles } = await openPage(browser, `${site.url}/live?run=focused`)
  const isLost = () => page.evaluate(() => document.activeElement === document.body)
  const cases = [
    ['/live?run=focused', page.getByRole('button', { name: /^Remove the filter run/ })],
    ['/runs/focused', page.getByRole('button', { name: 'Count failures' })],
    ['/tasks/phone-call-v2/val', page.getByRole('button', { name: 'Count failures' })],
  ] as const
  for (const [path, button] of cases) {
    await page.goto(`${site.url}${path}`)
    await button.focus()
    await page.keyboard.press('Enter')
    await button.waitFor({ state: 'detached' })
    await expect.poll(isLost).toBe(false)
  }
  await page.goto(`${site.url}/live`)
  await page.locator('.canvas .row').first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(isLost).toBe(false)
  expect(troubles).toEqual([])
  await page.close()
})

it('goes back to where a list within a page was left', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/live`)
  const rows = page.locator('.rows')
  await page.locator('.canvas .row').nth(9).waitFor()
  await rows.evaluate((list) => list.scrollTo({ top: 400 }))
  const top = () => rows.evaluate((list) => Math.round(list.scrollTop))
  await expect.poll(top).toBe(400)
  // What was scrolled is noted with the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.getByRole('link', { name: 'Tasks', exact: true }).click()
  await page.locator('.card').first().waitFor()
  await page.goBack()
  await page.locator('.canvas .row').nth(9).waitFor()
  await expect.poll(top).toBe(400)
  expect(troubles).toEqual([])
  await page.close()
})

it('has targets of at least 24 pixels on a phone', async () => {
  await episode(0, 'touched', 0)
  const { page, troubles } = await openPage(browser, site.url, { width: 390, height: 844 })
  for (const path of ['runs', 'runs/touched', 'runs/compare?r=touched,touched', 'groups', 'live']) {
    await page.goto(`${site.url}/${path}`)
    await page.locator('main select, main input, main button').first().waitFor()
    const small = await page.locator('button, select, input, summary').evaluateAll((all) =>
      all.flatMap((each) => {
        // What is beside a box belongs to it.
        const target = each.closest('label') ?? each
        const { width, height } = target.getBoundingClientRect()
        const isShown = width > 0 && height > 0 && getComputedStyle(each).visibility === 'visible'
        const label = each.getAttribute('aria-label') ?? each.textContent
        return isShown && Math.min(width, height) < 23.5 ? [`${label} ${width}x${height}`] : []
      }),
    )
    expect([path, small]).toEqual([path, []])
  }
  expect(troubles).toEqual([])
  await page.close()
})

it('explains a value of a filter that it does not know', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/live?won=no&level=high`)
  const said = page.getByRole('alert')
  await said.getByText('won=no').waitFor()
  expect(await said.innerText()).toContain('true or false')
  expect(await said.innerText()).toContain('level=high')
  await page.goto(`${site.url}/live?won=false`)
  await page.getByRole('button', { name: 'Remove the filter won no' }).waitFor()
  expect(await said.count()).toBe(0)
  expect(troubles).toEqual([])
  await page.close()
})

it('shows a run that was opened before its first episode as soon as there is one', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs/later`)
  await page.getByRole('heading', { name: 'No episode of the run later yet' }).waitFor()
  await expectAccessible(page)
  await episode(0, 'later')
  await page.getByRole('link', { name: '1 episode' }).waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('says of an episode of a foreign server that it is consistent, not verified', async () => {
  const id = await episode(0, 'foreign')
  const { page, troubles } = await openPage(browser, site.url)
  await page.route('**/replay', (route) =>
    route.fulfill({
      json: {
        ...{ episode_id: id, verdict: 'consistent', rows: 3, difference: null },
        reason: 'consistent with its records',
      },
    }),
  )
  await page.goto(`${site.url}/episodes/${id}`)
  const chip = page.locator('.title .chip', { hasText: 'consistent, not verified' })
  await chip.waitFor()
  expect(await chip.getAttribute('class')).not.toContain('won')
  expect(troubles).toEqual([])
  await page.close()
})

it('draws batches by their label alone, an open one as incomplete', async () => {
  for (const batch of [0, 0, 1, 1]) await episode(0, 'labelled', batch)
  await episode(0, 'unlabelled')
  const opened = { env: 'phone-call-v2', split: 'val', index: 0 }
  const labels = { run: 'labelled', batch: '1' }
  await site.resources.call('POST /v1/episodes', { ...opened, labels })
  const { page, troubles } = await openPage(browser, `${site.url}/runs/labelled`)
  const axis = page.getByRole('combobox', { name: 'axis' })
  const points = page.locator('.plot').first().locator('circle')
  await expect.poll(() => axis.inputValue(), { timeout: 20_000 }).toBe('batch')
  await points.nth(1).waitFor()
  const titles = await points.locator('title').allTextContents()
  expect(titles.map((title) => title.includes('incomplete: 1 open'))).toEqual([false, true])
  await page.goto(`${site.url}/runs/labelled?cond=clean`)
  await points.nth(1).waitFor()
  expect(await points.locator('title').allTextContents()).toEqual(titles)
  for (const path of ['runs/unlabelled', 'runs/compare?r=labelled,unlabelled']) {
    await page.goto(`${site.url}/${path}`)
    await points.or(page.getByText('a single point for each run')).first().waitFor()
    await expect.poll(() => axis.inputValue(), { timeout: 20_000 }).toBe('episodes')
    expect(await axis.locator('option').allInnerTexts()).not.toContain('batch')
  }
  await page.goto(`${site.url}/runs/unlabelled?by=batch`)
  await page.getByText('No batches: the trainer sent no label').waitFor()
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})
