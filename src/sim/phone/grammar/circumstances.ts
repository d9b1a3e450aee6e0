import { byVoice } from './by-speaker.ts'

/**
 * Further sentences of customers: fields that they lack and why, fields that they withhold, values
 * that they give, and how much time they have.
 */
export const CIRCUMSTANCES = {
  lack: byVoice(`
    chatty:
      Silly me, I don't have {field}, because {reason}!
      Don't laugh, but {reason}, so there's no way I can give you {field}.
      I'd give you {field}, but {reason}!
      I know, I know, I should have {field}, but {reason}.
      Well, {reason}, so you'll have to do without {field}!
    curt:
      Don't have {field}: {reason}.
      Can't give you {field}, {reason}.
      I don't have {field}, sorry: {reason}.
      I'm without {field}: {reason}.
      Don't ask for {field}: {reason}.
    formal:
      I am sorry that I cannot provide {field}, as {reason}.
      Unfortunately, I do not have {field}, as {reason}.
      I cannot give you {field}, because {reason}.
      I should mention that I am unable to provide {field}, since {reason}.
      As {reason}, I do not have {field} available.
    elderly:
      I should say that I do not have {field}, dear, because {reason}.
      I cannot help you with {field}, dear, because {reason}.
      You must forgive me, I do not have {field}, since {reason}.
      You will have to do without {field}, dear, because {reason}.
      I would gladly give you {field}, but {reason}.
    newcomer:
      I do not have {field}, because {reason}.
      I am sorry, I cannot give you {field}, because {reason}.
      I would give you {field}, but {reason}.
      I am without {field} because {reason}.
      There is a problem with {field}: {reason}.
  `),
  withhold: byVoice(`
    chatty:
      No hard feelings, but I'm not giving anybody {field}!
      My sister got burned once, so I keep {field} to myself!
      Call me old-fashioned, but I don't give out {field}!
      I've read too many scam stories to hand out {field}!
      Ask me anything you like, just not {field}!
    curt:
      I don't give out {field}.
      {field:Capital} {field:is} private.
      Not {field}, I keep that private.
      I don't share {field}.
      I keep {field} to myself.
    formal:
      As a matter of principle, I do not disclose {field}.
      Please understand that I do not share {field} with third parties.
      I make it a rule never to reveal {field}.
      Please respect that I keep {field} confidential.
      For reasons of privacy, I do not give out {field}.
    elderly:
      My son told me never to give {field} to strangers.
      I do not give {field} to people I cannot see, dear.
      The [police|man from the bank] warned us never to tell anyone {field}.
      You hear such stories, so I do not give out {field}.
      I was always taught to guard {field}.
    newcomer:
      I do not give {field} to people that I do not know.
      My friends told me to keep {field} secret.
      I am sorry, but I do not want to say {field}.
      For me {field} {field:is} private.
      I learned that I should protect {field}.
  `),
  tell: byVoice(`
    chatty:
      Oh, and {field} {field:is} {value}, just so you have it!
      In case anybody asks, {field} {field:is} {value}!
      By the way, {field} {field:is} {value}.
      Let me give you {field} right away: {value}!
      Before I forget, {field} {field:is} {value}.
    curt:
      {field:Capital}: {value}.
      {field:Capital} {field:is} {value}.
      You'll need {field}: {value}.
      Here's {field}: {value}.
      In case they ask, {field} {field:is} {value}.
    formal:
      In case you need to know, {field} {field:is} {value}.
      For your information, {field} {field:is} {value}.
      You may need {field}: {value}.
      Should anyone ask, {field} {field:is} {value}.
      You will also need {field}: {value}.
    elderly:
      You will want {field}, dear: {value}.
      Let me give you {field}, dear: {value}.
      Now, dear, {field} {field:is} {value}.
      They always ask, so {field} {field:is} {value}.
      I should tell you that {field} {field:is} {value}.
    newcomer:
      I can tell you {field}: {value}.
      Here is {field}: {value}.
      I checked it two times, {field} {field:is} {value}.
      I want to tell you {field}: {value}.
      If you need {field}, please use {value}.
  `),
  hurry: byVoice(`
    chatty:
      I don't have time to chat, so please keep it short!
      Please be quick about it, I've got my hands full with the kids!
      I'm [swamped|crazy busy] right now, so no long list of questions, please!
      I'm always in such a rush, so just ask me what you really have to!
      I hardly get to look at my phone, so I can't answer many questions!
    curt:
      Keep it quick.
      No time for a lot of questions.
      In a hurry.
      Few questions, please.
      Only ask what you have to.
    formal:
      As my time is limited, please ask only what is necessary.
      I am in a hurry and would appreciate few questions.
      My schedule leaves little time for questions.
      I am in meetings most of the time, so please be brief.
      Please limit your questions to the essential ones, as I am in a hurry.
    elderly:
      I tire easily these days, so do not keep me long.
      All these questions tire me out, so please keep it short.
      I cannot sit at this [screen|computer] for long, so please keep it short.
      I do not have much patience left, dear, so ask me only what you need.
      Typing hurts my fingers, so only a few questions, please.
    newcomer:
      I do not have much time, so please ask few questions.
      I am in a hurry, so please ask only what you need.
      I have very little time for questions.
      I work long hours, so please ask only the important things.
      I have two jobs and I cannot write much.
  `),
  thanks: byVoice(`
    chatty:
      You're an absolute [star|gem|hero], thank you!
      Thanks [a lot|a bunch|so much], let me know how it goes!
      Fingers crossed, and thanks!
      You've made my day already!
      Ask me anything you like, I'm around all day!
    curt:
      Thanks.
      Thank you.
      Much appreciated.
      That's it, thanks.
      Let me know.
    formal:
      Thank you in advance for your [help|efforts].
      I look forward to hearing from you.
      Please let me know if you have any questions.
      Your help with this is greatly appreciated.
      I will be glad to answer any questions.
    elderly:
      You are very kind, [thank you|bless you].
      Thank you, my dear, I do not know what I would do without you.
      [Bless you|God bless], and no hurry.
      Ask me whatever you need, I have plenty of time.
      It is good to know that there are still helpful people.
    newcomer:
      Thank you very much[ for your help|].
      Many thanks[ and have a good day|].
      Thank you for your patience with me.
      Please tell me when everything is finished.
      You can ask me any questions you have.
  `),
}
