import { byName } from '../../sim/by-name.ts'
import { FAULTS } from '../faults.ts'
import type { Operation } from '../operation.ts'
import { operations } from '../operations.ts'

/** The tables of docs/protocol.md that are written from the code, by the name of their place. */
const TABLES: Readonly<Record<string, () => string>> = byName({
  operations: operationTable,
  faults: faultTable,
})

const SOCKET: Readonly<Record<string, string>> = byName({ call: 'yes', alone: 'not in a batch' })

/** Entries in their order, with those of one area together. The area begins the name. */
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
      const route = http === undefined ? 'no' : `\`${http}\``
      return `| \`${name}\` | ${SOCKET[socket ?? ''] ?? 'no'} | ${route} | ${who} | ${summary} |`
    },
  )
  const head = ['| operation | socket | HTTP | who | what it does |', '|---|---|---|---|---|']
  return [...head, ...rows].join('\n')
}

function faultTable(): string {
  const rows = groupByArea(Object.entries(FAULTS)).map(
    ([code, { status, retryable, title, hint }]) => {
      return `| \`${code}\` | ${status} | ${retryable ? 'yes' : 'no'} | ${title}. ${hint} |`
    },
  )
  return ['| code | status | retryable | what it means |', '|---|---|---|---|', ...rows].join('\n')
}

/** Rewrites the tables of a document, each between `<!-- name -->` and `<!-- /name -->`. */
export function withTables(document: string): string {
  return Object.entries(TABLES).reduce((text, [name, write]) => {
    const marker = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`)
    if (!marker.test(text)) throw new Error(`docs/protocol.md has no place for "${name}"`)
    return text.replace(marker, (_, begin: string, end: string) => `${begin}\n${write()}\n${end}`)
  }, document)
}
