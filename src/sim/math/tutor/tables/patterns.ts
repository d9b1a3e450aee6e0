/** Text before an answer: "the answer is", "equals", an equals sign. */
export const ANSWER_LEADS =
  /((?<!\bthere )\b(answers?|results?|values?|solutions?|total|sum|product|equals?|is|are|be|becomes?|gets?|gives?|yields?|obtain|reach|namely)\b(\s+(is|are|be|to|of|as|equal|equals|exactly|simply|just))*\s*:?|[=≈])\s*["“'*$({[\\]*\s*$/i

/** Formulas between dollars and LaTeX brackets, code and bold text, with their content. */
export const FORMULAS =
  /\$\$([^$]{1,400})\$\$|\$([^$\n]{1,400})\$|\\\((.{1,400}?)\\\)|\\\[([\s\S]{1,400}?)\\\]|`([^`\n]{1,200})`|\*\*([^*\n]{1,200})\*\*/g

/** Numbers with a sign, separators, a fraction bar and a percent sign. */
export const SIGNED_NUMBERS =
  /(-\s?)?(?:\\?\$)?(?:0x[0-9a-f]+|\d{1,3}(?:(?:,|\{,\}|\\,| )\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:\s?[/⁄]\s?\d+)?(?:\s?(?:\\?%|percent\b))?/gi

/** Names of options. A bare capital is none, since "A" and "I" are words. */
export const OPTION_NAMES: readonly RegExp[] = [
  /\(([A-Z])\)/g,
  /\\boxed\{\s*(?:\\text\{)?\(?([A-Z])\)?\}?\s*\}/g,
  /\\text(?:bf)?\{\(?([A-Z])\)?\}/g,
  /\*\*\(?([A-Z])\)?[.:)]?\*\*/g,
  /["“”'‘’`$]([A-Z])["“”'‘’`$]/g,
  /\b(?:options?|choices?|letters?|answers?|alternatives?)\s*(?:is|are|:|=|was|would be|should be|must be)?\s*\(?([A-Z])\b/gi,
  /\b(?:option|choice|letter|answer)\s+([A-Z])\b/gi,
  /(?:^|\n)\s*([A-Z])[.):]/g,
  /(?:^|[\s,])([B-HJ-Z])(?=[\s.,;:!?)]|$)/g,
  /\b(?:is|be|to|[Cc]hoose|[Pp]ick|[Ss]elect|with|[Bb]etween|and|n?or|[Nn]ot|[Nn]either)\s+([A-Z])(?=[.,;:!?]|\s*$|\s+(?:and|n?or|is|as)\b)/g,
  // The first letters of a list: "A, C and D are wrong".
  /\b([A-Z])(?=(?:,\s*|,?\s+(?:and|n?or)\s+)(?:and\s+|n?or\s+)?[A-Z]\b)/g,
]

const AXIS = String.raw`(?:\\(?:mathbf|hat|vec|boldsymbol|bm)\s?\{[^{}]{0,8}(?:\{[^{}]{1,8}\})?\s?\}|[ijk](?![a-z]))`
const MULTIPLE = String.raw`(?:\d{1,9}(?:\.\d{1,9})?(?:/\d{1,9})?|\\frac\{[^{}]{1,9}\}\{[^{}]{1,9}\})?\s?${AXIS}`

/** Sums of multiples of i, j and k. */
export const VECTORS = new RegExp(
  String.raw`(?<![\w\\])-?\s?${MULTIPLE}(?:\s?[-+]\s?${MULTIPLE}){1,2}`,
  'g',
)

export const FACTORIALS = /\b\d{1,3}\s?!/g

/** Columns, rows and matrices. */
export const MATRICES = /\\begin\{([a-z]?matrix|array)\}[\s\S]{1,400}?\\end\{\1\}/g
