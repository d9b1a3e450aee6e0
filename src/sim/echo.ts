/** So many words in a row are no chance. */
const ECHO_WORDS = 5

/**
 * Whether words repeat what a model was told to do: a run of words of its instructions, or one of
 * the headings under which it was given facts.
 */
export function echoesPrompt(words: string, instructions: string, headings: RegExp): boolean {
  if (headings.test(words)) return true
  const plain = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const told = ` ${plain(instructions).join(' ')} `
  const said = plain(words)
  return said.some((_, at) => {
    const run = said.slice(at, at + ECHO_WORDS)
    return run.length === ECHO_WORDS && told.includes(` ${run.join(' ')} `)
  })
}
