/** A notation, its replacement, and an example of both that a test checks. */
export interface Rewriting {
  readonly pattern: RegExp
  readonly rewrite: string | ((found: string, ...groups: (string | undefined)[]) => string)
  readonly example: readonly [written: string, read: string]
}

/** Applies all rewritings to a text, one after the other. */
export function applyRewritings(text: string, table: readonly Rewriting[]): string {
  let result = text
  for (const { pattern, rewrite } of table) {
    result =
      typeof rewrite === 'string'
        ? result.replace(pattern, rewrite)
        : result.replace(pattern, rewrite)
  }
  return result
}
