import { byVoice } from './by-speaker.ts'

/** The answers of customers. */
export const REPLIES = {
  answer: byVoice(`
    chatty:
      Sure, {field} {field:is} {value}!
      I know that one: {field} {field:is} {value}!
      Oh, that's easy: {field} {field:is} {value}.
      [Okay|No problem], {field} {field:is} {value}!
    curt:
      {field:Capital}: {value}.
      {field:Capital} {field:is} {value}.
      Okay, {field}: {value}.
    formal:
      {field:Capital} {field:is} {value}.
      Certainly, {field} {field:is} {value}.
      You can tell them that {field} {field:is} {value}.
    elderly:
      Of course, dear, {field} {field:is} {value}.
      Well, {field} {field:is} {value}.
      Let me see, {field} {field:is} {value}.
      Write this down, dear: {field} {field:is} {value}.
    newcomer:
      {field:Capital} {field:is} {value}.
      [Yes|Okay], {field} {field:is} {value}.
      Here {field:is} {field}: {value}.
      You can say that {field} {field:is} {value}.
  `),
  approve: byVoice(`
    chatty:
      Oh yes, go right ahead with it!
      [Absolutely|Definitely], that's just what I want!
      Yes please, I've thought about it long enough, do it!
      Yep, I haven't changed my mind, let's do it!
    curt:
      Yes.
      Yes, do it.
      Go ahead.
      I want it, yes.
    formal:
      Yes, please [proceed|go ahead] with it.
      You have my approval.
      I can confirm that this is what I want.
      I agree to that, so please proceed.
    elderly:
      Yes, dear, [please do|do that for me].
      I have thought about it, dear, and I do want it.
      That is what I want, and thank you for asking.
      How kind of you to ask, yes, please do it.
    newcomer:
      Yes, I want it, please do it.
      Yes, please, I am sure.
      It is okay for me, please go ahead.
      Yes, this is what I [want|need].
  `),
  accept: byVoice(`
    chatty:
      Oh sure, {offer} is absolutely fine!
      I can live with {offer}, just get it done!
      Well, {offer} won't kill me, so go ahead!
      If that's what it takes, {offer} is okay by me!
    curt:
      Yes, {offer} is fine.
      Okay, {offer} it is.
      Fine, {offer} is okay.
      {offer:Capital} is okay.
    formal:
      I accept {offer}.
      You may agree to {offer} on my behalf.
      I have no objection to {offer}.
      You may accept {offer} for me.
    elderly:
      If they must have it, dear, {offer} is all right with me.
      I suppose {offer} is only fair, dear.
      You can tell them, dear, that {offer} is all right.
      Yes, dear, I can live with {offer}.
    newcomer:
      Yes, {offer} is okay for me.
      I agree to {offer}.
      {offer:Capital} is no problem for me.
      Please say yes, {offer} is [okay|fine] with me.
  `),
  refuse: byVoice(`
    chatty:
      Whoa, no, that's more than I want, {offer} is the most I'd take!
      Nope, they can forget that, {offer} at the very most!
      Are they kidding? I'd say yes to {offer}, but that's where it ends!
      Oh no, that's too [much|steep], I was thinking of {offer} tops!
    curt:
      No. I'd take {offer} at most.
      Too much. {offer:Capital} is my limit.
      No. {offer:Capital} is the maximum.
      No, nothing above {offer}.
    formal:
      I have to decline, since {offer} is the most I would accept.
      No, I am sorry, but I cannot go beyond {offer}.
      I do not agree to that. I would accept {offer} at most.
      Please decline, since {offer} is my [limit|maximum].
    elderly:
      Oh no, dear, {offer} is as far as I go.
      No, my dear, that is too much for me. I can manage {offer} at most.
      Good heavens, no, I would give them {offer} at most.
      No, dear, you tell them {offer} or nothing at all.
    newcomer:
      No, it is too much for me, {offer} is the maximum.
      Sorry, no, I can accept {offer} but not more.
      No, please, {offer} is the most I can accept.
      I cannot say yes to this, {offer} is my limit.
  `),
  leave: byVoice(`
    chatty:
      I've really got to run, so do what you can with what you have!
      That's all the questions I've got time for, just work with what you have!
      Honestly, you've asked enough, see how far you get!
      I'm off now, do your best with what you've got!
    curt:
      Enough questions, do what you can.
      No more time, use what you have.
      That's all, work with what you have.
      Done answering, do what you can.
    formal:
      I have answered enough questions, so please do what you can.
      I am sorry, but I can answer no further questions.
      I must ask you to work with what I have told you.
      I am out of time, so please proceed with what you have.
    elderly:
      I am too tired for more questions, dear, do what you can.
      I have to lie down now, so please manage with what you have.
      That is all I can answer today, dear.
      I have told you plenty, dear, so please work with that.
    newcomer:
      I have no more time, please do what you can.
      I have to go to work, please use what you have.
      These are too many questions for me, please try with what you have.
      I cannot answer more, please do your best.
  `),
}
