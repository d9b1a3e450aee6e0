/** What a chain of problems belongs to. `{count}` is a number as a word. */
interface ChainStory {
  readonly start: readonly string[]
  /** `{prices}`: what each answer costs. */
  readonly end: string
  readonly ask: readonly string[]
  readonly askWithIncome: readonly string[]
}

export const CHAIN_STORIES: readonly ChainStory[] = [
  {
    start: [
      '{name} prepares a festival and has {count} matters to settle, in this order. A number that one of them leads to is needed for the next, and all of them for the bill at the end.',
      'For the jubilee of a village, {name} settles {count} matters one after the other. Each of them leads to a number; the next one needs it, and so does the final bill.',
    ],
    end: 'Finally, {name} draws up the bill. {prices} Nothing on it is rounded.',
    ask: [
      'How many euros are these costs all together?',
      'What is the sum of all these costs in euros?',
    ],
    askWithIncome: [
      'How many euros are all these costs together, after the income has been subtracted?',
      'By how many euros do all these costs together exceed the income?',
    ],
  },
  {
    start: [
      '{name} runs a club and works through a list of {count} items. Every item leads to a number, which is used in the next item and in the accounts.',
      'There are {count} items on the list of {name}, the treasurer of a club. The number found in one is needed in the next; the accounts need all of them.',
    ],
    end: 'The accounts consist of the following. {prices} Nothing else is paid, and nothing is rounded here.',
    ask: [
      'What does the club have to pay in all, in euros?',
      'How many euros does all of this come to?',
    ],
    askWithIncome: [
      'What does the club have to pay in all, in euros, once the income has been subtracted from the costs?',
      'How many euros are the costs, less the income?',
    ],
  },
]

/** What each kind of part asks, as it follows "Let U be". */
export const PART_ASKS = {
  rota: 'the number of different sequences that are possible',
  walk: 'the number of different ways to get there',
  game: 'the number of turns of all these games together',
  load: 'the largest possible profit in euros, which is what is left of the payments after the cost of the trips',
  repayment: 'the debt in cents that is left at the end of month {months}, after the payment',
  workshop:
    'the sum of all waiting times in minutes, each from the arrival to the beginning of the work',
} as const

/** What one unit of an answer costs. `{result}` is its letter. */
export const PRICES = {
  rota: 'Each of these {result} sequences is printed on a card of its own, for {cents} cents a card.',
  walk: 'For each of these {result} ways a map is drawn, and a hundred maps cost {cents} euros.',
  game: 'Each of these {result} turns takes {seconds} seconds at a table that is rented for {euros} euros an hour.',
  load: 'The profit of {result} euros is income.',
  repayment: 'The debt of {result} cents is paid back at once.',
  workshop: 'These {result} minutes of waiting are paid for at {euros} euros an hour.',
} as const
