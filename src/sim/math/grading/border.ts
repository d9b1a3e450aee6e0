/** Removes marks around an answer that have no meaning. */
export function withoutBorder(text: string): string {
  let result = text.trim().replace(INCHES, "$1''")
  for (let round = 0; round < 4; round++) {
    const previous = result
    result = trimEnds(result)
    if (result.startsWith('__') && result.endsWith('__')) result = result.slice(2, -2)
    result = withoutQuotes(result)
    if (result.endsWith('\\')) result = result.slice(0, -1)
    result = withoutDollars(result)
    if (result === previous) break
  }
  // A typeset colon is one sign, as in a time of day.
  return /:|\\colon/.test(result) ? result.replace(TYPESET_COLON, ':') : result
}

/** The inch sign, which is not a closing quotation mark. */
const INCHES = /^([^"]*\d)"$/

const TYPESET_COLON =
  /(?:\\(?:text|textrm|mathrm|mathbin|mathrel)\s?)?\{:\}|\\!:(?:\\!)?|\\colon(?![a-z])\s*/g

const QUOTED = /^(\\text\s?\{\s*)?(?:'([^']+)'|‘([^’]+)’|“([^”]+)”|"([^"]+)")(\s*\})?$/

/** Removes quotation marks around the whole text, also inside its command. */
function withoutQuotes(text: string): string {
  const [, command = '', ...parts] = QUOTED.exec(text) ?? []
  const closingBrace = parts.pop() ?? ''
  const content = parts.find((part) => part !== undefined)
  return content === undefined || (command === '') !== (closingBrace === '')
    ? text
    : command + content + closingBrace
}

const STARTS = '*`"'
const ENDS = '*`",;:'

/** Removes marks from both ends, and one full stop, but not three dots. */
function trimEnds(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && STARTS.includes(text[start] ?? ' ')) start++
  while (end > start && ENDS.includes(text[end - 1] ?? ' ')) end--
  if (text[end - 1] === '.' && text[end - 2] !== '.') end--
  return text.slice(start, Math.max(start, end)).trim()
}

function withoutDollars(text: string): string {
  if (text.startsWith('\\(') && text.endsWith('\\)')) return text.slice(2, -2).trim()
  if (text.startsWith('\\[') && text.endsWith('\\]')) return text.slice(2, -2).trim()
  const count = text.split(/(?<!\\)\$/).length - 1
  if (count === 0) return text
  if (count % 2 === 0) return text.replace(/(?<!\\)\$/g, ' ').trim()
  return text.endsWith('$') ? text.slice(0, -1).trim() : text
}
