import type { ByVoice } from './by-voice.ts'
import { lines } from './lines.ts'

/**
 * What customers say besides: what they lack and why, what they keep to themselves, what they tell,
 * and whether they have time.
 */
export const CIRCUMSTANCES: Readonly<
  Record<'lack' | 'withhold' | 'tell' | 'hurry' | 'thanks', ByVoice>
> = {
  lack: {
    chatty: lines(`
      Silly me, I [can't find|don't have] {field}: {reason}!
      Don't laugh, but {reason}, so there's no way I can give you {field}.
      I turned the house upside down for {field}, but {reason}!
      I know, I know, I should have {field}, but {reason}.
      You won't believe it, {reason}, so you'll have to do without {field}!
    `),
    curt: lines(`
      Don't have {field}: {reason}.
      Can't give you {field}, {reason}.
      No luck with {field}, {reason}.
      Without {field}, {reason}.
      Can't come up with {field}, {reason}.
    `),
    formal: lines(`
      I am sorry that I cannot provide {field}, as {reason}.
      Unfortunately, I do not have {field}, as {reason}.
      One detail that I cannot give is {field}, because {reason}.
      I should mention that I am unable to provide {field}, since {reason}.
      As {reason}, I do not have {field} available.
    `),
    elderly: lines(`
      I should say that I cannot find {field}, dear, {reason}.
      I have looked everywhere for {field}, but {reason}.
      You must forgive me, I do not have {field}, {reason}.
      As for {field}, you will have to do without, {reason}.
      I would gladly give you {field}, but {reason}.
    `),
    newcomer: lines(`
      I do not have {field}, because {reason}.
      I am sorry, I cannot give you {field}, {reason}.
      I looked for {field}, but {reason}.
      I cannot find {field}, {reason}.
      There is a problem with {field}: {reason}.
    `),
  },
  withhold: {
    chatty: lines(`
      No hard feelings, but {field} stays with me!
      My sister got burned once, so I keep {field} to myself!
      Call me old-fashioned, but nobody gets {field} out of me!
      I've read too many scam stories to hand out {field}!
      Ask me anything you like, just not {field}!
    `),
    curt: lines(`
      I don't give out {field}.
      {field:Capital} is private.
      Not {field}, I keep that private.
      I don't share {field}.
      I keep {field} to myself.
    `),
    formal: lines(`
      As a matter of principle, I do not disclose {field}.
      Please understand that I do not share {field} with third parties.
      I make it a rule never to reveal {field}.
      Please respect that I keep {field} confidential.
      For reasons of privacy, I do not give out {field}.
    `),
    elderly: lines(`
      My son told me never to give {field} to strangers.
      I do not give {field} to people I cannot see, dear.
      The [police|man from the bank] warned us never to tell anyone {field}.
      You hear such stories, so I do not give out {field}.
      I was always taught to guard {field}.
    `),
    newcomer: lines(`
      I do not give {field} to people that I do not know.
      My friends told me that {field} is secret.
      I am sorry, but I do not want to tell {field}.
      For me {field} is private.
      I learned that I should protect {field}.
    `),
  },
  tell: {
    chatty: lines(`
      Oh, and {field} is {value}, just so you have it!
      In case anybody wants {field}, that's {value}!
      I've got {field} right here, by the way, it's {value}.
      Let me give you {field} while I have it in my hand: {value}!
      Before I forget, {field} is {value}.
    `),
    curt: lines(`
      {field:Capital}: {value}.
      {field:Capital} is {value}.
      You'll need {field}: {value}.
      Here's {field}: {value}.
      In case they ask, {field} is {value}.
    `),
    formal: lines(`
      In case you need {field}, it is {value}.
      For your information, {field} is {value}.
      Let me give you {field} right away: {value}.
      If anyone asks for {field}, it is {value}.
      You will also need {field}: {value}.
    `),
    elderly: lines(`
      As for {field}, that is {value}.
      I have {field} written on a slip of paper here: {value}.
      Now let me read you {field}: {value}.
      They always ask me for {field}, which is {value}.
      I found {field} in the drawer, and it is {value}.
    `),
    newcomer: lines(`
      I can tell you {field}: it is {value}.
      Here is {field}: {value}.
      I copied {field} from my papers: {value}.
      I checked {field} two times, it is {value}.
      If you need {field}, please use {value}.
    `),
  },
  hurry: {
    chatty: lines(`
      No time to chat, I'm late already, so please keep it short!
      Quick as you can, please, I've got a cake in the oven!
      I only have a [minute|moment], the kids are waiting in the car!
      I'm in such a rush today, so just ask me what you really have to!
      My battery's almost dead, so I can't answer many questions!
    `),
    curt: lines(`
      Keep it quick.
      I can't wait long.
      In a hurry.
      Few questions, please.
      Only ask what you have to.
    `),
    formal: lines(`
      As my time is limited, please ask only what is necessary.
      I am in a hurry and would appreciate few questions.
      My schedule leaves little room for questions.
      I have to leave for a meeting soon, so please be brief.
      Please limit your questions to the essential ones, as I am in a hurry.
    `),
    elderly: lines(`
      My [program|show] starts in a minute, so do not keep me long.
      Long questions tire me out, so please keep it short.
      I only have a minute, the [nurse|doctor] is at the door.
      My bus leaves soon, dear, so ask me only what you need.
      Writing hurts my fingers, so only a few questions, if you please.
    `),
    newcomer: lines(`
      I do not have much time today, so please ask few questions.
      I am in a hurry because my [class|train] starts soon.
      I have only a [moment|minute].
      My break is short, so please ask only the important things.
      I am at work now and I cannot write much.
    `),
  },
  thanks: {
    chatty: lines(`
      You're an absolute [star|gem|hero], thank you!
      Thanks [a lot|a bunch|so much], let me know how it goes!
      Fingers crossed, and thanks!
      You've made my day already!
      Ask me anything you like, I'm around all [morning|day]!
    `),
    curt: lines(`
      Thanks.
      Thank you.
      Much appreciated.
      That's it, thanks.
      Let me know.
    `),
    formal: lines(`
      Thank you in advance for your [help|efforts].
      I look forward to hearing from you.
      Please let me know if you have any questions.
      Your help with this is greatly appreciated.
      I will be glad to answer any questions.
    `),
    elderly: lines(`
      You are very kind, [thank you|bless you].
      Thank you, my dear, I do not know what I would do without you.
      [Bless you|God bless], and no hurry.
      Ask me whatever you need, I have all [day|afternoon].
      It is good to know that there are still helpful people.
    `),
    newcomer: lines(`
      Thank you very much[ for your help|].
      Many thanks[ and have a good day|].
      Thank you for your patience with me.
      Please tell me when it is finished.
      You can ask me questions all day.
    `),
  },
}
