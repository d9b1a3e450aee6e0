import { lines } from '../lines.ts'
import type { SayingsByVoice } from './sayings.ts'

/** What customers say when they are asked, besides what they tell and what they lack. */
export const REPLIES: SayingsByVoice<
  'answer' | 'approve' | 'unsure' | 'correct' | 'puzzled' | 'enough' | 'leave'
> = {
  answer: {
    chatty: lines(`
      Sure, {field} is {value}!
      That one I know, {field} is {value}!
      Got it right here, {field} is {value}.
      [Easy|No problem], {field} is {value}!
      Let me see, {field} is {value}, [there you go|that's it]!
    `),
    curt: lines(`
      {field:Capital}: {value}.
      {field:Capital} is {value}.
      [Got it|Found it], {field}: {value}.
      [Here|Take this], {field}: {value}.
      For {field} put down {value}.
    `),
    formal: lines(`
      {field:Capital} is {value}.
      I can confirm that {field} is {value}.
      [Certainly|Gladly], {field} is {value}.
      You will find that {field} is {value}.
      [Please note that|May I state that] {field} is {value}.
    `),
    elderly: lines(`
      Of course, dear, {field} is {value}.
      I have it here in front of me, {field} is {value}.
      [There we are|Here it is], {field} is {value}.
      Let me read it to you, {field} is {value}.
      Write this down, dear, {field} is {value}.
    `),
    newcomer: lines(`
      {field:Capital} is {value}.
      [Yes|Okay], {field} is {value}.
      Here is {field}: {value}.
      I read it from my [paper|card], {field} is {value}.
      I tell you: {field} is {value}.
    `),
  },
  approve: {
    chatty: lines(`
      Oh yes, go right ahead with it!
      [Absolutely|Definitely], that's just what I want!
      Yes please, I've thought about it [long enough|all week], do it!
      Sure thing, you have my blessing!
      Yep, I haven't changed my mind, let's do it!
    `),
    curt: lines(`
      Yes.
      Yes, do it.
      [Go ahead|Go on].
      Agreed.
      I want it, yes.
    `),
    formal: lines(`
      Yes, please [proceed|go ahead] with it.
      You have my approval.
      I [confirm|can confirm] that this is what I want.
      I agree to that and ask you to proceed.
      That is indeed my wish.
    `),
    elderly: lines(`
      Yes, dear, [please do|do that for me].
      I have slept on it, dear, and I do want it.
      That is what I want, and thank you for asking.
      Yes, yes, you go ahead, my dear.
      How kind of you to ask, yes, please do it.
    `),
    newcomer: lines(`
      Yes, I want it, please do it.
      Yes, please, I am sure.
      It is okay for me, please go [ahead|on].
      I say yes to this.
      Yes, this is what I [want|need].
    `),
  },
  unsure: {
    chatty: lines(`
      Ooh, {field}, I [always|keep] mixing that up, let me look and ask me again!
      Hang on, {field} is in my other bag, ask me again in a [minute|second]!
      I had {field} here a moment ago, ask me [once more|again] while I dig it out!
      Don't want to tell you nonsense about {field}, so ask me again once I've looked!
      As for {field}, give me a [minute|moment] to rummage and ask me again!
    `),
    curt: lines(`
      Have to look up {field}, ask again.
      {field:Capital}: not sure, ask me again.
      Need a [minute|moment] for {field}, [then ask again|ask once more].
      Looking for {field}, ask again.
      Can't recall {field} offhand, ask me again [in a minute|shortly].
    `),
    formal: lines(`
      I should like to verify {field} before I state it; please ask me again [shortly|presently].
      I am not certain of {field} and shall look it up, so kindly ask me once more.
      Permit me to consult my papers as to {field}, and then ask me again.
      I would rather not state {field} from memory, so please ask again [in a moment|shortly].
      As regards {field}, I must look it up; kindly [ask|inquire] again.
    `),
    elderly: lines(`
      Now where did I put {field}, dear, ask me again when I have my glasses.
      I must fetch my glasses to read {field}, so do ask me again.
      Let me see about {field}, my dear, and ask me [once more|again] in a [moment|minute].
      My memory plays tricks with {field}, so I shall look, and you ask me again.
      I have {field} in the drawer, dear, ask me again when I am back.
    `),
    newcomer: lines(`
      I am not sure about {field}, I look it up, please ask again.
      Please wait, I must look for {field}, then ask me again.
      I do not know {field} by heart, please ask me [again|one more time].
      I search for {field} now, please ask me again [soon|in a moment].
      One moment for {field}, please ask me the same again.
    `),
  },
  correct: {
    chatty: lines(`
      Oh no, I gave you the old one, {field} is {value}, silly me!
      Wait, wait, that was from before, {field} is {value} now!
      You're right to ask, {field} is {value}, I mixed it up!
      [Oops|Whoops], forget what I said, {field} is {value}!
      I looked again and {field} is {value}, sorry about the muddle!
    `),
    curt: lines(`
      Wrong before, {field} is {value}.
      Correction, {field} is {value}.
      That was the old one, {field} is {value}.
      Checked again, {field} is {value}.
      [Sorry|My mistake], {field} is {value}.
    `),
    formal: lines(`
      I must correct myself, {field} is {value}.
      I have to withdraw what I stated, since {field} is in fact {value}.
      On checking I find that {field} is {value}.
      I beg your pardon, what I gave is out of date, and {field} is {value}.
      Allow me a correction, for {field} is {value}.
    `),
    elderly: lines(`
      Oh dear, I gave you the old one, {field} is {value}.
      I have my glasses on now, and {field} is {value}.
      Forgive an old head, {field} is {value}.
      How foolish of me, dear, {field} is {value}.
      I looked in my little book, and {field} is {value}.
    `),
    newcomer: lines(`
      I made a mistake before, {field} is {value}.
      Sorry, I gave you the old one, {field} is {value}.
      I looked again, {field} is {value}.
      It was not right before, {field} is {value}.
      Now I see it, {field} is {value}.
    `),
  },
  puzzled: {
    chatty: lines(`
      You've lost me there, what [exactly|is it that you] need?
      Huh, what is it you want to know from me?
      I'd love to help, but which of my details [do you want|are you after]?
      Sorry, I was watching the telly, what do you need from me?
      That went right over my head, so what shall I [tell|give] you?
    `),
    curt: lines(`
      What do you need?
      [Sorry|Hm], what?
      Not clear, ask [properly|plainly].
      Say what you need from me.
      Which detail?
    `),
    formal: lines(`
      I do not quite follow; which of my details do you require?
      Might you state [exactly|precisely] what you need from me?
      Your question is not clear to me; kindly name what you need.
      May I ask which detail you [have in mind|mean]?
      I should be glad to answer if I knew what you [ask|would like to know].
    `),
    elderly: lines(`
      I did not catch that, dear, what do you need?
      You must speak plainly with me, which of my details do you want?
      Now what is it that you would like to [know|have], dear?
      I am afraid I did not follow, what shall I [tell|give] you?
      Say it once more, dear, what do they want from me?
    `),
    newcomer: lines(`
      I did not understand, what do you need from me?
      Please say it [again|in other words], what do you want to know?
      Sorry, which detail do you need?
      I am not sure what you ask, can you say it simply?
      What do you [need|want], please?
    `),
  },
  enough: {
    chatty: lines(`
      Whoa, one thing at a time, ask me the rest later!
      That's [a lot|plenty] for one go, ask me the rest after this!
      My head's spinning, so the rest next time you ask!
      Slow down, I can't [remember|keep up with] more than that at once!
      You ask a lot of questions at once, so the rest comes later!
    `),
    curt: lines(`
      One thing at a time.
      That's enough for one [go|message].
      Rest later.
      Too many [questions|things] at once.
      Ask the rest [separately|later].
    `),
    formal: lines(`
      I must ask you to put the rest to me separately.
      Please let us take the remainder [afterwards|in a further message].
      One thing after another, if you [please|will].
      That is as much as I can attend to at once.
      The rest I shall [answer|give] when you ask for it separately.
    `),
    elderly: lines(`
      One thing at a time, dear, [I'm not so quick any more|my head is not what it was].
      That is quite enough for one go, so ask me the rest after.
      You go too fast for me, ask me the rest later, dear.
      Let us take the rest [afterwards|in a little while], dear.
      All at once is too much for me, ask the rest again.
    `),
    newcomer: lines(`
      Please one thing at a time.
      It is too [much|many things] at once, ask me the rest later.
      I can only answer so much, please ask the rest again.
      Please ask me the rest in the next message.
      Slowly please, the rest [later|after this].
    `),
  },
  leave: {
    chatty: lines(`
      I've really got to [dash|run], so do what you can with what you have!
      That's all the questions I've got time for, just work with what you have!
      My bus is here, so make do with what I told you!
      Honestly, you've asked enough, see how far you get!
      I'm off now, do your best with what you've got!
    `),
    curt: lines(`
      Enough questions, do what you can.
      No more time, use what you have.
      I'm [gone|leaving], make do.
      That's it from me, work with what you have.
      Done answering, do what you can.
    `),
    formal: lines(`
      I have answered enough and must leave; please do what you can.
      My time is at an end, so kindly proceed with what you have.
      I regret that I can answer no further questions.
      I must ask you to make do with what I have told you.
      I am called away and leave the rest to [you|your discretion].
    `),
    elderly: lines(`
      I am too tired for more questions, dear, do what you can.
      I must lie down now, so please manage with what you have.
      That is all I can answer today, dear.
      You have asked me quite enough, do what you can with it.
      My soup is getting cold, so do make do with what I told you.
    `),
    newcomer: lines(`
      I have no more time, please do what you can.
      I must go to work now, please use what you have.
      These are too many questions for me, please try with what you have.
      I cannot answer more, please do your best.
      I have to [stop|go] here, please try without me.
    `),
  },
}
