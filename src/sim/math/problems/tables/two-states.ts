/** Something that is in one of two states and may change from one time to the next. */
export interface TwoStates {
  /** How it begins: `{p}` is the probability of the first state. */
  readonly start: string
  /** What follows from the first and from the second state: `{q}` and `{r}` lead to the first. */
  readonly change: string
  /** What is asked, after `{n}` changes. */
  readonly ask: string
}

/** Stories of two states. Probabilities stand in `$…$`. */
export const TWO_STATES: readonly TwoStates[] = [
  {
    start: 'On the first day of a holiday it is sunny with probability {p}, otherwise it rains.',
    change:
      'A sunny day is followed by a sunny one with probability {q}, a rainy day by a sunny one with probability {r}.',
    ask: 'With what probability is it sunny {n} later?',
  },
  {
    start: 'A machine works at first with probability {p}, otherwise it stands still.',
    change:
      'If it works one day, it works the next day with probability {q}; if it stands still, it works the next day with probability {r}.',
    ask: 'What is the probability that it works {n} later?',
  },
  {
    start:
      'A fox has two dens and sleeps in the upper one on the first night with probability {p}.',
    change:
      'After a night in the upper den it sleeps there on the next day with probability {q}, after one in the lower den it moves up with probability {r}.',
    ask: 'What is the probability of finding it in the upper den {n} later?',
  },
  {
    start: '{name} takes the bus on the first day with probability {p} and cycles otherwise.',
    change:
      'The day after a bus ride it is the bus again with probability {q}; the day after cycling it is the bus with probability {r}.',
    ask: 'What is the probability that {name} takes the bus {n} later?',
  },
  {
    start: 'A market is up on the first day with probability {p}, and down otherwise.',
    change:
      'After a day up it is up with probability {q}, after a day down it is up with probability {r}.',
    ask: 'Find the probability that it is up {n} later.',
  },
  {
    start: 'A lamp is on at first with probability {p}.',
    change:
      'Once a day somebody passes: a lamp that is on is then on with probability {q}, one that is off is then on with probability {r}.',
    ask: 'What is the probability that the lamp is on {n} later?',
  },
  {
    start: 'The cook of a canteen serves fish on the first day with probability {p}, else eggs.',
    change:
      'A day of fish is followed by fish with probability {q}, a day of eggs by fish with probability {r}.',
    ask: 'With what probability is there fish {n} later?',
  },
  {
    start: '{name} tells {other} something true on the first day with probability {p}.',
    change:
      'On the day after the truth it is the truth with probability {q}, on the day after a lie it is the truth with probability {r}.',
    ask: 'What is the probability of the truth {n} later?',
  },
  {
    start: 'A ferry is on time on the first day with probability {p}, or it is late.',
    change:
      'If it was on time, it is on time the next day with probability {q}; if it was late, with probability {r}.',
    ask: 'What is the probability that it is on time {n} later?',
  },
  {
    start:
      'A town votes every day, and the reds win the first vote with probability {p}; otherwise the greens do.',
    change:
      'After a win the reds win the next day with probability {q}, after a defeat with probability {r}.',
    ask: 'How likely are the reds to win {n} later? Give the probability.',
  },
  {
    start: 'A spring runs on the first day with probability {p} and is dry otherwise.',
    change:
      'After a day on which it runs it runs again with probability {q}, after a dry day it runs with probability {r}.',
    ask: 'What is the probability that the spring runs {n} later?',
  },
  {
    start:
      'A goalkeeper saves the first shot of a week with probability {p}; there is one shot a day.',
    change:
      'After a save the next shot is saved with probability {q}, after a goal with probability {r}.',
    ask: 'What is the probability that the shot {n} later is saved?',
  },
  {
    start: 'A shop is full on the first day with probability {p}, otherwise it is half empty.',
    change:
      'A full day is followed by a full one with probability {q}, a half empty day by a full one with probability {r}.',
    ask: 'Find the probability that the shop is full {n} later.',
  },
]
