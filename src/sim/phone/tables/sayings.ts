import { lines } from '../grammar/lines.ts'
import type { SpeechStyle } from '../people/employees.ts'

/** Sentences of one act, by style. */
export type ByStyle = Readonly<Record<SpeechStyle, readonly string[]>>

/** Nothing has to be done there before another department acts. */
export const NOTHING_TO_CLEAR: ByStyle = {
  formal: lines(`
    For this customer, no clearance by our department is required.
    No other department needs a clearance from us for this customer.
    There is nothing for our department to clear.
  `),
  conversational: lines(`
    Nobody's waiting for us to clear anything here, you can skip us.
    As far as I can see, we don't have to clear anything for this customer.
    No need to go through us, there's nothing we'd have to clear.
  `),
  direct: lines(`
    No clearance needed from us.
    Nothing to clear here.
    No clearance needed from this department.
  `),
  apologetic: lines(`
    Sorry you had to call, there's nothing for us to clear here.
    I'm afraid you didn't need us, sorry: no clearance from us is required.
    Sorry for the trouble, nobody needs us to clear anything for this customer.
  `),
}

/** It was done before, and may be put right. */
export const TO_CHANGE_IT: ByStyle = {
  formal: lines(`
    If anything about it has to be different, please state it when you call.
    To have it changed, please call with the right details.
  `),
  conversational: lines(`
    If something about it should be different, just give us the right details when you call.
    Want it changed? Then tell us how when you ask for it.
  `),
  direct: lines(`
    To change it, call with the right details.
    Anything different about it? Say so when you call.
  `),
  apologetic: lines(`
    Sorry, if something about it has to change, we need the right details when you call.
    If it wasn't quite right, sorry, please call with the right details.
  `),
}

/** {fields} were called unavailable though the customer has never said so. */
export const NOT_UNAVAILABLE: ByStyle = {
  formal: lines(`
    The customer has not said that the following {fields:is} unavailable: {fields}.
    I can record this as unavailable only if the customer says so: {fields}.
  `),
  conversational: lines(`
    You say it isn't available, but the customer never told you so: {fields}.
    Hmm, the customer never said they don't have this: {fields}.
  `),
  direct: lines(`
    The customer never said they don't have this: {fields}.
    Not unavailable, as far as the customer said: {fields}.
  `),
  apologetic: lines(`
    Sorry, I can't mark this as unavailable unless the customer says so: {fields}.
    I'm afraid the customer hasn't said they don't have this: {fields}.
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
    For this, I need to know {labels}.
    Please tell me {labels}.
    Before I can enter it, I need to know {labels}.
  `),
  conversational: lines(`
    Sure, for that I just need to know {labels}.
    Okay, and can you tell me {labels}?
    Happy to, just tell me {labels}.
  `),
  direct: lines(`
    I need to know {labels}.
    Tell me {labels}.
    I need these details: {labels}.
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
    What I was given as {labels} cannot be entered here. Please check it.
    I cannot enter {labels} as it was given to me. Could you check it?
  `),
  conversational: lines(`
    Hmm, my screen doesn't take what you gave me as {labels}. Could you check that?
    That doesn't work for {labels}, could you have another look?
  `),
  direct: lines(`
    {labels:Capital}: not possible like that. Check it.
    I can't enter that for {labels}. Check it.
  `),
  apologetic: lines(`
    Sorry, I can't enter what you gave me as {labels}. Could you check it?
    I'm afraid the system rejects what I entered as {labels}. Could you look again?
  `),
}

/** {offer} is the price: a fee or a new contract. */
export const PRICE: ByStyle = {
  formal: lines(`
    I should tell you first that this requires {offer}. Do you accept?
    For this service we ask for {offer}. May I enter that?
    Please note that this is possible only with {offer}. Do you agree to it?
    There is one condition, namely {offer}. Should I proceed on that basis?
  `),
  conversational: lines(`
    Okay, before we go on: this one comes with {offer}. Is that okay?
    I can do that for you, but it takes {offer}. Still want it?
    Just a heads-up, there's no way around {offer}. Should I go on?
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
    Sorry, I wish it were different, but it takes {offer}. Should I go on?
    I hate to bring it up, but we do that only with {offer}. Do you accept?
  `),
}

/** {deed} is what is going to be done. */
export const READ_BACK: ByStyle = {
  formal: lines(`
    I will enter the following: {deed}. Should I proceed?
    To confirm: {deed}. May I go ahead?
  `),
  conversational: lines(`
    All right, so I'm going to {deed}. Should I go ahead?
    Okay, here's what I've got: {deed}. Want me to do it?
  `),
  direct: lines(`
    So: {deed}. Go ahead?
    I have: {deed}. Okay?
  `),
  apologetic: lines(`
    Sorry, just to be sure: {deed}. Should I do that?
    Let me repeat that, sorry: {deed}. May I go ahead?
  `),
}

/** Before a consequence. */
export const CONSEQUENCE: ByStyle = {
  formal: ['You should know that {consequence}.', 'I must point out that {consequence}.'],
  conversational: ['Just so you know, {consequence}.', 'One thing you should know: {consequence}.'],
  direct: ['Note: {consequence}.', 'Keep in mind: {consequence}.'],
  apologetic: [
    'Sorry, I have to tell you that {consequence}.',
    "I'm afraid I have to mention that {consequence}.",
  ],
}

/** After a no to what was read back. */
export const LEFT_ALONE: ByStyle = {
  formal: ['Then I will leave everything as it is.', 'Very well, nothing will be changed.'],
  conversational: [
    "No problem, I'll leave it all as it is.",
    "Okay, then I won't change anything.",
  ],
  direct: ['Then it stays as it is.', 'Okay. Nothing changed.'],
  apologetic: [
    "Of course, sorry, I'll leave it alone.",
    "Sorry about that, I won't change anything.",
  ],
}
