// Guards groups, runs, tasks and search: what they show, where they lead, and reloads.
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, lookAtIt, openPage, seen } from './support/browser.ts'
import type { Site } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser

onStage(async (...opened) => {
  ;[site, browser] = opened
  await site.play('habit', { env: 'phone-call-v2', episodes: 20, run: 'a/b ?#c' })
  await site.play('random', { env: 'phone-call-v2', episodes: 20, run: 'other' })
  for (const index of [0, 1, 2]) await rollout(index)
})

/** A rollout of a group that gives up, after a search of its own. */
async function rollout(index: number): Promise<void> {
  const { episode_id } = await site.resources.call('POST /v1/episodes', {
    ...{ env: 'phone-call-v2', split: 'val', index: 0 },
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
  await page.locator('.first-difference').waitFor()
  expect(await page.locator('.turn-table thead .rollout-row th').count()).toBe(4)
  const effect = page.locator('.effect', { hasText: 'What the critique changed' })
  await effect.getByText('“try 1”').waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('x')
  await page.waitForURL(/mark=ep_\w+,ep_\w+/)
  const taught = page.locator('.critique-row td').first().getByText(/\w{4}/).first()
  await taught.waitFor()
  const before = await seen(page)
  await page.reload()
  await taught.waitFor()
  await expect.poll(() => seen(page)).toBe(before)
  await page.keyboard.press('c')
  await page.waitForURL('**/compare?e=*')
  await page.getByText('guided, attempts in the prompt: 0').waitFor()
  await page.goBack()
  await page.locator('.first-difference').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/episodes/ep_*')
  expect(troubles).toEqual([])
  await page.close()
})

it('keeps groups under the pointer in place, and polls with two pages open', async () => {
  const open = async (run: string, id: string): Promise<void> => {
    const group = { run, id, index: 0, size: 2, mode: 'independent' as const, generation: '1' }
    const task = { env: 'mock-v1', split: 'val', index: 0 }
    await site.resources.call('POST /v1/episodes', { ...task, group })
  }
  for (let at = 0; at < 4; at += 1) await open('held', `first-${at}`)
  const { page, troubles } = await openPage(browser, site.url)
  await page.route('**/v1/groups?*', (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    return route.continue({ url: String(url) })
  })
  await page.goto(`${site.url}/groups?run=held`)
  const ids = page.locator('tbody tr td:first-child')
  await expect.poll(() => ids.allInnerTexts()).toHaveLength(4)
  await ids.first().hover()
  await open('held', 'second')
  await page.getByRole('button', { name: '1 new' }).waitFor()
  expect(await ids.first().innerText()).toBe('first-3')
  await page.getByRole('button', { name: '1 new' }).click()
  await expect.poll(() => ids.first().innerText()).toBe('second')
  await page.getByRole('heading', { name: 'Groups' }).hover()
  await open('held', 'third')
  await expect.poll(() => ids.first().innerText(), { timeout: 60_000 }).toBe('third')
  expect(troubles).toEqual([])
  await page.close()
})

it('leads from the curves of a run, whatever its name, to its episodes', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs`)
  await page.getByRole('table').getByRole('link', { name: 'a/b ?#c' }).click()
  await page.locator('.chart svg').first().waitFor()
  await page.getByRole('link', { name: '20 episodes' }).click()
  await page.locator('.canvas .row').nth(9).waitFor()
  await page.goto(`${site.url}/runs?mark=${encodeURIComponent('a/b ?#c')},other`)
  await page.getByRole('link', { name: 'Compare the 2 marked' }).click()
  await page.getByText('Common tasks').waitFor()
  await page.getByRole('link', { name: 'compare', exact: true }).first().click()
  await page.waitForURL('**/compare?e=*')
  expect(troubles).toEqual([])
  await page.close()
})

it('goes on where a table of tasks ends, to its last row and no further', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/tasks`)
  const shorter = (part: string) =>
    page.route(`**/v1/runs/**/${part}*`, (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', '8')
      return route.continue({ url: String(url) })
    })
  await Promise.all([shorter('compare'), shorter('tasks')])
  const marked = encodeURIComponent('a/b ?#c')
  for (const address of [`/runs/compare?r=${marked},other`, '/runs/other']) {
    await page.goto(`${site.url}${address}`)
    const more = page.getByRole('button', { name: 'More' })
    await page.getByText('8 of 20').waitFor()
    await more.click()
    await page.getByText('16 of 20').waitFor()
    await expectAccessible(page)
    await more.click()
    await expect.poll(() => more.count()).toBe(0)
    const tasks = await page
      .locator('table')
      .last()
      .locator('tbody tr td:first-child')
      .allInnerTexts()
    expect(new Set(tasks).size).toBe(20)
    expect(tasks).toHaveLength(20)
  }
  expect(troubles).toEqual([])
  await page.close()
})

it('tells what each failure taught, aligns by action, and has training rows', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/groups/groups/0-0`)
  await page.locator('.critique-row td').first().getByText(/\w{4}/).first().waitFor()
  await page.getByRole('combobox', { name: 'align by' }).selectOption('action')
  await page.waitForURL('**align=action**')
  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: 'Training rows' }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as JSON lines' }).click()
  const path = await (await saved).path()
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows).toHaveLength(3)
  expect(rows[0].messages[0].role).toBe('system')
  await page.keyboard.press('t')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press(']')
  await page.getByText('This is the last group.').waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('looks more closely at a stretch of a run, and hands out its points', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/runs/other?by=time`)
  const chart = page.locator('.chart svg').first()
  await chart.waitFor()
  // Over all of it: a quick machine opens all episodes within some milliseconds. Curves move as
  // answers come, so the first try may miss them.
  const takeStretch = async (): Promise<string> => {
    const box = await chart.boundingBox()
    if (box === null) return ''
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width * 0.02, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.98, y, { steps: 4 })
    await page.mouse.up()
    return page.url()
  }
  await expect.poll(takeStretch, { timeout: 20_000 }).toMatch(/from=\d+&to=\d+/)
  for (const [kind, begins] of [
    ['CSV', 'curve,x,n,mean'],
    ['SVG', '<svg '],
  ] as const) {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: `${kind} of reward` }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    expect(text.startsWith(begins)).toBe(true)
    expect(text).not.toContain('var(--')
  }
  await page.getByRole('link', { name: 'Episodes in this range' }).click()
  await page.waitForURL(/live\?run=other&from=\d+&to=\d+/)
  await page.getByRole('button', { name: /opened from/ }).waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('runs q, again and again, and keeps the code in the address', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/q`)
  const code = page.getByRole('textbox', { name: 'q code' })
  await code.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2+3*til 3')
  await page.keyboard.press('Control+Enter')
  await page.getByText('2 5 8').waitFor()
  await page.waitForURL('**/q?code=*')
  await page.reload()
  await code.getByText('2+3*til 3').waitFor()
  await code.click()
  await page.keyboard.type('+`a')
  await page.getByRole('button', { name: /^Run/ }).click()
  await page.locator('.answer.no').waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('grades an answer and says why, also from a link', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/grade`)
  await page.getByLabel('correct answer').fill('3/4')
  await page.getByLabel('full response').fill('It is \\boxed{0.75}.')
  await page.getByRole('button', { name: 'Grade' }).click()
  await page.getByRole('heading', { name: 'Correct', exact: true }).waitFor()
  await page.getByText('It equals 3/4.').waitFor()
  await page.goto(`${site.url}/grade?gold=12&answer=13`)
  await page.getByRole('heading', { name: 'Not correct' }).waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('leads from an environment to a task, and the oracle is watched at it', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/tasks`)
  await page.locator('a[href="/tasks/math-feedback-v1"]').first().click()
  await page.getByRole('heading', { name: 'What blind play earns' }).waitFor()
  await page.goBack()
  await page.locator('a[href="/tasks/phone-call-v2"]').first().click()
  await page.getByRole('heading', { name: 'Tasks by split and level' }).waitFor()
  await page.getByRole('link', { name: 'val', exact: true }).click()
  await page.getByRole('link', { name: 'Why attempts fail' }).click()
  await page
    .locator('.failures')
    .getByText(/^\d+ of all 4\d attempts failed\.$/)
    .waitFor()
  await page.locator('.failures tr', { hasText: 'refused: missing.field' }).first().waitFor()
  await page.getByRole('link', { name: 'val-000000' }).click()
  await page.getByRole('heading', { name: 'Newest episodes' }).waitFor()
  await page.getByRole('button', { name: 'Watch the oracle' }).click()
  await page.waitForURL('**/play/ep_*')
  await page
    .getByText(/[^t] ?won$/)
    .first()
    .waitFor({ timeout: 60_000 })
  expect(troubles).toEqual([])
  await page.close()
})

it('finds words that were said, and leads to the step that has them', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/search`)
  await page.getByRole('searchbox').fill('"try 2" comp*')
  await page.keyboard.press('Enter')
  await page.waitForURL(/search\?q=/)
  await page.getByText('1 matching episode').waitFor()
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'won', exact: true }).selectOption('yes')
  await page.getByText('No matches').waitFor()
  await page.goBack()
  await page.locator('.search-hit mark').first().waitFor()
  await page.locator('.search-hit').first().click()
  await page.waitForURL(/episodes\/ep_\w+\?step=1$/)
  expect(troubles).toEqual([])
  await page.close()
})

it('says what is wrong on a page of its own, wherever that is', async () => {
  const wrong = [
    ...['nowhere', `episodes/ep_${'0'.repeat(32)}`, 'groups/none/none', 'runs/none'],
    ...[
      'runs/50%',
      'groups/%E0%A4/x',
      'tasks/none',
      'tasks/none/val',
      'tasks/mock-v1/val/none',
      `play/ep_${'0'.repeat(32)}`,
    ],
  ]
  const { page, troubles } = await openPage(browser, site.url)
  for (const path of wrong) {
    await page.goto(`${site.url}/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
  }
  // The next page is shown, without a reload.
  await page.goto(`${site.url}/runs/50%`)
  await page.getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('continues a search after an error, where it stopped', async () => {
  const { page } = await openPage(browser, `${site.url}/live`)
  let isAway = true
  await page.route('**/v1/search?**', (route) => (isAway ? route.abort() : route.continue()))
  await page.goto(`${site.url}/search?q=comp*`)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  expect(await page.getByRole('status').allInnerTexts()).not.toContain(/: all/)
  isAway = false
  await again.click()
  await page.locator('.search-hit mark').first().waitFor()
  expect(await again.count()).toBe(0)
  await page.close()
})

it('is sound to look at, wide and narrow, light and dark', async () => {
  const shows = (selector: string) => (page: import('playwright-core').Page) =>
    page.locator(selector).first().waitFor()
  const pages = [
    ['groups/groups/0-0', 'group', '.first-difference'],
    ['groups', 'groups', '.plain'],
    ['runs', 'runs', '.plain'],
    ['runs/a%2Fb%20%3F%23c', 'run', '.chart'],
    ['runs/compare?r=a%2Fb%20%3F%23c,other', 'runs-compared', '.plain'],
    ['tasks', 'tasks', '.card'],
    ['tasks/phone-call-v2', 'environment', '.plain'],
    ['tasks/phone-call-v2/val', 'split', '.plain'],
    ['tasks/phone-call-v2/val/val-000000', 'task', '.plain'],
    ['runs/a%2Fb%20%3F%23c#failures', 'run-failures', '.failures table'],
    ['tasks/phone-call-v2/val?level=3#failures', 'split-failures', '.failures table'],
    ['compare', 'compare-choice', 'h1'],
    ['nowhere', 'missing', 'h1'],
    ['search?q=give%20up', 'search', '.search-hit'],
    ['q?code=til%2010', 'q', '.cm-content'],
    ['grade?gold=3%2F4&answer=%5Cboxed%7B0.75%7D', 'grade', '.reasons'],
  ] as const
  for (const [path, name, selector] of pages) {
    await lookAtIt(browser, `${site.url}/${path}`, name, shows(selector))
  }
})
