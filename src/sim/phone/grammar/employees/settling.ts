import { lines } from '../lines.ts'
import type { SayingsByAct } from './sayings.ts'

/** On what has to be settled before anything is done: what it may cost, and what was heard. */
export const ON_SETTLING: SayingsByAct<'offer' | 'read_back'> = {
  offer: {
    formal: lines(`
      We can give this precedence with {offer}, or do it without in due course. Do you accept it?
      With {offer} this would be attended to at once. Shall I enter that?
      May I enter {offer}, for which it will be done at once?
      There is the possibility of {offer}, by which you would save time. Do you wish that?
      I can offer to hasten it with {offer}. Would you like that?
      Subject to {offer} I could do it immediately. Do you agree to that?
    `),
    conversational: lines(`
      I could push it through today with {offer}, or it just goes the normal way. Want me to?
      If you're okay with {offer}, I can get it to the top of the pile. Shall I?
      So, with {offer} it's done in no time, without it in a week or so. Shall I put that in?
      There's a quick way with {offer}, how does that sound?
      We've got this thing where with {offer} you skip the line. Are you in?
      Tell you what, with {offer} I'll do it right now. Deal?
    `),
    direct: lines(`
      Fast with {offer}, or slow without. Take it?
      At once with {offer}. Yes or no?
      I can speed it up with {offer}. Do you want that?
      With {offer} it is done today. Agreed?
      Quick way: {offer}. Shall I?
      It goes faster with {offer}. Do you take that?
    `),
    apologetic: lines(`
      I'm sorry to ask, but with {offer} it would go faster; do you want that?
      Sorry, I have to mention {offer}, by which it would be done today. Would you like it?
      I'm supposed to offer it with {offer}, sorry; it works without as well. Shall I put that in?
      I hope you don't mind my asking, with {offer} I could do it at once. Is that what you want?
      Sorry for the sales talk, there's a faster way with {offer}. Do you want it?
      Forgive me, I must ask whether you'd like it sooner, with {offer}?
    `),
  },
  read_back: {
    formal: lines(`
      Allow me to repeat: I have {slots}. Is that correct?
      I have entered {slots}. May I take that as correct?
      To be certain, I have noted {slots}. Do you confirm that?
      For confirmation, I read {slots}. Is that right?
      I now have {slots}. Shall I save it so?
      Before I save it: I have recorded {slots}. Is this correct?
    `),
    conversational: lines(`
      Okay, so I've got {slots}. Is that right?
      Let me just read that back, I've put {slots}. All good?
      Right, I've jotted down {slots}. Did I get that right?
      So I'm typing in {slots}. Sounds right?
      Just so we're on the same page, I've got {slots}, yeah?
      Hang on, I've got {slots}. That's it?
    `),
    direct: lines(`
      I have {slots}. Correct?
      Noted: {slots}. Right?
      Reading back: {slots}. Yes?
      My notes say {slots}. Correct?
      I put {slots}. Okay?
      Entered: {slots}. Confirm?
    `),
    apologetic: lines(`
      Sorry, just to be sure, I have {slots}. Is that right?
      I'm sorry to repeat it, I've written {slots}. Is that what you said?
      Forgive me if I misheard, I've got {slots}. Is it right?
      I want to get this right, so I have {slots}. Would that be correct?
      Sorry, the line isn't great, I understood {slots}. Correct?
      I'm a bit slow today, sorry, I put {slots}. Is that it?
    `),
  },
}
