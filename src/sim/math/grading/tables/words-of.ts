/** The words of a table that is written as one text. */
export const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/)

/** The same as a set. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(wordsOf(text))
