import { longs, word } from '../draws.ts'
import { problem, topic } from '../problem.ts'

export const MACHINES = topic('simulation', [
  problem({
    id: 'bank-account',
    level: 1,
    statement:
      'An account begins with 0. Positive amounts are paid in, negative ones are paid out ' +
      'unless the ' +
      'account holds too little. Give what it holds in the end.',
    takes: { amounts: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [3, 9], [-30, 30])],
    edges: [[[-5]], [[10, -20, -10]], [[5, -6, 3]]],
    reference: (amounts) => amounts.reduce((sum, one) => (sum + one < 0 ? sum : sum + one), 0),
    solution: 'solve:{[amounts] {$[0>x+y;x;x+y]}/[0;amounts]}',
    wrong: 'solve:{[amounts] {0|x+y}/[0;amounts]}',
  }),
  problem({
    id: 'postfix-calculator',
    level: 2,
    statement:
      'Work out a calculation in postfix form: numbers, and + - * for the two results before, ' +
      'with ' +
      'blanks between them. "7 2 3 * -" is 1.',
    takes: { text: 'string' },
    gives: 'long',
    draw: (random) => {
      const make = (depth: number): string =>
        depth === 0 || random.chance(0.3)
          ? String(random.integer(0, 20))
          : `${make(depth - 1)} ${make(depth - 1)} ${random.pick(['+', '-', '*'])}`
      return [make(3)]
    },
    edges: [['7 2 3 * -'], ['42'], ['1 2 - 3 -']],
    reference: (text) => {
      const stack: number[] = []
      for (const part of text.split(' ')) {
        if (/^\d+$/.test(part)) stack.push(Number(part))
        else {
          const [right = 0, left = 0] = [stack.pop(), stack.pop()]
          stack.push(part === '+' ? left + right : part === '-' ? left - right : left * right)
        }
      }
      return stack[0] ?? 0
    },
    solution:
      'run:{[s;p] f:first p;\n' +
      '  $[f="+";(-2_s),(s count[s]-2)+last s;\n' +
      '    f="-";(-2_s),(s count[s]-2)-last s;\n' +
      '    f="*";(-2_s),(s count[s]-2)*last s;\n' +
      '    s,"J"$p]}\n' +
      'solve:{[text] last run/[0#0;" "vs text]}',
    wrong:
      'run:{[s;p] f:first p;\n' +
      '  $[f="+";(-2_s),(s count[s]-2)+last s;\n' +
      '    f="-";(-2_s),(last s)-s count[s]-2;\n' +
      '    f="*";(-2_s),(s count[s]-2)*last s;\n' +
      '    s,"J"$p]}\n' +
      'solve:{[text] last run/[0#0;" "vs text]}',
  }),
  problem({
    id: 'cache-hits',
    level: 3,
    statement:
      'A cache holds the given number of pages and drops the one that was used longest ago. ' +
      'Give how ' +
      'many of the requests find their page in it.',
    takes: { size: 'long', requests: 'long list' },
    gives: 'long',
    draw: (random) => [random.integer(1, 4), longs(random, [5, 14], [1, 5])],
    edges: [
      [2, [1, 2, 1, 3, 2, 1]],
      [1, [4, 4, 4]],
      [3, [1, 2, 3, 1, 4, 1]],
    ],
    reference: (size, requests) => {
      let [cache, hits]: [number[], number] = [[], 0]
      for (const page of requests) {
        if (cache.includes(page)) hits += 1
        cache = [page, ...cache.filter((one) => one !== page)].slice(0, size)
      }
      return hits
    },
    solution:
      'solve:{[size;requests] c:0#0;h:0;i:0;\n' +
      '  while[i<count requests;p:requests i;if[p in c;h+:1];\n' +
      '    c:p,c where c<>p;if[size<count c;c:size#c];i+:1];h}',
    wrong:
      'solve:{[size;requests] c:0#0;h:0;i:0;\n' +
      '  while[i<count requests;p:requests i;$[p in c;h+:1;c:p,c];\n' +
      '    if[size<count c;c:size#c];i+:1];h}',
  }),
  problem({
    id: 'linear-generator',
    level: 1,
    statement: 'Give the first n numbers of x -> (a*x+c) modulo m, beginning with the seed itself.',
    takes: { n: 'long', seed: 'long', rule: 'long list' },
    gives: 'long list',
    draw: (random) => [
      random.integer(2, 10),
      random.integer(0, 30),
      [random.integer(2, 40), random.integer(0, 40), random.integer(31, 101)],
    ],
    edges: [
      [3, 1, [5, 3, 16]],
      [1, 7, [2, 1, 10]],
    ],
    reference: (n, seed, [a = 0, c = 0, m = 1]) => {
      const numbers = [seed]
      while (numbers.length < n) numbers.push((a * (numbers.at(-1) ?? 0) + c) % m)
      return numbers
    },
    solution: 'solve:{[n;seed;rule] (n-1){[r;x] (r[1]+x*r 0)mod r 2}[rule]\\seed}',
    wrong: 'solve:{[n;seed;rule] (n-1){[r;x] r[1]+(x*r 0)mod r 2}[rule]\\seed}',
  }),
  problem({
    id: 'queue-at-counters',
    level: 2,
    statement:
      'Customers wait in one queue for the given number of counters; each goes to the counter ' +
      'that ' +
      'is free first. Given the minutes that each takes, give when the last one is done.',
    takes: { counters: 'long', minutes: 'long list' },
    gives: 'long',
    draw: (random) => [random.integer(1, 3), longs(random, [3, 9], [1, 12])],
    edges: [
      [1, [5, 3, 4]],
      [2, [10, 2, 3, 3]],
      [4, [7]],
    ],
    reference: (counters, minutes) => {
      const free = Array.from({ length: counters }, () => 0)
      for (const one of minutes) {
        const next = free.indexOf(Math.min(...free))
        free[next] = (free[next] ?? 0) + one
      }
      return Math.max(...free)
    },
    solution: 'solve:{[counters;minutes] max {@[x;x?min x;+;y]}/[counters#0;minutes]}',
    wrong: 'solve:{[counters;minutes] ceiling (sum minutes)%counters}',
  }),
  problem({
    id: 'text-editor',
    level: 1,
    statement:
      'Somebody types a text; < is the key that removes the letter before it, if there is one. ' +
      'Give ' +
      'what is left. At least two letters are.',
    takes: { typed: 'string' },
    gives: 'string',
    draw: (random) => [`${word(random, [2, 9], 'abc<<')}xyz`],
    edges: [['ab<c'], ['<<ab'], ['abcd<<']],
    reference: (typed) =>
      [...typed].reduce((text, key) => (key === '<' ? text.slice(0, -1) : text + key), ''),
    solution: 'solve:{[typed] {$[y="<";-1_x;x,y]}/["";typed]}',
    wrong: 'solve:{[typed] typed where not(typed="<")or(1_typed,"a")="<"}',
  }),
])
