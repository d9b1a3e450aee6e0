import { FAULTS } from '../../src/wire/faults.ts'

/** Decides whether an answer to hostile input is one that the protocol allows. */
export interface Judge {
  /** How often each fault code was told. */
  readonly codes: ReadonlyMap<string, number>
  /** What was wrong, in words; empty if all is well. */
  readonly problems: readonly string[]
  /** Looks at a frame that the server sent. */
  frame(text: string): void
  /** Looks at an HTTP answer; `body` is its text. */
  http(status: number, type: string, body: string): void
  /** Notes that something is wrong. */
  complain(problem: string): void
}

/** What nobody outside may read: lines of a stack, paths of the program. */
const INSIDE = /\bat [^\n"]{1,200}\.(?:ts|js):\d+|node_modules|node:internal/
const PROBLEMS_MAX = 20

interface Answer {
  readonly jsonrpc?: unknown
  readonly id?: unknown
  readonly method?: unknown
  readonly result?: unknown
  readonly error?: { readonly code?: unknown; readonly data?: { readonly code?: string } }
}

/** A judge that has seen nothing yet. */
export function newJudge(): Judge {
  const codes = new Map<string, number>()
  const problems: string[] = []

  function complain(problem: string): void {
    if (problems.length < PROBLEMS_MAX) problems.push(problem.slice(0, 500))
  }

  function coded(code: string | undefined, where: string): void {
    if (code === undefined || !Object.hasOwn(FAULTS, code)) {
      complain(`an answer has no known code: ${where}`)
      return
    }
    codes.set(code, (codes.get(code) ?? 0) + 1)
    if (code === 'server/internal') complain(`an internal error came out: ${where}`)
  }

  function answer(given: Answer, text: string): void {
    if (given.jsonrpc !== '2.0') complain(`not JSON-RPC: ${text}`)
    if (given.method !== undefined) return
    if (given.error === undefined) {
      if (given.result === undefined) complain(`neither result nor error: ${text}`)
      return
    }
    if (typeof given.error.code !== 'number') complain(`an error without a number: ${text}`)
    coded(given.error.data?.code, text)
  }

  return {
    codes,
    problems,
    complain,
    frame(text) {
      if (INSIDE.test(text)) complain(`an answer shows the inside: ${text}`)
      const value = JSON.parse(text) as Answer | Answer[]
      for (const one of Array.isArray(value) ? value : [value]) answer(one, text.slice(0, 300))
    },
    http(status, type, body) {
      if (INSIDE.test(body)) complain(`an answer shows the inside: ${body}`)
      if (status < 400) return
      // What is not HTTP at all is refused before there is a request to answer.
      if (body === '' && (status === 400 || status === 408 || status === 431)) return
      if (!type.includes('problem+json')) complain(`status ${status} as ${type}: ${body}`)
      else coded((JSON.parse(body) as { code?: string }).code, body)
    },
  }
}
