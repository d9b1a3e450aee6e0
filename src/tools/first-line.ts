import { failureText } from './failure-text.ts'
/**
 * The first line of a parser's error, for use within a sentence. The YAML library ends that line
 * with a colon, because an excerpt of the file follows.
 */
export function firstLine(error: unknown): string {
  const message = failureText(error)
  return (message.split('\n')[0] ?? '').replace(/[:.\s]+$/, '')
}
