import { lines } from '../lines.ts'
import type { SayingsByVoice } from './sayings.ts'

/** What customers say besides: what they lack and why, what they tell, whether they have time. */
export const CIRCUMSTANCES: SayingsByVoice<'lack' | 'withhold' | 'tell' | 'hurry' | 'thanks'> = {
  lack: {
    chatty: lines(`
      Silly me, I [can't find|haven't got] {field}: {reason}!
      Before you ask, I [don't have|can't give you] {field}, {reason}.
      One thing though, {field} is [a no-go|out of reach], {reason}!
      Don't laugh, but {reason}, so there's no way I can give you {field}.
      Don't ask me for {field}, [please|though], {reason}!
      I've turned the house upside down for {field}, but {reason}!
      Oh, and {field} is [gone with the wind|nowhere to be seen], {reason}.
      Just a heads-up: {reason}, so {field} is one thing I don't have.
      I know, I know, I ought to have {field}, but {reason}.
      You won't believe it, {reason}, so you'll have to do without {field}!
    `),
    curt: lines(`
      Don't have {field}: {reason}.
      No luck with {field}, {reason}.
      Can't give you {field}, {reason}.
      I am without {field}, {reason}.
      I lack {field}, {reason}.
      Skip {field}, {reason}.
      Not on hand: {field}, {reason}.
      I'm short of {field}, {reason}.
      Can't come up with {field}, {reason}.
      Without {field}, {reason}.
    `),
    formal: lines(`
      I regret that I am unable to supply {field}, as {reason}.
      You should know that I cannot provide {field}, since {reason}.
      I should mention that {field} is not available to me, for {reason}.
      Unfortunately I do not have {field} at my disposal, as {reason}.
      One detail that I cannot give is {field}, because {reason}.
      It is only fair to say that I am without {field}, as {reason}.
      I beg your [pardon|indulgence]: I lack {field}, since {reason}.
      As {reason}, I am not in a position to state {field}.
      Let me say at once that {field} cannot be had from me, as {reason}.
      Kindly do without {field}, since {reason}.
    `),
    elderly: lines(`
      I should say that I cannot find {field}, dear, {reason}.
      I have looked everywhere for {field}, but {reason}.
      Now, {field} is something I no longer have, {reason}.
      You must forgive me, I do not have {field}, {reason}.
      [Sadly|Alas], {field} is not to be had, {reason}.
      Do not scold me, but I have not got {field}, {reason}.
      My memory is not what it was: {field} is beyond me, {reason}.
      As for {field}, you will have to do without, {reason}.
      I would give you {field} with pleasure, but {reason}.
      They may ask you for {field}, but I do not have it, {reason}.
    `),
    newcomer: lines(`
      I do not have {field}, because {reason}.
      I am sorry, I cannot give you {field}, {reason}.
      One thing is missing: I do not have {field}, {reason}.
      Please know that I am without {field}, {reason}.
      I looked for {field}, but {reason}.
      It is not possible for me to give {field}, because {reason}.
      I cannot find {field}, {reason}.
      There is a problem with {field}: {reason}.
      You cannot get {field} from me, because {reason}.
      The only thing that I do not have is {field}, {reason}.
    `),
  },
  withhold: {
    chatty: lines(`
      I'm [a bit|rather] funny about {field}, I don't give that out to [anybody|strangers]!
      No hard feelings, but {field} stays with me!
      My sister got burnt once, so I keep {field} to myself!
      Call me old-fashioned, but nobody gets {field} out of me!
      There's one secret I keep, and that's {field}!
      I never share {field}, not even with [my best friend|my mum]!
      Ask me what you like, just not {field}!
      I've read too many scam stories to hand out {field}!
      You seem lovely, but {field} is between me and the [taxman|tax office]!
      I'd rather eat my hat than read out {field}!
    `),
    curt: lines(`
      I don't give out {field}.
      {field:Capital} is private.
      You won't get {field}.
      Not {field}, I keep that private.
      {field:Capital} stays with me.
      I don't share {field}.
      Never given out: {field}.
      Don't ask for {field}, it's private.
      Nobody gets {field}.
      I keep {field} to myself.
    `),
    formal: lines(`
      As a matter of principle, I do not disclose {field}.
      I prefer not to give {field} at all.
      Please understand that I do not pass on {field} to third parties.
      On [good|sound] advice, I do not state {field} to anybody.
      I make it a rule never to reveal {field}.
      Kindly respect that I keep {field} confidential.
      For reasons of privacy, {field} is not something I disclose.
      I regret that I cannot entrust {field} to anybody.
      Permit me to withhold {field}, which I regard as confidential.
      With all due respect, I do not give {field} to anybody.
    `),
    elderly: lines(`
      My son told me never to give {field} to strangers.
      I do not give {field} to people I cannot see, dear.
      The [police|man from the bank] warned us about telling {field} to anybody.
      You will understand that I keep {field} to myself.
      One hears such stories, so I do not part with {field}.
      In my day nobody asked for {field}, and I do not tell it now.
      Do not take it amiss, but {field} is nobody's concern.
      I was always taught to guard {field}.
      Not for all the tea in China would I give you {field}.
      I am careful with {field}, so I do not say it aloud.
    `),
    newcomer: lines(`
      I do not give {field} to people that I do not know.
      My friends told me that {field} is secret.
      I am sorry, but I do not want to tell {field}.
      I keep {field} for myself.
      They say that I must not tell {field} to other people.
      For me {field} is private.
      I do not feel safe when I tell {field}.
      Please do not ask for {field}, it is private.
      In my country nobody tells {field}.
      I learned that I should protect {field}.
    `),
  },
  tell: {
    chatty: lines(`
      Oh, and {field} is {value}, [there you go|just so you have it]!
      In case anybody wants {field}, that's {value}!
      I've got {field} right here, by the way, it's {value}.
      You'll want {field}, I bet: {value}!
      And I looked up {field} for you, here it comes: {value}.
      Let me give you {field} while I have it in my hand: {value}!
      And guess what, I know {field} by heart, it's {value}!
      Before I forget, {field} is {value}.
      I hope you've got a pen for {field}, it's {value}!
      You can have {field} from me right now, {value}!
    `),
    curt: lines(`
      {field:Capital}: {value}.
      {field:Capital} is {value}.
      For the file, {field}: {value}.
      {field:Capital}, for the record: {value}.
      Use {value} as {field}.
      You'll need {field}: {value}.
      Here's {field}: {value}.
      Write down {field}: {value}.
      In case they ask, {field} is {value}.
      They have {field} as {value}.
    `),
    formal: lines(`
      In case you need {field}, it is {value}.
      For your information, {field} is {value}.
      You may quote {field}, which is {value}.
      Allow me to state {field} at once: {value}.
      I enclose {field}, namely {value}.
      May I supply {field} in advance: {value}.
      Should anybody require {field}, it is {value}.
      The company knows {field} to be {value}.
      For the sake of good order, {field} reads {value}.
      You will find it useful to have {field}: {value}.
    `),
    elderly: lines(`
      As for {field}, that is {value}.
      I have {field} written on a slip of paper here: {value}.
      Now let me read you {field}: {value}.
      I keep {field} in my purse, and it is {value}.
      My eyes are poor, but I believe {field} is {value}.
      You will be wanting {field}, dear, so here it is: {value}.
      They always ask me for {field}, which is {value}.
      You had better take down {field}, {value}.
      I found {field} in the drawer, and it is {value}.
      I do remember {field}, it is {value}.
    `),
    newcomer: lines(`
      I can tell you {field}: it is {value}.
      You can write down {field} right away: {value}.
      Here is {field}: {value}.
      I copied {field} from my papers: {value}.
      I checked {field} two times, it is {value}.
      Maybe they ask for {field}, so here it is: {value}.
      I know {field}, it is {value}.
      Please take {field} now: {value}.
      The paper says that {field} is {value}.
      If you need {field}, please use {value}.
    `),
  },
  hurry: {
    chatty: lines(`
      No time to [chat|go on], [I'm late already|my bus comes any second], so please keep \
        it short!
      Quick as you can, please, I've got [one foot out of the door|a cake in the oven]!
      I only have a [minute|moment], the kids are waiting in the car!
      No endless forms, please, I'm in the middle of [a hundred things|moving boxes]!
      I'm in such a rush today, so just ask me what you really must!
      Got to dash in a [minute|moment], so make it snappy!
      Honestly, I haven't got the time for a long list of questions today!
      Ask me [a handful of|only a few] things at most, my lunch break is nearly over!
      I'm typing this on the run, so keep it to the bare bones!
      My battery's almost flat, so there's no time for a long form!
    `),
    curt: lines(`
      [Keep it|Be] quick.
      No long forms.
      I have [no|little] time.
      In a hurry.
      Don't ask much.
      Make it fast, I'm busy.
      [Little|Hardly any] time for questions.
      Few questions, please.
      I'm leaving soon, so hurry.
      Ask only what you must.
    `),
    formal: lines(`
      As my time is limited, I would ask you to confine yourself to what is necessary.
      I am pressed for time and should appreciate a short form.
      Please do not bother me with long forms.
      My schedule leaves me hardly any time for questions.
      A meeting calls me away presently, so kindly be concise.
      Kindly limit your questions to the essential ones, as I am in haste.
      I regret that I can spare you only a minute.
      I am expected elsewhere shortly, so I beg you to be brief with me.
      An extensive questionnaire would not find my approval, for I am short of time.
      Time presses, and I would be thankful for few questions.
    `),
    elderly: lines(`
      My [programme|serial] starts in a minute, so do not keep me long.
      Long forms tire me out, so please keep it short.
      I only have a minute, the [nurse|doctor] is at the door.
      I am in a great hurry, so not too many questions, please.
      The kettle is on, so do be quick with me.
      My bus leaves soon, dear, so ask me only what you need.
      I have no patience for long forms any more.
      At my age one does not waste time on questionnaires, so keep it short.
      I have hardly any time, they are fetching me for [lunch|bridge] presently.
      Writing hurts my fingers, so only a few questions, if you please.
    `),
    newcomer: lines(`
      I do not have much time today, so please ask few questions.
      I am in a hurry because my [class|train] starts soon.
      A short form only, please.
      I have only a [moment|minute] before work.
      Please be fast, I must go to [work|school].
      A long form is not possible today, I have to leave.
      I can answer only a few questions now.
      My break is short, so please ask only the important things.
      I am at work now and I have very little time.
      Please do not send me many questions, I am late.
    `),
  },
  thanks: {
    chatty: lines(`
      You're an absolute [star|gem|hero], thank you!
      Thanks [a lot|a bunch|ever so much], let me know how it goes!
      [Thank you so|Thanks so] much, I owe you one!
      Fingers crossed, and thanks!
      Can't wait to hear how it went, thanks again!
      You've made my day already, cheers!
      I'll be [here|around] with a cup of tea, so shout if anything comes up!
      Good luck in the queue, I know what their music sounds like!
      Ask me anything you like, I'm all yours this [morning|afternoon|evening]!
      Big thanks from me and the [dog|cat|kids]!
    `),
    curt: lines(`
      Thanks.
      Thank you.
      Cheers.
      Report back.
      Much appreciated.
      That's it, thanks.
      Let me know.
      Appreciate it.
      That's all.
      [Thanks|Thank you] in advance.
    `),
    formal: lines(`
      [Many thanks|Thank you] in advance for your [trouble|efforts].
      I look forward to [your reply|hearing from you].
      I remain at your disposal for any [questions|further details].
      Please accept my [sincere|best] thanks.
      I am much obliged to you.
      Your [assistance|support] in this is greatly appreciated.
      I shall be glad to answer your questions, [as need be|should you have any].
      I thank you for your kind attention.
      It would please me to hear of the outcome.
      With my thanks for your [care|diligence].
    `),
    elderly: lines(`
      You are very kind, [thank you|bless you].
      Thank you, my dear, [you have a good heart|I do not know what I would do without you].
      [Bless you|God bless], and take your time.
      I shall sit by the [window|telephone] and wait for word from you.
      Ask me whatever you need, I have all [day|afternoon].
      It is good to know that [somebody still helps|there are still helpful people].
      Thank you kindly, [young man or lady|dear].
      There is no rush on my account, [dear|I have my knitting].
      I am ever so grateful to you.
      My thanks, and do tell me how it went.
    `),
    newcomer: lines(`
      Thank you very much[ for your help|].
      Many thanks[ and have a good day|].
      I am very grateful[ to you|].
      Thank you for your patience with me.
      I wait for your answer, thank you.
      Please tell me when it is [finished|ready].
      You help me a lot, thank you.
      Please ask me [everything that you need to know|if something is not clear].
      I have time today, so you can ask me questions.
      Thanks for reading my [message|long message].
    `),
  },
}
