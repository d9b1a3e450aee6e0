import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Puts a text between the marks of a name in a page, where the page has them. */
export function writeBetweenMarks(path: string, name: string, text: string): void {
  if (!existsSync(path)) return
  const page = readFileSync(path, 'utf8')
  const open = `<!-- written by the experiment: begin${name === '' ? '' : ` ${name}`} -->`
  const close = `<!-- written by the experiment: end${name === '' ? '' : ` ${name}`} -->`
  const [before, after] = [page.indexOf(open), page.indexOf(close)]
  if (before < 0 || after < before) return
  writeFileSync(path, `${page.slice(0, before)}${open}\n\n${text}\n\n${page.slice(after)}`)
}
