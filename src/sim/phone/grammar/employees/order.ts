import { lines } from '../lines.ts'
import type { SayingsByAct } from './sayings.ts'

/** On what must come first, and on the numbers that prove it. */
export const ON_ORDER: SayingsByAct<'prerequisite' | 'reference' | 'one_number'> = {
  prerequisite: {
    formal: lines(`
      Our procedure requires that {first} be [contacted|called] before this department may act.
      I may not proceed until the matter has been cleared by {first}.
      [Prior to|Before] any action on our part, {first} must [give clearance|clear the file].
      The file has to pass through {first} first. Thereafter we shall gladly [assist|act].
      We are permitted to act only once {first} {first:has} done so.
      A clearance by {first} is required first; kindly [arrange for that|obtain it] and call again.
    `),
    conversational: lines(`
      Before we can do anything, you'll have to go through {first}.
      Looks like {first} {first:has} to come first, then give us another ring.
      We'd love to, but {first} [{first:needs}|{first:has}] to clear it first. Funny rule, I know.
      You'll want to ring {first} first, and then we're good to go.
      I can't touch it until you've been through {first}.
      So, the way it works is: {first} first, then us.
    `),
    direct: lines(`
      Go to {first} first. Then call back.
      Needs {first} beforehand. Call them.
      {first:Capital} first, then us.
      Not before {first} {first:has} cleared it.
      Clear it with {first} first.
      We wait until {first} {first:is} through with it. Call there.
    `),
    apologetic: lines(`
      I'm afraid I can't start until {first} did their part, sorry about that.
      I do apologize, our rules say that {first} must be called ahead of us. First them, then us.
      Sorry, I'd start right away, but {first} must have cleared it first.
      I'm sorry to send you round, but could you ring {first} first?
      Sorry about the detour: until {first} {first:gives} the go-ahead, my hands are tied.
      I hate to put you off, but it has to go past {first} first.
    `),
  },
  reference: {
    formal: lines(`
      Please state the reference number that you were issued by {first}.
      I require the reference number that {first} issued to you.
      Kindly quote the number you were given by {first}, without which I may not proceed.
      For our records I must have the reference number of {first}.
      May I have the reference number that {first} assigned to [this|the] matter?
      A reference number from {first} is needed here. Please have it ready when you call.
    `),
    conversational: lines(`
      I see you've been to {first}; what's the number they gave you?
      {first:Capital} should've given you a reference number. Can I have that one?
      Nearly there! I just need the number {first} gave you.
      They'll have told you a number at {first}, I'd need that from you.
      What I'm looking for is the reference number from {first}.
      Do you have the number that {first} read out to you?
    `),
    direct: lines(`
      I need the reference number from {first}.
      Reference number from {first}, please.
      What number did {first} give you?
      No go without the number from {first}.
      Give me the number {first} gave you.
      Call back with the reference number of {first}.
    `),
    apologetic: lines(`
      Sorry to ask, but I can't find it without the number you got from {first}.
      I'm sorry, could you give me the reference number that {first} gave you?
      Apologies, but I'd also need the number from {first}.
      I'm afraid I can't go on without the reference number from {first}, sorry.
      Sorry to be difficult, but {first} should have given you a number, and I need it.
      Forgive me for asking, what was the reference number you had from {first}?
    `),
  },
  one_number: {
    formal: lines(`
      Kindly state one number only.
      I can accept one number only; please state the right one.
      More than one was given. Kindly quote the one reference number that is wanted.
      I must ask for one number, not several.
      Please confine yourself to one number.
      Only one number can be entered here. Which is it?
    `),
    conversational: lines(`
      Whoa, just the one number, please!
      Hang on, I can only put in one number. Which one is it?
      That's more than I asked for! One number will do.
      Just give me the one number, okay?
      Sorry, which is it? I can only type in one number.
      One number is all I need, not the whole collection!
    `),
    direct: lines(`
      One number, please.
      One number only.
      Just one number.
      I take one number. Call back.
      One number. Which?
      Not a list. One number.
    `),
    apologetic: lines(`
      Sorry, I can only take one number, please.
      I'm sorry, there's only room for one number here.
      Apologies, could you give me just one number?
      Sorry, I got confused; could I have one number only?
      I'm afraid I can only enter one number, sorry.
      Forgive me, which one is it? I need one number.
    `),
  },
}
