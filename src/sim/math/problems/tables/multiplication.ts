/** Ways to ask for a product with nothing around it. */
export const PRODUCT_QUESTIONS: readonly string[] = [
  'Calculate {a} * {b}.',
  'Calculate the following: {a} × {b}',
  'What is {a} × {b}?',
  'Work out {a} × {b} exactly.',
  'Compute the product of {a} and {b}.',
  'Multiply {a} by {b}.',
  'Find the exact value of $ {a} \\times {b} $.',
  'Evaluate $ {a} \\cdot {b} $.',
  'How much is {a} times {b}?',
  '{a} * {b} = ?',
  'The numbers {a} and {b} are multiplied. What is the result?',
  'What number do you get when you multiply {a} and {b}?',
  '{name} types {a} × {b} into a calculator. What should it show?',
  'Two factors are {a} and {b}. Find their product.',
]

/** Stories of `{a}` groups of `{b}`, with the things of a row of `STORES`. */
export const PRODUCT_STORIES: readonly string[] = [
  '{place} orders {a} {boxes} of {items}. Each {box} holds {b} {items}. How many {items} come?',
  '{place} packs {b} {items} in a {box}. How many {items} are in {a} {boxes}?',
  'There are {b} {items} in every {box}. {name} counts {a} {boxes}. How many {items} are there?',
  '{place} has filled {a} {boxes} with {b} {items} each. How many {items} is that altogether?',
  '{name} writes {a} × {b} to find how many {items} fit in {a} {boxes} of {b}. What is the result?',
  'A delivery to {placeLower} lists {a} {boxes}, {b} {items} per {box}. Find the number of {items}.',
  'If one {box} takes {b} {items}, how many {items} do {a} {boxes} take?',
]

/** Stories for factors of any size. */
export const LARGE_STORIES: readonly string[] = [
  'A satellite sends {a} packets of {b} bytes each. How many bytes does it send?',
  'A rectangular field of tiny sensors has {a} rows and {b} columns. How many sensors are there?',
  'A printing press makes {a} sheets a day. How many sheets does it make in {b} days?',
  'A counter goes up by {a} every second. By how much does it go up in {b} seconds?',
  'A screen wall has {a} pixels across and {b} pixels down. How many pixels does it have?',
  'A pump moves {a} millilitres a minute. How many millilitres does it move in {b} minutes?',
  'A data centre stores {a} records of {b} characters. How many characters are stored?',
  'A rectangle is {a} millimetres long and {b} millimetres wide. What is its area in square millimetres?',
  '{name} has a spreadsheet with {a} rows and {b} columns. How many cells does it have?',
  'A mint strikes {a} coins in each of {b} runs. How many coins are struck?',
]

/** Places and what they keep in what. */
export const STORES = [
  { place: 'A bakery', boxes: 'trays', box: 'tray', items: 'rolls' },
  { place: 'A bookshop', boxes: 'crates', box: 'crate', items: 'paperbacks' },
  { place: 'A hardware shop', boxes: 'boxes', box: 'box', items: 'screws' },
  { place: 'A school', boxes: 'cartons', box: 'carton', items: 'pencils' },
  { place: 'A farm', boxes: 'baskets', box: 'basket', items: 'apples' },
  { place: 'A nursery', boxes: 'beds', box: 'bed', items: 'seedlings' },
  { place: 'A library', boxes: 'shelves', box: 'shelf', items: 'volumes' },
  { place: 'A theatre', boxes: 'rows', box: 'row', items: 'seats' },
  { place: 'A pharmacy', boxes: 'jars', box: 'jar', items: 'tablets' },
  { place: 'A stationer', boxes: 'packs', box: 'pack', items: 'envelopes' },
  { place: 'A tile maker', boxes: 'pallets', box: 'pallet', items: 'tiles' },
  { place: 'A toy maker', boxes: 'bags', box: 'bag', items: 'marbles' },
  { place: 'A museum', boxes: 'drawers', box: 'drawer', items: 'beetles' },
  { place: 'A winery', boxes: 'racks', box: 'rack', items: 'bottles' },
  { place: 'A fishery', boxes: 'tanks', box: 'tank', items: 'trout' },
  { place: 'A car park', boxes: 'levels', box: 'level', items: 'spaces' },
  { place: 'A tailor', boxes: 'tins', box: 'tin', items: 'buttons' },
  { place: 'A choir', boxes: 'folders', box: 'folder', items: 'song sheets' },
  { place: 'An electronics plant', boxes: 'reels', box: 'reel', items: 'resistors' },
  { place: 'A stamp club', boxes: 'binders', box: 'binder', items: 'stamps' },
] as const

/** Ways to ask for a product in base 16. */
export const HEXADECIMAL_QUESTIONS: readonly string[] = [
  'All numbers here are hexadecimal. Calculate {a} * {b} and give the result in hexadecimal.',
  'In base 16, what is {a} × {b}? Write the product in base 16.',
  'Multiply the hexadecimal numbers {a} and {b}. Write the result as a hexadecimal number.',
  'Compute 0x{a} * 0x{b}. Answer in hexadecimal.',
  'The digits below are base-16 digits. Find the product {a} × {b} in base 16.',
  '{name} multiplies the base-16 numbers {a} and {b}. What is the product, in base 16?',
  'Read {a} and {b} as hexadecimal numbers. What is their product, written in hexadecimal?',
  'Work out {a} × {b}, where both factors and the result are written in hexadecimal.',
  'A program stores {a} blocks of {b} bytes each, both in hexadecimal. How many bytes is that, in hexadecimal?',
  'A memory table has {a} rows of {b} bytes; both counts are in base 16. Give its size in bytes in base 16.',
  'Evaluate 0x{a} × 0x{b} and write the result in base 16.',
  'What hexadecimal number is the product of 0x{a} and 0x{b}?',
]
