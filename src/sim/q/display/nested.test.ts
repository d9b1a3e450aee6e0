// Guards the columns in which nested lists are shown: alike in lists, tables and dictionaries.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

const shown = (entry: string): string => consoleResult(entry).replace(/ +$/gm, '')

it.each([
  ['([]u:(5 30 4;25 6 29))', 'u\n--------\n5  30 4\n25 6  29'],
  ['([]u:(2 3f;4 5f);w:(`p`q;`r`s))', 'u   w\n-------\n2 3 p q\n4 5 r s'],
  ['select u by w from ([]u:4 5 6i;w:`p`q`r)', 'w| u\n-| -\np| 4\nq| 5\nr| 6'],
  ['select u by w from ([]u:4 5 6;w:`p`q`q)', 'w| u\n-| ---\np| ,4\nq| 5 6'],
  ['([]u:(("pq";1#"r");(1#"s";"tu")))', 'u\n---------\n"pq" ,"r"\n,"s" "tu"'],
  ['([]u:("pq";"rs");w:(10b;01b))', 'u    w\n--------\n"pq" 10b\n"rs" 01b'],
  ['([k:(4 50;6 7)]u:8 9)', 'k   | u\n----| -\n4 50| 8\n6 7 | 9'],
])('a table shows lists of one length as a matrix: %s', (entry, expected) => {
  expect(shown(entry)).toBe(expected)
})

it.each([
  ['2 2 3#4+til 12', '4 5 6    7 8 9\n10 11 12 13 14 15'],
  ['((4 5;60 7);(8 9;1 2))', '4  5 60 7\n8 9  1 2'],
  ['(((4 5;6 7);(8 9;1 2));((3 4;5 6);(7 8;9 0)))', '4 5 6 7 8 9 1 2\n3 4 5 6 7 8 9 0'],
  ['((1#4;0#0);(0#0;1#5))', ',4       `long$()\n`long$() ,5'],
  ['`p`q!((4 5;60 7);(8 9;1 2))', 'p| 4  5 60 7\nq| 8 9  1 2'],
])('the lists of a row are aligned among themselves: %s', (entry, expected) => {
  expect(shown(entry)).toBe(expected)
})
