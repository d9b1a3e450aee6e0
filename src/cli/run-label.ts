import { InvalidArgumentError } from 'commander'
import { describeMismatch } from '../tools/complaint.ts'
import { labels } from '../wire/scalars.ts'

/**
 * Parses a run label, as the server will, before any episode is opened.
 *
 * @throws InvalidArgumentError, which commander prints with the name of the option
 */
export function parseRunLabel(text: string): string {
  const value = { run: text }
  const parsed = labels.safeParse(value)
  if (parsed.success) return text
  throw new InvalidArgumentError(
    `${describeMismatch(parsed.error, value, { mayShow: () => false }).text}.`,
  )
}
