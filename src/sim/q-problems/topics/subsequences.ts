import { items, longs, word } from '../draws.ts'
import { problem, topic } from '../problem.ts'
import { subsets } from '../subsets.ts'

/** All subsequences of a text; test texts are short. */
function subsequences(text: string): Set<string> {
  let all = new Set([''])
  for (const letter of text) all = new Set([...all, ...[...all].map((one) => one + letter)])
  return all
}

function edits(left: string, right: string): number {
  if (left === '' || right === '') return left.length + right.length
  if (left[0] === right[0]) return edits(left.slice(1), right.slice(1))
  const [l, r] = [left.slice(1), right.slice(1)]
  return 1 + Math.min(edits(l, right), edits(left, r), edits(l, r))
}

export const SUBSEQUENCES = topic('dynamic-programming', [
  problem({
    id: 'longest-increasing',
    level: 2,
    statement:
      'Give the length of the longest strictly increasing subsequence: items in their order, not ' +
      'necessarily neighbours.',
    takes: { numbers: 'long list' },
    gives: 'long',
    draw: (random) => [longs(random, [3, 10], [0, 12])],
    edges: [[[5]], [[3, 3, 3]], [[5, 1, 2, 6, 3]]],
    reference: (numbers) =>
      Math.max(
        ...subsets(numbers)
          .filter((set) =>
            set.every((at, i) => i === 0 || (numbers[at] ?? 0) > (numbers[set[i - 1] ?? 0] ?? 0)),
          )
          .map((set) => set.length),
      ),
    solution:
      'solve:{[numbers] l:0#0;i:0;\n' +
      '  while[i<count numbers;l,:1+max 0,l where numbers[i]>i#numbers;i+:1];max l}',
    wrong:
      'solve:{[numbers] l:0#0;i:0;\n' +
      '  while[i<count numbers;l,:1+max 0,l where numbers[i]>=i#numbers;i+:1];max l}',
  }),
  problem({
    id: 'longest-common-subsequence',
    level: 3,
    statement:
      'Give the length of the longest text whose letters occur in both texts in its order.',
    takes: { left: 'string', right: 'string' },
    gives: 'long',
    draw: (random) =>
      random.chance(0.2)
        ? [`a${word(random, [1, 5], 'bc')}`, `${word(random, [1, 5], 'de')}a`]
        : [word(random, [2, 8], 'abc'), word(random, [2, 8], 'abc')],
    edges: [
      ['', 'abc'],
      ['abcbdab', 'bdcaba'],
      ['abc', 'cba'],
    ],
    reference: (left, right) => {
      const theirs = subsequences(right)
      return Math.max(
        ...[...subsequences(left)].filter((one) => theirs.has(one)).map((one) => one.length),
      )
    },
    solution:
      'row:{[b;p;c] r:enlist 0;j:0;\n' +
      '  while[j<count b;r,:$[c=b j;1+p j;p[j+1]|last r];j+:1];r}\n' +
      'solve:{[left;right] last row[right]/[(1+count right)#0;left]}',
    wrong: 'solve:{[left;right] count left where left in right}',
  }),
  problem({
    id: 'edit-distance',
    level: 3,
    statement:
      'Give the fewest changes that turn one text into the other: a letter added, removed or ' +
      'replaced.',
    takes: { left: 'string', right: 'string' },
    gives: 'long',
    draw: (random) => [word(random, [2, 6], 'abc'), word(random, [2, 6], 'abc')],
    edges: [
      ['', 'ab'],
      ['abc', 'abc'],
      ['kitten', 'sitting'],
      ['bab', 'b'],
    ],
    reference: (left, right) => edits(left, right),
    solution:
      'row:{[b;p;c] r:enlist 1+first p;j:0;\n' +
      '  while[j<count b;r,:min(1+p j+1;1+last r;p[j]+c<>b j);j+:1];r}\n' +
      'solve:{[left;right] last row[right]/[til 1+count right;left]}',
    wrong:
      'solve:{[left;right] n:(count left)&count right;\n' +
      '  ((count left)|count right)-count where(n#left)=n#right}',
  }),
  problem({
    id: 'word-break',
    level: 3,
    statement: 'Tell whether a text is made of the given words, each used as often as one likes.',
    takes: { text: 'string', words: 'string list' },
    gives: 'boolean',
    draw: (random) => {
      const words = items(random, [2, 4], () => word(random, [1, 3], 'ab'))
      const good = items(random, [2, 4], () => random.pick(words)).join('')
      return [random.pick([good, `${good}a`, word(random, [3, 6], 'ab')]), words]
    },
    edges: [
      ['catsandog', ['cats', 'dog', 'sand', 'and', 'cat']],
      ['aaaaab', ['a', 'aa']],
      ['abab', ['ab']],
      ['abc', ['a', 'ab', 'c']],
    ],
    reference: (text, words) => new RegExp(`^(?:${words.join('|')})*$`).test(text),
    solution:
      'solve:{[text;words] ok:enlist 1b;i:1;\n' +
      '  while[i<=count text;\n' +
      '    m:{[t;i;ok;w] n:count w;$[n>i;0b;ok[i-n]and w~(i-n)_i#t]}[text;i;ok]each words;\n' +
      '    ok,:1b in m;i+:1];\n' +
      '  last ok}',
    wrong:
      'solve:{[text;words] t:text;\n' +
      '  while[0<count t;w:words where {x~(count x)#y}[;t]each words;\n' +
      '    if[0=count w;:0b];t:(count first w)_t];1b}',
  }),
])
