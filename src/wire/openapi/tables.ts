import { byName } from '../../sim/by-name.ts'
import { FAULTS } from '../faults.ts'
import type { Operation, Who } from '../operation.ts'
import { operations } from '../operations.ts'

/** The tables of docs/protocol.md that are generated from the code, by the name of their marker. */
const TABLES: Readonly<Record<string, () => string>> = byName({
  operations: operationTable,
  faults: faultTable,
})

/** The callers of an operation, in the words that the page explains above its table. */
const CALLERS: Readonly<Record<Who, string>> = byName({
  everybody: 'all',
  token: 'token',
  'token or resume key': 'key',
  admin: 'admin',
})

/**
 * Entries grouped by area, which is the part of their name before the first `.` or `/`. Areas and
 * entries keep their order.
 */
function groupByArea<Entry extends readonly [name: string, ...unknown[]]>(
  entries: readonly Entry[],
): readonly Entry[] {
  const areas = new Map<string, Entry[]>()
  for (const entry of entries) {
    const [area = ''] = entry[0].split(/[./]/)
    areas.set(area, [...(areas.get(area) ?? []), entry])
  }
  return [...areas.values()].flat()
}

function operationTable(): string {
  const rows = groupByArea(operations).map(
    ([name, { http, who, socket, summary }]: readonly [string, Operation]) => {
      const suffix = socket === undefined ? ' only' : ''
      const route = http === undefined ? 'socket only' : `\`${http}\`${suffix}`
      return `| \`${name}\` | ${route} | ${CALLERS[who]} | ${summary} |`
    },
  )
  const head = ['| operation | HTTP | who | what it does |', '|---|---|---|---|']
  return [...head, ...rows].join('\n')
}

function faultTable(): string {
  const rows = groupByArea(Object.entries(FAULTS)).map(
    ([code, { status, retryable, title, hint }]) => {
      const retry = retryable ? ', retry' : ''
      return `| \`${code}\` | ${status}${retry} | ${title} | ${hint} |`
    },
  )
  return ['| code | status | cause | remedy |', '|---|---|---|---|', ...rows].join('\n')
}

/** Rewrites the tables of a document, each between `<!-- name -->` and `<!-- /name -->`. */
export function withTables(document: string): string {
  return Object.entries(TABLES).reduce((text, [name, write]) => {
    const marker = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`)
    if (!marker.test(text)) throw new Error(`docs/protocol.md has no place for "${name}"`)
    return text.replace(marker, (_, begin: string, end: string) => `${begin}\n${write()}\n${end}`)
  }, document)
}
