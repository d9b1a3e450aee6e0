/** One expression of a script and the line it begins on, from 1. */
export interface Chunk {
  readonly code: string
  readonly line: number
}

/**
 * Cuts a script into its expressions as q reads files: a line that begins with a blank goes on with
 * the one before, `/` and `\` alone on lines enclose a comment, `\` alone ends the script. A
 * closing brace in the first column goes on too, since programs are often written so.
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
