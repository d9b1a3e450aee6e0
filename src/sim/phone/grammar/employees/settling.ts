import { lines } from '../lines.ts'
import type { SayingsByAct } from './sayings.ts'

/** On what has to be settled before anything is done: what it may cost, and what was heard. */
export const ON_SETTLING: SayingsByAct<'offer' | 'firm' | 'no_deal' | 'blocked' | 'read_back'> = {
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
  firm: {
    formal: lines(`
      I regret that it cannot be done without {offer}. Do you accept it after all?
      There is no other way, I am afraid, than with {offer}. Do you agree?
      Our terms demand {offer} for this. Shall I enter it?
      Without exception this entails {offer}. Do you wish it even so?
      I am not at liberty to do it without {offer}. May I enter that?
      It is possible only with {offer}. Do you accept that?
    `),
    conversational: lines(`
      Hm, thing is, it only works with {offer}. Want it anyway?
      I'd love to skip it, but there's no way around {offer}. Still okay?
      Right, I've just checked, and it's {offer} or nothing. Shall I?
      Turns out I can't do it without {offer}. What do you say?
      Ah, this one always comes with {offer}. Is that a yes?
      My system won't let me save it without {offer}. Should I put it in?
    `),
    direct: lines(`
      No other way: {offer}. Yes or no?
      Only with {offer}. Take it or leave it?
      It needs {offer}. Do you take it?
      Not without {offer}. So, do you want it?
      There is just one way, {offer}. Agreed?
      It has to be {offer}. Shall I do it?
    `),
    apologetic: lines(`
      I'm so sorry, but there is only the way with {offer}. Would you take it?
      Sorry, I've looked, and I can't do it without {offer}. Is that all right?
      I wish I could, but it takes {offer}, sorry. Shall I go on?
      I hate to say it, it has to be with {offer}. Do you want it at all?
      Forgive me, without {offer} my hands are tied. Would you accept it?
      I'm afraid it comes with {offer} and no other way, sorry. May I?
    `),
  },
  no_deal: {
    formal: lines(`
      Since {offer} is not acceptable, I must leave the matter as it stands.
      Without {offer} I am unable to proceed, and shall enter nothing.
      Then nothing will be changed, as it would have required {offer}.
      As you decline {offer}, the request cannot be carried out.
      I note that {offer} is refused, so that nothing can be arranged.
      Your refusal of {offer} is recorded, and no change is made.
    `),
    conversational: lines(`
      Okay, not with {offer} then, but that means I can't do it.
      Fair enough, though without {offer} I've got to leave it as it is.
      No worries, I'll leave everything alone, since it won't go without {offer}.
      Alright, then it stays as it is, because it really takes {offer}.
      Got it, not with {offer}, so I won't touch anything.
      Sure, I get it, but without {offer} that's as far as I can go.
    `),
    direct: lines(`
      Then it is not done: it takes {offer}.
      No change, then. It would need {offer}.
      Nothing done without {offer}.
      Then it stays as it is, for want of {offer}.
      Without {offer} I leave it.
      Declined, so no. It takes {offer}.
    `),
    apologetic: lines(`
      I'm sorry, then I can't do anything, since it takes {offer}.
      Sorry, without {offer} I have to leave it be.
      I do apologize, but it won't go without {offer}, so I've changed nothing.
      Sorry to disappoint you, it can't be done without {offer}.
      I feel bad about it, but without {offer} I have to stop here.
      Sorry, I really need {offer} for that, so it stays as it was.
    `),
  },
  blocked: {
    formal: lines(`
      I regret to inform you that this cannot be done, since {fact}.
      According to our records {fact}, so that I am unable to do this.
      I must decline, as {fact}.
      It appears that {fact}, for which reason nothing can be arranged.
      To my regret I see here that {fact}, which rules it out.
      This is not possible at present, because {fact}.
    `),
    conversational: lines(`
      Oh, I see here that {fact}, so I can't do that for you.
      Hm, no luck, my screen says {fact}.
      Ah, that won't work, because {fact}.
      Well, {fact}, and that means I can't touch it.
      I'd do it right away, only {fact}.
      It's a no from my side, seeing as {fact}.
    `),
    direct: lines(`
      Not possible: {fact}.
      Cannot be done, {fact}.
      No. I see that {fact}.
      My screen shows that {fact}, so no.
      That is ruled out: {fact}.
      It says here that {fact}. Nothing I can do.
    `),
    apologetic: lines(`
      I'm so sorry, I can't do this, because {fact}.
      Sorry, I've just seen that {fact}, so it won't go.
      I wish I could help, but {fact}, I'm sorry.
      I'm afraid {fact}, so I can't do anything about it, sorry.
      Sorry to tell you this, it isn't possible as {fact}.
      I do apologize, it turns out that {fact}, and so I can't.
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
