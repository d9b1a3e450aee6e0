import { bare, move, quantity, type Setting, share } from '../setting.ts'

const WAYS = quantity(
  'Ways',
  'In how many ways is that possible?',
  'How many possibilities are there altogether?',
)

/** People who are chosen and placed, under conditions. */
export const COMMITTEE: Setting = {
  name: 'committee',
  start: {
    at: 'people',
    n: [8, 36],
    sentences: [
      'A club has {n} members.',
      '{name} belongs to a choir of {n} people.',
      'In a village {n} people come to a meeting.',
    ],
  },
  quantities: {
    people: quantity('People', 'How many people are there in the end?'),
    ways: WAYS,
  },
  moves: [
    move(
      'people',
      'people',
      'minus',
      [2, 9],
      'Of these people, {a} do not want any office.',
      'But {a} of them have to leave early and take no part.',
    ),
    move('people', 'people', 'plus', [2, 8], 'Then {a} new people join them.'),
    share(
      'people',
      'people',
      'part_of',
      [
        [1, 4],
        [2, 6],
      ],
      'Only {a}/{b} of these people may take part.',
      'Just {a}/{b} of them are of age, and only those count.',
    ),
    move(
      'people',
      'people',
      'over',
      [2, 4],
      'They split into {a} equal teams, and from here on only one of the teams matters.',
    ),
    move(
      'people',
      'ways',
      'choose',
      [2, 4],
      'A committee of {a} is chosen from them, all its seats being alike.',
      'Of them, {a} are sent to a fair, in no particular order.',
    ),
    move(
      'people',
      'ways',
      'choose_with',
      [3, 5],
      'A committee of {a} is chosen from them, and the treasurer, who is one of them, has to be in it.',
    ),
    move(
      'people',
      'ways',
      'choose_apart',
      [3, 4],
      'A committee of {a} is chosen from them, but two of these people refuse to sit in it together.',
    ),
    move(
      'people',
      'ways',
      'ranked',
      [2, 3],
      'From them {a} different offices are filled, and nobody may have two.',
      'A first prize and so on, {a} different prizes in all, go to different people among them.',
    ),
    bare('people', 'ways', 'in_a_row', 'All of them line up in a row for a picture.'),
    bare(
      'people',
      'ways',
      'side_by_side',
      'All of them line up in a row, and the twins, who are among them, want to stand side by side.',
    ),
    move(
      'ways',
      'ways',
      'times',
      [3, 12],
      'Independently of that, one of {a} dates is picked; count the choices together.',
      'For each choice one of {a} rooms may be taken; count choice and room together.',
    ),
    move(
      'ways',
      'ways',
      'minus',
      [2, 9],
      'Of all these possibilities, {a} are ruled out by the statutes.',
    ),
    move(
      'ways',
      'ways',
      'times',
      [13, 20],
      'Besides, one of {a} guests is asked to speak; count all the choices together.',
    ),
    move(
      'ways',
      'ways',
      'percent_off',
      [10, 50, 10],
      'A new rule makes {a}% of these possibilities invalid.',
    ),
  ],
  asides: [
    { d: [4, 120], sentence: 'The meeting began {d} minutes late.' },
    { d: [15, 60], sentence: 'The room has {d} chairs more than anybody needs.' },
  ],
}
