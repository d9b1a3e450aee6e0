import { createSession } from '../../src/sim/q/index.ts'
import { type RandomStream, stream } from '../../src/sim/random.ts'

// q has many notations for one change: `x[i]:v`, `.[x;i;:;v]`, `@[x;i;:;v]`, by value and by name,
// globally and in a function, and similarly for appends. This test changes random containers in all
// of these ways. The results must agree, contain the new value, and keep everything else.

/** A container with its keys, and keys that can be added. */
interface Sample {
  readonly text: string
  readonly keys: readonly string[]
  /** Keys of the inner level, if there is one. */
  readonly inner?: readonly string[]
  /** Values that fit; they are drawn more often. */
  readonly values?: readonly string[]
  /** Whether it is a dictionary, which is joined with entries. */
  readonly hasEntries?: boolean
}

const sample = (text: string, keys: string, values = '', inner = ''): Sample => ({
  text,
  keys: keys.split(' ').filter(Boolean),
  inner: inner.split(' ').filter(Boolean),
  values: values.split(' | ').filter(Boolean),
})

const mapping = (...parts: Parameters<typeof sample>): Sample => ({
  ...sample(...parts),
  hasEntries: true,
})

const AT = '0 1 2 -1'
const NAMED = '`a `b `c `z'
const XY = '`x `y `z'

/** Every kind of container. */
export const CONTAINERS: readonly Sample[] = [
  sample('1 2 3', AT, '7 | 8 9'),
  sample('1 2 3f', AT, '7.5'),
  sample('1 2 3i', AT, '7i'),
  sample('9223372036854775806 1', AT, '7 | 9223372036854775805'),
  sample('"abc"', AT, '"x"'),
  sample('`a`b`c', AT, '`q'),
  sample('101b', AT, '1b'),
  sample('0x0102', AT, '0xff'),
  sample('2000.01.01 2000.01.02', AT, '2024.02.29'),
  sample('0#0', AT, '7'),
  sample('()', AT, '7 | "abc"'),
  sample('(1;"a";`b)', AT, '7 | "abc" | `a`b!1 2'),
  sample('(1 2;3 4)', AT, '5 6 | 7', AT),
  sample('("ab";"c")', AT, '"xy" | "z"', AT),
  sample('(::;1)', AT),
  sample('(`x`y!1 2;`z`w!3 4)', AT, '`x`q!1 2', XY),
  sample('`s#1 2 3', AT, '7'),
  mapping('`a`b!1 2', NAMED, '7'),
  mapping('`a`b!1 2f', NAMED, '7.5'),
  mapping('`a`b!`x`y', NAMED, '`q'),
  mapping('`a`b!"xy"', NAMED, '"z"'),
  mapping('`a`b!(1;"x")', NAMED, '7 | "abc"'),
  mapping('`a`b!(1 2;3 4)', NAMED, '5 6 | "ab"', AT),
  mapping('`a`b!("ab";"cde")', NAMED, '"xy"', AT),
  mapping('()!()', `${NAMED} 1`, '7 | 1 2 | `x`y!1 2', XY),
  mapping('(0#`)!()', NAMED, '7 | 1 2 | `x`y!1 2', XY),
  mapping('(`$())!`long$()', NAMED, '7'),
  mapping('1 2!`x`y', '1 2 3', '`q'),
  mapping('1 2!(1 2;"ab")', '1 2 3', '"abc"', AT),
  mapping('(enlist`a)!enlist`x`y!1 2', NAMED, '`x`y!7 8', XY),
  mapping('`a`b!(`x`y!1 2;`x`y!3 4)', NAMED, '`x`y!7 8', XY),
  mapping('`a`b!(`x`y!1 2;`z`w!3 4)', NAMED, '`x`q!7 8', XY),
  mapping('(enlist`)!enlist(0#`)!0#0', NAMED, '`x`q!7 8', XY),
  mapping('`a`b!(([]p:1 2);([]p:3 4))', NAMED, '([]p:5 6)', AT),
  mapping('(`a`b;`c`d)!1 2', '`a`b `a`z', '7'),
  sample('([]a:1 2;b:3 4)', '0 1 2', '`a`b!7 8 | 7 8', '`a `b `z'),
  sample('([]a:`x`y;b:("ab";"c"))', '0 1 2', '`a`b!(`q;"xy")', '`a `b `z'),
  sample('([]a:();b:())', '0', '`a`b!7 8', '`a `z'),
  sample('([]a:1 2)', '0 1 `a `z', '7 8 | (enlist`a)!enlist 7'),
  sample('([k:`x`y]v:1 2)', XY, '(enlist`v)!enlist 7', '`v `z'),
  sample('([k:`x`y]v:1 2;w:("a";"bc"))', XY, '`v`w!(7;"xy") | (7;"xy")', '`v `w `z'),
  sample('([k:1 2;l:`x`y]v:1 2)', '(1;`x) (1;`z)', '(enlist`v)!enlist 7', '`v `z'),
]

const VALUES = [
  ...['7', '7.5', '"x"', '`q', '1 2', '"abc"', '()', '(1;"a")', '`x`y!7 8', '`x`z!7 8', '(::)'],
  ...['([]a:7 8;b:5 6)', '([k:`p`q]v:7 8)', '0N', '`a`b!7 8', '(enlist`a)!enlist 7', '{x}'],
]

/** One change, and programs that write it in different ways; each stores its result in `r`. */
interface Change {
  readonly what: string
  readonly ways: Readonly<Record<string, string>>
  /** Expressions that must hold for `x` before, `r` after, and the value `v`. */
  readonly laws: Readonly<Record<string, string>>
}

const TOP = (path: string): Readonly<Record<string, string>> => ({
  indexed: `x[${path}]:v;r:x`,
  'indexed twice': `x[${path}]:v;x[${path}]:v;r:x`,
  'in a function': `r:{[x;v]x[${path}]:v;x}[x;v]`,
  pattern: `(x[${path}]):v;r:x`,
})

/** The laws of an assignment to one place: reading it returns the assigned value. */
function assignment(random: RandomStream, { text, keys, inner = [] }: Sample, v: string): Change {
  const i = random.pick(keys)
  const isDeep = inner.length > 0 && random.chance(0.4)
  const j = isDeep ? random.pick(inner) : ''
  const path = isDeep ? `${i};${j}` : i
  const list = isDeep ? `(${i};${j})` : `enlist ${i}`
  const ways: Record<string, string> = {
    ...TOP(path),
    dot: `r:.[x;${list};:;v]`,
    'dot by name': `.[\`x;${list};:;v];r:x`,
  }
  if (!isDeep) {
    ways.at = `r:@[x;${i};:;v]`
    ways['at by name'] = `@[\`x;${i};:;v];r:x`
  }
  const laws = {
    'what was assigned is there': `same[x${isDeep ? ` . enlist ${i}` : ''};r . ${list};v]`,
    'the other items are as they were': `kept[x;r;${i}]`,
    'the copy is as it was': 'c~before',
  }
  return { what: `x:${text};v:${v};x[${path}]:v`, ways, laws }
}

/** `x[i]+:v` and `x[i],:v`. */
function through(random: RandomStream, { text, keys }: Sample, v: string): Change {
  const i = random.pick(keys)
  const f = random.pick(['+', ',', '|'])
  return {
    what: `x:${text};v:${v};x[${i}]${f}:v`,
    ways: {
      indexed: `x[${i}]${f}:v;r:x`,
      'in a function': `r:{[x;v]x[${i}]${f}:v;x}[x;v]`,
      dot: `r:.[x;enlist ${i};${f};v]`,
      'dot by name': `.[\`x;enlist ${i};${f};v];r:x`,
      at: `r:@[x;${i};${f};v]`,
      'at by name': `@[\`x;${i};${f};v];r:x`,
    },
    laws: {
      'the other items are as they were': `kept[x;r;${i}]`,
      'the copy is as it was': 'c~before',
    },
  }
}

/** `x,:v`, `x upsert v` and, for one key, `x[k]:v`. */
function appending(random: RandomStream, all: Sample, v: string): Change {
  const { text, keys } = all
  const isEntry = all.hasEntries === true && random.chance(0.5)
  const key = isEntry ? random.pick(keys) : ''
  const added = isEntry ? `(enlist ${key})!enlist ${v}` : v
  const ways: Record<string, string> = {
    appended: 'x,:v;r:x',
    'in a function': 'r:{[x;v]x,:v;x}[x;v]',
    upsert: 'r:x upsert v',
    'upsert by name': '`x upsert v;r:x',
  }
  if (isEntry) ways.indexed = `x[${key}]:first value v;r:x`
  return {
    what: `x:${text};v:${added};x,:v`,
    ways,
    laws: {
      'all that was there stands first': 'grown[x;r;v]',
      'the copy is as it was': 'c~before',
    },
  }
}

/**
 * Relations between values, in q: `same` up to nulls of unnamed columns, `kept` for all other
 * items, `grown` for the items before an append.
 */
const PRELUDE = [
  'asRow:{[x;v]$[99h=type v;v;98h=type x;cols[x]!v;cols[value x]!v]}',
  'isTable:{(98h=type x)|$[99h=type x;98h=type value x;0b]}',
  "same:{[x;y;v]$[y~v;1b;$[isTable x;99h=type y;0b];all w~'y key w:asRow[x;v];0>type v;" +
    '(98h=type x)&all v~/:y;0b]}',
  'kept:{[x;r;i]if[(98h=type x)&-11h=type i;:(i _ flip x)~i _ flip r];' +
    'k:$[99h=type x;key x;til count x];if[98h=type k;k:flip value flip k;i:(),i];' +
    'k:k where not k~\\:i;all{[x;r;k]x[k]~r k}[x;r]each k}',
  'grown:{[x;r;v]$[(0=count x)|98h=type x;count[x]<=count r;99h=type x;all(key x)in key r;' +
    'x~count[x]#r]}',
]

/** The result of a program: `r` in one-line form, the violated laws, or the error. */
export interface Ran {
  readonly result: string
  readonly broken: readonly string[]
}

/** Runs a program; a canary may replace it. */
export type Run = (setUp: string, way: string, laws: Change['laws']) => Ran

export const run: Run = (setUp, way, laws) => {
  const session = createSession()
  for (const line of [...PRELUDE, `${setUp};c:x;before:-9!-8!x`]) session.evaluate(line)
  const { error } = session.evaluate(way)
  const { output } = session.evaluate(error === undefined ? '-1 .Q.s1 r;' : '-1 .Q.s1(c;before)~x;')
  if (error !== undefined) return { result: `'${error.name}`, broken: [] }
  session.evaluate('x:c')
  const broken = Object.entries(laws).filter(
    ([, law]) => session.evaluate(law).output.trim() !== '1b',
  )
  return { result: output, broken: broken.map(([name]) => name) }
}

export interface Finding {
  readonly change: string
  readonly what: string
}

/** Tries a number of changes; returns those that disagree or violate a law. */
export function compareForms(seed: number, count: number, runWay: Run = run): Finding[] {
  const findings: Finding[] = []
  for (let number = 0; number < count; number++) {
    const random = stream(seed, number, 'q-amend-forms')
    const container = random.pick(CONTAINERS)
    const fitting = container.values ?? []
    const value =
      fitting.length > 0 && random.chance(0.5) ? random.pick(fitting) : random.pick(VALUES)
    const make = random.pick([assignment, assignment, through, appending])
    const { what, ways, laws } = make(random, container, value)
    const setUp = what.slice(0, what.lastIndexOf(';'))
    const results = Object.entries(ways).map(([name, way]) => ({
      name,
      ...runWay(setUp, way, laws),
    }))
    const [first] = results
    const other = results.find(({ result }) => result !== first?.result)
    if (first !== undefined && other !== undefined) {
      const texts = [first, other].map(({ name, result }) => `${name}: ${result.trim()}`)
      findings.push({ change: what, what: texts.join('  <>  ') })
    }
    for (const { name, broken, result } of results) {
      if (broken.length > 0) {
        findings.push({
          change: what,
          what: `${name}: ${result.trim()} breaks: ${broken.join(', ')}`,
        })
        break
      }
    }
  }
  return findings
}
