import { readFileSync } from 'node:fs'

let version: string | undefined

/** The version of this program. */
export function ownVersion(): string {
  version ??= versionIn(new URL('../../package.json', import.meta.url))
  return version
}

const versionIn = (file: URL): string =>
  (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
