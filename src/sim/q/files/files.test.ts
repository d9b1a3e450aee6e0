// Guards the files of a session: they read back as written, and nothing leaves the box.
import { describe, expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'
import { createSession } from '../session.ts'

const MISSING = 'OS reports: No such file or directory'

describe('files', () => {
  it.each([
    [['`:a.txt 0:("one";"two")', 'read0`:a.txt'], '"one"\n"two"'],
    [['`:a.txt 0:("one";"two")', 'read0(`:a.txt;1;5)'], '"ne"\n"tw"'],
    [['`:a.txt 0:("one";"two")', 'read1(`:a.txt;1;2)'], '0x6e65'],
    [['`:a.txt 0:("one";"two")', 'hcount`:a.txt'], '8'],
    [['`:a set 1', 'hdel`:a', 'get`:a'], `'a. ${MISSING}`],
    [['h:hopen`:d/log', 'h "ab"', 'neg[h]"cd"', 'hclose h', 'read0`:d/log'], '"abcd"'],
    [['h:hopen`:d/log', 'hclose h', 'h "x"'], "'Cannot write to handle 3. OS reports: Bad file"],
    [['f:{x+y}', '`:l set()', 'h:hopen`:l', 'h enlist(`f;1;2)', '-11!`:l'], '1'],
    [['`:c.csv 0:("n,s";"1,x";"2,y")', '("JS";enlist",")0:`:c.csv'], 'n s\n---\n1 x\n2 y'],
    [['`:t/ set([]n:1 2)', 'select from`:t where n>1'], 'n\n-\n2'],
    [['`:t/ set([]n:1 2)', '`:t upsert(enlist`n)!enlist 3', 'count get`:t'], '3'],
    [['`:t/ set([]s:`x`y)'], "'type"],
    [['`:t/ set .Q.en[`:.]([]s:`x`y)', 'sym:`p`q', 'exec s from`:t'], '`sym$`p`q'],
    [['`:f/k set 1', 'key`:f'], ',`k'],
    [['key`:f'], '()'],
    [['`:s.q 0:("p:1";"p+1")', '\\l s.q', 'p'], '1'],
    [['\\l s.q'], `'s.q. ${MISSING}`],
    [['`:v set 4 5', '.[`:v;();,;6]', 'get`:v'], '4 5 6'],
    [['reval(set;enlist`:v;1)'], "'noupdate: `."],
    [['hopen`:host:5000'], "'noaccess"],
    [['hopen 3 1 2'], '1 2 0'],
    [['hclose("b";`c;"a")'], '1 0 2'],
    [['hdel 010b'], '101b'],
    [['iasc'], "k){$[0h>@x;'`rank;<x]}"],
    [['exec s from select[2;>s]from([]s:("ab";"cd";"abc"))'], '"cd"\n"abc"'],
    [['parse"select[2;>s]from t"'], '?\n`t\n()\n0b\n()\n2\n,(>:;`s)'],
  ])('%j', (entries, expected) => {
    expect(consoleResult(...entries).startsWith(expected)).toBe(true)
  })

  it.each([
    '1b',
    '3 0N 4h',
    '1 0N 0Wi',
    '9223372036854775806 1',
    '1.5 0n 0w',
    '2.5e',
    '"text"',
    '`a`b',
    '2020.01.02D03 0Np',
    '2020.01.02 0Nd',
    '0Ng,1?0Ng',
    '`s#1 2 3',
    '([k:1 2]v:("a";"bc"))',
    '{x+y}',
    '(1;`a;"s")',
    '010b',
    '0x0102',
  ])('keep %s', (value) => {
    expect(consoleResult(`x:${value}`, '`:x set x', 'x~get`:x', '(-2!x)~-2!get`:x')).toBe('1b')
  })

  it.each([
    ['.Q.s1 t', '"+`n`m!`:./t/"'],
    ['t', 'n m\n---\n1 3\n2 4'],
    ['flip t', '`n`m!`:./t/'],
    ['flip`m`n!`:./t/', 'm n\n---\n3 1\n4 2'],
    ['.Q.s1 select from t', '"+`n`m!(1 2;3 4)"'],
    ['.Q.qp t', '0b'],
    ['x:flip(enlist`n)!enlist`:./u/;x`n', "'rank"],
    ['flip enlist[`n]!`:./u/', '+(,`n)!`:./u/'],
    ['select from flip enlist[`n]!`:./u/', `'./u/n. ${MISSING}`],
    ['(flip enlist[`n]!`u)`n', "'u"],
    ['(`n`m!`u)`n', "'par"],
  ])('tables on the disk: %s is %s', (entry, expected) => {
    expect(consoleResult('`:db/t/ set([]n:1 2;m:3 4)', '\\l db', entry)).toBe(expected)
  })

  it.each([
    ['`:b 1: 1 2i;read1`:b', '0x0100000002000000'],
    ['(`:b;17;2;9)1:2#0x7f;read1`:b', '0x7f7f'],
    ['`:b 1:(1 2;`p);get`:b', '1 2\n`p'],
  ])('bytes: %s is %s', (entry, expected) => {
    expect(consoleResult(entry)).toBe(expected)
  })

  it('of a database are its tables by parts', () => {
    const entries = [
      't:([]s:`b`a;n:1 2)',
      '.Q.dpft[`:db;2020.01.01;`s;`t]',
      '.Q.dpft[`:db;2020.01.02;`s;`t]',
      '\\l db',
      'select from t where date=2020.01.02',
    ]
    expect(consoleResult(...entries)).toBe(
      'date       s n\n--------------\n2020.01.02 a 2\n2020.01.02 b 1',
    )
  })
})

describe('the box', () => {
  it.each([
    '../../../../../../etc/passwd',
    '/etc/passwd',
    '/proc/self/environ',
    '~/.ssh/id_rsa',
    'a/../../b',
  ])('has no %s of the host', (path) => {
    expect(consoleResult(`read0 \`$":${path}"`)).toContain(MISSING)
    expect(consoleResult(`key \`$":${path}"`)).toBe('()')
  })

  it('has room for some 64 MB', () => {
    const session = createSession({ limits: { memoryMax: 2 ** 40 } })
    session.evaluate('x:1000000#0x00')
    const { error } = session.evaluate('{(`$":f",string x)1:y}[;x]each til 80')
    expect(error?.name).toContain('No space left on device')
  })

  it('holds files that are longer than a list may be', () => {
    const session = createSession({ limits: { itemsMax: 2_000_000 } })
    session.evaluate('h:hopen`:log;do[30;h 100000#"some text\n"]')
    expect(session.evaluate('hcount`:log').output).toBe('3000000\n')
    expect(session.evaluate('count read0`:log').output).toBe('300000\n')
    expect(session.evaluate('read1(`:log;2999998;9)').output).toBe('0x740a\n')
    expect(session.evaluate('read1`:log').error?.name).toBe('wsfull')
    session.evaluate('`:l set til 1500000')
    expect(session.evaluate('sum get`:l').output).toBe('1124999250000\n')
  })

  it('keeps folders as long as they hold something or were made', () => {
    const shownAfter = (...entries: string[]): string => consoleResult(...entries, 'key`:p')
    expect(shownAfter('`:p/q/r set 1', 'hdel`:p/q/r')).toBe('()')
    expect(shownAfter('\\mkdir p', '`:p/r set 1', 'hdel`:p/r')).toBe('`symbol$()')
    expect(shownAfter('`:p/q/r set 1', '`:p/s set 1', 'hdel`:p/q/r')).toBe(',`s')
    expect(consoleResult('`:p set 1', '`:p/q set 1')).toContain('Not a directory')
    expect(consoleResult('`:p/q set 1', '`:p set 1')).toContain('Is a directory')
  })

  it('counts as memory of the program', () => {
    const session = createSession({ limits: { memoryMax: 2 ** 24 } })
    session.evaluate('x:1000000#0x00')
    const { error } = session.evaluate('{(`$":f",string x)1:y}[;x]each til 50')
    expect(error?.name).toBe('wsfull')
  })

  it('shares the files it begins with, and no change of them', () => {
    const files = new Map([['data.txt', new TextEncoder().encode('p\nq\n')]])
    const [first, second] = [createSession({ files }), createSession({ files })]
    first.evaluate('`:data.txt 0:enlist"zz"')
    expect(first.evaluate('read0`:data.txt').output).toBe('"zz"\n')
    expect(second.evaluate('read0`:data.txt').output).toBe(',"p"\n,"q"\n')
  })
})
