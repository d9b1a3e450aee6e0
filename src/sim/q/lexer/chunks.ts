/** One expression of a script and the line it begins on, from 1. */
interface Chunk {
  readonly code: string
  readonly line: number
}

/**
 * Splits a script into its expressions as q reads files. A line that begins with a space continues
 * the previous one. `/` and `\` alone on lines enclose a comment, and `\` alone ends the script. A
 * closing brace in the first column also continues, since programs are often written so.
 */
export function scriptChunks(script: string): Chunk[] {
  const chunks: { code: string; line: number }[] = []
  let inComment = false
  for (const [index, raw] of script.split(/\r?\n/).entries()) {
    const line = raw.trimEnd()
    if (inComment) {
      if (line === '\\') inComment = false
      continue
    }
    if (line === '/') inComment = true
    else if (line === '\\') break
    else if (line !== '' && !line.startsWith('/')) add(chunks, line, index + 1)
  }
  return chunks
}

function add(chunks: { code: string; line: number }[], line: string, number: number): void {
  const last = chunks.at(-1)
  if (/^[ \t})\]]/.test(line) && last !== undefined) last.code += `\n${line}`
  else chunks.push({ code: line.trimStart(), line: number })
}

/**
 * Splits an entry of several lines into expressions, like a script. Lines also continue while
 * brackets are open.
 */
export function entryChunks(entry: string): readonly string[] {
  if (!entry.includes('\n')) return [entry]
  const chunks: string[] = []
  for (const { code } of scriptChunks(entry)) {
    const last = chunks.at(-1)
    if (last !== undefined && openBrackets(last) > 0) chunks[chunks.length - 1] = `${last}\n${code}`
    else chunks.push(code)
  }
  return chunks
}

/** The number of open brackets at the end of some lines, ignoring strings and comments. */
function openBrackets(text: string): number {
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/g, '').replace(/(^|\s)\/.*$/gm, '')
  let openCount = 0
  for (const character of withoutStrings) {
    if ('([{'.includes(character)) openCount++
    else if (')]}'.includes(character)) openCount--
  }
  return openCount
}
