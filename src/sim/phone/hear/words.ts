import { byName } from '../../by-name.ts'
import { IRREGULAR } from './tables/polarity.ts'
import { SYNONYMS } from './tables/synonyms.ts'

/** A word of a text as it is heard, or a mark. Made once, so that texts share their words. */
export interface Word {
  /** In lower case. */
  readonly text: string
  /** Empty for a mark. */
  readonly stem: string
}

const STEM_LENGTH_MIN = 3

/** What a word is heard as, where that is no matter of endings. */
const HEARD_AS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(IRREGULAR),
  ...Object.entries(SYNONYMS),
])

/** Words heard before; cleared when full, for anybody may send any words. */
const known = new Map<string, Word>()
const KNOWN_MAX = 20_000

/** A word as it is heard. */
function wordOf(text: string): Word {
  let word = known.get(text)
  if (word === undefined) {
    word = { text, stem: cut(HEARD_AS.get(text) ?? text) }
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(text, word)
  }
  return word
}

/** A word without its endings: "cancels", "cancelled" and "cancelling" meet in one stem. */
export const stemOf = (word: string): string => wordOf(word).stem

function cut(word: string): string {
  let stem = word
  for (const ending of ['ings', 'ing', 'ies', 'ied', 'ed', 'es', 's']) {
    if (!stem.endsWith(ending) || (ending === 's' && stem.endsWith('ss'))) continue
    if (stem.length - ending.length < STEM_LENGTH_MIN) continue
    stem = stem.slice(0, -ending.length) + (ending.startsWith('ie') ? 'y' : '')
    break
  }
  if (stem.length > STEM_LENGTH_MIN && stem.endsWith('e')) stem = stem.slice(0, -1)
  const last = stem.at(-1)
  const isDouble = stem.length > STEM_LENGTH_MIN && last === stem.at(-2)
  return isDouble ? stem.slice(0, -1) : stem
}

/** Whether a piece is a word and no mark. */
export const isWord = ({ stem }: Word): boolean => stem !== ''

/** A text in pieces: words and marks. The arrays run in parallel. */
export interface Pieces {
  readonly pieces: readonly Word[]
  /** Whether a piece is a word that begins with a capital, as names do. */
  readonly isCapital: readonly boolean[]
}

const SPACE = 32
const MARKS: ReadonlyMap<string, Word> = new Map(
  [...'.,;:!?()\n–—"“”'].map((sign) => [
    sign,
    { text: sign === '“' || sign === '”' ? '"' : sign, stem: '' },
  ]),
)
const DASH = { text: '—', stem: '' }
/** The stop behind one of these ends no sentence. */
const TITLES: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'dr', 'prof'])
const APOSTROPHES = "'’‘`´"
/** Contractions without their sign: "dont", and what they stand for. */
const DENIED_VERBS = 'do does did is are was were could should would have has had need must'
const CONTRACTED: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...DENIED_VERBS.split(' ').map((verb) => [`${verb}nt`, [verb, 'not']] as const),
  ...['cant', 'cannot', "can't"].map((word) => [word, ['can', 'not']] as const),
  ...['wont', "won't"].map((word) => [word, ['will', 'not']] as const),
  ['wanna', ['want', 'to']],
  ['gotta', ['got', 'to']],
])
const ENDINGS: Readonly<Record<string, readonly string[]>> = byName({
  d: ['would'],
  s: [],
  ll: ['will'],
})
const SILENT = new Set(['re', 've', 'm'])

/** "4,097 points": a comma within a number ends no clause. */
const partsThousands = (text: string, at: number): boolean =>
  text.charCodeAt(at) === COMMA &&
  isDigitCode(text.charCodeAt(at - 1)) &&
  [1, 2, 3].every((ahead) => isDigitCode(text.charCodeAt(at + ahead))) &&
  !isDigitCode(text.charCodeAt(at + 4))
const COMMA = 44
const isDigitCode = (code: number): boolean => code >= 48 && code <= 57

/**
 * A text's words and marks in lower case, contractions written out: "don't" is "do not". Hyphens
 * within words separate like spaces.
 */
export function readPieces(text: string): Pieces {
  const pieces: Word[] = []
  const isCapital: boolean[] = []
  const push = (piece: Word, capital = false): void => {
    pieces.push(piece)
    isCapital.push(capital)
  }
  let at = 0
  while (at < text.length) {
    const start = at
    while (at < text.length && (isWordCode(text.charCodeAt(at)) || partsThousands(text, at))) at++
    if (at > start) {
      let word = text.slice(start, at).replaceAll(',', '').toLowerCase()
      const capital = text.charCodeAt(start) < 91 && text.charCodeAt(start) > 64 && word.length > 1
      if (at < text.length && APOSTROPHES.includes(text[at] as string)) {
        const behind = endingAt(text, at + 1)
        const [whole, others] = behind === undefined ? [word, []] : written(word, behind)
        if (others !== undefined) {
          at += 1 + (behind?.length ?? 0)
          word = whole
          pushAll(word, capital)
          for (const other of others) push(wordOf(other))
          continue
        }
      }
      pushAll(word, capital)
      continue
    }
    if (text.charCodeAt(at) === SPACE) {
      at++
      continue
    }
    const sign = text[at] as string
    if (sign === '.' && TITLES.has(pieces.at(-1)?.text ?? '')) {
      at++
      continue
    }
    const mark = MARKS.get(sign)
    if (mark !== undefined) push(mark)
    else if (sign === '-' && text[at - 1] === ' ' && text[at + 1] === ' ') push(DASH)
    at++
  }
  return { pieces, isCapital }

  function pushAll(word: string, capital: boolean): void {
    const whole = CONTRACTED.get(word)
    if (whole === undefined) push(wordOf(word), capital)
    else for (const part of whole) push(wordOf(part))
  }
}

/** The one or two letters at a place that no other sign of a word follows. */
function endingAt(text: string, start: number): string | undefined {
  let end = start
  while (end < start + 3 && isWordCode(text.charCodeAt(end))) end++
  const ending = text.slice(start, end).toLowerCase()
  const isShort = ending.length === 1 || ending.length === 2
  return isShort && !/[0-9]/.test(ending) ? ending : undefined
}

const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

/** A word before its ending behind an apostrophe, and what that stands for, if it is known. */
function written(word: string, ending: string): readonly [string, readonly string[] | undefined] {
  if (ending === 't' && word.endsWith('n')) {
    if (word === 'can') return ['can', ['not']]
    return [word === 'won' ? 'will' : word.slice(0, -1), ['not']]
  }
  return [word, SILENT.has(ending) ? [] : ENDINGS[ending]]
}

/** The words of a text alone. */
export const wordsIn = (text: string): Word[] => readPieces(text).pieces.filter(isWord)
