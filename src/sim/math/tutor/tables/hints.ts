import type { FindingKind } from '../finding.ts'

/** The only feedback on an unfinished answer. It does not even say whether it is right. */
const WORK_IT_OUT = [
  'Carry out what is left to do in it, and submit what you get.',
  'In a result nothing is left to reckon, and it is more than a formula of the problem.',
  'Collect terms, shorten fractions, draw out roots, and use the form that the problem asks for.',
] as const

/**
 * The hints for each kind of mistake: its kind, where to look, and how to redo it. Each later
 * request gets one sentence more. No sentence depends on the right answer.
 */
export const HINTS: Readonly<Record<FindingKind, readonly [string, string, string]>> = {
  right: [
    'Give it as your answer now.',
    'Give it as your answer now.',
    'Give it as your answer now.',
  ],
  unworked: WORK_IT_OUT,
  given: WORK_IT_OUT,
  no_answer: [
    'No final answer could be found in what you submitted.',
    'State one answer in the form that the problem asks for, and nothing after it.',
    'Do not stop at an expression that is still to be worked out, and do not offer alternatives.',
  ],
  several_answers: [
    'What you submitted gives more than one final answer.',
    'Decide on one of them by checking each against the conditions of the problem.',
    'State the one that is left in the form that the problem asks for, once, at the end.',
  ],
  no_such_option: [
    'What you submitted names an option that this question does not have.',
    'Read the list of options again and choose one of its letters.',
    'If your own result is not among the options, there is a mistake in how you got it.',
  ],
  typical: [
    'Find the step where that happens in your work.',
    'Redo that step and everything that follows from it; what comes before may be sound.',
    'Then check the new result against every condition of the problem.',
  ],
  precision: [
    'The value is close, but not exact.',
    'Look for where you rounded, and keep fractions, roots and constants as they are to the end.',
    'Round only if the problem asks for it, and then to the places that it asks for.',
  ],
  percent: [
    'The percentage and the number that it stands for were mixed up.',
    'Percent means hundredths: decide whether the answer is a percentage or a plain number.',
    'Write the sign if it is a percentage, and put the result back into the problem.',
  ],
  reciprocal: [
    'The fraction is upside down.',
    'Check what is divided by what: the part by the whole, the way by the time, and so on.',
    'Write the units beside both numbers before you divide: those of the result must fit.',
  ],
  square: [
    'A square or a square root is one too many, or was forgotten.',
    'Check at which step you squared, or took a root, and whether you undid it.',
    'Compare the units of your result with those asked for: lengths and areas are told by them.',
  ],
  base: [
    'The value is all right, but it is written in another base than the problem asks for.',
    'Divide by the base again and again, and write the remainders from the last to the first.',
    'Convert your result back, and see whether you come to the same value.',
  ],
  unreadable: [
    'The answer cannot be read as a value.',
    'Write it in the notation that the problem uses: a number, a fraction, a formula.',
    'Leave out words, and close every bracket and brace that you open.',
  ],
  wants_number: [
    'The problem asks for a number, and what you gave is something else.',
    'Work everything out: no letters, words or ranges should be left.',
    'Use the conditions of the problem that you have not used yet to settle what is open.',
  ],
  wants_expression: [
    'The result should still depend on a letter of the problem, and yours is a plain number.',
    'Check where you put a value in for a letter: the problem leaves it open.',
    'Carry the letter through every line, and simplify at the end.',
  ],
  wants_equation: [
    'The problem asks for an equation, with an equals sign and both of its sides.',
    'Write down how the letters hang together, and not only one side of it.',
    'Put a point that must fit into your equation, and see whether both sides agree.',
  ],
  wants_interval: [
    'The problem asks for a range of values: an interval, or several together.',
    'Find where the condition begins to hold and where it ends, and test a value in between.',
    'Write the range with brackets that say whether its ends belong to it.',
  ],
  wants_tuple: [
    'The problem asks for several values in a fixed order, such as a pair, in brackets.',
    'Find a value for every unknown that the problem names, not for one of them alone.',
    'Write the values in the order of the problem, with commas between them.',
  ],
  wants_several: [
    'The problem has more than one solution, and what you gave is not among them.',
    'Look for all values that fit, and put each back into the problem.',
    'Write all of them, with commas between them.',
  ],
  wants_ratio: [
    'The problem asks for a ratio, with a colon between its parts.',
    'Say for each part which quantity it belongs to, in the order of the problem.',
    'Divide all parts by what they have in common.',
  ],
  wants_matrix: [
    'The problem asks for a matrix or a vector, with rows and columns.',
    'Work out every entry, and write them in rows.',
    'Check against the sizes of what you started from how many rows and columns there must be.',
  ],
  wants_words: [
    'The problem asks for an answer in words, not for a number or a formula.',
    'Read again what is asked: a name, a day, yes or no, a property.',
    'Say which of the possible words your calculation leads to.',
  ],
  expression: [
    'The expression does not have the right value for every choice of its letters.',
    'Put a simple number in for each letter, in the problem and in your result, and compare.',
    'Multiply out or simplify one step at a time, and repeat that test after every step.',
  ],
  constant_term: [
    'Only the part without letters is off.',
    'Check what becomes of the plain numbers: those added, subtracted, or left in brackets.',
    'Put zero in for each letter, in the problem and in your result, and compare.',
  ],
  letters: [
    'The answer contains a letter that does not belong into it.',
    'Check which letters the problem leaves open; all others have to be worked out.',
    'Replace every letter that you brought in yourself by what it stands for.',
  ],
  equation: [
    'The equation does not describe what the problem asks for.',
    'Take two points that must fit, and put them into your equation one after the other.',
    'Check the slope, the constants and the signs on both sides separately.',
  ],
  direction: [
    'The inequality points the wrong way.',
    'Dividing or multiplying by something negative turns the sign around.',
    'Test one value that your answer allows in the original condition.',
  ],
  interval_check: [
    'The range is not the right one.',
    'Find where the condition changes from true to false, and compare with the ends of yours.',
    'Test three values in the original condition: below, inside and above your range.',
  ],
  matrix_size: [
    'The matrix does not have the right number of rows and columns.',
    'Check which sizes go together, and what the result of the operation has to look like.',
    'A row and a column are not the same: see which of them is asked for.',
  ],
  sign: [
    'Check the signs.',
    'Look at every minus in front of brackets, every term that changed sides, every subtraction.',
    'Put your result back into the problem: the direction of the change tells which sign fits.',
  ],
  power_of_ten: [
    'The digits look sensible, but the size does not.',
    'Check where the decimal point stands: percent, units, zeros that were dropped or added.',
    'Estimate the result roughly before you calculate, and compare the two.',
  ],
  factor: [
    'The result is off by a constant factor.',
    'Something was counted twice, left out, or not divided by what it should be divided by.',
    'Write down what each factor stands for, and check that each is there exactly once.',
  ],
  units: [
    'Check the unit.',
    'Compare the unit that the problem asks for with the one that you ended with.',
    'Convert every quantity before you calculate, and give the answer in the unit asked for.',
  ],
  form: [
    'The value is all right, but it is not in the form that the problem asks for.',
    'Simplify: lowest terms, no fractions within fractions, everything worked out.',
    'Read again in which form the answer is wanted: fraction, decimal, percent, base, factors.',
  ],
  interval_brackets: [
    'Check whether the ends belong to the interval.',
    'Put each end into the original condition: strict conditions leave it out.',
    'Infinite ends are always open, and zeros of a denominator never belong.',
  ],
  interval_end: [
    'One end of the interval is not right.',
    'Solve the two conditions separately, and combine the results afterwards.',
    'Test a point on either side of each end in the original condition.',
  ],
  interval_both_ends: [
    'Neither end of the interval is right.',
    'Check the condition that you started from, before you solve it.',
    'Test three points in the original condition: below, inside and above your interval.',
  ],
  missing_elements: [
    'What you found is right as far as it goes, but something is missing.',
    'Look for cases that were dropped: the other root, the negative, zero, equal numbers.',
    'Count how many solutions there can be before you look for them.',
  ],
  extra_elements: [
    'Some of what you list is right, but there is too much in it.',
    'Put each candidate back into the original problem, and drop those that fail.',
    'Squaring, multiplying by an unknown and cancelling bring in solutions that are none.',
  ],
  other_elements: [
    'Some parts of your answer are right and others are not.',
    'Check the parts one by one against the conditions of the problem.',
    'Keep the parts that fit, and work the others out afresh.',
  ],
  order: [
    'The parts are right, but not in the order that the problem asks for.',
    'Check which quantity the problem names first.',
    'Label each value with what it stands for before you write the answer.',
  ],
  digits_length: [
    'The number does not have the right number of digits.',
    'Check how far each partial product is shifted, and whether a row is missing.',
    'Estimate the size from the leading digits of both numbers first.',
  ],
  digits_leading: [
    'The last digits are right, but the leading ones are not.',
    'Check the partial products of the highest places, and the carries into them.',
    'Add the partial products again column by column, and write down every carry.',
  ],
  digits_middle: [
    'Both ends of the number are right, but digits in the middle are not.',
    'Look for a carry that was lost or added twice when the partial products were summed.',
    'Add the partial products two at a time, and check each sum.',
  ],
  digits_last: [
    'The last digits are not right.',
    'Check the partial products of the lowest places first: they alone decide the last digits.',
    'Multiply the last digits of both numbers, then the last two, and compare with your result.',
  ],
  option: [
    'It is not this option.',
    'Work out the answer without the options, and look for the option that agrees with it.',
    'For each remaining option, find the one statement that would have to be false.',
  ],
  text: [
    'It is something else.',
    'Check which person, place, work or time the question is really about.',
    'Think of what comes near your answer in name, time or kind, and compare each with the question.',
  ],
  unexplained: [
    'Go through your solution again from the first line, and give a reason for every step.',
    'Read the problem once more: check what is asked, what is given, and whether you used all of it.',
    'Solve the problem in a second, different way, and compare the results.',
  ],
}
