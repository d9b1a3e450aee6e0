/** A way to write something, what it is read as, and an example of both, which is its test. */
export interface Rewriting {
  readonly pattern: RegExp
  readonly rewrite: string | ((found: string, ...groups: (string | undefined)[]) => string)
  readonly example: readonly [written: string, read: string]
}

/** A text with all of these ways to write things as they are read, one after the other. */
export function rewritten(text: string, table: readonly Rewriting[]): string {
  let result = text
  for (const { pattern, rewrite } of table) {
    result =
      typeof rewrite === 'string'
        ? result.replace(pattern, rewrite)
        : result.replace(pattern, rewrite)
  }
  return result
}
