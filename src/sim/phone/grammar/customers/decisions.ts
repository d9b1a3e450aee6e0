import { lines } from '../lines.ts'
import type { SayingsByVoice } from './sayings.ts'

/** What customers say of an offer: that they accept it, that they do not, how far they would go. */
export const DECISIONS: SayingsByVoice<'accept' | 'refuse' | 'limit'> = {
  accept: {
    chatty: lines(`
      Oh sure, {offer} is [absolutely fine|no trouble at all]!
      I can live with {offer}, just get it sorted!
      Well, {offer} won't kill me, so say yes to that!
      [Alright|All right], {offer} it is!
      If that's what it takes, {offer} is okay by me!
    `),
    curt: lines(`
      Yes, {offer} is fine.
      Fine, {offer}.
      [Okay|Right], {offer}, do it.
      Accepted: {offer}.
      I take {offer}.
    `),
    formal: lines(`
      I accept {offer}.
      You may agree to {offer} on my behalf.
      For this purpose {offer} is acceptable to me.
      I have no objection to {offer}.
      Please [confirm|accept] {offer} in my name.
    `),
    elderly: lines(`
      If they must have it so, dear, {offer} is all right with me.
      Well, {offer} will not [ruin|hurt] me, dear, so say yes.
      I [suppose|should think] {offer} is only reasonable, dear.
      You tell them, dear, that {offer} is all right.
      Yes, dear, I will put up with {offer}.
    `),
    newcomer: lines(`
      Yes, {offer} is okay for me.
      I agree with {offer}.
      It is okay, I accept {offer}, thank you.
      For me {offer} is no problem.
      Please say yes, {offer} is [good|fine] for me.
    `),
  },
  refuse: {
    chatty: lines(`
      Whoa, no, that's more than I want, {offer} is the most I'd take!
      Nope, they can forget that, {offer} at the very most!
      No way, I'd go along with {offer} and not a bit more!
      Are they kidding, I'd say yes to {offer} but that's where it ends!
      Oh no, that's too [much|steep], I was thinking of {offer} tops!
    `),
    curt: lines(`
      No, {offer} at most.
      Too much, {offer} is my limit.
      No, not beyond {offer}.
      Refused, {offer} is the maximum.
      No, I'd take {offer}, nothing above.
    `),
    formal: lines(`
      I must decline, for {offer} is the most I would accept.
      No, I regret that I cannot go beyond {offer}.
      That is not acceptable to me, whereas {offer} would be.
      I do not agree to that and would accept {offer} at most.
      Kindly refuse, since {offer} is my [limit|maximum].
    `),
    elderly: lines(`
      Oh no, dear, {offer} is as far as I go.
      No, my dear, that is too much for me, and {offer} is the most.
      Good heavens, no, I would give them {offer} at most.
      They must think I was born yesterday, {offer} and no more, dear.
      No, dear, you tell them {offer} or nothing at all.
    `),
    newcomer: lines(`
      No, it is too much for me, {offer} is the maximum.
      Sorry, no, I can accept {offer} but not more.
      I do not want that, only {offer} or less.
      No, please, {offer} is the most for me.
      I cannot say yes to this, {offer} is my limit.
    `),
  },
  limit: {
    chatty: lines(`
      Hm, let's say {offer}, but not a bit more than that!
      I'd go as far as {offer}, beyond that they can keep it!
      Good question, I guess {offer} would still be okay, tops!
      If it has to be, up to {offer}, but that's it!
      I'm not made of money or time, so {offer} at the most!
    `),
    curt: lines(`
      Up to {offer}, not more.
      At most {offer}.
      Limit is {offer}.
      My maximum: {offer}.
      Not above {offer}.
    `),
    formal: lines(`
      I would accept up to {offer}, and no more.
      My limit in this [matter|regard] is {offer}.
      You may go as far as {offer}, but not beyond it.
      I am prepared to accept {offer} at most.
      Anything up to {offer} has my consent.
    `),
    elderly: lines(`
      Let me think, dear, {offer} and not more than that.
      I could manage {offer}, dear, but no more.
      Up to {offer}, dear, one has to draw the line somewhere.
      My dear mother would have said {offer} at most, so let us keep to that.
      Say {offer}, dear, and if they want more leave it be.
    `),
    newcomer: lines(`
      For me up to {offer} is okay, not more.
      I can accept {offer} but nothing above it.
      The most for me is {offer}.
      Please not more than {offer}.
      I think {offer} is my limit.
    `),
  },
}
