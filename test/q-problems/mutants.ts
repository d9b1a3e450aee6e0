import type { Token } from '../../src/sim/q/lexer/token.ts'
import type { Problem } from '../../src/sim/q-problems/problem.ts'
import { type Edit, type Group, groupsOf, wordsOf } from './source.ts'

/** A program that is not the solution. */
export interface Mutant {
  readonly code: string
  /** How it differs, for people. */
  readonly how: string
}

/** A program that stands for itself, or calls the solution as `whole`. */
export const programMutant = (solution: string, program: string, how: string): Mutant => ({
  code: `${solution.replace(/(^|\n)solve:/, '$1whole:')}\n${program}`,
  how,
})

/** Verbs and names that are taken for one another. */
const EXCHANGED: readonly (readonly string[])[] = [
  ['+', '-'],
  ['*', '+'],
  ['%', '*'],
  ['<', '<=', '>'],
  ['>', '>=', '<'],
  ['<=', '<', '>='],
  ['>=', '>', '<='],
  ['=', '<=', '>='],
  ['<>', '<', '>'],
  ['&', '|'],
  ['|', '&'],
  ['-', '+'],
  ['min', 'max', 'first'],
  ['max', 'min', 'last'],
  ['first', 'last', 'min'],
  ['last', 'first', 'max'],
  ['mins', 'maxs'],
  ['maxs', 'mins'],
  ['sum', 'max', 'count'],
  ['sums', 'maxs'],
  ['prd', 'sum'],
  ['prds', 'sums'],
  ['avg', 'med', 'max'],
  ['med', 'avg'],
  ['dev', 'sdev'],
  ['mavg', 'mmax'],
  ['msum', 'mmax'],
  ['mmax', 'mmin'],
  ['mmin', 'mmax'],
  ['wavg', 'wsum'],
  ['prev', 'next'],
  ['next', 'prev'],
  ['any', 'all'],
  ['all', 'any'],
  ['and', 'or'],
  ['or', 'and'],
  ['asc', 'desc'],
  ['desc', 'asc'],
  ['iasc', 'idesc'],
  ['idesc', 'iasc'],
  ['xasc', 'xdesc'],
  ['xdesc', 'xasc'],
  ['floor', 'ceiling'],
  ['ceiling', 'floor'],
  ['div', 'mod'],
  ['mod', 'div'],
  ['bin', 'binr'],
  ['binr', 'bin'],
  ['upper', 'lower'],
  ['lower', 'upper'],
  ['union', 'inter'],
  ['inter', 'union'],
  ['lj', 'ij'],
  ['ij', 'lj'],
  ['aj', 'aj0'],
  ['wj', 'wj1'],
  ['wj1', 'wj'],
  ['ltrim', 'trim'],
  ['rtrim', 'trim'],
]
const OTHERS: ReadonlyMap<string, readonly string[]> = new Map(
  EXCHANGED.map(([one, ...others]) => [one as string, others]),
)

/** Verbs that change what they are given, so that it is a mistake to leave them out. */
const DROPPED: ReadonlySet<string> = new Set(
  (
    'abs asc desc distinct reverse floor ceiling neg not signum sums prds maxs mins deltas fills ' +
    'prev next trim ltrim rtrim lower upper rotate raze except iasc idesc differ ratios sqrt'
  ).split(' '),
)

/** So many rounds a loop makes at most, in place of as many as it needs. */
const ROUNDS = [1, 2, 3, 5] as const

/** Every near miss of a source that one small edit makes, each once. */
export function mutantsOf(source: string): Mutant[] {
  const words = wordsOf(source)
  const groups = groupsOf(words)
  const edits = [
    ...words.flatMap((word, at) => wordEdits(word, words[at + 1])),
    ...groups.flatMap((group) => groupEdits(source, group)),
    ...words.flatMap((word, at) => roundEdits(words, at, word, groups)),
    ...clauseEdits(words, groups),
  ]
  const found = new Map<string, Mutant>()
  for (const edit of edits) {
    const code = source.slice(0, edit.start) + edit.text + source.slice(edit.end)
    const how = `${source.slice(edit.start, edit.end)} becomes ${edit.text || 'nothing'}`
    if (code !== source && !found.has(code)) found.set(code, { code, how })
  }
  return [...found.values()]
}

function wordEdits(word: Token, next: Token | undefined): Edit[] {
  const { kind, text, start, end } = word
  const become = (other: string): Edit => ({ start, end, text: other })
  if (kind === 'constant') return constants(text).map(become)
  // A colon behind a name gives it a value: it is no verb there.
  if (next?.text === ':' && kind === 'name') return []
  const through = kind === 'verb-colon' ? ':' : ''
  const others = OTHERS.get(kind === 'verb-colon' ? text.slice(0, -1) : text) ?? []
  const changed = others.map((other) => become(other + through))
  return kind === 'name' && DROPPED.has(text) ? [...changed, become('')] : changed
}

/** Constants that are off by one, or lack an item. */
function constants(text: string): string[] {
  if (text.startsWith('"')) {
    const inner = text.slice(1, -1)
    if (inner.includes('\\')) return []
    if (inner.length === 1) return [inner === 'x' ? '"y"' : '"x"']
    return inner === '' ? [] : [`"${inner.slice(1)}"`, `"${inner.slice(0, -1)}"`]
  }
  if (text.startsWith('`')) return []
  const numbers = text.split(/\s+/)
  if (!numbers.every((one) => /^-?\d+(\.\d*)?[fj]?$|^-?\.\d+$/.test(one))) return []
  return numbers.flatMap((one, at) => {
    const suffix = /[fj]$/.exec(one)?.[0] ?? ''
    const value = Number(suffix === '' ? one : one.slice(0, -1))
    const by = Number.isInteger(value) ? 1 : 0.1
    return [value + by, value - by].map((other) => {
      const isFloat = one.includes('.')
      const written = `${isFloat ? Number(other.toFixed(9)) : other}${suffix}`
      const shown = isFloat && !written.includes('.') ? `${written}.` : written
      return numbers.with(at, shown).join(' ')
    })
  })
}

function groupEdits(source: string, group: Group): Edit[] {
  const { head, bracket, start, end, parts } = group
  const text = parts.map(([from, to]) => source.slice(from, to))
  const become = (other: string): Edit => ({ start, end, text: other })
  const isControl = ['if', 'while', 'do'].includes(head)
  const edits: Edit[] = []
  if (bracket === '{' || isControl) {
    const first = isControl ? 1 : 0
    const last = isControl ? parts.length : parts.length - 1
    for (let at = first; at < last; at++) {
      const [from, to] = parts[at] as readonly [number, number]
      const heading = at === 0 ? (/^\s*\[[^\]]*\]/.exec(text[0] ?? '')?.[0] ?? '') : ''
      edits.push({ start: from + heading.length, end: to, text: '' })
    }
  }
  if (head === 'while') {
    const [condition, ...body] = text
    for (const rounds of ROUNDS) {
      edits.push(become(`do[${rounds};if[${condition};${body.join(';')}]]`))
    }
  }
  if (head === 'do') {
    const [count, ...body] = text
    for (const by of ['-1', '+1']) edits.push(become(`do[(${count})${by};${body.join(';')}]`))
  }
  if (head === '$' && text.length >= 3) edits.push(...conditionals(text).map(become))
  return edits
}

/** A conditional with a branch left out. */
function conditionals(text: readonly string[]): string[] {
  const found: string[] = []
  for (let at = 0; at + 2 < text.length; at += 2) {
    const rest = [...text.slice(0, at), ...text.slice(at + 2)]
    found.push(rest.length === 1 ? `(${rest[0]})` : `$[${rest.join(';')}]`)
  }
  return [...found, `(${text[1]})`]
}

/** Too few rounds of a function that is applied until its result stays the same. */
function roundEdits(
  words: readonly Token[],
  at: number,
  { kind, text, start, end }: Token,
  groups: readonly Group[],
): Edit[] {
  if (kind !== 'iterator' || (text !== '/' && text !== '\\')) return []
  const [before, next] = [words[at - 1], words[at + 1]]
  if (before === undefined) return []
  if (next?.text === '[') {
    return ROUNDS.map((rounds) => ({ start, end: next.end, text: `${text}[${rounds};` }))
  }
  const lambda = groups.find((one) => one.end === before.end)
  const from = lambda?.start ?? before.start
  return ROUNDS.map((rounds) => ({ start: from, end: from, text: `${rounds} ` })).filter(
    () => end > start,
  )
}

/** Queries without their conditions, or without their groups. */
function clauseEdits(words: readonly Token[], groups: readonly Group[]): Edit[] {
  const edits: Edit[] = []
  words.forEach((word, at) => {
    if (word.kind !== 'name') return
    if (word.text === 'by') {
      const from = words.findIndex((other, place) => place > at && other.text === 'from')
      const behind = words[from]
      if (behind !== undefined) edits.push({ start: word.start, end: behind.start, text: '' })
    }
    const isQuery = word.text === 'where' && words.slice(0, at).some(({ text }) => text === 'from')
    if (!isQuery) return
    const inside = groups
      .flatMap(({ parts }) => parts)
      .filter(([from, to]) => from <= word.start && word.start < to)
      .toSorted((one, other) => one[1] - one[0] - (other[1] - other[0]))
    const [part] = inside
    if (part !== undefined) edits.push({ start: word.start, end: part[1], text: '' })
  })
  return edits
}

/** The solution, called with arguments or giving a result that one verb has changed. */
export function wrapped({ solution, takes, gives }: Problem): Mutant[] {
  const names = takes.map((_, at) => `a${at}`)
  const call = (args: readonly string[], around = ''): string =>
    `solve:{[${names.join(';')}] ${around} whole[${args.join(';')}]}`
  const arguments_ = takes.flatMap(({ type }, at) =>
    changesOf(type).map((change) => {
      const changed = change.replaceAll('x', names[at] as string)
      const program = call(names.with(at, `(${changed})`))
      return programMutant(solution, program, `argument ${at} as ${change}`)
    }),
  )
  const results = (RESULT_CHANGES.get(gives) ?? []).map((change) =>
    programMutant(solution, call(names, change), `result through ${change}`),
  )
  return [...arguments_, ...results]
}

/** What is easily overlooked of an argument: its sign, order, repeats, ends, and size. */
function changesOf(type: string): readonly string[] {
  if (type.endsWith(' list') || type === 'string' || type.startsWith('table ')) {
    const ends = ['(5&count x)#x', '1_x', '-1_x', 'reverse x', 'distinct x']
    return type === 'long list' || type === 'float list' ? [...ends, 'asc x', 'abs x'] : ends
  }
  if (type === 'long') return ['x+1', 'x-1', 'abs x', '10&x', '2|x', '-1+2*(x+1)div 2']
  if (type === 'float') return ['x+1', 'abs x', '`float$floor x']
  return []
}

const RESULT_CHANGES: ReadonlyMap<string, readonly string[]> = new Map([
  ['long', ['abs', '0|', '1|', '1+', '-1+']],
  ['float', ['abs', '0|', '`float$floor']],
  ['boolean', ['not']],
  ['long list', ['abs', 'asc', 'distinct', 'reverse']],
  ['float list', ['abs', '0|', 'asc']],
  ['symbol list', ['asc', 'distinct']],
  ['string', ['lower', 'reverse', 'trim']],
])
