/** Ways to ask for the solution of an equation `{e}` in the unknown `{v}`. */
export const SOLVE_QUESTIONS: readonly string[] = [
  'Solve for {v}: {e}',
  'Solve the equation {e} for {v}.',
  'Find the value of {v} for which {e}.',
  'For which number {v} is {e}?',
  'If {e}, what is {v}?',
  'What value of {v} satisfies {e}?',
  'Given that {e}, find {v}.',
  '{name} solves {e}. What does {name} find for {v}?',
  'The equation {e} has one solution. Find {v}.',
  'Determine {v} from {e}.',
  'Which number must stand for {v} in {e}?',
  '{name} claims to know the only {v} with {e}. Which is it?',
]

export const UNKNOWNS: readonly string[] = ['x', 'y', 'z', 't', 'n', 'm', 'a', 'k', 'p', 'w']

/** Level 1 with a positive constant: `{a}` times the number and `{b}` more is `{c}`. */
export const NUMBER_STORIES_MORE: readonly string[] = [
  '{name} thinks of a number, multiplies it by {a} and adds {b}. The result is {c}. What is it?',
  'A number is multiplied by {a}. Then {b} is added, which gives {c}. Find the number.',
  '{b} more than {a} times a number is {c}. What is the number?',
  'When {name} adds {b} to {a} times a secret number, the sum is {c}. What is the secret number?',
]

/** Level 1 with a negative constant: `{a}` times the number and `{b}` less is `{c}`. */
export const NUMBER_STORIES_LESS: readonly string[] = [
  '{name} thinks of a number, multiplies it by {a} and subtracts {b}. The result is {c}. What is it?',
  'A number is multiplied by {a}. Then {b} is taken away, which leaves {c}. Find the number.',
  '{b} less than {a} times a number is {c}. What is the number?',
  'When {name} takes {b} from {a} times a secret number, {c} is left. What is the secret number?',
]

/** Level 1 where everything is positive: a fixed part `{b}` and `{a}` for each. */
export const FARE_STORIES: readonly string[] = [
  'A taxi ride costs {b} dollars plus {a} dollars a mile. {name} paid {c} dollars. How many miles was it?',
  'A gym charges {b} euros to join and {a} euros a month. After how many months has {name} paid {c} euros?',
  'A candle shop had {b} candles in stock and makes {a} a day. After how many days are there {c}?',
  '{name} has saved {b} dollars and saves {a} more each week. In how many weeks will it be {c} dollars?',
  'A tank holds {b} litres. A hose adds {a} litres a minute. After how many minutes are there {c} litres?',
  'Renting a boat costs {b} euros plus {a} euros an hour. For how many hours can {name} rent it for {c} euros?',
  'A tree is {b} centimetres tall and grows {a} centimetres a year. In how many years is it {c} centimetres tall?',
  'A plumber asks {b} dollars for coming and {a} dollars an hour. The bill is {c} dollars. How many hours was it?',
]

/** Level 2 where everything is positive: two plans that cost the same at some number. */
export const PLAN_STORIES: readonly string[] = [
  'One pool asks {b} euros a year plus {a} a visit, another {d} euros a year plus {c} a visit. At how many visits do they cost the same?',
  '{name} has {b} stamps and gets {a} a week. {other} has {d} and gets {c} a week. After how many weeks do they have equally many?',
  'Tank A holds {b} litres and gains {a} a minute, tank B holds {d} litres and gains {c} a minute. After how many minutes are they level?',
  'Printer A costs {b} dollars plus {a} a cartridge, printer B {d} dollars plus {c} a cartridge. For how many cartridges is the cost equal?',
  'One climber is at {b} metres and rises {a} metres a minute, another is at {d} metres and rises {c}. After how many minutes do they meet in height?',
  '{name} owes {b} dollars and borrows {a} more a month; {other} owes {d} and borrows {c} more a month. After how many months do they owe the same?',
]
