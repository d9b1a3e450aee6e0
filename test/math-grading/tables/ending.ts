/** Texts that end with an answer: the gold, the texts, and the question if known. */
export type Ending = readonly [gold: string, texts: readonly string[], question?: string]
