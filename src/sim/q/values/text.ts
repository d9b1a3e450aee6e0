const TAB = 9
const RETURN = 13
const SPACE = 32

const isBlank = (code: number): boolean => code === SPACE || (code >= TAB && code <= RETURN)

/** Trims text. Bytes above 127, such as 0xa0, belong to letters and stay. */
export function trimText(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  return end - start === text.length ? text : text.slice(start, end)
}
