import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'

/** Debian's Chromium, or whatever CHROMIUM names. */
const PROGRAM = process.env.CHROMIUM ?? '/usr/bin/chromium'
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: PROGRAM,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })

/** A page that remembers all that went wrong on it. */
export interface Watched {
  readonly page: Page
  /** Errors of scripts, refusals of the policy, requests to elsewhere. */
  readonly troubles: string[]
}

export interface Look {
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
}

export async function openPage(browser: Browser, url: string, look: Look = {}): Promise<Watched> {
  const { width = 1440, height = 900, dark = false } = look
  const page = await browser.newPage({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  page.setDefaultTimeout(20_000)
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    const text = message.text()
    // What the network did is the test's own business; the policy's refusals never are.
    const isNetwork = /^Failed to load|^WebSocket connection to .* failed/.test(text)
    if (message.type() === 'error' && !isNetwork) troubles.push(text)
  })
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== new URL(url).origin) troubles.push(request.url())
  })
  await page.goto(url)
  return { page, troubles }
}

/** Fails with a line per finding. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const findings = await page.evaluate(async () => {
    type Result = { violations: { id: string; nodes: { target: unknown[] }[] }[] }
    const { axe } = globalThis as unknown as { axe: { run(given: object): Promise<Result> } }
    const { violations } = await axe.run({ resultTypes: ['violations'] })
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`,
    )
  })
  expect(findings).toEqual([])
}

const LOOKS: Readonly<Record<string, Required<Look>>> = {
  'wide-light': { width: 1440, height: 900, dark: false },
  'narrow-dark': { width: 390, height: 844, dark: true },
  'wide-dark': { width: 1440, height: 900, dark: true },
  'narrow-light': { width: 390, height: 844, dark: false },
}

/**
 * Looks at an address wide and narrow, light and dark: nothing goes wrong and axe finds nothing.
 * Pictures of all four are kept where SHOTS says.
 */
export async function lookAtIt(
  browser: Browser,
  url: string,
  name: string,
  ready: (page: Page) => Promise<unknown>,
): Promise<void> {
  const { SHOTS } = process.env
  const { page, troubles } = await openPage(browser, url)
  for (const [look, { width, height, dark }] of Object.entries(LOOKS)) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
    await ready(page)
    await expectAccessible(page)
    if (SHOTS === undefined) continue
    mkdirSync(SHOTS, { recursive: true })
    // The bar at the top would cover the middle of a page that is scrolled.
    await page.evaluate(() => scrollTo(0, 0))
    await page.screenshot({ path: join(SHOTS, `${name}-${look}.png`), fullPage: true })
  }
  expect(troubles).toEqual([])
  await page.close()
}

/** What a person sees of the page, to compare it with what a reload shows. */
export const seen = (page: Page): Promise<string> => page.locator('main').innerText()
