/** A shared run of this many words is not a coincidence. */
const ECHO_WORDS = 5

/**
 * Whether words repeat a model's prompt: a run of words of its instructions, or one of the headings
 * above its facts.
 */
export function echoesPrompt(words: string, instructions: string, headings: RegExp): boolean {
  if (headings.test(words)) return true
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  const instructionText = ` ${wordsOf(instructions).join(' ')} `
  const spokenWords = wordsOf(words)
  return spokenWords.some((_, at) => {
    const run = spokenWords.slice(at, at + ECHO_WORDS)
    return run.length === ECHO_WORDS && instructionText.includes(` ${run.join(' ')} `)
  })
}
