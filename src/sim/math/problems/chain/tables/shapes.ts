import { byName } from '../../../../by-name.ts'
import { bare, move, quantity, type Setting, type StoryQuantity } from '../setting.ts'

const QUANTITIES: Readonly<Record<string, StoryQuantity>> = byName({
  length: quantity(
    'Length',
    'How long is that, in centimetres?',
    'What is this length, in centimetres?',
  ),
  wire: quantity('Wire', 'How long is the wire, in centimetres?'),
  area: quantity(
    'Area',
    'What is this area, in square centimetres?',
    'How many square centimetres is that?',
  ),
  volume: quantity('Volume', 'What is this volume, in cubic centimetres?'),
  pieces: quantity('Pieces', 'How many pieces are there in the end?', 'How many pieces are there?'),
})

const MOVES = [
  bare(
    'length',
    'wire',
    'square_perimeter',
    'A wire goes once round a square with sides of this length.',
  ),
  move(
    'length',
    'wire',
    'rectangle_perimeter',
    [3, 60],
    'A wire goes once round a rectangle with one side of this length and one of {a} centimetres.',
  ),
  move(
    'length',
    'wire',
    'times',
    [3, 12],
    'A wire is bent into a regular polygon with {a} sides of this length.',
  ),
  move(
    'wire',
    'length',
    'rectangle_side',
    [3, 60],
    'The wire is bent into a rectangle with one side of {a} centimetres; now look at the other side.',
    'Bent anew, the wire makes a rectangle with a side of {a} centimetres; now look at the side next to it.',
  ),
  move(
    'wire',
    'length',
    'over',
    [3, 12],
    'The wire is bent into a regular polygon with {a} sides; now look at one of them.',
    'The wire is cut into {a} equal bits; now look at one of them.',
  ),
  move(
    'wire',
    'wire',
    'minus',
    [4, 40, 2],
    'Then {a} centimetres of the wire are cut off.',
    'The wire is shortened by {a} centimetres.',
  ),
  bare(
    'length',
    'area',
    'square_area',
    'A square has sides of this length; now look at its area.',
    'Look at the area of a square whose sides have this length.',
  ),
  move(
    'length',
    'area',
    'times',
    [4, 60],
    'A rectangle is as long as that and {a} centimetres wide; now look at its area.',
  ),
  move(
    'length',
    'area',
    'triangle_area',
    [4, 60],
    'A triangle has a base of this length and a height of {a} centimetres; now look at its area.',
  ),
  bare(
    'length',
    'area',
    'cube_surface',
    'A cube has edges of this length; now look at its whole surface.',
  ),
  bare(
    'length',
    'volume',
    'cube_volume',
    'A cube has edges of this length; now look at its volume.',
  ),
  move(
    'length',
    'length',
    'hypotenuse',
    [3, 120],
    'In a right triangle one leg has this length and the other has {a} centimetres; now look at the hypotenuse.',
    'A rectangle has one side of this length and one of {a} centimetres; now look at its diagonal.',
  ),
  move(
    'length',
    'length',
    'leg',
    [5, 150],
    'In a right triangle one leg has this length and the hypotenuse has {a} centimetres; now look at the other leg.',
  ),
  bare('area', 'length', 'square_side', 'A square has the same area; now look at its side.'),
  move(
    'area',
    'length',
    'over',
    [3, 60],
    'A rectangle of the same area is {a} centimetres wide; now look at its length.',
  ),
  move(
    'area',
    'length',
    'triangle_height',
    [4, 60],
    'A triangle of the same area has a base of {a} centimetres; now look at its height.',
  ),
  move(
    'area',
    'area',
    'minus',
    [5, 200, 5],
    'Now look at an area that is {a} square centimetres smaller.',
  ),
  move(
    'area',
    'area',
    'scaled_area',
    [2, 4],
    'The figure is drawn again with every length {a} times as large; now look at the new area.',
  ),
  move(
    'area',
    'volume',
    'times',
    [3, 40],
    'This is the base of a prism that is {a} centimetres high; now look at its volume.',
  ),
  move(
    'area',
    'pieces',
    'over',
    [2, 30],
    'It is cut without waste into pieces of {a} square centimetres each.',
  ),
  move(
    'volume',
    'length',
    'over',
    [6, 150, 2],
    'A box with a base of {a} square centimetres holds just as much; now look at its height.',
  ),
  move(
    'volume',
    'pieces',
    'over',
    [2, 60],
    'The body is melted and cast into pieces of {a} cubic centimetres each.',
  ),
  move(
    'volume',
    'volume',
    'percent_more',
    [5, 60, 5],
    'A larger body has a volume that is {a}% greater; now look at that one.',
  ),
  move(
    'pieces',
    'pieces',
    'minus',
    [3, 60],
    'Of the pieces, {a} are lost.',
    'Then {a} of the pieces are given away.',
  ),
]

const ASIDES = [
  { d: [10, 40], sentence: 'The sheet lies on a table {d} years old.' },
  { d: [2, 9], sentence: 'On the sheet there are {d} other drawings.' },
] as const

const setting = (
  name: string,
  at: string,
  n: Setting['start']['n'],
  ...sentences: string[]
): Setting => ({
  name,
  start: { at, n, sentences },
  quantities: QUANTITIES,
  moves: MOVES,
  asides: ASIDES,
})

/** Figures with integer measures. Each uses a measure of the previous one. */
export const SHAPES: readonly Setting[] = [
  setting(
    'length',
    'length',
    [3, 60],
    'A line is {n} centimetres long.',
    '{name} draws a line of {n} centimetres.',
    'Take a length of {n} centimetres.',
  ),
  setting(
    'wire',
    'wire',
    [24, 240, 4],
    'A wire is {n} centimetres long.',
    '{name} has a wire of {n} centimetres.',
  ),
  setting(
    'area',
    'area',
    [36, 900, 12],
    'A figure has an area of {n} square centimetres.',
    '{name} cuts out a figure of {n} square centimetres.',
  ),
]
