// Guards contexts, namespaces as values, commands, views, and functions of `.h`.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'
import { createSession } from '../session.ts'

it.each([
  [['.a.b.c:1', 'key `.a'], '``b'],
  [['.a.b:1', '.a.d:2', '.a'], ' | ::\nb| 1\nd| 2'],
  [['.a.b:1', '.a[`b]+1'], '2'],
  [['.a:`p`q!1 2', '.a.p:7', '.a'], 'p| 7\nq| 2'],
  [['.a:`p`q!1 2', '.a.r:"s"', '.a'], 'p| 1\nq| 2\nr| "s"'],
  [['.a.p:1', '.a[`p`q]:2 3', '.a.q:"z"', '.a'], ' | ::\np| 2\nq| "z"'],
  [['.a.p:1', 'f:{.a[`p]+:1;.a.p}', 'f each 3#0'], '2 3 4'],
  [['d:`p`q!1 2', 'd.p:5', 'd'], 'p| 5\nq| 2'],
  [['.a.p:1', '.a.q:2', 'delete p from `.a', 'key `.a'], '``q'],
  [['.a.p:1', '.b.p:2', 'delete from `.a', '.b.p'], '2'],
  [['.a.p:1', 'delete from `.a', '.a.p'], "'.a.p"],
  [['\\d .a', 'f:{x+y}', '\\d .', '.a.f[1;2]'], '3'],
  [['\\d .a', 'b:4', 'g:{b}', '\\d .', '.a.g[]'], '4'],
  [['\\d .a', '\\d'], '`.a'],
  [['key `nothing'], '()'],
  [['b:1', 'a:2', '\\v'], '`s#`a`b'],
  [['f:{x}', 'b:1', '\\f'], '`s#,`f'],
  [['system "P 3"', '2%3'], '0.667'],
  [['\\P 3', '\\P'], '3i'],
  [['value "\\\\c 10 20"', '\\c'], '10 20i'],
  [['\\t til 9'], '0'],
  [['\\pwd'], "'noaccess"],
  [['hopen 5000'], "'noaccess"],
  [['v::1+w', 'w:2', 'view `v'], '"1+w"'],
  [['v::1+w', 'views[]'], '`s#,`v'],
  [['v::1+w', '.z.b'], 'w| v'],
  [['v::{-1 "now";x} w', 'w:1', 'v', 'v'], '1'],
  [['v::{-1 "now";x} w', 'w:1', 'v', 'w,:2', 'v'], 'now\n1 2'],
  [['v::w*2', 'u::v+1', 'w:1', 'u', 'w:5', 'u'], '11'],
  [['v::rand w', 'w:0W', 'v=v'], '1b'],
  [['v::sum t`c', 't:([]c:1 2)', 'v', 'update c:9 from `t', 'v'], '18'],
  [['v::w', 'w::v', 'v'], "'loop"],
  [['v::w', '\\B'], ',`v'],
  [['v::w', 'w:1', 'v', '\\B'], '`symbol$()'],
  [['v::w', 'u::v', 'w:1', 'u', 'w:2', '\\B'], '`u`v'],
  [['w:1', 'v::w;9', 'v'], '9'],
  [['v::w;', 'w:1', 'v'], ''],
  [['v::$[w;5;v*2]', 'w:1', 'v', 'w:0', 'v'], '10'],
  [['v::p-q', '`. `v'], 'p-q'],
  [['v::p-q', 'value `. `v'], '::\n(-;`p;`q)\n`p`q\n"p-q"'],
  [['v::p-q', 'p:3;q:1', 'v', 'first value `. `v'], '2'],
  [['v::select from t where c in w', '(value `. `v)2'], ',`t'],
  [['w:2001.02.03', 'v::w', 'v.month'], "'nyi"],
  [['v::w', 't:([]c:1 2)', 'tables[]'], ',`t'],
  [['@[`.;`p;:;4]', 'p'], '4'],
  [['p:1', '@[`.;`p;+;4]', 'p'], '5'],
  [['.[`.;();,;`p`q!1 2]', 'p+q'], '3'],
  [['`. upsert `p`q!1 2', 'q'], '2'],
  [['p:8', '(`. )`p'], '8'],
  [['\\v .none'], "'.none"],
  [['.a.p:1', '.a.f:{x}', '\\f .a'], '`s#,`f'],
  [['`HOME setenv "here"', 'getenv `HOME'], '"here"'],
  [['getenv `HOME'], '""'],
  [['\\S 7', 'p:5?100', '\\S 7', 'p~5?100'], '1b'],
  [['\\S 7', '\\S'], '7i'],
  [['7 "text"'], "'Cannot write to handle 7. OS reports: Bad file descriptor"],
  [['\\z 1', '"D"$"03/02/2001"'], '2001.02.03'],
  [['\\z 1', '\\z 0', '"D"$"03/02/2001"'], '2001.03.02'],
  [['`n set 3', 'get `n'], '3'],
  [['hsym `p'], '`:p'],
])('%j', (entries, expected) => {
  expect(consoleResult(...entries)).toBe(expected)
})

it.each([
  ['.h.htc[`b;"x"]', '"<b>x</b>"'],
  ['.h.xs "p<q"', '"p&lt;q"'],
  ['.h.uh .h.hu "p q/r"', '"p q/r"'],
  ['.h.cd ([]n:1 2)', ',"n"\n,"1"\n,"2"'],
  ['.h.hta[`a;(enlist`href)!enlist "u"]', '"<a href=\\"u\\">"'],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})

it('ends a program that asks for it, which no trap stops', () => {
  const { output, error, exit } = createSession().load('-1"p";\n@[exit;3;0]\n-1"q";\n')
  expect({ output, error, exit }).toEqual({ output: 'p\n', error: undefined, exit: 3 })
})
