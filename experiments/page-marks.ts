import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Writes a text between the marks of a name in a page, if the page has them. */
export function writeBetweenMarks(path: string, name: string, text: string): void {
  if (!existsSync(path)) return
  const page = readFileSync(path, 'utf8')
  const open = `<!-- written by the experiment: begin${name === '' ? '' : ` ${name}`} -->`
  const endMark = `<!-- written by the experiment: end${name === '' ? '' : ` ${name}`} -->`
  const [before, after] = [page.indexOf(open), page.indexOf(endMark)]
  if (before < 0 || after < before) return
  writeFileSync(path, `${page.slice(0, before)}${open}\n\n${text}\n\n${page.slice(after)}`)
}
