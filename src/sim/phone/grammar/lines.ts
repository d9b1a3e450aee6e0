/** The lines of a table that is written as text, one template each; a backslash joins two lines. */
export const lines = (text: string): readonly string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
