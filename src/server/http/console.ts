import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { byName } from '../../sim/by-name.ts'

/**
 * The content security policy of the console. Pages may load only this server's own files, and text
 * can never become markup or a script.
 */
const POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'",
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "require-trusted-types-for 'script'; trusted-types 'none'",
].join('; ')

const TYPES: Readonly<Record<string, string>> = byName({
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  woff: 'font/woff',
  ttf: 'font/ttf',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
})

/** The names of these files contain a hash of their content, so they never change. */
const HASHED = /^\/assets\//
const ENCODINGS: readonly (readonly [name: string, ending: string])[] = [
  ['br', '.br'],
  ['gzip', '.gz'],
]
/** Paths that the server's operations use. No page of the console has such a path. */
const RESERVED = /^\/(?:v1|healthz|readyz|metrics|openapi\.yaml|assets)(?:\/|$)/

/** The parts of a request that decide which file it gets. */
interface FileRequest {
  readonly path: string
  readonly accept: string
  readonly acceptEncoding: string
  readonly ifNoneMatch: string
}

/** An answer with a file, or one that confirms the browser's cached copy. */
interface FileAnswer {
  readonly status: 200 | 304
  readonly body: Uint8Array<ArrayBuffer>
  readonly headers: Readonly<Record<string, string>>
}

/** Looks up a file of the console; undefined if there is none. */
export type Console = (request: FileRequest) => FileAnswer | undefined

/**
 * Serves a folder of built files. It reads the list of names once, so no path of a request ever
 * reaches the disk. Every page of the console is the same file, which parses its own address.
 */
export function consoleFiles(folder: string): Console | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length))
  const present = new Set(names.map((name) => `/${name.replaceAll('\\', '/')}`))
  const files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; tag: string }>()
  const readFile = (name: string) => {
    const cachedFile = files.get(name)
    if (cachedFile !== undefined) return cachedFile
    const bytes = Uint8Array.from(readFileSync(join(folder, name)))
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 24)}"`
    const file = { bytes, tag }
    files.set(name, file)
    return file
  }
  return (request) => {
    const name = fileName(request, present)
    if (name === undefined) return undefined
    const encoding = ENCODINGS.find(
      ([contentCoding, ending]) =>
        accepts(request.acceptEncoding, contentCoding) && present.has(name + ending),
    )
    const { bytes, tag } = readFile(name + (encoding?.[1] ?? ''))
    const headers = {
      ...fileHeaders(name, tag),
      ...(encoding === undefined ? {} : { 'content-encoding': encoding[0] }),
    }
    if (!parseTags(request.ifNoneMatch).includes(tag)) return { status: 200, body: bytes, headers }
    return { status: 304, body: new Uint8Array(), headers }
  }
}

/** The name of the file for a request. */
function fileName({ path, accept }: FileRequest, present: ReadonlySet<string>): string | undefined {
  if (path === '/') return '/index.html'
  const isPart = /\.(?:br|gz)$/.test(path) || path === '/index.html'
  if (present.has(path) && !isPart) return path
  return !RESERVED.test(path) && accept.includes('text/html') ? '/index.html' : undefined
}

function fileHeaders(name: string, tag: string): Record<string, string> {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  return {
    'content-type': TYPES[ending] ?? 'application/octet-stream',
    'cache-control': HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: tag,
    vary: 'accept-encoding',
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  }
}

/** Whether a browser accepts an encoding, by its header. */
function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}

const parseTags = (header: string): readonly string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
