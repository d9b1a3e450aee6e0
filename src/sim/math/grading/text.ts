/** Matches the content of braces within which there may be others. */
const around = (inner: string): string => String.raw`[^{}]*(?:\{${inner}\}[^{}]*)*`
/** Matches the content of braces, up to three levels deep. */
export const IN_BRACES = around(around(around('[^{}]*')))

/** Normalizes kinds of numbers: "prime numbers" becomes "primes". */
export const withKindsOfNumbers = (words: string): string =>
  words.replace(/\b([a-z]{3,}) numbers?\b/g, '$1s')

/** Commands that only typeset the words in their braces. */
const TEXT_COMMAND =
  /\\(?:text|textbf|textit|textrm|texttt|mathrm|mathbf|mathtt|mbox)\s*\{([^{}]*)\}/g

/** Removes commands around words: `\text{cm}`. */
export const unwrapText = (text: string, replacement = '$1'): string =>
  text.includes('\\') ? text.replace(TEXT_COMMAND, replacement) : text

/** A text without case, punctuation and spacing, for comparing words. */
export function comparableText(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\(?:text|mathrm|textbf|mbox|textit)\s*\{/g, ' ')
    .replace(/[^a-z0-9\u00c0-\uffff]+/g, ' ')
    .trim()
}
