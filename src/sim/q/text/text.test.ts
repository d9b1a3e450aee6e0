// Guards lines of text from tables, and tables from lines of text.
import { expect, it } from 'vitest'
import { shown } from '../../../../test/support/q-shown.ts'

it.each([
  ['csv 0: ([]n:1 0N;s:`p`q)', '"n,s"\n"1,p"\n",q"'],
  ['"|" 0: (1 2;("a|b";"c"))', '"1|\\"a|b\\""\n"2|c"'],
  ['("JS";",") 0: ("1,p";"2,q")', '1 2\np q'],
  ['("J *";enlist",") 0: ("n,x,t";"1,2,abc")', 'n t    \n-------\n1 "abc"'],
  ['("SJ";2 3) 0: ("ab 12";"cd  7")', 'ab cd\n12 7'],
  ['("**";",") 0: enlist "\\"p,q\\",r"', '"p,q"\n,"r"'],
  ['(!)."J=;" 0: "1=x;2=yz"', '1| ,"x"\n2| "yz"'],
  ['`:file 0: enlist "x"', "'noaccess"],
  ['("hc";2 1)1:0x05004106004200ff43', '5 6 -256h\n"ABC"'],
  ['("H";2)1:0x0005fffe', '5 -2'],
  ['(" d";2 4)1:0x000002000000', '2000.01.03'],
  ['("i";3)1:0x010203', "'type"],
  ['("i";4)1:0x0102', "'length"],
  ['("i";4)1:`:file', "'noaccess"],
])('%s', (entry, expected) => {
  expect(shown(entry)).toBe(expected)
})
