/** Programs that try to break out, run forever or exhaust resources, and their possible ends. */
export interface Hostile {
  readonly name: string
  readonly code: string
}

/** Memory: each needs far more than a machine has. */
const GREEDY = [
  'til 1000000000',
  'til 0W',
  '1000000000#0',
  '0W#1',
  '1000000000 1000000000#0',
  '(1000000000#"a"),"b"',
  '1000000000?100',
  '100000000#enlist til 1000',
  'x:til 1000000;while[1;x:x,x]',
  'x:enlist 1;while[1;x:(x;x)]',
  '{x,x}/[100;til 10]',
  'x:();while[1;x,:enlist til 100000]',
  '{til x}each 1000000#1000000',
  '(til 100000)*/:til 100000',
  '(til 1000000)cross til 1000000',
  's:"a";while[1;s:s,s]',
  'raze 1000000#enlist 1000000#"a"',
  'd:()!();i:0;while[1;d[i]:til 10000;i+:1]',
  'flip 1000000#enlist til 1000',
  'ungroup([]a:til 100000;b:100000#enlist til 1000)',
  'raze 100000#enlist 1000#enlist 1 2',
  'raze 100000#enlist .z.p+1+til 1000',
  '1000000000 _ til 1000000000',
] as const

/** Time: each runs forever, or nearly. */
const ENDLESS = [
  'while[1;]',
  'while[1b;x:1]',
  'do[0W;1]',
  'do[1000000000000;1+1]',
  '{x+1}/[{1b};0]',
  '{neg x}/[1]',
  '{neg x}\\[1]',
  '{[n] $[n<2;n;.z.s[n-1]+.z.s n-2]}60',
  '0W{x+1}/0',
  '{1b}{x}/1',
  '{while[1;]}each til 1000',
  '{x+til 100000}/[1000000;0]',
  '@[{while[1;]};0;{while[1;]}]',
  'f:{@[f;x;{f x}]};f 1',
] as const

/** Depth. */
const DEEP = [
  '{.z.s x}1',
  '{x .z.s}{x .z.s}',
  'f:{g x};g:{f x};f 1',
  '{enlist .z.s x}1',
  '{enlist x}/[100000;1]',
  'show {enlist x}/[100000;1]',
  '{enlist x}/[5000;1]~{enlist x}/[5000;1]',
  'string {enlist x}/[5000;1]',
  'value 100000#"("',
  'parse 100000#"{"',
  `${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
  `${'{'.repeat(20_000)}${'}'.repeat(20_000)}`,
  `${'['.repeat(20_000)}`,
  `${'-'.repeat(20_000)}1`,
  `${'f '.repeat(20_000)}1`,
  `${'enlist '.repeat(9_000)}1`,
] as const

/** Output. */
const LOUD = [
  'while[1;show til 1000]',
  'while[1;-1 "spam"]',
  'show 1000000#enlist 1000000#"a"',
  '-1 1000000#"a"',
  '0N!til 2000000',
  'do[1000000;0N!1]',
] as const

/** Names and features that are exits from a careless interpreter. */
const CURIOUS = [
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'valueOf[]',
  'constructor.constructor',
  '.constructor.prototype',
  '`constructor$1',
  'constructor:5;__proto__:6;constructor+__proto__',
  'd:`constructor`toString!1 2;d`__proto__',
  '(enlist`)!enlist 1',
  '([]constructor:1 2;__proto__:3 4)',
  'select toString from ([]toString:1 2)',
  'process',
  'require',
  'globalThis',
  'import',
  'eval "process.exit()"',
  'value "constructor"',
  'get`constructor',
  '.z.constructor',
  '.Q.constructor',
  '.j.k "{\\"__proto__\\":{\\"a\\":1}}"',
  'system "ls"',
  'system "l /etc/passwd"',
  '\\ls',
  '\\\\',
  'exit 0',
  'hopen 5000',
  'hopen `:localhost:5000',
  'read0 `:/etc/passwd',
  '`:/tmp/q-was-here 0: enlist "a"',
  '`:/tmp/q-was-here set 1',
  'hdel `:/tmp/q-was-here',
  'getenv `HOME',
  '`HOME setenv "/"',
  '2: 1',
  '.z.f',
  '.z.x',
  '.z.ts:{while[1;]}',
  '\\t 1',
  'delete solve from `.',
  '.q.til:{0}',
] as const

/** Files: many names, long paths, large contents, and lists shared a million times. */
const FILES = [
  '{(`$":",string x)0:enlist"ab"}each til 9000;do[0W;key`:.]',
  '{(`$":",string x)0:enlist"ab"}each til 9000;do[0W;system"ls"]',
  's:`$":",raze 100000#enlist"a/../";do[0W;key s]',
  'h:hopen`:log;do[0W;h"text"]',
  'h:hopen`:log;`:log set();do[0W;h enlist(`f;1;2)]',
  '`:a 0:20000#enlist"a:1;b:2";do[0W;system"l a"]',
  '`:a 0:100000#enlist"ab";do[0W;count read0`:a]',
  '`:a 0:10000#enlist"ab";do[0W;.Q.fs[{x}]`:a]',
  '`:a set 1000000#enlist til 1000',
  '`:a/t/ set([]n:til 100000);do[0W;flip enlist[`n]!`:./a/t/]',
  '`:a 0:1000000#enlist 1000000#"a"',
  '-8!1000000#enlist til 1000',
  't:([]a:100000#`a`b);do[0W;.Q.en[`:.;t]]',
] as const

/** Characters that no program should contain. */
const ODD = [
  '\u0000',
  '\ud800',
  '🎉:1',
  'é:1',
  '\\',
  '/\nnever closed',
  '"never closed',
  "'",
  '`',
  ';;;;;',
  '\u2028',
  'a:1\r\n\r\n}\r\n',
] as const

/** Every hostile program. */
export const HOSTILE: readonly Hostile[] = [
  ...GREEDY,
  ...ENDLESS,
  ...DEEP,
  ...LOUD,
  ...CURIOUS,
  ...FILES,
  ...ODD,
].map((code) => ({ code, name: code.slice(0, 40) }))

/** Programs that can only end in an error. */
export const HOPELESS: ReadonlySet<string> = new Set<string>([
  ...ENDLESS.slice(0, 5),
  ...FILES,
  '{.z.s x}1',
])
