const STEM_LENGTH_MIN = 4

/** The words of a text in lower case: runs of ASCII letters and digits; all else separates. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

/** Cached stems; cleared when full, because clients may send any words. */
const stems = new Map<string, string>()
const STEMS_MAX = 20_000

/** A word without its commonest English endings, so that "bills" and "billing" meet "bill". */
export function toStem(word: string): string {
  let stem = stems.get(word)
  if (stem === undefined) {
    stem = cutEnding(word)
    if (stems.size >= STEMS_MAX) stems.clear()
    stems.set(word, stem)
  }
  return stem
}

function cutEnding(word: string): string {
  let stem = word
  for (const ending of ['ings', 'ing', 'ies', 'ed', 'es', 's']) {
    if (stem.endsWith(ending) && stem.length - ending.length >= STEM_LENGTH_MIN - 1) {
      stem = stem.slice(0, -ending.length) + (ending === 'ies' ? 'y' : '')
      break
    }
  }
  return stem.length > STEM_LENGTH_MIN && stem.endsWith('e') ? stem.slice(0, -1) : stem
}

/** The stems of a text's words, in order. */
export const toStems = (text: string): string[] => splitWords(text).map(toStem)
