import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './browser.ts'
import { type Site, startSite } from './site.ts'

/** Has a site and a browser for the tests of a file, handed over before the first of them. */
export function onStage(take: (site: Site, browser: Browser) => unknown): void {
  let site: Site | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    ;[site, browser] = await Promise.all([startSite(), openBrowser()])
    await take(site, browser)
  })
  afterAll(async () => {
    await browser?.close()
    await site?.stop()
  })
}
