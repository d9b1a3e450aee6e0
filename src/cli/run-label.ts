import { InvalidArgumentError } from 'commander'
import { labels } from '../wire/scalars.ts'

/**
 * Parses a run label, as the server will, before any episode is opened.
 *
 * @throws InvalidArgumentError, which commander prints with the name of the option
 */
export function parseRunLabel(text: string): string {
  const parsed = labels.safeParse({ run: text })
  if (parsed.success) return text
  throw new InvalidArgumentError(`A label ${parsed.error.issues[0]?.message}.`)
}
