/** The next term of `{list}`, which is `{kind}`. */
export const NEXT_QUESTIONS: readonly string[] = [
  'What is the next term of the {kind} sequence {list}, …?',
  'The {kind} sequence {list}, … goes on. What comes next?',
  '{name} writes down the {kind} sequence {list}, … Which number is next?',
  'Find the number that continues the {kind} sequence {list}, …',
  'A {kind} sequence begins {list}. What is the term after {last}?',
  'Which number follows {last} in the {kind} sequence {list}, …?',
  '{list}, ? are terms of a {kind} sequence. Which number stands at the question mark?',
]

/** Term number `{n}` of `{list}`. */
export const TERM_QUESTIONS: readonly string[] = [
  'What is term number {n} of the {kind} sequence {list}, …?',
  'Find the term in place {n} of the {kind} sequence {list}, …',
  'The {kind} sequence {list}, … begins with term number 1. Find term number {n}.',
  '{name} goes on with the {kind} sequence {list}, … Which number is in place {n}?',
  'A {kind} sequence starts {list}, … Determine $a_n$ for n = {n}, where the first term is $a_1$.',
  'If the {kind} sequence {list}, … is continued, what is its term number {n}?',
]

/** Term number `{n}` of an arithmetic sequence in a story: `{a}` at first, `{d}` more each time. */
export const ARITHMETIC_STORIES: readonly string[] = [
  'The first row of a theatre has {a} seats and each further row has {d} more. How many seats has row {n}?',
  '{name} does {a} sit-ups on day 1 and {d} more each day than the day before. How many on day {n}?',
  'A plant is {a} millimetres tall on day 1 and grows {d} millimetres a day. How tall is it, in millimetres, on day {n}?',
  '{name} lays pattern 1 with {a} matches; each next pattern takes {d} more. How many matches are in pattern {n}?',
  'A taxi meter shows {a} cents in minute 1 and {d} cents more in every further minute. What does it show in minute {n}?',
]

/** The sum of the first `{n}` terms of `{list}`. */
export const SUM_QUESTIONS: readonly string[] = [
  'What is the sum of the first {n} terms of the {kind} sequence {list}, …?',
  'Add up the first {n} terms of the {kind} sequence {list}, …',
  'The {kind} sequence {list}, … is summed up to term number {n}. What is the sum?',
  '{name} adds the first {n} terms of the {kind} sequence {list}, … What is the total?',
  'Find the sum $S_n$ of the first n = {n} terms of the {kind} sequence {list}, …',
]

/** The sum of an arithmetic sequence in a story. */
export const ARITHMETIC_SUM_STORIES: readonly string[] = [
  'A theatre has {n} rows. The first has {a} seats and each further row {d} more. How many seats are there in all?',
  '{name} saves {a} euros in month 1 and {d} euros more each month than the month before. How many euros after {n} months?',
  'Logs are stacked in {n} layers, the top one of {a} logs and each lower one of {d} more. How many logs are there?',
  'On day 1 a trainee walks {a} kilometres and each day {d} more than the day before. How many kilometres in {n} days?',
  'A tower of cans has {n} levels; the top one has {a} cans and each level below {d} more. How many cans are there?',
]

/** The sum from term number `{m}` to term number `{n}` of `{list}`. */
export const RANGE_SUM_QUESTIONS: readonly string[] = [
  'Find the sum of terms number {m} to {n}, both included, of the {kind} sequence {list}, …',
  'In the {kind} sequence {list}, … add the terms from place {m} up to and including place {n}. What is the sum?',
  '{name} adds terms number {m} through {n} of the {kind} sequence {list}, … What is the result?',
  'What do the terms in places {m} to {n} (inclusive) of the {kind} sequence {list}, … add up to?',
]

/** The sum of all terms of a geometric sequence with first term `{a}` and ratio `{r}`. */
export const INFINITE_QUESTIONS: readonly string[] = [
  'What is the sum of the infinite geometric series with first term {a} and ratio {r}?',
  'A geometric series starts with {a} and has the common ratio {r}. Find the sum of all its terms.',
  'Find the limit of the sums {a} + {a}·({r}) + {a}·({r})² + …',
  '{name} adds {a}, then {r} times that, then {r} times that again, without end. What do the sums approach?',
  'The terms of an infinite series begin with {a}; each is {r} times the one before. What is its sum?',
]

/** Term number `{n}` of a sequence with `$a_1$` and a rule. */
export const RECURRENCE_QUESTIONS: readonly string[] = [
  'A sequence starts with {a}. Each further term is {p} times the one before, {plus}. What is term number {n}?',
  'The first number is {a}. To get the next one, multiply by {p}, then {doIt}. What is number {n} in the list?',
  '{name} starts with {a} and again and again multiplies by {p}, then {change}. Counting {a} as the first number, what is number {n}?',
  'Let the first term be {a}, and let every next term be {p} times its predecessor, {plus}. Find term number {n}.',
]

/** Term number `{n}` of a sequence of sums of two. */
export const SUM_OF_TWO_QUESTIONS: readonly string[] = [
  'A sequence begins {a}, {b}; every further term is the sum of the two before it. What is term number {n}?',
  'Starting with {a} and {b}, {name} writes down the sum of the last two numbers again and again. Which number is in place {n}?',
  'From its third term on, each term of a sequence is the sum of the two terms before. It starts {a}, {b}. Find term number {n}.',
  'The first two numbers of a list are {a} and {b}; each next one is the two previous ones added. What is number {n} in the list?',
]
