import { type ChainOperation, slip } from '../operation.ts'

const INVERTED = 'One step was done the wrong way round: it was added instead of subtracted.'
const NOT_ADDED = 'One step was done the wrong way round: it was subtracted instead of added.'
const WRONG_PART = 'The part that is gone was carried on, not the part that stays.'
const WRONG_REST = 'The part that stays was carried on, not the part that is asked for.'
const AS_NUMBER = 'A percentage was taken as if it were a number of things.'

/** What happens to numbers of things. */
export const ARITHMETIC = {
  times: {
    apply: (value, a) => value * a,
    equation: (value, a, _, after) => `${value} × ${a} = ${after}`,
    slips: [
      slip('Two numbers were added that belong multiplied.', (value, a) => value + a),
      slip('A step was divided that belongs multiplied.', (value, a) => value / a),
    ],
  },
  over: {
    apply: (value, a) => value / a,
    equation: (value, a, _, after) => `${value} / ${a} = ${after}`,
    slips: [
      slip('A step was multiplied that belongs divided.', (value, a) => value * a),
      slip('A number was subtracted that has to divide.', (value, a) => value - a),
    ],
  },
  plus: {
    apply: (value, a) => value + a,
    equation: (value, a, _, after) => `${value} + ${a} = ${after}`,
    slips: [slip(NOT_ADDED, (value, a) => value - a)],
  },
  minus: {
    apply: (value, a) => value - a,
    equation: (value, a, _, after) => `${value} - ${a} = ${after}`,
    slips: [slip(INVERTED, (value, a) => value + a)],
  },
  from: {
    apply: (value, a) => a - value,
    equation: (value, a, _, after) => `${a} - ${value} = ${after}`,
    slips: [
      slip('What is there was given, and not what is lacking.', (value) => value),
      slip(INVERTED, (value, a) => a + value),
    ],
  },
  percent_off: {
    apply: (value, a) => (value * (100 - a)) / 100,
    equation: (value, a, _, after) => `${value} × ${100 - a}% = ${after}`,
    slips: [
      slip(WRONG_PART, (value, a) => (value * a) / 100),
      slip(AS_NUMBER, (value, a) => value - a),
      slip('A loss was taken as a gain.', (value, a) => (value * (100 + a)) / 100),
    ],
  },
  percent_more: {
    apply: (value, a) => (value * (100 + a)) / 100,
    equation: (value, a, _, after) => `${value} × ${100 + a}% = ${after}`,
    slips: [
      slip('Only the change was carried on, not what it leads to.', (v, a) => (v * a) / 100),
      slip(AS_NUMBER, (value, a) => value + a),
      slip('A gain was taken as a loss.', (value, a) => (value * (100 - a)) / 100),
    ],
  },
  percent_of: {
    apply: (value, a) => (value * a) / 100,
    equation: (value, a, _, after) => `${value} × ${a}% = ${after}`,
    slips: [
      slip(WRONG_REST, (value, a) => (value * (100 - a)) / 100),
      slip(AS_NUMBER, (value, a) => value - a),
    ],
  },
  part_off: {
    apply: (value, a, b) => (value * (b - a)) / b,
    equation: (value, a, b, after) => `${value} × ${b - a}/${b} = ${after}`,
    slips: [
      slip(WRONG_PART, (value, a, b) => (value * a) / b),
      slip('Only one part of the fraction was taken off.', (v, _, b) => (v * (b - 1)) / b),
    ],
  },
  part_of: {
    apply: (value, a, b) => (value * a) / b,
    equation: (value, a, b, after) => `${value} × ${a}/${b} = ${after}`,
    slips: [
      slip(WRONG_REST, (value, a, b) => (value * (b - a)) / b),
      slip('It was divided by the fraction instead of multiplied.', (v, a, b) => (v * b) / a),
    ],
  },
  left_over: {
    apply: (value, a) => value % a,
    equation: (value, a, _, after) => `${value} - ${Math.floor(value / a)} × ${a} = ${after}`,
    slips: [
      slip('How often it fits was given, not what is left over.', (v, a) => Math.floor(v / a)),
      slip('What is lacking was given, not what is left over.', (v, a) => a - (v % a)),
    ],
  },
  filled_up: {
    apply: (value, a) => (value % a === 0 ? 0 : Math.ceil(value / a)),
    equation: (value, a, _, after) => `${Math.floor(value / a)} + 1 = ${after}`,
    slips: [
      slip('The last one, which is not full, was forgotten.', (v, a) => Math.floor(v / a)),
      slip('A step was multiplied that belongs divided.', (value, a) => value * a),
    ],
  },
  hours_to_minutes: {
    apply: (hours) => hours * 60,
    equation: (hours, _, __, after) => `${hours} × 60 = ${after}`,
    slips: [
      slip('An hour was taken to have a hundred minutes.', (hours) => hours * 100),
      slip('Hours were divided that have to be multiplied.', (hours) => hours / 60),
    ],
  },
  minutes_to_hours: {
    apply: (minutes) => minutes / 60,
    equation: (minutes, _, __, after) => `${minutes} / 60 = ${after}`,
    slips: [
      slip('An hour was taken to have a hundred minutes.', (minutes) => minutes / 100),
      slip('Minutes were multiplied that have to be divided.', (minutes) => minutes * 60),
    ],
  },
} as const satisfies Readonly<Record<string, ChainOperation>>
