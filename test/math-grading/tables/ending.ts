/** Texts that end on an answer: the gold, the texts, and the question where it is known. */
export type Ending = readonly [gold: string, texts: readonly string[], question?: string]
