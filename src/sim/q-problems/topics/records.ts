import type { RandomStream } from '../../random.ts'
import { items, two } from '../draws.ts'
import { problem, topic } from '../problem.ts'

const HOSTS = ['web', 'db', 'mail'] as const
const LEVELS = ['INFO', 'WARN', 'ERROR'] as const

const clock = (random: RandomStream): string =>
  [random.integer(0, 23), random.integer(0, 59), random.integer(0, 59)].map(two).join(':')

/** A line of a log: time, host, level, milliseconds. */
const logLine = (random: RandomStream): string =>
  `${clock(random)} ${random.pick(HOSTS)} ${random.pick(LEVELS)} took ${random.integer(1, 900)}ms`

const logLines = (random: RandomStream): string[] => items(random, [3, 8], () => logLine(random))

const LOG = ['00:00:05 web INFO took 7ms', '23:59:59 db ERROR took 120ms']

const field = (line: string, at: number): string => line.split(' ')[at] as string

const sortedEntries = <Item>(all: ReadonlyMap<string, Item>): [string, Item][] =>
  [...all].sort(([x], [y]) => (x < y ? -1 : 1))

export const RECORDS = topic('records', [
  problem({
    id: 'log-hosts',
    level: 1,
    statement:
      'Lines of a log have a time, a host, a level and a text, with single blanks between them. ' +
      'Give the host of each line.',
    takes: { lines: 'string list' },
    gives: 'symbol list',
    draw: (random) => [logLines(random)],
    edges: [[LOG]],
    reference: (lines) => lines.map((line) => field(line, 1)),
    solution: 'solve:{[lines] `$(" "vs/:lines)[;1]}',
    wrong: 'solve:{[lines] `$(" "vs/:lines)[;2]}',
  }),
  problem({
    id: 'log-table',
    level: 2,
    statement:
      'Make a table of lines such as "09:30:01 web INFO took 12ms": time, host, level (symbols) ' +
      'and ms, a whole number.',
    takes: { lines: 'string list' },
    gives: 'table time:second, host:symbol, level:symbol, ms:long',
    draw: (random) => [logLines(random)],
    edges: [[LOG]],
    reference: (lines) =>
      lines.map((line) => ({
        time: field(line, 0),
        host: field(line, 1),
        level: field(line, 2),
        ms: Number.parseInt(field(line, 4), 10),
      })),
    solution:
      'solve:{[lines] update ms:"J"$-2_\'ms from flip `time`host`level`ms!("VSS *";" ")0:lines}',
    wrong:
      'solve:{[lines] update ms:"J"$-1_\'ms from flip `time`host`level`ms!("VSS *";" ")0:lines}',
  }),
  problem({
    id: 'errors-by-host',
    level: 2,
    statement:
      'Give how many lines of each host have the level ERROR, as a dictionary from host to count ' +
      'sorted by host; hosts without any are not in it. Lines are as in "09:30:01 web INFO text".',
    takes: { lines: 'string list' },
    gives: 'symbol -> long',
    draw: (random) => [[...logLines(random), '12:00:00 db ERROR took 5ms']],
    edges: [[LOG]],
    reference: (lines) => {
      const counts = new Map<string, number>()
      for (const line of lines) {
        if (field(line, 2) !== 'ERROR') continue
        counts.set(field(line, 1), (counts.get(field(line, 1)) ?? 0) + 1)
      }
      return Object.fromEntries(sortedEntries(counts))
    },
    solution:
      'solve:{[lines] w:" "vs/:lines;h:`$w[;1];c:count each group h where ' +
      'w[;2]~\\:"ERROR";k!c k:asc key c}',
    wrong: 'solve:{[lines] w:" "vs/:lines;h:`$w[;1];c:count each group h;k!c k:asc key c}',
  }),
  problem({
    id: 'key-value-field',
    level: 1,
    statement:
      'Each line holds pairs such as "id=7;user=ann;ok=yes". Give the value of one key in each ' +
      'line, as a string; every line has it once.',
    takes: { name: 'symbol', lines: 'string list' },
    gives: 'string list',
    draw: (random) => [
      random.pick(['id', 'user', 'ok']),
      items(random, [2, 5], () => {
        const pairs = [
          `id=${random.integer(1, 99)}`,
          `user=${random.pick(['ann', 'bob', 'cy'])}`,
          `ok=${random.pick(['yes', 'no'])}`,
        ]
        return random.shuffle(pairs).join(';')
      }),
    ],
    edges: [['id', ['id=10;user=ann', 'user=id;id=20', 'id=10;user=ann']]],
    reference: (key, lines) =>
      lines.map(
        (line) =>
          line
            .split(';')
            .find((pair) => pair.startsWith(`${key}=`))
            ?.slice(key.length + 1) ?? '',
      ),
    solution: 'solve:{[name;lines] {[k;s] ((!). "S=;"0:s)k}[name]each lines}',
    wrong: 'solve:{[name;lines] {[k;s] last "=" vs first ";" vs s}[name]each lines}',
  }),
  problem({
    id: 'latest-record',
    level: 2,
    statement:
      'Records of the same id replace each other: the one with the highest version counts, the ' +
      'later row among equal ones. Give a table keyed by id, sorted by it, with the name.',
    takes: { records: 'table id:long, version:long, name:symbol' },
    gives: 'table id:long | name:symbol',
    draw: (random) => [
      items(random, [3, 9], () => ({
        id: random.integer(1, 3),
        version: random.integer(1, 2),
        name: random.pick(['fig', 'pear']),
      })),
    ],
    edges: [
      [
        [
          { id: 2, version: 2, name: 'fig' },
          { id: 2, version: 1, name: 'pear' },
          { id: 1, version: 1, name: 'plum' },
          { id: 1, version: 1, name: 'kiwi' },
        ],
      ],
    ],
    reference: (records) => {
      const best = new Map<number, (typeof records)[number]>()
      for (const record of records) {
        const known = best.get(record.id)
        if (known === undefined || record.version >= known.version) best.set(record.id, record)
      }
      return [...best.values()]
        .sort((x, y) => x.id - y.id)
        .map(({ id, name: own }) => ({ id, name: own }))
    },
    solution: 'solve:{[records] select last name by id from `version xasc records}',
    wrong: 'solve:{[records] select last name by id from records}',
  }),
  problem({
    id: 'first-of-duplicates',
    level: 1,
    statement: 'Keep only the first row of each pair of user and item, in the order of the rows.',
    takes: { rows: 'table user:symbol, item:symbol, n:long' },
    gives: 'table user:symbol, item:symbol, n:long',
    draw: (random) => [
      items(random, [4, 9], (i) => ({
        user: random.pick(['ann', 'bob']),
        item: random.pick(['x', 'y']),
        n: i,
      })),
    ],
    edges: [[[{ user: 'ann', item: 'x', n: 3 }]]],
    reference: (rows) => {
      const seen = new Set<string>()
      return rows.filter(({ user, item }) => {
        const key = `${user} ${item}`
        const isNew = !seen.has(key)
        seen.add(key)
        return isNew
      })
    },
    solution: 'solve:{[rows] rows asc value first each group `user`item#rows}',
    wrong: 'solve:{[rows] rows asc value first each group rows`user}',
  }),
])
