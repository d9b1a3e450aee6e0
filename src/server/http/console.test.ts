/** Guards the files of the console: their names, caches, encodings and policy, and nothing else. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type InProcessServer, serveInProcess } from '../../../test/support/in-process.ts'
import { configSchema } from '../config/schema.ts'
import { SILENT_LOG } from '../host-log.ts'

const PAGE = '<!doctype html><title>Console</title>'
const folder = mkdtempSync(join(tmpdir(), 'backchannel-console-'))
let server: InProcessServer
let bare: InProcessServer

const start = (config: object) =>
  serveInProcess({
    config: configSchema.parse({ db: ':memory:', ...config }),
    dataSets: [],
    log: SILENT_LOG,
    consoleFolder: join(folder, 'web'),
  })

beforeAll(async () => {
  mkdirSync(join(folder, 'web/assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'outside')
  writeFileSync(join(folder, 'web/index.html'), PAGE)
  writeFileSync(join(folder, 'web/index.html.br'), brotliCompressSync(PAGE))
  writeFileSync(join(folder, 'web/index.html.gz'), gzipSync(PAGE))
  writeFileSync(join(folder, 'web/assets/main-abc123.js'), 'let a')
  server = await start({ tokens: [{ principal: 'a', token: 'a-token-0123456789' }] })
  bare = await start({ console: false })
})
afterAll(async () => {
  await Promise.all([server.stop(), bare.stop()])
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}, base = server.url) =>
  fetch(base + path, { headers })

const HTML = { accept: 'text/html,application/xhtml+xml' }

it('gives the page at every address that is no operation’s, without a token', async () => {
  for (const path of ['/', '/live?env=x', '/episodes/ep_1', '/groups/a%2Fb/c', '/v12']) {
    const response = await get(path, HTML)
    expect(response.status, path).toBe(200)
    expect(await response.text(), path).toBe(PAGE)
    expect(response.headers.get('cache-control'), path).toBe('no-cache')
  }
  expect(await (await get('/')).text()).toBe(PAGE)
  for (const path of ['/v1', '/v1/nothing', '/assets/gone.js', '/healthz/x']) {
    expect((await get(path, HTML)).status, path).toBe(404)
  }
  expect((await get('/live', { accept: 'application/json' })).status).toBe(404)
  expect((await fetch(`${server.url}/`, { method: 'POST' })).status).toBe(404)
})

it('restricts what pages may do, and forbids other sites to embed them', async () => {
  const { headers } = await get('/', HTML)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'; script-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
})

it('caches files with a hash in their name permanently, and the page by its tag', async () => {
  const script = await get('/assets/main-abc123.js')
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const page = await get('/', HTML)
  const tag = page.headers.get('etag') ?? ''
  const again = await get('/', { ...HTML, 'if-none-match': `"other", W/${tag}` })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await get('/', { ...HTML, 'if-none-match': '"other"' })).status).toBe(200)
})

it('sends files that were compressed at the build to browsers that accept them', async () => {
  const encodingOf = async (accepted: string) =>
    (await get('/', { ...HTML, 'accept-encoding': accepted })).headers.get('content-encoding')
  expect(await encodingOf('gzip, deflate, br')).toBe('br')
  expect(await encodingOf('gzip')).toBe('gzip')
  expect(await encodingOf('br;q=0, gzip;q=0.5')).toBe('gzip')
  expect(await encodingOf('identity')).toBeNull()
})

it('gives no file outside of its folder, whatever the path says', async () => {
  const paths = ['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '//secret.txt']
  for (const path of [...paths, '/assets/..%5c..%5csecret.txt', '/index.html.gz', '/%00']) {
    const response = await get(path)
    expect(await response.text(), path).not.toContain('outside')
  }
})

it('refuses pages of other sites, like all routes', async () => {
  const parts = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }
  expect((await get('/assets/main-abc123.js', parts)).status).toBe(403)
})

it('serves no console if the config disables it', async () => {
  expect((await get('/', HTML, bare.url)).status).toBe(404)
  expect((await get('/live', HTML, bare.url)).status).toBe(404)
})
