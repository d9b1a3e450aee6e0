// Guards that values survive serialization, and that invalid messages are refused.
import { expect, it } from 'vitest'
import { consoleResult } from '../../../../test/support/q-shown.ts'

it.each([
  '1b',
  '(0x01;2h)',
  '1 0N 0W',
  '"text"',
  '`p`q',
  '(1;`a;"b";1.5e;2.5)',
  '`p`q!(1 2;())',
  '([k:`p`q]n:1 2i)',
  '2001.02.03D04:05:06.7 0Np',
  '(2001.02.03;2001.02m;01:02)',
  '`s#1 2 3',
  '9223372036854775806',
  '{x+y}',
  '{x+y}[;2]',
  '(::;1)',
])('%s', (value) => {
  expect(consoleResult(`x:${value}`, 'x~-9!-8!x')).toBe('1b')
})

it('has the header and the order of bytes of q', () => {
  expect(consoleResult('-8!`a')).toBe('0x010000000b000000f56100')
  expect(consoleResult('-22!til 10')).toBe('94')
})

it.each(['til 1000', '2000#`abc`de', '5000#"text"', '([]a:til 900;b:900#2.5)', '3000#0b'])(
  'compresses %s to less than half',
  (value) => {
    const entries = [`x:${value}`, 'b:-18!x', '(x~-9!b;b[2];(2*count b)<count -8!x)']
    expect(consoleResult(...entries)).toBe('1b\n0x01\n1b')
  },
)

it('keeps messages that are small or without repeats unchanged', () => {
  expect(consoleResult('(-18!til 10)~-8!til 10')).toBe('1b')
  expect(consoleResult('x:3000?0x00', '(-18!x)~-8!x')).toBe('1b')
})

it('refuses compressed bytes that are cut off', () => {
  expect(consoleResult('-9!-1_-18!til 1000')).toBe("'badmsg")
  expect(consoleResult('-9!0x01000100')).toBe("'badmsg")
  expect(consoleResult('-9!0x010001000c000000ffffff7f')).toBe("'wsfull")
})

it('refuses bytes that are no message', () => {
  expect(consoleResult('-9!0x01000000ff')).toBe("'badmsg")
  expect(consoleResult('-9!8#0x00')).toBe("'badmsg")
})
