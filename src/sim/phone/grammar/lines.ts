/** The lines of a table in text form, one template each; a backslash joins two lines. */
export const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))

/** The items of a list in text form, separated by commas. */
export const splitItems = (text: string): readonly string[] => text.trim().split(/,\s+/)

/** A sentence with one side chosen in each `[one|other]`. */
export const chosen = (sentence: string, side: 0 | 1): string =>
  sentence.replace(/\[(.*?)\|(.*?)\]/g, side === 0 ? '$1' : '$2')
