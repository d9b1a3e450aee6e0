import { type CoveredName, type CoveredPart, coverage, type State } from './coverage.ts'

const STATES: readonly State[] = ['covered', 'partly', 'refused', 'missing']

/** The coverage of the language as a Markdown section. */
export function coverageText(): string {
  const parts = coverage()
  return `${[countsOf(parts), ...parts.map(sectionOf)].join('\n\n')}\n`
}

function countsOf(parts: readonly CoveredPart[]): string {
  const rows = parts.map(({ title, names }) => {
    const counts = STATES.map((state) => names.filter((entry) => entry.state === state).length)
    return `| ${[title, ...counts.map((count) => count || '')].join(' | ')} |`
  })
  const head = [`| | ${STATES.join(' | ')} |`, `|---|${STATES.map(() => '---:|').join('')}`]
  return [...head, ...rows].join('\n')
}

function sectionOf({ title, names }: CoveredPart): string {
  const of = (state: State): readonly CoveredName[] =>
    names.filter((entry) => entry.state === state)
  const blocks = [`### ${title}`]
  if (of('covered').length > 0) blocks.push(`Covered: ${namesOf(of('covered'))}`)
  if (of('partly').length > 0) blocks.push(gapsOf(of('partly')))
  if (of('refused').length > 0) {
    const error = title === 'Internal functions' ? "`'nyi`" : "`'noaccess`"
    blocks.push(`Refused with ${error}: ${namesOf(of('refused'))}`)
  }
  if (of('missing').length > 0) blocks.push(`Missing: ${namesOf(of('missing'))}`)
  return blocks.join('\n\n')
}

/** One row for all names with the same gap. */
function gapsOf(names: readonly CoveredName[]): string {
  const byGap = new Map<string, CoveredName[]>()
  for (const entry of names) {
    const gap = entry.gap ?? ''
    byGap.set(gap, [...(byGap.get(gap) ?? []), entry])
  }
  const rows = [...byGap].map(([gap, entries]) => `| ${namesOf(entries)} | ${gap} |`)
  return ['| partly | |', '|---|---|', ...rows].join('\n')
}

const namesOf = (names: readonly CoveredName[]): string =>
  names.map(({ name }) => code(name)).join(' ')

/** A name as code; a bar would end the table cell. */
const code = (name: string): string => `\`${name.replaceAll('|', '\\|')}\``
