import type { Session } from '../../sim/q/index.ts'

interface Request {
  readonly op?: unknown
  readonly code?: unknown
}

/**
 * Answers requests, one JSON object per line. `reset` starts a fresh session. `eval` returns the
 * console output of `code`, and the name of the error or null. An invalid line is answered with
 * `request/invalid` and a reason, and reading continues.
 */
export async function answerLines(
  lines: AsyncIterable<string>,
  create: () => Session,
  write: (text: string) => void,
): Promise<void> {
  let session = create()
  for await (const line of lines) {
    const request = parseRequest(line)
    if (request?.op === 'reset') session = create()
    write(`${JSON.stringify(answer(session, request))}\n`)
  }
}

function parseRequest(line: string): Request | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const refusal = (message: string): object => ({ error: 'request/invalid', message })

function answer(session: Session, request: Request | undefined): object {
  if (request === undefined) return refusal('the line is not a JSON object: send one per line')
  if (request.op === 'reset') return { ok: true }
  if (request.op !== 'eval') return refusal('the op is unknown: it may be reset or eval')
  if (typeof request.code !== 'string') return refusal('eval needs a text in the member code')
  const { output, error } = session.evaluate(request.code)
  return { output, error: error?.name ?? null }
}
