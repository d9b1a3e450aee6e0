// Guards that every key of the sheet does what it says, and that the keyboard alone plays on.
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { KEYS } from '../../src/web/state/key-table.ts'
import { openPage } from './support/browser.ts'
import type { Site } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser
let episodes: readonly string[]

onStage(async (...opened) => {
  ;[site, browser] = opened
  episodes = await site.play('habit', { env: 'phone-call-v2', episodes: 10, run: 'habit' })
  for (const id of ['one', 'two', 'three']) await group(id)
})

/** Two rollouts that give up, each in its own words. */
async function group(id: string): Promise<void> {
  for (const index of [0, 1]) {
    const { episode_id } = await site.resources.call('POST /v1/episodes', {
      ...{ env: 'phone-call-v2', split: 'val', index: 0 },
      group: { run: 'groups', id, index, size: 2, mode: 'independent', generation: '1' },
    })
    for (const content of [`I give up, says ${index}.`, 'I give up.']) {
      const action = { content }
      await site.resources.call('POST /v1/episodes/{episode_id}/steps', { episode_id, action })
    }
  }
}

type Place = keyof typeof KEYS
type Try = (page: Page) => Promise<unknown>
/** A key without a try is an error of types. */
type Tries = { readonly [Where in Place]: Readonly<Record<keyof (typeof KEYS)[Where], Try>> }

const row = (page: Page, at: number) => page.locator('.canvas .row').nth(at)
const isNow = (page: Page, at: number) =>
  expect.poll(() => row(page, at).getAttribute('class')).toContain('now')
const goes = (to: RegExp | string) => (page: Page) => page.waitForURL(to)
const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key)
}
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name }).waitFor()
const onStep = (step: number) => goes(new RegExp(`step=${step}\\b`))
const paced = (text: string) => (page: Page) => page.getByText(`${text} s per step`).waitFor()
const rollout = (page: Page, at: number) => goes(at === 0 ? /groups\/groups\/two/ : /at=1/)(page)

/** What is seen after a key, on the page of its place; `KEYS_BEFORE` leads to where it has work. */
const TRIES: Tries = {
  everywhere: {
    '/': (page) => expect.poll(() => focused(page)).toBe('find'),
    '?': dialog('Keys'),
    'g l': goes('**/live'),
    'g r': goes('**/runs'),
    'g g': goes('**/groups'),
    'g t': goes('**/tasks'),
    'g p': goes('**/play'),
    'g s': goes('**/search'),
    'g q': goes('**/q'),
    'g a': goes('**/grade'),
    // The first press may have come before the sheet stood open.
    Escape: async (page) => {
      const sheets = async (): Promise<number> => {
        await page.keyboard.press('Escape')
        return page.getByRole('dialog').count()
      }
      await expect.poll(sheets, { timeout: 20_000 }).toBe(0)
    },
  },
  lists: {
    j: (page) => isNow(page, 0),
    k: (page) => isNow(page, 0),
    Enter: goes('**/episodes/ep_*'),
    x: (page) => page.getByText('1 episode marked').waitFor(),
    c: goes('**/compare?e=ep_*,ep_*'),
    e: (page) => page.getByRole('form', { name: 'Filter' }).waitFor(),
    '.': (page) => page.getByRole('button', { name: 'paused' }).waitFor(),
  },
  'an episode': {
    ArrowLeft: onStep(2),
    ArrowRight: onStep(4),
    Home: onStep(1),
    End: onStep(5),
    ' ': onStep(4),
    '1': paced('0.25'),
    '2': paced('0.5'),
    '3': paced('1'),
    '4': paced('2'),
    o: goes(/open=3/),
    v: (page) => page.getByText('Replay matches byte for byte.').waitFor(),
    f: goes('**/play/ep_*'),
    p: goes('**/play/ep_*'),
    c: goes('**/compare?e=ep_*'),
    y: (page) => page.getByRole('button', { name: 'replay command' }).waitFor(),
    h: (page) => page.getByText('"required_calls"').waitFor(),
    j: (page) => page.getByText('This is the last of the list.').waitFor(),
    k: (page) => page.getByText('This is the first.').waitFor(),
    u: goes('**/live'),
  },
  'a group': {
    ArrowLeft: (page) => rollout(page, 0),
    ArrowRight: (page) => rollout(page, 1),
    ArrowUp: goes(/row=1/),
    ArrowDown: goes(/row=2/),
    Enter: goes('**/episodes/ep_*'),
    x: goes(/mark=ep_\w+$/),
    c: goes('**/compare?e=ep_*,ep_*'),
    '[': goes('**/groups/groups/one?principal=*'),
    ']': goes('**/groups/groups/three?principal=*'),
    t: dialog('Training rows'),
    u: goes('**/groups?run=groups'),
  },
  'a comparison': { n: goes(/at=\d/), N: goes(/at=\d/) },
}

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.id)

/** Keys that lead to where the one that is tried has something to do. */
const KEYS_BEFORE: Readonly<Record<string, readonly string[]>> = {
  'everywhere Escape': ['?'],
  'lists k': ['j', 'j'],
  'lists Enter': ['j'],
  'lists x': ['j'],
  'lists c': ['j', 'x', 'j', 'x'],
  'an episode  ': ['1'],
  'an episode 3': ['1'],
  'a group ArrowLeft': ['ArrowRight'],
  'a group ArrowUp': ['ArrowDown', 'ArrowDown'],
  'a group ArrowDown': ['ArrowDown'],
  'a group c': ['x', 'ArrowRight', 'x'],
}

const BEGINNINGS: Readonly<Record<Place, readonly [path: () => string, shown: string]>> = {
  everywhere: [() => '/live', '.canvas .row'],
  lists: [() => '/live', '.canvas .row:nth-child(9)'],
  'an episode': [() => `/episodes/${long()}?step=3`, '.parts li'],
  'a group': [() => '/groups/groups/two', '.first-difference'],
  'a comparison': [() => `/compare?e=${episodes[0]},${episodes[1]}`, '.first-difference'],
}
/** An episode of exactly five steps. */
const long = (): string => five
let five = ''

async function findFive(): Promise<void> {
  const { episodes: all } = await site.resources.episodes({ run: 'habit' })
  const found = all.find(({ steps }) => steps === 5) ?? all[0]
  if (found === undefined) throw new Error('no episode has five steps')
  five = found.episode_id
}

describe('the sheet of keys', () => {
  beforeAll(findFive)
  for (const place of Object.keys(KEYS) as Place[]) {
    it(`says what keys do: ${place}`, async () => {
      const { page, troubles } = await openPage(browser, site.url)
      const [path, shown] = BEGINNINGS[place]
      for (const [key, tried] of Object.entries(TRIES[place]) as [string, Try][]) {
        await page.goto('about:blank')
        await page.goto(site.url + path())
        await page.evaluate(() => sessionStorage.clear())
        await page.locator(shown).first().waitFor()
        await press(page, ...(KEYS_BEFORE[`${place} ${key}`] ?? []))
        await press(page, ...(key === ' ' ? ['Space'] : key.split(' ')))
        await tried(page).catch((error: Error) => {
          throw new Error(`${place}, ${key}: ${error.message}`)
        })
      }
      expect(troubles).toEqual([])
      await page.close()
    }, 180_000)
  }
})

/** Goes on by the tabulator until something with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let tabs = 0; tabs < 120; tabs++) {
    await page.keyboard.press('Tab')
    const text = await page.evaluate(() => {
      const at = document.activeElement
      const labels = at instanceof HTMLTextAreaElement ? [...(at.labels ?? [])] : []
      return [at?.textContent, ...labels.map((label) => label.textContent)].join(' ').trim()
    })
    if (name.test(text)) return
  }
  throw new Error(`the tabulator never comes to ${name}`)
}

it('is enough: a run, an episode, a step, and on from there', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/live`)
  await row(page, 5).waitFor()
  await press(page, 'g', 'r')
  await page.waitForURL('**/runs')
  await page.getByRole('table').getByRole('link', { name: 'habit' }).waitFor()
  await tabTo(page, /^habit$/)
  await press(page, 'Enter')
  await page.waitForURL('**/runs/habit**')
  await page.getByRole('heading', { name: 'By level' }).waitFor()
  await tabTo(page, /^View failures$/)
  await press(page, 'Enter')
  await page.waitForURL('**/live?**won=false')
  await page.locator('.chip.remove-filter').first().waitFor()
  await row(page, 0).waitFor()
  await press(page, 'j', 'Enter')
  await page.waitForURL('**/episodes/ep_*')
  await page.getByRole('heading', { name: 'Why it failed' }).waitFor()
  await press(page, 'Home', 'ArrowRight')
  await page.waitForURL('**step=2**')
  await press(page, 'f')
  await page.waitForURL('**/play/ep_*')
  await page.getByRole('tab', { name: 'Message' }).waitFor()
  await tabTo(page, /^Message$/)
  await press(page, 'Enter')
  await tabTo(page, /^Your message$/)
  await page.keyboard.type('Thank you, that is all.')
  await press(page, 'Tab', 'Enter')
  await page.getByText('Thank you, that is all.').first().waitFor()
  await page.locator('.turn', { hasText: 'step 3' }).first().waitFor()
  expect(troubles).toEqual([])
  await page.close()
}, 120_000)
