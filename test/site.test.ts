// Guards the static site: its menu names every page of docs/, and no page that is not there.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import site from '../docs/.vitepress/config.ts'
import { pathsUnder, ROOT } from './tidy/files.ts'

const LINKS = site.themeConfig.sidebar.flatMap(({ items }) => items.map(({ link }) => link))

it('lists every page in its menu', () => {
  const pages = pathsUnder('docs').filter((path) => path.endsWith('.md'))
  expect(pages.map((path) => `/${path.slice(0, -'.md'.length)}`).toSorted()).toEqual(
    LINKS.filter((link) => link.startsWith('/docs/')).toSorted(),
  )
})

it('links to pages that exist', () => {
  const missing = LINKS.filter((link) => link !== '/' && !existsSync(join(ROOT, `${link}.md`)))
  expect(missing).toEqual([])
})
