import type { Session } from '../../sim/q/index.ts'
import { CommandError } from '../errors.ts'

interface Request {
  readonly op?: unknown
  readonly code?: unknown
}

/**
 * Answers requests, one JSON object per line: `reset` begins a fresh session, `eval` gives what the
 * console prints for `code`, and the name of the error or null.
 *
 * @throws CommandError for a line that is no such request
 */
export async function answerLines(
  lines: AsyncIterable<string>,
  create: () => Session,
  write: (text: string) => void,
): Promise<void> {
  let session = create()
  for await (const line of lines) {
    const request = requestOf(line)
    if (request.op === 'reset') session = create()
    write(`${JSON.stringify(answer(session, request))}\n`)
  }
}

function requestOf(line: string): Request {
  try {
    return JSON.parse(line) as Request
  } catch {
    throw new CommandError('a line is not JSON', 'Send one object per line.')
  }
}

function answer(session: Session, request: Request): object {
  if (request.op === 'reset') return { ok: true }
  if (request.op !== 'eval' || typeof request.code !== 'string') {
    throw new CommandError('a request has no such op', 'Known: reset, and eval with a code.')
  }
  const { output, error } = session.evaluate(request.code)
  return { output, error: error?.name ?? null }
}
