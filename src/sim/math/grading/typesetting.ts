import { IN_BRACES } from './text.ts'

const WORDS = String.raw`\\(?:text|textrm|mathrm|mbox)\s?\{`
const SPACE = String.raw`(?:\s|\\[ ,;:]|~)*`

/** `\text{7:45 a.m.}`, `\text{A, C, D}`, `\text{3 to 4}`: a command that can be dropped. */
const IN_TEXT = /^\\(?:text|textrm|textbf|mathrm|mbox)\s?\{([^{}]*(?:[,:]|\d to \d)[^{}]*)\}$/

/** Nothing that carries the degree sign, as in `60{}^\circ`. */
const EMPTY_BASE = /\{\s*\}(?=\s*\^\s*\{?\s*\\circ)/

/** `101\text{ base }2`, `101 (\text{base } 2)`, `101_{\text{base } 2}`. */
const BASE_IN_TEXT = new RegExp(String.raw`${WORDS}([^{}]*\bbase\b[^{}]*)\}`)
const BASE_AS_INDEX = /_\{ ?base[ -](\w+) ?\}/

/** `2k \ (k \in \mathbb{Z})`. */
const KIND_IN_BRACKETS = new RegExp(
  String.raw`\(([a-zA-Z]${SPACE}\\in(?![a-z])${SPACE}\\mathbb\s?\{?[ZN]\}?)\)$`,
)
/** `2k \text{ for } k \in \mathbb{Z}`, `2k \text{ where } k \text{ is an integer}`. */
const KIND_IN_WORDS = new RegExp(
  String.raw`,?${WORDS}\s*,?\s*((?:for|where|with)\b[^{}]{0,30}\}.{0,60})$`,
)
const KIND = new RegExp(
  '^(?:for|where|with) (?:all |any |some |every )?([a-z]) ?' +
    String.raw`(?:(?:is |being )?(?:an |any )?integer|\\in ?\\mathbb ?\{?([ZN])\}?)$`,
)
const BORDERS_OF_WORDS = new RegExp(String.raw`${WORDS}|(?<![ZN])\}|\}(?!$)`, 'g')

/** Money with its sign in letters: `Rs. 500`. */
const RUPEES = new RegExp(
  String.raw`^(?:\\text\s?\{\s*)?(?:Rs\b\.?|INR\b)(?:\s|\\[ ,]|\})*` +
    String.raw`(\d[\d.,]*)(?:\/-)?\}?$`,
)

/** The country of a dollar sign: `US\$500`. */
const COUNTRY_OF_DOLLARS = /^(?:\\(?:text|textrm|mathrm)\s?\{\s*)?[A-Z]{1,3}\}?\\?\$\}?(?=\s?\d)/

/** A vector between plain angle signs. */
const ANGLES = /^<([^<>=]{1,80},[^<>=]{1,80})>$/

/** Names and numbers of a formula, and brackets of a size of their own that show nothing. */
const LABELS = /\\(?:label|tag)\*?\s?\{[^{}]*\}/g
const EMPTY_BRACKETS = /\\left\s*\.((?:(?!\\left|\\right)[\s\S])*)\\right\s*(?:\.|$)/g
/** A space in braces between groups of digits. */
const BRACED_SPACE = /(?<=\d)\{(\\[,!; ]|~)\}(?=\d{3})/g
/** Numbers, angles and quantities in the commands of siunitx. */
const NUMBER_COMMAND = /\\(num|ang)\s?\{([^{}]*)\}/g
const QUANTITY_COMMAND = /\\(?:qty|SI)\s?\{([^{}]*)\}\s?\{([^{}\\]*)\}/g
/** Matrices of plain TeX: `\pmatrix{1 & 2 \cr 3 & 4}`. */
const PLAIN_MATRIX = new RegExp(String.raw`\\([pbv]?matrix|cases)\s?\{(${IN_BRACES})\}`, 'g')

/** Removes or replaces commands that other commands also say. */
const withoutRareCommands = (source: string): string =>
  source
    .replace(LABELS, '')
    .replace(EMPTY_BRACKETS, ' $1 ')
    .replace(BRACED_SPACE, '$1')
    .replace(NUMBER_COMMAND, (_, name: string, text: string) =>
      name === 'ang' ? `${text}^\\circ` : text,
    )
    .replace(QUANTITY_COMMAND, '$1 \\text{ $2}')
    .replace(
      PLAIN_MATRIX,
      (_, name: string, cells: string) =>
        `\\begin{${name}}${cells.replace(/\\cr(?![a-z])/g, '\\\\')}\\end{${name}}`,
    )

/** Removes commands that only typeset words, conditions and units. */
export function withoutTypesetting(source: string): string {
  const [, rupees] = RUPEES.exec(source) ?? []
  if (rupees !== undefined) return `${rupees} rupees`
  const [, coordinates] = ANGLES.exec(source) ?? []
  if (coordinates !== undefined) return `\\langle ${coordinates}\\rangle`
  const [country] = COUNTRY_OF_DOLLARS.exec(source) ?? []
  if (country !== undefined) return `\\$${source.slice(country.length)}`
  if (!source.includes('\\')) return source
  const plain = RARE.test(source) ? withoutRareCommands(source) : source
  return withoutWordCommands(plain)
}

/** A faster check: most answers have none of these. */
const RARE = /\\(?:label|tag|left\s*\.|num|ang|qty|SI|[pbv]?matrix\s?\{|cases\s?\{)|\d\{[\\~]/

function withoutWordCommands(source: string): string {
  const [matchedText, words] = BASE_IN_TEXT.exec(source) ?? []
  if (matchedText !== undefined) return withBase(source.replace(matchedText, ` ${words} `))
  return source
    .replace(KIND_IN_WORDS, (found, words: string) => declaredKind(words) ?? found)
    .replace(IN_TEXT, '$1')
    .replace(EMPTY_BASE, '')
    .replace(KIND_IN_BRACKETS, ', $1')
}

const withBase = (source: string): string =>
  source
    .replace(/(?:\s|\\[ ,;:]|~)+/g, ' ')
    .replace('( base', '(base')
    .replace(' )', ')')
    .replace(BASE_AS_INDEX, '_{\\text{$1}}')
    .trim()

/** The formula for words about a letter; `null` if they are about something else. */
function declaredKind(words: string): string | null {
  const plain = words.replace(BORDERS_OF_WORDS, ' ').replace(/\s+/g, ' ').trim()
  const [, name, kind = 'Z'] = KIND.exec(plain) ?? []
  return name === undefined ? null : `, ${name} \\in \\mathbb{${kind}}`
}
