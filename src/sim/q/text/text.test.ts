// Guards lines of text from tables, and tables from lines of text.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

it.each([
  ['csv 0: ([]n:1 0N;s:`p`q)', '"n,s"\n"1,p"\n",q"'],
  ['"|" 0: (1 2;("a|b";"c"))', '"1|\\"a|b\\""\n"2|c"'],
  ['("JS";",") 0: ("1,p";"2,q")', '1 2\np q'],
  ['("J *";enlist",") 0: ("n,x,t";"1,2,abc")', 'n t    \n-------\n1 "abc"'],
  ['("SJ";2 3) 0: ("ab 12";"cd  7")', 'ab cd\n12 7'],
  ['("**";",") 0: enlist "\\"p,q\\",r"', '"p,q"\n,"r"'],
  ['(!)."J=;" 0: "1=x;2=yz"', '1| ,"x"\n2| "yz"'],
  ['csv 0: ([]d:2 3#2001.02.03)0', "'type"],
  [
    'csv 0: ([]d:1#2001.02.03;p:1#2001.02.03D04)',
    '"d,p"\n"2001-02-03,2001-02-03T04:00:00.000000000"',
  ],
  ['csv 0: ([]s:("a\\"b";"c,\\"d"))', ',"s"\n"a\\"b"\n"\\"c,\\"\\"d\\""'],
  ['("JS";",") 0: "1,p"', '1\n`p'],
  ['"J=*;" 0: "1=\\"x;y\\";2=z"', '1     2   \n"x;y" ,"z"'],
  ['"F=;" 0: "1=x"', "'IJS"],
  [
    '("Z T";20 1 5) 0: enlist "03 Feb 2001 04:05:06 -0130"',
    '2001.02.03T04:05:06.000\n-01:30:00.000',
  ],
  ['`:file 0: enlist "x"', "'type"],
  ['("hc";2 1)1:0x05004106004200ff43', '5 6 -256\nA B C'],
  ['("H";2)1:0x0005fffe', '5 -2'],
  ['(" d";2 4)1:0x000002000000', '2000.01.03'],
  ['("i";3)1:0x010203', "'type"],
  ['(4;"i")1:0x00000102', '258'],
  ['("*h";2 2)1:"ab\\001\\002cd\\003\\004"', '"ab" "cd"\n513  1027'],
  ['("i";4)1:0x0102', "'length"],
  ['("i";4)1:`:file', "'file. OS reports: No such file or directory"],
])('%s', (entry, expected) => {
  expect(consoleResult(entry)).toBe(expected)
})
