/** Formulas in which every backslash was doubled on the way are read as if it was not. */
export function undouble(text: string): string {
  if (!text.includes('\\\\')) return text
  const isDoubled = /\\\\[a-zA-Z%$]/.test(text) && !/(?:^|[^\\])\\[a-zA-Z]/.test(text)
  return isDoubled ? text.replaceAll('\\\\', '\\') : text
}
