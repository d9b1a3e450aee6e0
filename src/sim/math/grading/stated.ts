import { hasAlternative, isAlternative } from './alternatives.ts'
import { boxRoles } from './box-role.ts'
import { withoutDecoration } from './decoration.ts'
import { withoutGroups } from './digit-groups.ts'
import {
  hasOtherBefore,
  isDeniedAfter,
  isDeniedBox,
  isHypothetical,
  isRetracted,
  type RestatementTest,
} from './retraction.ts'
import { boxes, joinSpans, mathSpans, type Span } from './spans.ts'
import { VALUE_LEADS } from './tables/words.ts'
import { plainVisibleText } from './visible-text.ts'

/** The answer that a text states, and whether another form states a different one. */
export interface StatedAnswer {
  readonly text: string
  readonly isAmbiguous: boolean
  /** Whether a percent sign follows its box. */
  readonly isInPercent?: true
  /** The answer with the lines above it that give values to other names, if there are any. */
  readonly namedValues?: string
}

/** A value at the start of a text, and its end. */
export interface ParsedValue {
  readonly text: string
  readonly end: number
}

/** Reads the values of one kind of answer. No function depends on the right answer. */
export interface ValueReader {
  /** Set if values are words. Then a number after one is not a second value. */
  readonly isWordy?: true
  /** The value in a box; `null` if it is not of this kind. */
  boxed(content: string): string | null
  /**
   * The value after an announcement.
   *
   * @param isLabel whether a colon or the end of a line announces it, as in "Answer: 5"
   */
  announced(text: string, isLabel: boolean): ParsedValue | null
  /**
   * The value of a line.
   *
   * @param isWhole whether the text has no other line
   */
  line(line: string, isWhole?: boolean): string | null
  /** Whether a text as a whole is a value. */
  isValue?(text: string): boolean
  /** Whether another value repeats the first one, or rounds it. */
  restates?(value: string, other: string): boolean
}

/** A place in a text that states an answer in an announced form, such as a box. */
interface Form {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isBox?: true
  readonly namedValues?: string
}

/** Only the last few forms are read. */
const FORMS_MAX = 24
const ANNOUNCED_MAX = 700

/**
 * The last answer that a text states in an announced form: a box, "Answer: 5", "the answer is 5",
 * "#### 5", or a last line that is a value. Otherwise `null`, for prose too.
 */
export function statedAnswer(text: string, reader: ValueReader): StatedAnswer | null {
  const written = plainVisibleText(text)
  const visible = withoutQuoted(withoutGroups(withoutDecoration(written)))
  const boxed = boxForms(visible, reader)
  const forms = [
    ...boxed,
    ...announcedForms(visible, reader, boxed.at(-1)),
    ...markedForms(visible, reader),
  ]
  if (forms.length > 1) forms.sort((left, right) => left.start - right.start)
  const lastForm = forms.at(-1)
  const line = lastLine(written, visible, reader, lastForm)
  const isLineLast = line !== null && (lastForm === undefined || isLaterNumber(line, lastForm))
  const decisiveForm = isLineLast ? line : lastForm
  if (decisiveForm === undefined || decisiveForm === null) return null
  if (isRetracted(visible.slice(decisiveForm.end), restatementTest(decisiveForm.text, reader)))
    return null
  const { text: answerText, isBox } = decisiveForm
  const namedValues =
    isLineLast || line?.namedValues?.startsWith(answerText) ? line?.namedValues : undefined
  const result = { text: answerText, isAmbiguous: forms.some((form) => form.text !== answerText) }
  const isInPercent = isBox === true && PERCENT_BEHIND.test(visible.slice(decisiveForm.end))
  if (isInPercent) return { ...result, isInPercent }
  return namedValues === undefined ? result : { ...result, namedValues }
}

const PERCENT_BEHIND = /^\s{0,4}\$?\s{0,4}(?:\\?%|percent\b|pct\b)/i

/** A lone number on a later line replaces an earlier form. A formula may be a check of it. */
const isLaterNumber = (line: Form, earlierForm: Form): boolean =>
  line.start >= earlierForm.end && /^[-−+$\d.,/% ]*\d[-−+$\d.,/% ]*$/.test(line.text)

/** Quotations: an announcement in quotation marks does not count. */
const QUOTES = /"[^"\n]{0,400}"|“[^”\n]{0,400}”|«[^»\n]{0,400}»|「[^」\n]{0,400}」/g
const ANNOUNCES = /\\f?box|\banswers?\b|####|\bans\b/i

const withoutQuoted = (text: string): string =>
  !/["“«「]/.test(text)
    ? text
    : text.replace(QUOTES, (quote) => (ANNOUNCES.test(quote) ? ' '.repeat(quote.length) : quote))

function boxForms(text: string, reader: ValueReader): Form[] {
  const completeBoxes = boxes(text).filter((box) => !isCutOff(text, box))
  if (completeBoxes.length === 0) return []
  const groups = joinSpans(
    text,
    completeBoxes.slice(-FORMS_MAX).filter((box) => !isDeniedBox(text, box)),
  )
  const roleOf = boxRoles(text)
  return groups.flatMap((group): Form[] => {
    const role = roleOf(group)
    const content = (role === '-' ? '-' : '') + group.content.trim()
    const value = role === 'part' || isQuestion(group.content) ? null : reader.boxed(content)
    const restates = value === null ? undefined : restatementTest(value, reader)
    if (value === null || isDeniedAfter(text.slice(group.end), true, restates)) return []
    if (hasAlternative(value, text.slice(group.end), reader) || isAlternative(text, group.start))
      return []
    if (restates !== undefined && hasOtherBefore(text, group.start, restates)) return []
    return [{ start: group.start, end: group.end, text: value, isBox: true }]
  })
}

const restatementTest = (value: string, { restates }: ValueReader): RestatementTest | undefined =>
  restates === undefined ? undefined : (other) => restates(value, other)

/** Whether a text ends within a box: the rest of the value may be missing. */
const isCutOff = (text: string, { end, isOpen }: Span): boolean =>
  isOpen === true && text.slice(end).trim() === ''

/** "5?" and "?5" are questions. */
const isQuestion = (content: string): boolean => /^[\s{$]*\?|\?[\s}$]*$/.test(content)

const LABEL = String.raw`\s{0,4}(?:[:：]|=(?!=)|→)|[ \t][-–—](?=[ \t])|[ \t]*(?=\n)|\s?(?=\$|\\[([])`
const ABOUT = String.raw`(?:\s(?:to|of|for)\s[^.:;!?\n]{1,60}?)?`
const IS = String.raw`${ABOUT}\s{1,4}(?:is|are|must be|should be|equals)\b`
const SPOKEN = `only|maybe|perhaps|possibly|i (?:think|guess|believe)|it(?: is|'s)`
const LEADS = VALUE_LEADS.join('|')
const LEAD = String.raw`(?:(?:${LEADS}|${SPOKEN}|either|both)\b[,.]?[\s:*_=]{1,24})?`
const HEAD = '(?:answers?|(?<=correct |right )(?:option|choice))'
const PHRASE = new RegExp(
  String.raw`\b(?:${HEAD}(?:(${LABEL})|${IS})|ans(\.|\s{0,4}[:=]))[\s:*_=]{0,24}${LEAD}`,
  'gi',
)
/** A faster check: most texts have no announcement in words. */
const MAY_ANNOUNCE = /ans|option|choice/i

/** @param lastBox a box that ends the text is not read again where it is announced */
function announcedForms(text: string, reader: ValueReader, lastBox: Form | undefined): Form[] {
  const forms: Form[] = []
  if (!MAY_ANNOUNCE.test(text)) return forms
  for (const match of findPhrases(text).slice(-FORMS_MAX)) {
    const [phrase, label, shortLabel] = match
    if (isHypothetical(text, match.index, label === undefined && shortLabel === undefined)) continue
    const afterPhrase = match.index + phrase.length
    if (afterPhrase === lastBox?.start && /^[.\s]*$/.test(text.slice(lastBox.end))) continue
    // The line end shows that a mark below a label is a bullet.
    const lineEnd = phrase.lastIndexOf('\n')
    const start = lineEnd < 0 ? afterPhrase : match.index + lineEnd
    const parsed = reader.announced(text.slice(start, start + ANNOUNCED_MAX), label !== undefined)
    if (parsed === null) continue
    const end = start + parsed.end
    const restates = restatementTest(parsed.text, reader)
    if (hasAlternative(parsed.text, text.slice(end), reader)) continue
    if (!isDeniedAfter(text.slice(end), reader.isWordy === true, restates))
      forms.push({ start, end, text: parsed.text })
  }
  return forms
}

/** `matchAll` copies the expression, which costs more than the search. */
function findPhrases(text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  PHRASE.lastIndex = 0
  for (let match = PHRASE.exec(text); match !== null; match = PHRASE.exec(text)) matches.push(match)
  return matches
}

const HASHES = /(?:^|\n|(?<=[\d.)$\s]))####[ \t]{1,4}([^\n]{1,400})/g
const TAG = /<answer>((?:[^<]|<(?!\/?answer>)){1,4000})<\/answer>/g

/** "#### 42" and `<answer>42</answer>`. */
function markedForms(text: string, reader: ValueReader): Form[] {
  if (!text.includes('####') && !text.includes('<answer>')) return []
  return [...text.matchAll(HASHES), ...text.matchAll(TAG)].slice(-FORMS_MAX).flatMap((match) => {
    const value = reader.line((match[1] ?? '').trim())
    const end = match.index + match[0].length
    return value === null ? [] : [{ start: match.index, end, text: value }]
  })
}

const LINE_MAX = 400

/**
 * The answer in the last line: the line is a value or has one in bold. A display is a line.
 *
 * @param earlierForm the last form before the line. After it, the line counts only if it has digits
 * or gives values to several names.
 */
function lastLine(
  written: string,
  visible: string,
  reader: ValueReader,
  strong: Form | undefined,
): Form | null {
  const trimmed = visible.trimEnd()
  const isFinished = strong !== undefined && !/\d/.test(trimmed.slice(strong.end))
  if (isFinished && namedValuesAtEnd(trimmed).namedValues === undefined) return null
  const line = displayAtEnd(trimmed) ?? lineAtEnd(trimmed)
  if (line.content.length > LINE_MAX) return null
  const value = isQuestion(line.content) ? null : reader.line(line.content, line.start === 0)
  if (value !== null) {
    if (isDeniedBox(trimmed, line)) return null
    const form = { start: line.start, end: line.end, text: value }
    return { ...form, ...namedValuesAtEnd(trimmed) }
  }
  return boldForm(written.trimEnd().split('\n').at(-1) ?? '', trimmed, line.start, reader)
}

function lineAtEnd(text: string): Span {
  const start = text.lastIndexOf('\n') + 1
  return { start, end: text.length, content: text.slice(start) }
}

const DISPLAY_MAX = 8_000

/** The display at the end of a text, or its last row; otherwise `null`. */
function displayAtEnd(text: string): Span | null {
  const offset = Math.max(0, text.length - DISPLAY_MAX)
  const ending = text.slice(offset)
  const span = mathSpans(ending).at(-1)
  if (span === undefined || !/^\.?$/.test(ending.slice(span.end).trim())) return null
  const isDisplay = /^(?:\$\$|\\\[|\\begin\{(?:align|gather|split|eqn))/.test(
    ending.slice(span.start),
  )
  const isOnLine = /(?:^|\n)[ \t]*$/.test(ending.slice(0, span.start))
  if (!isDisplay && !(isOnLine && span.content.includes('\n'))) return null
  const content = `\\(${lastRow(span.content).trim()}\\)`
  return { start: offset + span.start, end: text.length, content }
}

const NAMED_LINE = new RegExp(
  String.raw`^[ \t]*([-*•][ \t]+)?\$?(?:\\\()?([a-zA-Z](?:_\{?\w{1,3}\}?)?)[ \t]*[=:][ \t]*` +
    String.raw`([^=:\n$<>]{1,60}?)[ \t]*(?:\\\))?\$?[.,;]?[ \t]*$`,
)

/**
 * Values of several names on lines below each other at the end, as one list. Values of one name are
 * the answer together. Of several names, the question may ask for one.
 */
function namedValuesAtEnd(text: string): { namedValues?: string; text?: string } {
  if (!text.includes('\n')) return {}
  const values: string[] = []
  const names = new Set<string>()
  for (const line of text.split('\n').slice(-LINES_MAX).reverse()) {
    if (line.trim() === '' && values.length > 0) continue
    const [, bullet, name, value] = NAMED_LINE.exec(line) ?? []
    if (name === undefined || (bullet === undefined && names.has(name))) break
    names.add(name)
    values.unshift(`${name} = ${value}`)
  }
  if (values.length < 2) return {}
  return names.size < values.length
    ? { text: values.join(', ') }
    : { namedValues: values.join(', ') }
}
const LINES_MAX = 12

/** The value in bold in the last line, if it is the only one in bold. */
function boldForm(raw: string, text: string, position: number, reader: ValueReader): Form | null {
  // A label such as "**Total:**" is not a value.
  const bold = [...raw.matchAll(/\*\*([^*\n]{1,200})\*\*(?!:)/g)]
    .map(([, content = '']) => content)
    .filter((content) => !content.trimEnd().endsWith(':'))
  const value = bold.length === 1 ? reader.line((bold[0] as string).trim()) : null
  if (value === null) return null
  const start = text.indexOf((bold[0] as string).trim(), position)
  const span = { start, end: start + (bold[0] as string).trim().length, content: value }
  if (start < 0 || isQuestion(value) || isDeniedBox(text, span)) return null
  if (isDeniedAfter(text.slice(span.end), false, restatementTest(value, reader))) return null
  return { start, end: span.end, text: value }
}

const ROWS =
  /^\s*\\begin\{((?:align(?:ed)?|gather(?:ed)?|split|eqnarray)\*?)\}([\s\S]*)\\end\{\1\}\s*$/

/** The last row of a formula whose rows work out one value. */
function lastRow(formula: string): string {
  const [, , rowsText] = ROWS.exec(formula) ?? []
  const rows = rowsText?.split(/\\\\(?:\[[^\]]*\])?/).filter((row) => row.trim() !== '') ?? []
  return rows.length < 2 ? formula : (rows.at(-1) as string).replaceAll('&', '').trim()
}
