/** What is drawn from what. */
export const URNS = [
  { container: 'bag', items: 'marbles', item: 'marble' },
  { container: 'box', items: 'balls', item: 'ball' },
  { container: 'jar', items: 'beads', item: 'bead' },
  { container: 'drawer', items: 'socks', item: 'sock' },
  { container: 'tin', items: 'buttons', item: 'button' },
  { container: 'hat', items: 'tickets', item: 'ticket' },
  { container: 'basket', items: 'balls of wool', item: 'ball of wool' },
  { container: 'bowl', items: 'sweets', item: 'sweet' },
  { container: 'chest', items: 'counters', item: 'counter' },
  { container: 'urn', items: 'tokens', item: 'token' },
  { container: 'pouch', items: 'dice', item: 'die' },
  { container: 'crate', items: 'paper lanterns', item: 'paper lantern' },
] as const

export const COLOURS: readonly string[] = [
  ...['red', 'blue', 'green', 'yellow', 'white', 'black', 'brown', 'pink', 'grey', 'purple'],
  ...['silver', 'golden'],
]

/** An urn with `{r}` things of one colour and `{b}` of another. */
export const TWO_COLOUR_OPENINGS: readonly string[] = [
  'A {container} holds {r} {one} and {b} {two} {items}.',
  'There are {r} {one} and {b} {two} {items} in a {container}.',
  '{name} puts {r} {one} {items} and {b} {two} {items} into a {container}.',
  'Of the {items} in a {container}, {r} are {one} and {b} are {two}.',
  'A {container} has {r} {one} {items}. The other {b} {items} in it are {two}.',
]

/** An urn with a third colour, `{g}` of it. */
export const THREE_COLOUR_OPENINGS: readonly string[] = [
  'A {container} holds {r} {one}, {b} {two} and {g} {three} {items}.',
  'There are {r} {one}, {b} {two} and {g} {three} {items} in a {container}.',
  '{name} puts {r} {one}, {b} {two} and {g} {three} {items} into a {container}.',
  'Of the {items} in a {container}, {r} are {one}, {b} are {two} and {g} are {three}.',
]

export const ONE_DRAW: readonly string[] = [
  'One {item} is drawn at random. What is the probability that it is {one}?',
  '{name} takes out one {item} without looking. How likely is it to be {one}?',
  'What is the probability of drawing a {one} {item}, if one {item} is drawn at random?',
  'A {item} is picked at random. Find the probability that it is {one}.',
]

export const ONE_DRAW_NOT: readonly string[] = [
  'One {item} is drawn at random. What is the probability that it is not {one}?',
  '{name} takes out one {item} without looking. How likely is it that it is not {one}?',
  'A {item} is picked at random. Find the probability that it has another colour than {one}.',
]

/** Two draws; `{how}` says whether the first goes back. */
export const BOTH_QUESTIONS: readonly string[] = [
  'Two {items} are drawn one after the other {how}. What is the probability that both are {one}?',
  '{name} draws a {item}, then another, {how}. How likely are two {one} ones?',
  'What is the probability of drawing two {one} {items} in two draws {how}?',
  'Two draws are made {how}. Find the probability that each gives a {one} {item}.',
]

export const ONE_OF_EACH_QUESTIONS: readonly string[] = [
  'Two {items} are drawn one after the other {how}. What is the probability that one is {one} and one is {two}?',
  '{name} draws a {item}, then another, {how}. How likely is one {one} and one {two}, in either order?',
  'In two draws {how}, what is the probability of one {one} and one {two} {item}, the order not mattering?',
]

export const REPLACED = [
  'with the first one put back',
  'putting the first one back before the second draw',
  'with replacement',
] as const
export const NOT_REPLACED = [
  'without putting the first one back',
  'keeping the first one out',
  'without replacement',
] as const

/** `{k}` draws without replacement, at least one of a colour. */
export const AT_LEAST_ONE_QUESTIONS: readonly string[] = [
  '{k} {items} are drawn at random without replacement. What is the probability that at least one is {one}?',
  '{name} takes out {k} {items} at once without looking. How likely is at least one {one} {item} among them?',
  'What is the probability of getting one or more {one} {items} when {k} are drawn without replacement?',
]

/** Two draws without replacement, of the same colour. */
export const SAME_COLOUR_QUESTIONS: readonly string[] = [
  'Two {items} are drawn at random without replacement. What is the probability that they have the same colour?',
  '{name} takes out two {items} at once without looking. How likely are they to match in colour?',
  'Find the probability that two {items} drawn without replacement are of one colour.',
]

/** `{k}` draws without replacement, exactly `{w}` of a colour. */
export const EXACTLY_QUESTIONS: readonly string[] = [
  '{k} {items} are drawn at random without replacement. What is the probability that the number of {one} ones is exactly {w}?',
  '{name} takes out {k} {items} at once without looking. How likely is it that the number of {one} ones among them is {w}?',
  '{k} are drawn without replacement. Find the probability that {w} of these {k} {items}, and no more, turn out {one}.',
]

/** Cards numbered 1 to `{n}`. */
export const MULTIPLE_QUESTIONS: readonly string[] = [
  'Cards are numbered from 1 to {n}. One is drawn at random. What is the probability of a multiple of {k}?',
  '{name} picks a whole number from 1 to {n} at random. How likely is it to be divisible by {k}?',
  'A raffle has tickets with the numbers 1 to {n}. What is the probability that the winning number is a multiple of {k}?',
  'A wheel with fields 1 to {n}, all equally likely, is spun. Find the probability of a field whose number {k} divides.',
]

/** Two dice with `{m}` and `{n}` sides. */
export const DICE_SUM_QUESTIONS: readonly string[] = [
  'A fair die with {m} sides and one with {n} sides, numbered from 1, are rolled. What is the probability that the sum is {s}?',
  '{name} rolls a fair {m}-sided and a fair {n}-sided die, each numbered from 1. How likely is the sum {s}?',
  'Two fair dice have the numbers 1 to {m} and 1 to {n}. Find the probability of rolling a total of {s}.',
  'Two spinners show 1 to {m} and 1 to {n}, all numbers equally likely. What is the probability that the numbers add up to {s}?',
]

/** The same, with a sum of at least `{s}`. */
export const DICE_AT_LEAST_QUESTIONS: readonly string[] = [
  'A fair die with {m} sides and one with {n} sides, numbered from 1, are rolled. What is the probability that the sum is at least {s}?',
  '{name} rolls a fair {m}-sided and a fair {n}-sided die, each numbered from 1. How likely is a sum of {s} or more?',
  'Two spinners show 1 to {m} and 1 to {n}, all numbers equally likely. What is the probability that the total is not below {s}?',
]

/** `{n}` tries that succeed with probability `{p}`, exactly `{w}` of them. */
export const TRIES_QUESTIONS: readonly string[] = [
  '{name} scores with probability {p} at each throw, independently. What is the probability that the number of scores in {n} throws is exactly {w}?',
  'A seed sprouts with probability {p}, independently of the others. How likely is it that the number of seeds that sprout, out of {n}, is exactly {w}?',
  'A lamp is faulty with probability {p}. In a pack of {n} independent lamps, find the probability that the number of faulty ones is exactly {w}.',
  'A spinner wins with probability {p}. What is the probability that the number of wins in {n} spins is exactly {w}?',
  '{name} guesses {n} answers, each right with probability {p}. How likely is it that the number of right ones is exactly {w}?',
]

/** One of two urns is chosen by a fair coin; which was it? */
export const WHICH_URN_QUESTIONS: readonly string[] = [
  'Box A holds {r} {one} and {b} {two} {items}, box B {s} {one} and {c} {two} ones. A fair coin chooses a box, and one {item} drawn from it is {one}. What is the probability that it came from box A?',
  'In jar A are {r} {one} and {b} {two} {items}, in jar B {s} {one} and {c} {two} ones. {name} picks a jar at random and takes a {item} from it: it is {one}. How likely is it that the jar was A?',
  'Machine A makes {r} {one} and {b} {two} {items} a round, machine B {s} {one} and {c} {two} ones. One machine is chosen at random, both equally likely, and a random {item} of one of its rounds is {one}. What is the probability that machine A made it?',
]
