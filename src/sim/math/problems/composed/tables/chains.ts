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
