import { lines } from '../lines.ts'
import type { SayingsByAct } from './sayings.ts'

/** On a line that stays open: whether one waits on it, and when one has waited enough. */
export const ON_HOLDING: SayingsByAct<'wait' | 'no_wait' | 'give_up'> = {
  wait: {
    formal: lines(`
      Certainly, please consult your customer; I shall remain on the line.
      By all means, I shall wait while you [ask|inquire].
      Very well. I shall stay on the line [in the meantime|meanwhile].
      Please take the time that you require.
      Of course. You will find me here when you [return|are ready].
      I shall gladly wait for your customer's answer.
    `),
    conversational: lines(`
      Sure, go ahead and ask, I'll [hang on|stay right here].
      No problem, I've got a coffee here, [take your time|no rush].
      Yeah, just check with them, I'm not going anywhere.
      Fine by me, I'll wait while you [ask|check].
      Ask away, I'll be [here|listening to the music].
      Okay, give me a shout when you're back.
    `),
    direct: lines(`
      I'll wait.
      Ask. I'm holding.
      Fine. [Be quick|Make it quick].
      All right, I'll stay on.
      Check with your customer. I'm here.
      Go on and ask.
    `),
    apologetic: lines(`
      Of course, I'm sorry to put you to that trouble; I'll hold.
      Oh, please do ask, sorry, I'll wait.
      Sorry, yes, take all the time you need.
      No need to hurry on my account, I'll be here, sorry for the bother.
      I'm sorry you have to ask; I'll stay on the line.
      Please do, and tell your customer I'm sorry to [bother|disturb] them.
    `),
  },
  no_wait: {
    formal: lines(`
      I regret that our rules do not permit me to wait while you consult your customer.
      We are not able to hold the line; kindly call again once you have asked.
      I must ask you to call again when you have your customer's answer.
      Regrettably, I may not hold the line for inquiries.
      Holding the line is not [permitted|provided for] here; please call again afterwards.
      I am obliged to end this call, since we do not wait while a customer is asked.
    `),
    conversational: lines(`
      Ooh, I can't sit and wait here, there's a queue behind you; just ring back.
      Best ask and give us another ring, they don't let us wait.
      I'd wait, but the system [kicks|throws] you out, so call back when you know.
      Can't keep the line open for that, but call [us|again] when you've asked!
      We don't get to wait around here, so ask first and ring again.
      Tell you what, ask in peace and call back, I can't hold the line.
    `),
    direct: lines(`
      We don't wait. Call back.
      Can't hold. Ask and call again.
      No waiting on this line. [Call|Ring] back.
      Ask first, then call again. I can't wait.
      Others are waiting. Call back when you know.
      I have to take the next call. Ring again.
    `),
    apologetic: lines(`
      I'm sorry, I'm not allowed to wait while you ask; could you call again?
      So sorry, we can't hold the line, please ring back once you've asked.
      I'm afraid I can't wait, there are others in the queue, sorry.
      Sorry, they make me end calls like this; please do call back.
      I do apologize, holding the line isn't allowed here.
      Forgive me, I have to let you go now; ring again when you've asked.
    `),
  },
  give_up: {
    formal: lines(`
      As we make no progress, I must end this call.
      I regret that I cannot continue on this basis.
      I am unable to take this any further today.
      Under these circumstances I have to close the call.
      Kindly call again once you are able to answer.
      I fear that we shall not [succeed|arrive at anything] in this way.
    `),
    conversational: lines(`
      We're going round in circles, so I'll have to leave it there.
      Look, this isn't getting us anywhere, try again another time.
      I don't think we'll crack it today, so let's stop here.
      Let's call it a day, okay?
      I've got other callers, so I'll have to cut this short.
      I'm stuck with this one, sort it out and ring again.
    `),
    direct: lines(`
      This leads nowhere. I'm ending the call.
      Enough. Call again when you have it.
      I can't go on like this.
      We stop here.
      That won't work. I'm hanging up.
      No use. Next caller.
    `),
    apologetic: lines(`
      I'm so sorry, but I can't keep going like this.
      I'm afraid I have to end the call here, sorry.
      Sorry, I've tried everything I can, and it isn't enough.
      I wish I could do more, but I have to let you go, sorry.
      Apologies, I really can't [carry on|go on] without that.
      I feel bad about it, but we have to stop here.
    `),
  },
}
