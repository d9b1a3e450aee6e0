import { existsSync, renameSync } from 'node:fs'

/** Renames a folder, if it exists, to `NAME.before-1` or the next free number. */
export function setAside(path: string, write: (text: string) => void): void {
  if (!existsSync(path)) return
  let number = 1
  while (existsSync(`${path}.before-${number}`)) number++
  const aside = `${path}.before-${number}`
  renameSync(path, aside)
  write(`${path} is now ${aside}\n`)
}
