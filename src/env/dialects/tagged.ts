/** A form whose arguments are bare text between tags; every expression is sticky. */
export interface TagForm {
  /** The mark of a call, its name and the space behind it. */
  readonly head: RegExp
  /** The text before a value, with the name of the argument. */
  readonly key: RegExp
  readonly valueEnd: string
  /** What ends the call, and the space before it. */
  readonly tail: RegExp
  /** What no value has that is whole: the beginning of something else. */
  readonly inner: RegExp
}

/**
 * The end of the call that begins at a place; -1 if it is not whole. A value with marks of the form
 * itself counts as cut off: what follows may be another call.
 */
export function endOfTagged(text: string, start: number, form: TagForm): number {
  let index = matchedTo(form.head, text, start)
  while (index >= 0) {
    const value = matchedTo(form.key, text, index)
    if (value < 0) return matchedTo(form.tail, text, index)
    const end = text.indexOf(form.valueEnd, value)
    if (end < 0 || form.inner.test(text.slice(value, end))) return -1
    index = end + form.valueEnd.length
  }
  return -1
}

function matchedTo(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : -1
}
