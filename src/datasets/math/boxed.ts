const BOX = /\\(?:boxed|fbox)(?![A-Za-z])\s*/y

/** A pair of braces that is still open. */
interface Open {
  readonly isBox: boolean
  /** Index of its content. */
  readonly start: number
}

interface Box {
  readonly start: number
  readonly end: number
}

/**
 * The content of the last `\boxed` (or `\fbox`) in a text, with balanced braces, or null if there
 * is no closed one. `\boxed 7` is read as `\boxed{7}`. Linear in the length of the text.
 */
export function lastBoxed(text: string): string | null {
  const opens: Open[] = []
  let last: Box | undefined
  const note = (box: Box): void => {
    if (last === undefined || box.start > last.start) last = box
  }
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') {
      const after = behindBox(text, at)
      if (after === undefined) {
        // A brace after a backslash is text, as in a set.
        at += 1
      } else if (text[after] === '{') {
        opens.push({ isBox: true, start: after + 1 })
        at = after
      } else {
        const end = endOfBare(text, after)
        if (end > after) note({ start: after, end })
        at = Math.max(after, end) - 1
      }
    } else if (text[at] === '{') opens.push({ isBox: false, start: at + 1 })
    else if (text[at] === '}') {
      const open = opens.pop()
      if (open?.isBox === true) note({ start: open.start, end: at })
    }
  }
  return last === undefined ? null : text.slice(last.start, last.end).trim()
}

/** Index after the box command at this position, spaces included. */
function behindBox(text: string, at: number): number | undefined {
  BOX.lastIndex = at
  return BOX.test(text) ? BOX.lastIndex : undefined
}

function endOfBare(text: string, start: number): number {
  let end = start
  while (end < text.length && !/[\s{}$\\]/.test(text[end] as string)) end += 1
  return end
}
