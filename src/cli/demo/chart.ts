import type { LevelLine, LineSeries } from '../../train-bridge/plots/line-plot.ts'

const WIDTH = 64
const HEIGHT = 16
const MARKS = ['*', 'o', '+', 'x']
const LEVEL = '-'

/**
 * Draws curves of shares as text: 0 to 100 % on the y axis, 0 to the last x on the x axis. Later
 * curves cover earlier ones, and curves cover level lines.
 */
export function textChart(
  series: readonly LineSeries[],
  levels: readonly LevelLine[],
  label: string,
): string {
  const last = Math.max(1, ...series.flatMap(({ points }) => points.map(({ x }) => x)))
  const rows = Array.from({ length: HEIGHT + 1 }, () => new Array<string>(WIDTH + 1).fill(' '))
  const draw = (across: number, share: number, mark: string): void => {
    const row = rows[HEIGHT - Math.round(Math.min(1, Math.max(0, share)) * HEIGHT)]
    if (row !== undefined) row[Math.round(across)] = mark
  }
  for (const { value } of levels) for (let at = 0; at <= WIDTH; at++) draw(at, value, LEVEL)
  series.forEach(({ points }, index) => {
    for (let at = 0; at <= WIDTH; at++) {
      const share = heightAt(points, (at / WIDTH) * last)
      if (share !== undefined) draw(at, share, MARKS[index % MARKS.length] as string)
    }
  })
  const lines = rows.map((row, rowIndex) => {
    const isMarked = rowIndex % (HEIGHT / 4) === 0
    const percent = isMarked ? `${Math.round(100 - (100 * rowIndex) / HEIGHT)} %` : ''
    return `${percent.padStart(6)} |${row.join('').trimEnd()}`
  })
  const axis = `${' '.repeat(7)}+${'-'.repeat(WIDTH)}`
  const end = String(last)
  const axisLabel = `${' '.repeat(8)}0 ${label}`.padEnd(8 + WIDTH - end.length) + end
  const legend = [
    ...series.map(({ name }, index) => `${MARKS[index % MARKS.length]} ${name}`),
    ...levels.map(({ name, value }) => `${LEVEL} ${name} (${(100 * value).toFixed(0)} %)`),
  ]
  return [...lines, axis, axisLabel, `${' '.repeat(8)}${legend.join('   ')}`].join('\n')
}

/** The height of a line at a column, interpolated; undefined outside the line. */
function heightAt(points: LineSeries['points'], x: number): number | undefined {
  const next = points.findIndex((point) => point.x >= x)
  const right = points[next]
  if (right === undefined) return undefined
  const left = points[next - 1] ?? right
  if (right.x === left.x) return right.y
  return left.y + ((right.y - left.y) * (x - left.x)) / (right.x - left.x)
}
