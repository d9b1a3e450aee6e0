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
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') {
      const boxEnd = behindBox(text, index)
      if (boxEnd === undefined) {
        // A brace after a backslash is text, as in a set.
        index += 1
      } else if (text[boxEnd] === '{') {
        opens.push({ isBox: true, start: boxEnd + 1 })
        index = boxEnd
      } else {
        const end = endOfBare(text, boxEnd)
        if (end > boxEnd) note({ start: boxEnd, end })
        index = Math.max(end, boxEnd) - 1
      }
    } else if (text[index] === '{') opens.push({ isBox: false, start: index + 1 })
    else if (text[index] === '}') {
      const open = opens.pop()
      if (open?.isBox === true) note({ start: open.start, end: index })
    }
  }
  return last === undefined ? null : text.slice(last.start, last.end).trim()
}

/** Index after the box command at this position, spaces included. */
function behindBox(text: string, start: number): number | undefined {
  BOX.lastIndex = start
  return BOX.test(text) ? BOX.lastIndex : undefined
}

function endOfBare(text: string, start: number): number {
  let end = start
  while (end < text.length && !/[\s{}$\\]/.test(text[end] as string)) end += 1
  return end
}
