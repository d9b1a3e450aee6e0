import { type RandomStream, stream } from '../../src/sim/random.ts'

/** A program that tries to continue after its time. */
export interface HostileProgram {
  /** Creates the program's values. */
  readonly prelude: string
  readonly code: string
}

/** Large, deep or many values of every kind. */
const LARGE = [
  ...['2000000#7 3 9 1 5 0N', '0.5+til 2000000', '2000000?1000000', '2000000?1f', 'til 2000000'],
  ...['2000000#"ab, cab"', '2000000#101b', '2000000?0x0', '1000000?`4', '1000000?`a`b`c'],
  ...['`$string til 100000', '2024.01.01D+til 1000000', '1000000?0Ng', '500000?0p', '500000?0Wj'],
  ...['200000#(1;`a;"abc";2.5)', '2000000#enlist til 1000', '1000#enlist 1000#enlist til 1000'],
  ...['string til 400000', '400000 2#til 800000', 'enlist each til 700000', '1000 1000#1f'],
  ...['100000 9#til 900000', '300000#enlist"abc"', '2000000#enlist 1000#"ab "', '9 100000#1.5'],
  ...['(til 500000)!500000#enlist til 1000', '(`$string til 100000)!til 100000', '10000#()'],
  ...['([]a:2000000#1 2;b:2000000#enlist til 1000)', '([k:til 500000]v:til 500000)'],
  ...['100000#enlist`a`b!1 2', '([]s:500000?`3;t:500000?0t;v:500000?100)', '300000#enlist`a`b'],
  ...['{enlist x}/[3000;1]', '{(x;x)}/[18;1]', '{x,enlist x}/[12;1 2]', '" "sv string til 200000'],
  ...['`a`b`c!3#enlist til 500000', '(`s#til 1000000)!til 1000000', '`g#1000000?100', '20000#"("'],
]

const SMALL = [
  ...['3', '-2', '0', '1000000', '0N', '0W', '1.5', '0b', '","', '"b"', '"*b*c*"', '"*[ab]*[bc]*"'],
  ...['`a', '`', '0 2 5', '"j"', '"J"', '"*"', '0x0', '`s', '`g', '(1 2;3 4)', '"ab"', '()', '::'],
  ...['`a`b!1 2', '([]a:1 2)', '2 3', '1000 1000', '2024.01.01', '0D01', '10', '("ab";"cd")', '1b'],
]

const ITERATORS = ["'", '/', '\\', "':", '/:', '\\:']

/** V a verb, I an iterator, A and B large values, S a small one. */
const FORMS = [
  ...['V A', 'V A', 'A V S', 'S V A', 'A V A', 'A V B', 'V[A;S;B]', 'V[S;A;S]', 'V each A'],
  ...['A V/:S', 'S V\\:A', '(V I)A', 'A(V I)S', 'S(V I)A', 'A(V I)B', '(V I I)A', 'A(V I I)B'],
  ...[
    'V V A',
    'V V V A',
    'A V V A',
    '{V x}each A',
    '{x V y}over A',
    '{x V y}prior A',
    '{x V S}\\A',
  ],
  ...['do[1000000;A:V A]', 'do[100000;A:A V S]', 'while[1;A:V V A]', 'while[1;c:V A]', 'A:A V A'],
  ...['c:();while[1;c,:enlist V A]', 'c:();while[1;c:c V A]', '{x,x}/[40;A]', '{V x,x}/[30;A]'],
  ...['{V x}/[1000;A]', '{x V A}/[1000;S]', '{enlist x}/[100000;A]', '.[A;();V]', '@[A;B;V;S]'],
  ...['@[A;til count A;V]', '@[{V x};A;{V A}]', 'f:{@[f;V x;{f x}]};f A', 'A[A]', 'A[;S]', 'A . S'],
  ...['c:()!();i:0;while[1;c[i]:V A;i+:1]', 'A[til count A]:A', '?[A;();0b;()]', 'A[V A]:S'],
  ...['c:"a";while[1;c:c,V A]', 'raze V each A', '(V A),V B', "A,'B", "A V'B", 'flip(A;B)'],
  ...['select V a by b from([]a:A;b:A)', 'exec V a from([]a:A)', 'update c:V a from([]a:A)'],
  ...['(V A)V(V B)', '-8!V A', '.Q.s1 V A', '.Q.s V A', '.j.j V A', '.h.tx[`csv]A', 'show V A'],
  ...['value(V;A)', 'value .Q.s1 A', 'parse A', 'md5 each A', 'ssr[A;S;S]', 'A like S', '`$A'],
  ...[
    '"J"$A',
    '"D"$string A',
    'count each group A',
    '{V[x;y]}[A]each A',
    'A:V each A',
    'c:A;c[0]:A',
  ],
  ...['`c set V A', '([]a:A)lj([a:A]b:A)', 'aj[`a;([]a:A);([]a:A;b:A)]', '([]a:A)uj([]b:A)'],
  ...['wj[(A;A);`a;([]a:A);(([]a:A;b:A);(sum;`b))]', '`:f set A;get`:f', 'do[1000;`:f 0:string A]'],
  ...['{$[x=0;0;1+.z.s x-1]}each A', '{[n]$[n<2;n;.z.s[n-1]+.z.s n-2]}60', "{x V'y}/[A;A]"],
]

/** Writes a program from a seed and a number, reproducibly. */
export function hostileProgram(
  seed: number,
  number: number,
  verbs: readonly string[],
): HostileProgram {
  const random = stream(seed, number, 'q-hostile')
  const prelude = `a:${random.pick(LARGE)};b:${random.pick(LARGE)}`
  const count = random.integer(1, 2)
  const lines = Array.from({ length: count }, () => filled(random.pick(FORMS), verbs, random))
  return { prelude, code: lines.join(';') }
}

/** Fills the capitals of a form with words. */
function filled(form: string, verbs: readonly string[], random: RandomStream): string {
  const words: Readonly<Record<string, () => string>> = {
    V: () => ` ${random.pick(verbs)} `,
    A: () => ' a ',
    B: () => ' b ',
    S: () => ` ${random.pick(SMALL)} `,
    I: () => random.pick(ITERATORS),
  }
  // Words of q and strings of the form have capitals of their own.
  return form.replace(/"[^"]*"|\.Q\.s1?|[VABSI]/g, (word) => words[word]?.() ?? word)
}
