/** How customers write; a newcomer to the language writes short, careful sentences. */
export const VOICES = ['chatty', 'curt', 'formal', 'elderly', 'newcomer'] as const
export type Voice = (typeof VOICES)[number]
