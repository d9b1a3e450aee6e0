// Guards patterns, splitting and joining of text, digits and bits, digests, formats.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

it.each([
  ['`cart`card`cord like "ca[rt]?"', '110b'],
  ['"a]b" like "a[]]b"', '1b'],
  ['("axc";"abc";"ac") like "a[^b]c"', '100b'],
  ['"banana" like "b*n*"', '1b'],
  ['"banana" like "*an*a"', "'nyi"],
  ['"banana" like "*a*n*"', "'nyi"],
  ['(`p`q!`one`two) like "t*"', 'p| 0\nq| 1'],
  ['"banana" ss "an"', '1 3'],
  ['"banana" ss "*"', "'length"],
  ['ssr["one twos";"o?";"<>"]', '"<>e tw<>"'],
  ['ssr["hill";"[a-i]";upper]', '"HIll"'],
  ['ssr["abc";"b";""]', '"ac"'],
  ['upper `ab`Cd', '`AB`CD'],
  ['lower ("AB";`CD)', '"ab"\n`cd'],
  ['upper 1', "'type"],
  ['trim ("  p ";"q  ")', ',"p"\n,"q"'],
  ['ltrim "  p "', '"p "'],
  ['rtrim "  p "', '"  p"'],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})

it.each([
  ['"; " vs "p; q; r"', ',"p"\n,"q"\n,"r"'],
  ['(enlist 3) vs enlist 2.5', '2.5'],
  ['"," vs "a,,b"', ',"a"\n""\n,"b"'],
  ['` vs `x.y.z', '`x`y`z'],
  ['` vs `:/var/log/out', '`:/var/log`out'],
  ['` vs "p\\r\\nq\\n"', ',"p"\n,"q"'],
  ['` vs "x"$"p\\r\\nq"', ',"p"\n,"q"'],
  ['7 vs 100', '2 0 2'],
  ['10 vs 7 42 305', '0 0 3\n0 4 0\n7 2 5'],
  ['24 60 60 vs 7384', '2 3 4'],
  ['24 60 1000000007 vs 1234567890123456789', '19 21 481481622'],
  ['0 1000 vs 1234567890123456789 5', '1234567890123456 0\n789              5'],
  ['0x0 vs 258', '0x0000000000000102'],
  ['0b vs 5h', '0000000000000101b'],
  ['"-" sv ("p";"q")', '"p-q"'],
  ['` sv ("pp";"q")', '"pp\\nq\\n"'],
  ['` sv `x`y', '`x.y'],
  ['` sv `:dir`file', '`:dir/file'],
  ['2 sv 1 0 1 1', '11'],
  ['24 60 60 sv 2 3 4', '7384'],
  ['0x0 sv 0x0102', '258h'],
  ['0b sv 00000011b', '0x03'],
  ['"," sv `p`q', "'type"],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})

it.each([
  ['md5 ""', '0xd41d8cd98f00b204e9800998ecf8427e'],
  ['md5 100#"x"', '0xaed563ecafb4bcc5654c597a421547b2'],
  ['.Q.sha1 "abc"', '0xa9993e364706816aba3e25717850c26c9cd0d89d'],
  ['.Q.btoa "any+"', '"YW55Kw=="'],
  ['"c"$.Q.atob "YW55Kw=="', '"any+"'],
  ['.Q.j10 .Q.x10 987654321', '987654321'],
  ['.Q.x12 36', '"000000000010"'],
  ['.Q.f[3;2.5]', '"2.500"'],
  ['.Q.f[1;-0.04]', '"-0.0"'],
  ['.Q.fmt[7;2] 3.14159', '"   3.14"'],
  ['.Q.fmt[3;2] 3.14159', '"***"'],
  ['.Q.id `$"3 way!"', '`a3way'],
  ['cols .Q.id flip (`$("p q";"pq"))!(1 2;3 4)', '`pq`pq1'],
  ['.Q.ty each (1 2;"ab";("ab";"cd");(1;`a))', '"jcC "'],
  ['.Q.dd[`x;`y]', '`x.y'],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})
