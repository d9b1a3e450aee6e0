import { revealInvisible } from '../web/data/visible.ts'

/**
 * Text of models, servers and logs for a terminal. Characters that could command the terminal or
 * reorder its letters are shown by their codes, as in the console.
 */
export const terminalText = (text: string): string =>
  revealInvisible(text)
    .map((piece) => ('text' in piece ? piece.text : `⟨${piece.code}⟩`))
    .join('')
