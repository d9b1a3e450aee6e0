/** Ways to ask for the value of an expression in LaTeX. */
export const VALUE_QUESTIONS: readonly string[] = [
  'Calculate {e}.',
  'What is {e}?',
  'Work out {e} and give the exact value.',
  'Find the value of {e} as a fraction.',
  'Simplify {e}.',
  'Evaluate {e}.',
  'Write {e} as a single fraction or whole number.',
  '{name} has to work out {e}. What is the exact result?',
  'Compute exactly: {e}',
  'What single number equals {e}?',
  'On the board stands {e}. What is it equal to?',
  '{name} and {other} disagree about the value of {e}. What is it?',
]

/** Two parts put together; `{p}` and `{q}` are fractions. */
export const SUM_STORIES: readonly string[] = [
  '{name} walks {p} of a mile to the station and then {q} of a mile to work. How many miles is that?',
  'A bowl holds {p} litre of milk. {name} pours in another {q} litre. How many litres are in it?',
  '{name} reads for {p} of an hour in the morning and {q} of an hour at night. How many hours in all?',
  '{name} paints {p} of a fence and {other} paints {q} of a fence just like it. How much fence is that?',
  'A mixture needs {p} cup of oats and {q} cup of nuts. How many cups is that together?',
  'One parcel weighs {p} kilogram, another {q} kilogram. What do they weigh together, in kilograms?',
  'A tailor uses {p} metre of blue cloth and {q} metre of red cloth. How many metres of cloth is that?',
  'A plot is planted with {p} hectare of beans and {q} hectare of maize. How many hectares are planted?',
  'Rain fell twice: {p} inch on Monday and {q} inch on Tuesday. How many inches fell altogether?',
  'A song lasts {p} of a minute, the pause after it {q} of a minute. How many minutes do they take?',
]

/** A part taken away; `{p}` is larger than `{q}`. */
export const DIFFERENCE_STORIES: readonly string[] = [
  'A tank is {p} full. {name} uses {q} of a full tank. What fraction of the tank is left?',
  'A ribbon is {p} metre long. {name} cuts off {q} metre. How many metres remain?',
  '{name} has {p} of a pie and eats {q} of a whole pie. How much pie is left?',
  'A jug holds {p} litre. After pouring out {q} litre, how many litres are in it?',
  '{name} lives {p} of a mile from school, {other} {q} of a mile. How much further away is {name}?',
  'A plank is {p} metre thick before and {q} metre after planing. By how many metres did it shrink?',
  'A task takes {name} {p} of an hour and {other} {q} of an hour. By what part of an hour is {other} faster?',
  'A bag held {p} kilogram of rice. {q} kilogram was cooked. How many kilograms are left?',
]

/** A fraction of a fraction. */
export const PRODUCT_OF_FRACTIONS_STORIES: readonly string[] = [
  'A recipe needs {q} cup of sugar. {name} makes {p} of the recipe. How many cups of sugar is that?',
  '{q} of a garden is lawn, and {p} of the lawn is in the shade. What fraction of the garden is shady lawn?',
  'A rectangle is {p} metre long and {q} metre wide. What is its area in square metres?',
  '{q} of the pupils play an instrument, and {p} of those sing too. What fraction of all pupils do both?',
  'A path is {q} mile long. {name} has walked {p} of it. How many miles is that?',
  '{name} has a {q} litre bottle that is {p} full. How many litres are in it?',
]

/** How often one fraction goes into another. */
export const QUOTIENT_STORIES: readonly string[] = [
  'How many portions of {q} litre are there in {p} litre? Give the exact number, even if not whole.',
  'A string of {p} metre is measured with a stick of {q} metre. How many stick lengths is it, exactly?',
  'A machine fills {q} of a barrel in an hour. How many hours does it take for {p} of a barrel?',
  '{name} walks {q} of a mile in each round. How many rounds make {p} of a mile, exactly?',
  'A lamp burns {q} litre of oil a night. For how many nights do {p} litre last, exactly?',
  'By what number must {q} be multiplied to give {p}?',
]
