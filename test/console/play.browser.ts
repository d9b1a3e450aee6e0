// Guards the forms of play: only what the episode offers, nothing that costs a turn by mistake.
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible, openPage } from './support/browser.ts'
import type { Site } from './support/site.ts'
import { onStage } from './support/stage.ts'

let site: Site
let browser: Browser

onStage(async (...opened) => {
  ;[site, browser] = opened
})

async function opened(env: string, settings: Record<string, unknown> = {}): Promise<string> {
  const asked = { env, split: 'val', index: 3, settings } as never
  return (await site.resources.call('POST /v1/episodes', asked)).episode_id
}

async function called(id: string, name: string, given: object): Promise<void> {
  const tool = { name, arguments: JSON.stringify(given) }
  await site.resources.call('POST /v1/episodes/{episode_id}/steps', {
    episode_id: id,
    action: { content: null, tool_calls: [{ id: 'a', type: 'function', function: tool }] },
  })
}

const tabs = (page: Page): Promise<string[]> => page.getByRole('tab').allInnerTexts()

it('has a form for each tool of the episode that can be used, and for no other', async () => {
  const id = await opened('phone-call-v2', { stage: 'full' })
  const asked = { episode_id: id }
  const { tools, next_turn } = await site.resources.call('GET /v1/episodes/{episode_id}', asked)
  const { page, troubles } = await openPage(browser, `${site.url}/play/${id}`)
  await page.getByRole('tab').first().waitFor()
  const usable = tools.filter(({ function: { name } }) => next_turn?.used_up[name] === undefined)
  const names = usable.map(({ function: { name } }) => name.replaceAll('_', ' '))
  expect(names).not.toContain('hang up')
  expect(await tabs(page)).toEqual([...names, 'Message'])
  expect(troubles).toEqual([])
  await page.close()
})

it('sends nothing while a required member is missing', async () => {
  const id = await opened('phone-call-v2')
  const { page, troubles } = await openPage(browser, `${site.url}/play/${id}`)
  await page.getByRole('tab', { name: 'phone call' }).click()
  await page.getByRole('textbox', { name: /^phone_number ·/ }).fill('(555) 0100')
  await page.getByRole('button', { name: 'Send: phone call' }).click()
  await page.getByRole('alert').getByText('Required: service').waitFor()
  await page.getByRole('tab', { name: 'auth info form' }).click()
  await page.locator('.tool-form code', { hasText: /^unavailable$/ }).waitFor()
  await page.getByRole('button', { name: 'Send: auth info form' }).click()
  await page.getByRole('alert').getByText('Required: fields').waitFor()
  expect((await site.resources.log(id)).length).toBe(1)
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('keeps what was typed while another tool is open', async () => {
  const id = await opened('phone-call-v2')
  const { page, troubles } = await openPage(browser, `${site.url}/play/${id}`)
  await page.getByRole('tab', { name: 'phone call' }).click()
  const number = page.getByRole('textbox', { name: /^phone_number ·/ })
  await number.fill('(555) 0100')
  await page.getByRole('tab', { name: 'Message' }).click()
  await page.getByLabel('Your message').fill('One moment.')
  await page.getByRole('tab', { name: 'phone call' }).click()
  expect(await number.inputValue()).toBe('(555) 0100')
  await page.getByRole('tab', { name: 'Message' }).click()
  expect(await page.getByLabel('Your message').inputValue()).toBe('One moment.')
  expect(troubles).toEqual([])
  await page.close()
})

it.each([
  ['math-feedback-v1', 'textbox'],
  ['q-code-v1', 'editor'],
])('says in %s that a message is the final answer, and asks before it sends', async (env, how) => {
  const id = await opened(env)
  const { page, troubles } = await openPage(browser, `${site.url}/play/${id}`)
  await page.getByRole('tab', { name: 'Final answer' }).click()
  await page.getByText('It ends the episode.').waitFor()
  if (how === 'textbox') await page.getByLabel('Your message').fill('\\boxed{1}')
  await page.getByRole('button', { name: 'Send final answer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send your final answer?' })
  await dialog.waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continue working' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await site.resources.log(id)).length).toBe(1)
  await page.getByRole('button', { name: 'Send final answer' }).click()
  await dialog.getByRole('button', { name: 'End the episode' }).click()
  await page.getByRole('link', { name: 'Play another' }).waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('offers no tool that is used up, and says why', async () => {
  const form = await opened('phone-call-v2')
  await called(form, 'auth_info_form', { fields: ['email'] })
  const sandbox = await opened('q-code-v1', { sandbox_calls: 1 })
  await called(sandbox, 'q_sandbox', { code: '1+1' })
  const feedback = await opened('math-feedback-v1', { assistant_turns: 5, feedback_turns: 1 })
  await called(feedback, 'get_feedback', { current_answer: '1' })
  const last = await opened('math-feedback-v1', { assistant_turns: 1 })
  const { page, troubles } = await openPage(browser, site.url)
  for (const [id, tool, reason] of [
    [form, 'auth info form', 'it was used'],
    [sandbox, 'q sandbox', '1 of 1 used'],
    [feedback, 'get feedback', '1 of 1 used'],
    [last, 'get feedback', 'the last turn is for the answer'],
  ] as const) {
    await page.goto(`${site.url}/play/${id}`)
    await page.getByText(`${tool} (${reason})`).waitFor()
    expect(await tabs(page)).not.toContain(tool)
  }
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('draws a call that was refused as refused', async () => {
  const form = await opened('phone-call-v2')
  await called(form, 'auth_info_form', { fields: ['email'] })
  await called(form, 'auth_info_form', { fields: ['full_name'] })
  const sandbox = await opened('q-code-v1', { sandbox_calls: 0 })
  await called(sandbox, 'q_sandbox', { code: '1+1' })
  const feedback = await opened('math-feedback-v1', { feedback_turns: 0 })
  await called(feedback, 'get_feedback', { current_answer: '1' })
  const unknown = await opened('phone-call-v2')
  await called(unknown, 'no_such_tool', {})
  const { page, troubles } = await openPage(browser, site.url)
  for (const id of [form, sandbox, feedback, unknown]) {
    await page.goto(`${site.url}/episodes/${id}`)
    await page.locator('.tool .chip', { hasText: 'refused' }).waitFor()
    await page.locator('.tool .answer.no').last().waitFor()
  }
  expect(troubles).toEqual([])
  await page.close()
})

it('has a menu of the stages of an environment, which sets the stage that is played', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/play?env=phone-call-v2&split=val`)
  const stage = page.getByRole('combobox', { name: 'stage' })
  await stage.waitFor()
  expect(await stage.inputValue()).toBe('seed')
  await stage.selectOption('full')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Play this task' }).click()
  await page.getByRole('tab', { name: 'report' }).waitFor()
  expect(troubles).toEqual([])
  await page.close()
})

it('has a menu of levels, which goes to the next task of a level', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/play?env=phone-call-v2&split=val`)
  const level = page.getByRole('combobox', { name: 'level' })
  const number = page.getByRole('spinbutton', { name: 'task number' })
  const levelAt = async (index: number): Promise<number> => {
    const { tasks } = await site.resources.call('GET /v1/environments/{env}/tasks', {
      ...{ env: 'phone-call-v2', split: 'val', from: index, limit: 1 },
    })
    return Number(tasks[0]?.difficulty)
  }
  await level.waitFor()
  const first = String(await levelAt(0))
  await expect.poll(() => level.inputValue()).toBe(first)
  await level.selectOption('5')
  await page.waitForURL(/index=\d/)
  const at = Number(await number.inputValue())
  expect(await levelAt(at)).toBe(5)
  await page.getByRole('button', { name: 'Next task of level 5' }).click()
  await expect.poll(async () => Number(await number.inputValue())).toBeGreaterThan(at)
  expect(await levelAt(Number(await number.inputValue()))).toBe(5)
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('shows what a turn needs first, and explains the members of rows once', async () => {
  const id = await opened('phone-call-v2', { stage: 'full' })
  const { page, troubles } = await openPage(browser, `${site.url}/play/${id}`)
  await page.getByRole('tab', { name: 'phone call' }).click()
  const inputs = page.locator('.tool-form :is(input, select, textarea)').filter({ visible: true })
  await expect.poll(() => inputs.count()).toBeLessThan(8)
  expect(await page.getByLabel(/^phone_number ·/).isVisible()).toBe(true)
  await page.getByText(/more optional fields: .*details/).click()
  await page.getByText('unavailable optional').waitFor()
  await page.getByRole('tab', { name: 'report' }).click()
  for (const _ of [1, 2]) await page.getByRole('button', { name: 'Add' }).click()
  const meaning = 'your rules say that this service is never done'
  expect(await page.getByText(meaning).filter({ visible: true }).count()).toBe(0)
  await page.getByText('What to fill in: service, reason').click()
  expect(await page.getByText(meaning).filter({ visible: true }).count()).toBe(1)
  await page.getByRole('combobox', { name: 'reason' }).first().selectOption('rules_forbid')
  expect(await page.getByText(meaning).filter({ visible: true }).count()).toBe(2)
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('offers a reference number as a choice, and fills in the department of a service', async () => {
  const asked = { env: 'phone-call-v2', split: 'val', index: 13, settings: {} } as never
  const { episode_id } = await site.resources.call('POST /v1/episodes', asked)
  await called(episode_id, 'company_directory', { query: 'Riverbend and Amberly Travel' })
  for (const _ of ['form', 'call']) {
    await site.resources.call('POST /v1/episodes/{episode_id}/continue', {
      ...{ episode_id, player: 'oracle' },
    })
  }
  const { page, troubles } = await openPage(browser, `${site.url}/play/${episode_id}`)
  await page.getByRole('tab', { name: 'phone call' }).click()
  const references = page.getByRole('combobox', { name: /^reference_number/ })
  await expect.poll(() => references.locator('option').count()).toBeGreaterThan(1)
  expect(await references.isVisible()).toBe(true)
  const number = page.getByRole('combobox', { name: /^phone_number ·/ })
  expect(await number.inputValue()).toBe('')
  await page.getByRole('combobox', { name: /^service/ }).selectOption('invoice_copy')
  expect(await number.inputValue()).toMatch(/^\(\d/)
  await expectAccessible(page)
  expect(troubles).toEqual([])
  await page.close()
})

it('stays at a refused call, with its arguments, and shows the answer', async () => {
  const id = await opened('phone-call-v2')
  await called(id, 'company_directory', { query: 'Riverbend and Amberly Travel' })
  const { page, troubles } = await openPage(browser, `${site.url}/play/${id}`)
  await page.getByRole('tab', { name: 'phone call' }).click()
  const service = page.getByRole('combobox', { name: /^service/ })
  await service.selectOption('invoice_copy')
  await page.getByRole('button', { name: 'Send: phone call' }).click()
  await page.locator('#s2 .chip', { hasText: 'refused' }).waitFor()
  await page.getByRole('tab', { name: 'phone call', selected: true }).waitFor()
  expect(await service.inputValue()).toBe('invoice_copy')
  await page.getByRole('tab', { name: 'Message' }).click()
  await page.getByLabel('Your message').fill('I cannot get any further.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const answer = page.locator('article', { hasText: 'after step 3' })
  await answer.waitFor()
  const isInView = (): Promise<boolean> =>
    answer.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)
  await expect.poll(isInView).toBe(true)
  expect(troubles).toEqual([])
  await page.close()
})

it('names an environment or a split of the address that the server does not have', async () => {
  const { page } = await openPage(browser, `${site.url}/play?env=nope-v1&split=mine`)
  const environment = page.getByLabel('environment')
  await environment.waitFor()
  expect(await environment.inputValue()).toBe('nope-v1')
  expect(await page.getByLabel('split').inputValue()).toBe('mine')
  await environment.selectOption('mock-v1')
  expect(await page.getByLabel('split').inputValue()).toBe('val')
  expect(page.url()).toContain('env=mock-v1')
  await page.close()
})

it('keeps the focus beside the conversation after a turn', async () => {
  const id = await opened('mock-v1')
  const { page, troubles } = await openPage(browser, `${site.url}/play/${id}`)
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest('aside')?.getAttribute('aria-label'))
  for (const turn of [1, 2]) {
    await page.getByRole('button', { name: 'Send: read code' }).focus()
    await page.keyboard.press('Enter')
    await page.locator(`#s${turn}`).waitFor()
    await expect.poll(focused).toBe('Your turn and the reward')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tab')
  }
  expect(troubles).toEqual([])
  await page.close()
})
