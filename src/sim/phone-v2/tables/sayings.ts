import { lines } from '../../phone/grammar/lines.ts'
import type { SpeechStyle } from '../../phone/people/employees.ts'

/** Sentences of one act, by style. */
export type ByStyle = Readonly<Record<SpeechStyle, readonly string[]>>

/** Nothing has to be done there before another department acts. */
export const NOTHING_TO_CLEAR: ByStyle = {
  formal: lines(`
    [No|For this customer no] clearance by our department is required.
    Nobody needs a clearance from us for this customer.
    I see no department that waits for a clearance by us.
  `),
  conversational: lines(`
    Nobody's waiting for us to clear anything here, you can skip us.
    We don't have to clear a thing for this customer, as far as I can see.
    No need to come past us first, there's nothing we'd have to clear.
  `),
  direct: lines(`
    No clearance needed from us.
    Nothing to clear here.
    Nobody waits for us. No clearance needed.
  `),
  apologetic: lines(`
    Sorry you had to ring, there's nothing for us to clear here.
    I'm afraid you didn't need us, sorry: no clearance from here is wanted.
    Sorry for the trouble, nobody needs us to clear anything for this customer.
  `),
}

/** {fields} were called unavailable though the customer has never said so. */
export const NOT_UNAVAILABLE: ByStyle = {
  formal: lines(`
    The customer has not told you that the following {fields:is} unavailable: {fields}.
    I cannot record as unavailable what the customer has not said to lack: {fields}.
  `),
  conversational: lines(`
    You say it isn't available, but the customer never told you so: {fields}.
    Hmm, nobody said that the customer lacks this: {fields}.
  `),
  direct: lines(`
    The customer never said that this is lacking: {fields}.
    Not unavailable, as far as the customer said: {fields}.
  `),
  apologetic: lines(`
    Sorry, I can't put down as unavailable what the customer never said to lack: {fields}.
    I'm afraid the customer hasn't said that this is lacking: {fields}.
  `),
}

/** Between a detail and what is accepted for it; {other} is the other one. */
export const INSTEAD: readonly string[] = [
  ', or {other} if the customer does not have that',
  ', or {other} if the customer has none',
  ' (or, if the customer lacks it, {other})',
  ', or else, if there is none, {other}',
]

/** {labels} are wanted; the choices follow. */
export const DETAILS_WANTED: ByStyle = {
  formal: lines(`
    For this I have to know {labels}.
    Kindly tell me {labels}.
    Before I can enter it, I need {labels}.
  `),
  conversational: lines(`
    Sure, for that I just need to know {labels}.
    Okay, and can you tell me {labels}?
    Happy to, I only need {labels} from you.
  `),
  direct: lines(`
    I need {labels}.
    Tell me {labels}.
    What I need: {labels}.
  `),
  apologetic: lines(`
    Sorry, I also need to know {labels}.
    I'm afraid I have to ask for {labels}.
    Sorry to ask, could you tell me {labels}?
  `),
}

/** {labels} cannot be what was said: there is no such record, or the day has passed. */
export const NOT_POSSIBLE: ByStyle = {
  formal: lines(`
    What I was given as {labels} cannot be entered here. Kindly state it again.
    I cannot enter {labels} as it was given to me. Would you please check it?
  `),
  conversational: lines(`
    Hmm, my screen doesn't take what you gave me as {labels}. Could you check that?
    That doesn't work for {labels}, could you have another look?
  `),
  direct: lines(`
    {labels:Capital}: not possible like that. Check it.
    I can't enter that for {labels}. Again, please.
  `),
  apologetic: lines(`
    Sorry, I can't enter what you gave me as {labels}. Could you check it?
    I'm afraid the system refuses what I put for {labels}. Would you look again?
  `),
}

/** {offer} is the price: a fee or a new contract. */
export const PRICE: ByStyle = {
  formal: lines(`
    I should tell you first that this requires {offer}. Do you accept?
    For this service we ask for {offer}. May I enter that?
    Please note that this is possible only with {offer}. Do you agree to it?
    There is one condition, namely {offer}. Shall I proceed on that basis?
  `),
  conversational: lines(`
    Okay, before we go on: this one comes with {offer}. Is that all right?
    I can do that for you, but it takes {offer}. Still want it?
    Just a heads-up, there's no way around {offer}. Shall I go on?
    So, the thing is, we do that only with {offer}. What do you say?
  `),
  direct: lines(`
    That takes {offer}. Yes or no?
    Only with {offer}. Do you want it?
    There's one condition: {offer}. Agreed?
    It comes with {offer}. Go on?
  `),
  apologetic: lines(`
    I'm sorry, I have to mention that this comes with {offer}. Is that okay?
    I'm afraid I can only do that with {offer}. Would that be all right?
    Sorry, I wish it were different, but it takes {offer}. Shall I go on?
    I hate to bring it up, but we do that only with {offer}. Do you accept?
  `),
}

/** {deed} is what is going to be done. */
export const READ_BACK: ByStyle = {
  formal: lines(`
    I shall then enter the following: {deed}. Shall I proceed?
    To confirm: {deed}. May I go ahead?
  `),
  conversational: lines(`
    Right, so that's: {deed}. Shall I go ahead?
    Okay, I've got: {deed}. Want me to do it?
  `),
  direct: lines(`
    Then: {deed}. Go ahead?
    I have: {deed}. Do it?
  `),
  apologetic: lines(`
    Sorry, just to be sure: {deed}. Shall I do that?
    Let me say it once more, sorry: {deed}. May I go ahead?
  `),
}

/** Before a consequence. */
export const CONSEQUENCE: ByStyle = {
  formal: ['You should know that {consequence}.', 'I must point out that {consequence}.'],
  conversational: ['Just so you know, {consequence}.', 'Oh, and {consequence}, by the way.'],
  direct: ['Note: {consequence}.', 'Mind that {consequence}.'],
  apologetic: ['Sorry, I have to tell you that {consequence}.', "I'm afraid {consequence}."],
}

/** After a no to what was read back. */
export const LEFT_ALONE: ByStyle = {
  formal: ['Then I shall leave everything as it is.', 'Very well, nothing will be changed.'],
  conversational: ["No problem, I'll leave it all as it is.", 'Okay, then nothing happens.'],
  direct: ['Then it stays as it is.', 'Fine. Nothing done.'],
  apologetic: ["Of course, sorry, I'll leave it alone.", 'Sorry about that, then I do nothing.'],
}
