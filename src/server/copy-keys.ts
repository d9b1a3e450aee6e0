import type { KeyStamp } from './resume-keys.ts'

/**
 * A key of another principal's episode that a copy was made with. The copy is accessible as long as
 * this key is valid.
 */
export interface CopyKey extends Pick<KeyStamp, 'revokedMs'> {
  readonly episode: string
}

/** Clients cannot send this character in an open key. */
const MARK = '\u0001'
const KEYS = new RegExp(`^${MARK}((?:ep_[0-9a-f]{32} [0-9]+ )+)`)

/** The most keys in a chain of copies of copies. */
export const COPY_KEYS_MAX = 16

/** The keys that an episode was copied with, oldest copy first. */
export function parseCopyKeys({ openKey }: { readonly openKey: string }): readonly CopyKey[] {
  if (!openKey.startsWith(MARK)) return []
  const words = (KEYS.exec(openKey)?.[1] ?? '').trimEnd().split(' ')
  const keys: CopyKey[] = []
  for (let index = 0; index + 1 < words.length; index += 2) {
    keys.push({ episode: words[index] as string, revokedMs: Number(words[index + 1]) })
  }
  return keys
}

/** The open key of a copy. It contains the keys that the copy was made with. */
export function copyOpenKey(keys: readonly CopyKey[], suffix: string): string {
  if (keys.length === 0) return suffix
  const named = keys.map(({ episode, revokedMs }) => `${episode} ${revokedMs} `)
  return `${MARK}${named.join('')}${suffix}`
}
