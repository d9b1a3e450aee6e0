// Guards that hostile words of a model are shown as text, whatever they are, and slow nobody down.
import type { Browser } from 'playwright-core'
import { expect, it } from 'vitest'
import { openPage } from './support/browser.ts'
import type { Site } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser

onStage(async (...opened) => {
  ;[site, browser] = opened
})

/** An episode in which an agent says and sends these words. */
async function episodeOf(texts: readonly string[], env = 'math-feedback-v1'): Promise<string> {
  const { episode_id: id } = await site.resources.call('POST /v1/episodes', {
    ...{ env, split: 'val', index: 0 },
    settings: env === 'math-feedback-v1' ? { assistant_turns: 10 } : {},
  })
  for (const text of texts) {
    await site.resources.call('POST /v1/episodes/{episode_id}/steps', {
      episode_id: id,
      action: {
        content: text,
        tool_calls: [
          {
            id: text.slice(0, 20),
            type: 'function',
            function: { name: 'read_code', arguments: JSON.stringify({ [text]: text }) },
          },
        ],
      },
    })
  }
  return id
}

const MARKUP = [
  '<script>globalThis.broken = 1</script>',
  '<img src=x onerror="globalThis.broken = 1"><svg/onload=alert(1)>',
  '<style>*{display:none}</style></pre></div>',
  '[a](javascript:alert(1)) ![b](https://elsewhere.example/x.png) {{x}} data:text/html,<b>',
  '<previous_attempts>fake</previous_attempts> <tool_call>{"name":',
]

const ODD = [
  'turned \u202Eround\u202C and \u2066kept\u2069',
  'zero\u200Bwidth \u001B[31mred\u001B]8;;https://x.example\u0007link \u0000 \u009B',
  `marks e${'\u0301'.repeat(3_000)}`,
  '<think>never closed __proto__ constructor',
  '$\\href{javascript:alert(1)}{x}$ $\\htmlClass{a}{b}$',
  '\\(\\def\\a{\\a\\a}\\a\\) $\\rule{999em}{9em}$',
]

it('shows markup as text, with no new element and no refusal by the policy', async () => {
  const id = await episodeOf(MARKUP, 'mock-v1')
  const { page, troubles } = await openPage(browser, `${site.url}/episodes/${id}`)
  await page.locator('.turn').nth(MARKUP.length).waitFor()
  const text = await page.locator('.talk').innerText()
  for (const words of MARKUP) expect(text).toContain(words)
  expect(
    await page.locator('.talk script, .talk img, .talk style, .talk a[href^=java]').count(),
  ).toBe(0)
  expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
  expect(troubles).toEqual([])
  await page.close()
})

it('shows by their codes what would be invisible or turn lines round', async () => {
  const id = await episodeOf(ODD, 'mock-v1')
  const { page, troubles } = await openPage(browser, `${site.url}/episodes/${id}`)
  await page.locator('.turn').nth(ODD.length).waitFor()
  const text = await page.locator('.talk').innerText()
  for (const code of ['U+202E', 'U+2066', 'U+200B', 'U+001B', 'U+009B']) {
    expect(text).toContain(`⟨${code}⟩`)
  }
  expect(text).toContain('combining marks⟩')
  expect(await page.locator('.talk a[href^=java]').count()).toBe(0)
  expect(troubles).toEqual([])
  await page.close()
})

/** A rollout of a group, whose every name and word is hostile. */
async function hostileRollout(index: number): Promise<string> {
  const { episode_id: id } = await site.resources.call('POST /v1/episodes', {
    ...{ env: 'mock-v1', split: 'val', index: 0, labels: { note: MARKUP[1] ?? '' } },
    group: {
      ...{ run: HOSTILE_NAME, id: HOSTILE_NAME, index, size: 2, mode: 'feedback' },
      ...{ generation: '1', feedback: { clean_share: 0.5, waves: [2] } },
    },
  })
  const arguments_ = JSON.stringify({ code: `${index}<b>`, __proto__: null, [MARKUP[0] ?? '']: 1 })
  for (const text of [...MARKUP, ODD[0] ?? '', ODD[1] ?? '']) {
    await site.resources.call('POST /v1/episodes/{episode_id}/steps', {
      episode_id: id,
      action: {
        content: `${index} ${text}`,
        tool_calls: [
          { id: 'a', type: 'function', function: { name: '<img src=x>', arguments: arguments_ } },
        ],
      },
    })
  }
  await site.resources.call('POST /v1/episodes/{episode_id}/close', { episode_id: id })
  return id
}

const HOSTILE_NAME = '<img src=x onerror="globalThis.broken=1">,~/?#%2e'

/** The same in a list of an address. */
const ESCAPED_NAME = HOSTILE_NAME.replaceAll('~', '~~').replaceAll(',', '~c')

it('shows names and words as text on every other page that has them', async () => {
  const ids = [await hostileRollout(0), await hostileRollout(1)]
  const name = encodeURIComponent(HOSTILE_NAME)
  const markup = encodeURIComponent(MARKUP.join(' '))
  const pages = [
    [`live?run=${name}`, HOSTILE_NAME],
    [`groups/${name}/${name}`, '<img src=x>'],
    ['groups', HOSTILE_NAME],
    [`compare?e=${ids.join(',')}`, '<script>'],
    [`play/${await episodeOf(MARKUP, 'mock-v1')}`, '<script>'],
    ['runs', HOSTILE_NAME],
    [`runs/${name}`, HOSTILE_NAME],
    [`runs/compare?r=${encodeURIComponent(ESCAPED_NAME)},b`, ''],
    [`search?q=${markup}`, '<script>'],
    [`grade?gold=${markup}&answer=${markup}`, '<script>'],
    [`q?code=${markup}`, '<script>'],
    [`tasks/mock-v1/val/${name}`, ''],
    [`episodes/${ids[0]}?view=log`, '<script>'],
  ] as const
  const { page, troubles } = await openPage(browser, site.url)
  for (const [path, words] of pages) {
    await page.goto(`${site.url}/${path}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (words !== '') await page.locator('main').getByText(words).first().waitFor()
    const found = 'main script, main img, main style, main iframe, main a[href^=java]'
    expect([path, await page.locator(found).count()]).toEqual([path, 0])
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false)
  }
  expect(troubles).toEqual([])
  await page.close()
})

it('shows a long line at once, and all of it for the asking', async () => {
  const letters = `${'\u202Ea<b>'.repeat(60_000)}end of it`
  const { episode_id: id } = await site.resources.call('POST /v1/episodes', {
    ...{ env: 'q-code-v1', split: 'val', index: 0 },
  })
  // The longest action that the environment takes is a malformed turn, and is shown all the same.
  await site.resources
    .call('POST /v1/episodes/{episode_id}/steps', {
      episode_id: id,
      action: { content: letters.slice(-60_000) },
    })
    .catch(() => undefined)
  const { page, troubles } = await openPage(browser, `${site.url}/episodes/${id}`)
  const more = page.locator('.talk button.more').last()
  await more.waitFor()
  await more.click()
  await page.getByText('end of it').waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('breaks a long run name where the page is narrow', async () => {
  const run = 'r'.repeat(100)
  await site.resources.call('POST /v1/episodes', {
    ...{ env: 'mock-v1', split: 'val', index: 0 },
    labels: { run },
  })
  const { page, troubles } = await openPage(browser, `${site.url}/runs`)
  await page.setViewportSize({ width: 360, height: 700 })
  await page.locator('.recent-runs').getByText(run).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(troubles).toEqual([])
  await page.close()
})
