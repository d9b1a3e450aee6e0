// Guards how the page of an episode shows the model calls of an agent program.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenaiServer, refuse, startOpenaiServer } from '../openai-server.ts'
import { postJson } from '../support/post-json.ts'
import { tokenModel } from '../support/token-model.ts'
import { lookAtIt, openBrowser, openPage } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'

const folder = mkdtempSync(join(tmpdir(), 'calls-'))
let site: Site
let browser: Browser
let model: OpenaiServer
let episode = ''

/** Asks the tutor once, and answers then. */
function askingModel(prompt: string): string {
  if (prompt.includes('[tool\n')) return '<b>All</b> is well: \\boxed{3}'
  const given = { current_answer: '3', reasoning: 'I call the tutor.\nWill it tell?' }
  return `<tool_call>${JSON.stringify({ name: 'get_feedback', arguments: given })}</tool_call>`
}

interface Opened {
  readonly episode_id: string
  readonly messages: readonly object[]
  readonly tools: readonly object[]
  readonly gateway: { readonly base_with_key: string }
}

/** Plays an episode whose model calls break the prefix once and fail once. */
async function played(): Promise<string> {
  const gateway = { profile: 'policy', tools: 'mcp' }
  const opening = { env: 'math-feedback-v1', split: 'val', index: 0, gateway }
  const opened = await (await postJson(`${site.url}/v1/episodes`, opening)).json()
  const { episode_id: id, messages, tools, gateway: access } = opened as Opened
  const chat = (body: object) =>
    postJson(`${site.url}${access.base_with_key}/chat/completions`, { model: 'any', ...body })
  const sampled = async (conversation: readonly object[]) =>
    (await (await chat({ messages: conversation, tools })).json()).choices[0].message
  const step = async ({ content, tool_calls }: Record<string, unknown>) => {
    const action = tool_calls === undefined ? { content } : { content, tool_calls }
    return (await postJson(`${site.url}/v1/episodes/${id}/steps`, { action })).json()
  }
  const asked = await sampled(messages)
  const { messages: told } = await step(asked)
  const answer = await sampled([...messages, asked, ...told])
  model.script(refuse(400, 'the prompt is too long'))
  expect((await chat({ messages: [{ role: 'user', content: 'A title?' }] })).status).toBe(400)
  expect(await step(answer)).toMatchObject({ terminated: true })
  return id
}

beforeAll(async () => {
  model = await startOpenaiServer(tokenModel(askingModel, (id) => -id / 25))
  const profile = { base_urls: [model.baseUrl], model: 'small', max_tokens: 300, gateway: {} }
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ profiles: { policy: profile } }))
  ;[site, browser] = await Promise.all([startSite(['--config', config]), openBrowser()])
  episode = await played()
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([site?.stop(), model?.close()])
  rmSync(folder, { recursive: true, force: true })
})

it('has the calls between the steps, with breaks and failures marked', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/episodes/${episode}`)
  const calls = page.locator('.turn.calls')
  await calls.nth(1).waitFor()
  expect(await calls.count()).toBe(2)
  expect(await calls.nth(0).innerText()).not.toContain('break')
  expect(await calls.nth(1).innerText()).toContain('1 prefix break')
  expect(await calls.nth(1).innerText()).toContain('1 failed call')
  const order = await page
    .locator('.talk > .turn')
    .evaluateAll((turns) => turns.map(({ id, className }) => id || className.split(' ').at(-1)))
  expect(order.filter((name) => name !== 'turn')).toEqual(['calls', 's1', 'calls', 's2'])
  await calls.nth(1).locator('summary').first().click()
  const second = page.getByRole('region', { name: 'Model call 1' })
  expect(await second.innerText()).toContain('the profile names no dialect')
  expect(await page.getByRole('region', { name: 'Model call 2' }).innerText()).toContain('gateway/')
  expect(troubles).toEqual([])
  await page.close()
})

it('has each token with its log-probability, and its text stays text', async () => {
  const { page, troubles } = await openPage(browser, `${site.url}/episodes/${episode}?open=2`)
  const second = page.getByRole('region', { name: 'Model call 1' })
  await second.waitFor()
  const tokens = second.locator('.tokens .sampled')
  const [rows] = [await site.resources.calls(episode)]
  expect(await tokens.count()).toBe(rows[1]?.token_ids?.length)
  expect((await tokens.allTextContents()).join('')).toContain('<b>All</b> is well')
  expect(await second.locator('.tokens b').count()).toBe(0)
  const first = rows[1]?.logprobs?.[0] ?? 0
  expect(await tokens.first().getAttribute('title')).toContain(`${Math.abs(first).toFixed(2)}`)
  expect(await second.innerText()).toContain('Least likely')
  expect(troubles).toEqual([])
  await page.close()
})

it('is sound to look at, wide and narrow, light and dark', async () => {
  const address = `${site.url}/episodes/${episode}?step=2&open=1,2`
  await lookAtIt(browser, address, 'calls', async (page) => {
    await page.getByText('Replay matches').waitFor()
    await page.getByRole('region', { name: 'Model call 1' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })
})
