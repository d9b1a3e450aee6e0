import { exactValue, parseExpression, rationalText } from '../grading/index.ts'

/** One step of a worked solution: what it computes, and its value. */
interface PathStep {
  /** The subject of the step, in words without numbers; empty if the solution does not say. */
  readonly label: string
  readonly value: string
}

const LABEL = /^([A-Za-z][A-Za-z -]{2,30}):\s/
const VALUE = String.raw`-?(?:\\frac\{\d+\}\{\d+\}|\d[\d.]*(?<=\d)(?:\/\d+)?)(?:\\?%)?`
/** The result of a line: after its last equals sign, after a word for it, or the first count. */
const RESULT = new RegExp(
  String.raw`(?:^|=|:|\b(?:leaves|gives|probability|are))\s*(${VALUE})` +
    String.raw`(?!\w|[.,]\d|\s*[-×*+/^({\\]|\s*[·=])[^=]*$`,
)

/** The values that a worked solution computes, in order and normalized. */
export function solutionSteps(solution: string | null): PathStep[] {
  if (solution === null) return []
  return solution
    .split('\n')
    .slice(0, -1)
    .flatMap((line): PathStep[] => {
      const [, written] = RESULT.exec(line.replaceAll('$', '')) ?? []
      const value = written === undefined ? null : valueText(written)
      return value === null ? [] : [{ label: LABEL.exec(line)?.[1]?.toLowerCase() ?? '', value }]
    })
}

/** The normalized text of a number; `null` for anything else. */
export function valueText(written: string): string | null {
  const node = parseExpression(written)
  const value = node === null ? null : exactValue(node)
  return value === null ? null : rationalText(value)
}
