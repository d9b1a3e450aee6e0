/** The lines of a table that is written as text, one template each; a backslash joins two lines. */
export const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))

/** The items of a list that is written as text, with commas between them. */
export const splitItems = (text: string): readonly string[] => text.trim().split(/,\s+/)

/** A sentence with `[one|other]` in places, and one side chosen in all of them. */
export const chosen = (sentence: string, side: 0 | 1): string =>
  sentence.replace(/\[(.*?)\|(.*?)\]/g, side === 0 ? '$1' : '$2')
