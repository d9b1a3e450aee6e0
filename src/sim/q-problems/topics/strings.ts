import { sentence, word } from '../draws.ts'
import { problem, topic } from '../problem.ts'

const countOf = (text: string, letter: string): number => text.split(letter).length - 1

export const STRINGS = topic('strings', [
  problem({
    id: 'is-palindrome',
    level: 1,
    statement: 'Tell whether a text of lower-case letters reads the same backwards.',
    takes: { text: 'string' },
    gives: 'boolean',
    draw: (random) => {
      const half = word(random, [2, 5], 'abcd')
      const back = [...half].reverse().join('')
      return [random.pick([half + back, half + back.slice(1), word(random, [3, 9], 'ab')])]
    },
    edges: [[''], ['a'], ['ab'], ['abca']],
    reference: (text) => text === [...text].reverse().join(''),
    solution: 'solve:{[text] text~reverse text}',
    wrong: 'solve:{[text] (first text)=last text}',
  }),
  problem({
    id: 'count-vowels',
    level: 1,
    statement: 'Give how many of the letters a, e, i, o and u are in a text, in either case.',
    takes: { text: 'string' },
    gives: 'long',
    draw: (random) => [word(random, [3, 14], 'aeiouAEbcdfg ')],
    edges: [[''], ['xyz'], ['AEIOU']],
    reference: (text) => [...text].filter((letter) => 'aeiouAEIOU'.includes(letter)).length,
    solution: 'solve:{[text] count where text in "aeiouAEIOU"}',
    wrong: 'solve:{[text] count where text in "aeiou"}',
  }),
  problem({
    id: 'caesar-shift',
    level: 2,
    statement:
      'Move every lower-case letter k places on in the alphabet, from z on to a. Everything else ' +
      'stays. k may be negative.',
    takes: { k: 'long', text: 'string' },
    gives: 'string',
    draw: (random) => [random.integer(-30, 30), word(random, [3, 12], 'abcxyzmn !')],
    edges: [
      [1, 'xyz'],
      [-1, 'abc a'],
    ],
    reference: (k, text) =>
      text.replace(/[a-z]/g, (letter) => {
        const place = letter.charCodeAt(0) - 97 + k
        return String.fromCharCode(97 + (((place % 26) + 26) % 26))
      }),
    solution:
      'solve:{[k;text] a:"abcdefghijklmnopqrstuvwxyz";i:a?text;\n' + '  ?[i<26;a(i+k)mod 26;text]}',
    wrong: 'solve:{[k;text] a:"abcdefghijklmnopqrstuvwxyz";a((a?text)+k)mod 26}',
  }),
  problem({
    id: 'are-anagrams',
    level: 1,
    statement: 'Tell whether two words have the same letters, each as often.',
    takes: { left: 'string', right: 'string' },
    gives: 'boolean',
    draw: (random) => {
      const letters = word(random, [2, 6], 'abc')
      const mixed = random.shuffle([...letters]).join('')
      return [letters, random.pick([mixed, word(random, [2, 6], 'abc'), `${mixed}a`])]
    },
    edges: [
      ['aab', 'abb'],
      ['listen', 'silent'],
    ],
    reference: (left, right) => [...left].sort().join('') === [...right].sort().join(''),
    solution: 'solve:{[left;right] (asc left)~asc right}',
    wrong: 'solve:{[left;right] (asc distinct left)~asc distinct right}',
  }),
  problem({
    id: 'balanced-brackets',
    level: 2,
    statement:
      'A text of the brackets ( ) [ ] { }. Tell whether each one that opens is closed by its own ' +
      'kind, in the right order.',
    takes: { text: 'string' },
    gives: 'boolean',
    draw: (random) => {
      const deep = (left: number): string => {
        const [open, close] = random.pick(['()', '[]', '{}'])
        const inner = left === 0 ? '' : deep(left - 1)
        return random.pick([`${open}${inner}${close}`, `${inner}${open}${close}`])
      }
      const text = deep(random.integer(1, 5))
      if (random.chance(0.5)) return [text]
      // One bracket is replaced, or two neighbours are swapped.
      const at = random.integer(0, text.length - 2)
      const [one = '', other = ''] = text.slice(at, at + 2)
      const spoilt = random.pick([random.pick([...'()[]{}']) + other, other + one])
      return [text.slice(0, at) + spoilt + text.slice(at + 2)]
    },
    edges: [['([)]'], ['(('], ['))'], ['{[()]}']],
    reference: (text) => {
      let rest = text
      for (let before = ''; before !== rest; ) {
        before = rest
        rest = rest.replace('()', '').replace('[]', '').replace('{}', '')
      }
      return rest === ''
    },
    solution:
      'solve:{[text] s:"";i:0;\n' +
      '  while[i<count text;c:text i;\n' +
      '    $[c in "([{";s,:c;\n' +
      '      [if[0=count s;:0b];if[not("([{"?last s)=")]}"?c;:0b];s:-1_s]];\n' +
      '    i+:1];\n' +
      '  0=count s}',
    wrong: 'solve:{[text] (count where text in "([{")=count where text in ")]}"}',
  }),
  problem({
    id: 'longest-common-prefix',
    level: 2,
    statement: 'Give the longest text with which all words begin.',
    takes: { words: 'string list' },
    gives: 'string',
    draw: (random) => {
      const start = word(random, [0, 9], 'ab')
      return [[0, 1, 2].map(() => start + word(random, [1, 4], 'ab'))]
    },
    edges: [[['flow', 'flower', 'flight']], [['dog', 'car']], [['same', 'same']]],
    reference: (words) => {
      const [first = ''] = words
      let size = 0
      while (size < first.length && words.every((one) => one[size] === first[size])) size++
      return first.slice(0, size)
    },
    solution:
      'solve:{[words] f:first words;n:0;\n' + '  while[(n<count f)and all words[;n]=f n;n+:1];n#f}',
    wrong: 'solve:{[words] f:first words;f where all f=/:(count f)#/:words}',
  }),
  problem({
    id: 'run-lengths',
    level: 2,
    statement: 'Write each run of equal letters as the letter and its length: aaab becomes a3b1.',
    takes: { text: 'string' },
    gives: 'string',
    draw: (random) => [word(random, [3, 14], 'ab')],
    edges: [['aaab'], ['zz'], ['aaaaaaaaaaaa']],
    reference: (text) =>
      (text.match(/(.)\1*/g) ?? []).map((run) => `${run[0]}${run.length}`).join(''),
    solution:
      'solve:{[text] i:where 1b,(1_text)<>-1_text;\n' +
      '  raze {(first x),string count x}each i cut text}',
    wrong: "solve:{[text] g:count each group text;raze (key g),'string value g}",
  }),
  problem({
    id: 'reverse-words',
    level: 1,
    statement: 'Turn round the order of the words of a text. Words stand one blank apart.',
    takes: { text: 'string' },
    gives: 'string',
    draw: (random) => [sentence(random, [2, 5])],
    edges: [['one'], ['ab cd']],
    reference: (text) => text.split(' ').reverse().join(' '),
    solution: 'solve:{[text] " " sv reverse " " vs text}',
    wrong: 'solve:{[text] reverse text}',
  }),
  problem({
    id: 'capitals',
    level: 1,
    statement: 'Make the first letter of every word upper case. Words stand one blank apart.',
    takes: { text: 'string' },
    gives: 'string',
    draw: (random) => [sentence(random, [2, 5])],
    edges: [['a b'], ['word']],
    reference: (text) => text.replace(/(^| )[a-z]/g, (match) => match.toUpperCase()),
    solution: 'solve:{[text] @[text;where" "=" ",-1_text;upper]}',
    wrong: 'solve:{[text] @[text;0;upper]}',
  }),
  problem({
    id: 'acronym',
    level: 1,
    statement: 'Give the first letters of the words of a text, in upper case, as a string.',
    takes: { text: 'string' },
    gives: 'string',
    draw: (random) => [sentence(random, [2, 5])],
    edges: [['keep it small']],
    reference: (text) =>
      text
        .split(' ')
        .map((one) => one[0]?.toUpperCase())
        .join(''),
    solution: 'solve:{[text] upper first each " " vs text}',
    wrong: 'solve:{[text] upper distinct first each " " vs text}',
  }),
  problem({
    id: 'to-binary',
    level: 1,
    statement: 'Write a number from 0 up in binary digits, without leading zeros.',
    takes: { n: 'long' },
    gives: 'string',
    draw: (random) => [random.integer(2, 5_000)],
    edges: [[0], [1], [8]],
    reference: (n) => n.toString(2),
    solution: 'solve:{[n] r:enlist "01"n mod 2;while[0<n:n div 2;r:("01"n mod 2),r];r}',
    wrong: 'solve:{[n] r:"";while[0<n;r,:"01"n mod 2;n:n div 2];reverse r}',
  }),
  problem({
    id: 'roman-to-number',
    level: 2,
    statement: 'Give the value of a Roman numeral of the letters I V X L C D M.',
    takes: { numeral: 'string' },
    gives: 'long',
    draw: (random) => [romanOf(random.integer(1, 3_999))],
    edges: [['IV'], ['MCMXCIV'], ['III']],
    reference: (numeral) => {
      const values = [...numeral].map((letter) => ROMAN_LETTERS.get(letter) ?? 0)
      return values.reduce((sum, one, at) => sum + (one < (values[at + 1] ?? 0) ? -one : one), 0)
    },
    solution: 'solve:{[numeral] v:1 5 10 50 100 500 1000"IVXLCDM"?numeral;sum v*1-2*v<(1_v),0}',
    wrong: 'solve:{[numeral] sum 1 5 10 50 100 500 1000"IVXLCDM"?numeral}',
  }),
  problem({
    id: 'number-to-roman',
    level: 2,
    statement: 'Write a number from 1 to 3999 as a Roman numeral.',
    takes: { n: 'long' },
    gives: 'string',
    draw: (random) => [random.integer(2, 3_999)],
    edges: [[4], [1994], [3_888]],
    reference: (n) => romanOf(n),
    solution:
      'v:1000 900 500 400 100 90 50 40 10 9 5 4 1\n' +
      's:("M";"CM";"D";"CD";"C";"XC";"L";"XL";"X";"IX";"V";"IV";"I")\n' +
      'solve:{[n] r:"";i:0;while[n>0;$[n>=v i;[r,:s i;n-:v i];i+:1]];r}',
    wrong:
      'v:1000 500 100 50 10 5 1\ns:"MDCLXVI"\n' +
      'solve:{[n] r:"";i:0;while[n>0;$[n>=v i;[r,:s i;n-:v i];i+:1]];r}',
  }),
  problem({
    id: 'is-pangram',
    level: 1,
    statement: 'Tell whether a text has every letter of the alphabet, in either case.',
    takes: { text: 'string' },
    gives: 'boolean',
    draw: (random) => {
      const all = random.shuffle([...'abcdefghijklmnopqrstuvwxyz']).join('')
      const spoilt = all.replace(random.pick(['a', 'z', random.pick([...all])]), ' ')
      return [random.pick([all, spoilt, `${all} abc`, all.toUpperCase(), `${spoilt}abcdefgh`])]
    },
    edges: [[''], ['The quick brown fox jumps over the lazy dog']],
    reference: (text) => new Set(text.toLowerCase().match(/[a-z]/g) ?? []).size === 26,
    solution: 'solve:{[text] all "abcdefghijklmnopqrstuvwxyz" in lower text}',
    wrong: 'solve:{[text] 26<=count distinct lower text}',
  }),
  problem({
    id: 'hamming-distance',
    level: 1,
    statement: 'Give at how many places two texts of the same length differ.',
    takes: { left: 'string', right: 'string' },
    gives: 'long',
    draw: (random) => {
      const size = random.integer(2, 9)
      const left = word(random, [size, size], 'abc')
      return [left, random.chance(0.2) ? left : word(random, [size, size], 'abc')]
    },
    edges: [['abc', 'cab']],
    reference: (left, right) => [...left].filter((letter, at) => letter !== right[at]).length,
    solution: 'solve:{[left;right] count where left<>right}',
    wrong: 'solve:{[left;right] count left except right}',
  }),
  problem({
    id: 'common-letter',
    level: 2,
    statement: 'Give the letter that occurs most often; of several, the first in the alphabet.',
    takes: { text: 'string' },
    gives: 'char',
    draw: (random) => [word(random, [3, 12], 'abcd')],
    edges: [['ba'], ['zzy']],
    reference: (text) =>
      [...text].sort((a, b) => countOf(text, b) - countOf(text, a) || (a < b ? -1 : 1))[0] ?? '',
    solution: 'solve:{[text] g:count each group asc text;first where g=max g}',
    wrong: 'solve:{[text] g:count each group text;first where g=max g}',
  }),
  problem({
    id: 'replace-word',
    level: 1,
    statement: 'Replace every occurrence of the word old in the text by the word new.',
    takes: { text: 'string', old: 'string', new: 'string' },
    gives: 'string',
    draw: (random) => [
      `${sentence(random, [1, 3])} cat ${sentence(random, [1, 2])} cat`,
      'cat',
      random.pick(['dog', 'cow', 'horse']),
    ],
    edges: [['cat cat', 'cat', 'horse']],
    reference: (text, old, fresh) => text.split(old).join(fresh),
    solution: 'solve:{[text;old;new] ssr[text;old;new]}',
    wrong: 'solve:{[text;old;new] i:first text ss old;(i#text),new,(i+count old)_text}',
  }),
  problem({
    id: 'sum-of-fields',
    level: 1,
    statement: 'A text holds whole numbers with commas between them. Give their sum.',
    takes: { text: 'string' },
    gives: 'long',
    draw: (random) => [
      Array.from({ length: random.integer(2, 6) }, () => random.integer(-300, 300)).join(),
    ],
    edges: [['12,30'], ['-5,5']],
    reference: (text) => text.split(',').reduce((sum, one) => sum + Number(one), 0),
    solution: 'solve:{[text] sum "J"$"," vs text}',
    wrong: 'solve:{[text] sum abs "J"$"," vs text}',
  }),
])

const ROMAN_LETTERS: ReadonlyMap<string, number> = new Map([
  ['I', 1],
  ['V', 5],
  ['X', 10],
  ['L', 50],
  ['C', 100],
  ['D', 500],
  ['M', 1_000],
])

const ROMAN_DIGITS = ['', 'a', 'aa', 'aaa', 'ab', 'b', 'ba', 'baa', 'baaa', 'ac'] as const

function romanOf(n: number): string {
  const places = ['IVX', 'XLC', 'CDM', 'M  '] as const
  return [...String(n)]
    .map((digit, at, all) => {
      const letters = places[all.length - 1 - at] ?? ''
      const pattern = ROMAN_DIGITS[Number(digit)] ?? ''
      return pattern.replace(/[abc]/g, (place) => letters['abc'.indexOf(place)] ?? '')
    })
    .join('')
}
