/** `{p}` percent of `{n}`. */
export const PART_QUESTIONS: readonly string[] = [
  'What is {p}% of {n}?',
  'Calculate {p} percent of {n}.',
  'Find {p}% of {n}.',
  '{name} answered {p}% of {n} questions. How many questions is that?',
  'A town has {n} inhabitants, {p}% of whom own a bicycle. How many own one?',
  'Of {n} trees in a park, {p}% are oaks. How many oaks are there?',
  '{p}% of the {n} seats in a hall are taken. How many seats are taken?',
  'A survey asked {n} people; {p}% said yes. How many people said yes?',
  'A herd has {n} animals and {p}% of them are sheep. How many sheep are there?',
  'A flight of {n} kilometres is {p}% over water. How many kilometres are over water?',
  '{name} has read {p}% of a book of {n} pages. How many pages has {name} read?',
  'Of the {n} lights in a building, {p}% are on. How many lights are on?',
]

/** `{p}` percent of `{n}` gone: what is left. */
export const REST_QUESTIONS: readonly string[] = [
  'A tank holds {n} litres and {p}% leaks out. How many litres are left?',
  'Of {n} tickets, {p}% have been sold. How many tickets are left?',
  '{name} had {n} cards and gave {p}% of them to {other}. How many cards does {name} still have?',
  'A shop had {n} lamps and sold {p}% of them. How many lamps remain?',
  'A trail is {n} metres long. {name} has done {p}% of it. How many metres are still to go?',
  'A file of {n} bytes has been copied to {p}%. How many bytes are still to copy?',
]

/** What part `{a}` is of `{b}`. */
export const SHARE_QUESTIONS: readonly string[] = [
  'What percentage of {b} is {a}?',
  '{a} is what percent of {b}?',
  '{name} scored {a} out of {b} points. What percentage is that?',
  'Of {b} plants, {a} flowered. What percentage flowered?',
  'A bus with {b} seats carries {a} passengers. What percentage of the seats is taken?',
  '{a} of {b} letters arrived on time. What percentage is that?',
  'A team won {a} of its {b} games. What percentage of its games did it win?',
  'A tank of {b} litres holds {a} litres. To what percentage is it full?',
]

/** `{n}` grows by `{p}` percent. */
export const RISE_QUESTIONS: readonly string[] = [
  'A rent of {n} euros goes up by {p}%. What is the new rent in euros?',
  'A town of {n} people grows by {p}%. How many people live there then?',
  'Increase {n} by {p}%.',
  'A price of {n} dollars is raised by {p}%. What is the new price in dollars?',
  '{name} earned {n} euros a month and gets a rise of {p}%. What does {name} earn now, in euros?',
  'A colony of {n} bees grows by {p}%. How many bees are there then?',
]

/** `{n}` shrinks by `{p}` percent. */
export const FALL_QUESTIONS: readonly string[] = [
  'A coat of {n} euros is sold with {p}% off. What does it cost now, in euros?',
  'A lake of {n} hectares shrinks by {p}%. How many hectares are left?',
  'Decrease {n} by {p}%.',
  'A price of {n} dollars is cut by {p}%. What is the new price in dollars?',
  '{name} bought a bicycle for {n} euros; it lost {p}% of its value. What is it worth now, in euros?',
  'Sales of {n} units fell by {p}%. How many units are sold now?',
]

/** Back from `{r}` after a rise of `{p}` percent. */
export const BEFORE_RISE_QUESTIONS: readonly string[] = [
  'After a rise of {p}% a price is {r} dollars. What was it before, in dollars?',
  'A wage went up by {p}% to {r} euros. What was it before, in euros?',
  'With {p}% tax a bill comes to {r} dollars. What is it without the tax, in dollars?',
  'A number increased by {p}% is {r}. What is the number?',
  'A village grew by {p}% and now has {r} inhabitants. How many did it have before?',
  '{name} sold a painting for {r} euros, {p}% more than it had cost. What had it cost, in euros?',
]

/** Back from `{r}` after a fall of `{p}` percent. */
export const BEFORE_FALL_QUESTIONS: readonly string[] = [
  'With {p}% off, a chair costs {r} euros. What did it cost before, in euros?',
  'After a fall of {p}% a share is worth {r} dollars. What was it worth before, in dollars?',
  'A number decreased by {p}% is {r}. What is the number?',
  'A flock lost {p}% of its birds and now has {r}. How many birds did it have before?',
  '{name} spent {p}% of some savings and has {r} dollars left. How much was saved, in dollars?',
  'Drying takes {p}% off the weight of some wood, leaving {r} kilograms. What did it weigh before, in kilograms?',
]

/** From `{a}` to `{b}`, `{b}` larger. */
export const GROWTH_QUESTIONS: readonly string[] = [
  'A price rises from {a} to {b} dollars. By what percentage does it rise?',
  'From {a} members a club grew to {b}. By what percentage did it grow?',
  'By what percentage must {a} be increased to give {b}?',
  'Traffic went up from {a} to {b} cars an hour. What is the increase in percent?',
  '{name} ran {a} metres last week and {b} this week. By what percentage is that more?',
]

/** From `{a}` to `{b}`, `{b}` smaller. */
export const DECLINE_QUESTIONS: readonly string[] = [
  'A price falls from {a} to {b} dollars. By what percentage does it fall?',
  'From {a} members a club shrank to {b}. By what percentage did it shrink?',
  'By what percentage must {a} be decreased to give {b}?',
  'Traffic went down from {a} to {b} cars an hour. What is the decrease in percent?',
  '{name} weeded {a} metres of beds last week and {b} this week. By what percentage is that less?',
]

/** `{n}` changed twice; `{first}` and `{second}` say how. */
export const TWICE_QUESTIONS: readonly string[] = [
  'A price of {n} dollars is {first} and then {second}. What is the final price in dollars?',
  'Starting from {n}, a number is {first} and after that {second}. What is it in the end?',
  'An amount of {n} euros is first {first}, later {second}. How many euros is it then?',
  '{name} enters {n} in a spreadsheet. It is {first}, and the result is {second}. What stands there now?',
]

/** The overall effect of two changes. */
export const OVERALL_QUESTIONS: readonly string[] = [
  'A price is {first} and then {second}. What percentage of the first price is the last one?',
  'A quantity is {first}, and the result is {second}. To what percentage of the original does it come?',
  'The width of a rectangle is {first} and its height {second}. What percentage of the old area is the new one?',
  'A fund is {first} in one year and {second} in the next. What percentage of the start is its value then?',
]

/** `{a}` litres at `{p}` percent and `{b}` litres at `{q}` percent. */
export const MIXTURE_QUESTIONS: readonly string[] = [
  '{a} litres of a {p}% salt solution are mixed with {b} litres of a {q}% one. What is the concentration in percent?',
  'A chemist pours {a} millilitres of {p}% acid and {b} millilitres of {q}% acid together. What percentage of the mixture is acid?',
  '{name} blends {a} kilograms of feed with {p}% protein and {b} kilograms with {q}% protein. What percentage of protein has the blend?',
  'A juice maker mixes {a} litres with {p}% fruit and {b} litres with {q}% fruit. What is the fruit content in percent?',
]

/** Back from `{r}` through two changes. */
export const BEFORE_TWO_QUESTIONS: readonly string[] = [
  'A price is {first} and then {second}; in the end it is {r} dollars. What was it at first, in dollars?',
  'A number is {first}, then {second}, and becomes {r}. What was the number?',
  'After being {first} and later {second}, a budget is {r} euros. How many euros was it originally?',
]

/** `{p}` percent of all in a part, `{q}` percent of it and `{r}` percent of the rest counted. */
export const TOTAL_SHARE_QUESTIONS: readonly string[] = [
  'In a club {p}% are adults. Of the adults {q}% swim, of the others {r}%. What percentage of the club swims?',
  '{p}% of a harvest is wheat. {q}% of the wheat and {r}% of the rest is exported. What percentage of the harvest is exported?',
  'A shop makes {p}% of its sales online. {q}% of online sales and {r}% of the others are gifts. What percentage of sales are gifts?',
  '{p}% of the houses in a street are old. {q}% of the old and {r}% of the new ones have a garden. What percentage have a garden?',
  'Of all files {p}% are pictures. {q}% of pictures and {r}% of other files are shared. What percentage of all files is shared?',
]
