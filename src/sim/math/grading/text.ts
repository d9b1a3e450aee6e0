/** Normalizes kinds of numbers: "prime numbers" becomes "primes". */
export const withKindsOfNumbers = (words: string): string =>
  words.replace(/\b([a-z]{3,}) numbers?\b/g, '$1s')

/** A text without case, punctuation and spacing, for comparing words. */
export function textKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\(?:text|mathrm|textbf|mbox|textit)\s*\{/g, ' ')
    .replace(/[^a-z0-9\u00c0-\uffff]+/g, ' ')
    .trim()
}
