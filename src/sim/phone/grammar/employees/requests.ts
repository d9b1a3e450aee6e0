import { lines } from '../lines.ts'
import type { SayingsByAct } from './sayings.ts'

/** On requests that are not understood, or that belong elsewhere. */
export const ON_REQUESTS: SayingsByAct<
  | 'wrong_department'
  | 'not_offered'
  | 'clarify'
  | 'what_about'
  | 'one_at_a_time'
  | 'too_long'
  | 'unclear'
  | 'unsaid'
> = {
  wrong_department: {
    formal: lines(`
      This [matter|request] is the responsibility of {right}. Kindly address it [to them|there].
      I must refer you to {right}, which {right:is} in charge of [such|these] requests.
      [Requests|Matters] of this [kind|nature] are dealt with by {right}.
      May I [direct|refer] you to {right}? This [matter|request] lies within their remit.
      {right:Capital} {right:is} [responsible|competent] for this; we are not.
      [Regrettably, this|This] does not fall within our duties. Kindly contact {right}.
    `),
    conversational: lines(`
      [Oh, that's|Ah, that's] one for {right}, they do this sort of thing all day.
      You'd want {right} for that, we don't really do it here.
      [Hmm, that|That] sounds like something for {right}. [Give them a ring|Try them], would you?
      You've landed [at|with] the wrong team, I think! {right:Capital} {right:looks} after that.
      That's [not really|not] our thing, but {right} can [sort you out|help you there].
      Let me save you some time: [it's|that's] {right} you're looking for.
    `),
    direct: lines(`
      Wrong [desk|team]. {right:Capital} {right:does} that.
      Not us. [Call|Try|Ask] {right}.
      That goes to {right}.
      {right:Capital} {right:handles} that. We don't.
      You [need|want] {right} for this.
      [Can't|We can't] do that here. Speak to {right}.
    `),
    apologetic: lines(`
      I'm [so|very|really] sorry, I can't do that from here; it belongs with {right}.
      Apologies for the trouble, but only {right} can take care of that.
      Sorry, [you've|I think you've] been given the wrong line; {right} would be the right people.
      I wish I could help, but I'm afraid this is up to {right}, not us.
      Oh dear, I'm sorry, that's [a matter|something] for {right}. They'll be glad to help.
      Forgive me, I'm not allowed to do that here. Could I ask you to ring {right}?
    `),
  },
  not_offered: {
    formal: lines(`
      I regret to inform you that {company} has no department for this matter.
      This is [regrettably|unfortunately] not a service that {company} [provides|offers].
      None of the departments of {company} is able to [attend to|take on] such a request.
      I am afraid that {company} does not [deal with|undertake] matters of this kind.
      There is no department at {company} that [could|might] act on this request.
      Such requests are not [handled|dealt with] by any department of {company}.
    `),
    conversational: lines(`
      Hmm, that isn't something anybody at {company} does, as far as I know.
      Well, [that's a new one|you've got me there]: no department at {company} does that.
      I don't think {company} [offers|does] that at all, to be honest.
      That's not something we [do|offer] at {company}, I can tell you that much.
      You won't find a team for that at {company}, because nobody [here|over here] does it.
      I've [asked around|had a look], and no one at {company} does that kind of thing.
    `),
    direct: lines(`
      Nobody at {company} handles that.
      {company} does not offer that.
      No department at {company} does this.
      Not something {company} does.
      There is no team for that at {company}.
      We don't do that at {company}. [None of us do|No one here does].
    `),
    apologetic: lines(`
      I'm really sorry, but we at {company} don't offer that at all.
      Sorry to let you down, but nobody at {company} can do that.
      I'm afraid there's no team at {company} for that, [sorry|I'm sorry].
      I do apologize, that's just not something {company} [does|offers].
      I hate to say it, but no department at {company} takes that on.
      [Ever so sorry|So sorry], we don't have anybody at {company} who does that.
    `),
  },
  clarify: {
    formal: lines(`
      Would you please specify the nature of the request before we proceed?
      May I ask what precisely [is to be done|you wish to have done]?
      Kindly specify what you [require of us|would have us do].
      I should be grateful if you would clarify what your customer [requires|wishes].
      For what purpose are you calling? Please [be specific|specify it].
      In order to assist you, I must ask you to specify what is wanted. What would it be?
    `),
    conversational: lines(`
      Sure, happy to help! What exactly does your customer need done?
      Okay, and what can we do for your customer [today|this time]?
      Right, I'm listening. What is it [you're after|you'd like us to do]?
      Sounds good, but what is it you want us to do, exactly?
      Got you so far. So what should I be doing [for your customer|here]?
      No problem at all, just tell me: what needs doing?
    `),
    direct: lines(`
      What is this about? Be specific and call back.
      What do you [want|need] done? [Say it and call back|Call back with that].
      And what should we do? Be clear and call again.
      Say what you want done. What is it?
      You have not said what you want. What is it?
      What for? Call back with [a clear request|specifics].
    `),
    apologetic: lines(`
      Sorry, I didn't quite follow. Could you say what it is you need?
      I'm sorry, I must have missed it: what would you like us to do?
      Apologies, could you specify what your customer [needs|would like done]?
      Sorry to be a nuisance, but what [exactly would|would] you like done?
      I do apologize, I'm not sure what you'd like from us. What is it?
      Forgive me, what was it you wanted us to do?
    `),
  },
  what_about: {
    formal: lines(`
      Would you kindly specify what you would like us to do about the {thing}?
      You mention the {thing}. What is to be done about it, if I may ask?
      With regard to the {thing}: what would you have us do?
      I note that this concerns the {thing}. Kindly specify what [is wanted|you wish].
      May I ask in what way we can be of service as regards the {thing}?
      What precisely is to be [done about|undertaken with] the {thing}?
    `),
    conversational: lines(`
      Sure, and what would you like us to do about the {thing}?
      Okay, the {thing}. What are we doing with it?
      Right, something about the {thing}, got that. But what do you want done?
      And what's up with the {thing}? What can I do about it?
      So it's about the {thing}, is it? Tell me what you need us to do.
      The {thing}, sure! What should happen there?
    `),
    direct: lines(`
      What should we do about the {thing}? Be specific and call back.
      The {thing}: what about it? Call back and say.
      What do you want done with the {thing}?
      About the {thing}: do what, exactly?
      You said {thing}. What should we do?
      The {thing}. Fine. And do what? Call again.
    `),
    apologetic: lines(`
      Sorry, I didn't get what you'd like us to do about the {thing}?
      I'm sorry, I only caught the word {thing}. What would you like done?
      Apologies, what was it that you wanted us to do with the {thing}?
      Sorry to ask again, what did you need about the {thing}?
      Forgive me, I heard {thing}, but what should I do about it?
      I'm afraid I only got that it's about the {thing}. What do you need?
    `),
  },
  one_at_a_time: {
    formal: lines(`
      I can attend to one matter at a time only. Which of them is to come first?
      Kindly present your requests one at a time. [Where shall we begin|With which do we begin]?
      We deal with matters one by one. Which one comes first?
      Permit me to take these one at a time. Which do you wish to begin with?
      Several requests were made; we accept one at a time. Which is it to be?
      I must ask you to [raise|state] these one by one. What shall it be for now?
    `),
    conversational: lines(`
      Whoa, let's take one thing at a time; which one first?
      Hang on, that's [a few|several] things! One at a time, okay? Which one?
      Okay, okay, one by one. What do you want to start with?
      I can only do one at a time, I'm afraid of mixing it all up. Which one goes first?
      Slow down a bit! Let's go one at a time. Where do we start?
      That's quite a list. Pick one, and we'll go one by one, okay?
    `),
    direct: lines(`
      One thing at a time. Which one?
      Too many things. One at a time. Which?
      One by one, please. What is it to be?
      One request at a time. Pick one.
      I heard several. One at a time, please. Call back.
      Just one at a time. Which one comes first?
    `),
    apologetic: lines(`
      Sorry, that's a lot for me; could we take one thing at a time?
      I'm sorry, I lost track there. One at a time, if you don't mind?
      Apologies, I can only take these one by one. Which would you like to begin with?
      Forgive me, could you give me those one at a time?
      I'm afraid I can only do one at a time, sorry. Which one first?
      Sorry, my head is spinning! Could we go through them one by one?
    `),
  },
  too_long: {
    formal: lines(`
      That was too long for me to take down. Would you state the request briefly?
      Kindly state the request in [brief|a brief form]; I was unable to record all of it.
      I must ask you to be brief. A single sentence will suffice.
      Your statement was too long to be recorded. A short one would be appreciated.
      May I ask for a shorter account of what is wanted?
      I could not take all of that down. Would you put it more briefly?
    `),
    conversational: lines(`
      That was quite a mouthful! Could you keep it brief and just tell me that?
      Phew, that's a long story! What's the short version?
      Okay, you lost me halfway. Can I have the short version?
      I'd love to hear it all, but could you make it brief?
      Too long for me to follow, sorry! Just give me the gist?
      Let's keep it short, shall we? What do you need, in a sentence?
    `),
    direct: lines(`
      Too long. Keep it brief and call back.
      Make it brief. Call again.
      Short version, please. Call back.
      That was too long. One sentence will do.
      I need the short version.
      Be brief. What do you need?
    `),
    apologetic: lines(`
      I'm sorry, you lost me there. Could you make it brief?
      Sorry, that was too long for me. Would you mind a shorter version?
      Apologies, I couldn't keep up. Could you say it briefly?
      Forgive me, I can't remember all of that; could you keep it short?
      I'm afraid that was too long for me to write down, sorry. A short sentence would help.
      Sorry, could I ask you for the short version?
    `),
  },
  unclear: {
    formal: lines(`
      As the nature of the request remains unclear, I am unable to assist.
      I regret that I could not understand the request, and must end the call here.
      The request is still unclear to me. I cannot proceed on that basis.
      Since I do not understand what is wanted, I am unable to take this further.
      It is not clear to me what is to be done, and I must therefore conclude this call.
      I have not understood the request and must leave it there.
    `),
    conversational: lines(`
      I still can't tell what you're after, so I'll have to leave it there.
      Honestly, I'm not sure what you want from me, so let's leave it.
      No, I don't get it, so I can't really do anything with that.
      I'm still not following you, so I've got to let you go.
      That's as clear as mud, I don't follow at all. I'll have to stop here.
      Well, I can't work out what you'd like, and there's a queue, so that's it from me.
    `),
    direct: lines(`
      Still unclear. I am ending this call.
      I don't understand what you want. That's it.
      Not clear. I can't work with that.
      Unclear again. I'm hanging up.
      I can't tell what you want done. Ending the call.
      I don't follow. We stop here.
    `),
    apologetic: lines(`
      I'm sorry, I still don't understand the request, so I can't go on.
      Apologies, I really can't make out what you need, and I have to stop here.
      I'm afraid it's still unclear to me, and I can't keep the line busy any longer.
      Forgive me, I don't follow, and I have to leave it at that.
      So sorry, I can't figure out what you'd like us to do, so I must end the call.
      I feel bad about this, but I still don't understand what is needed.
    `),
  },
  unsaid: {
    formal: lines(`
      Before I can act on this I must know the following: {slots}.
      Kindly tell me {slots} as well, as I must enter it.
      The request is [noted|understood]; I still require {slots} to carry it out.
      I must also be told {slots} so that I may [proceed|act].
      So that I may enter this, I need to be given {slots} too.
      I have not been told {slots}, which must be entered here.
    `),
    conversational: lines(`
      Sure thing, though I still need to know {slots} for that.
      [Okay|Right], can do, but you'd have to give me {slots} too.
      No problem, you just didn't give me {slots} yet.
      I'm with you, I only need {slots} to get going.
      Happy to, but I'd also need {slots} for that.
      Got it, but my form wants {slots} as well, so I need that too.
    `),
    direct: lines(`
      I need to hear {slots}. Call again with that.
      You did not give me {slots}. Call back.
      Still missing: {slots}.
      I need {slots} for that.
      Tell me {slots} as well. I need that.
      Say {slots} too. I need that for this.
    `),
    apologetic: lines(`
      Sorry, I can't go ahead without knowing {slots}.
      I'm sorry, I would also need {slots} for this.
      Apologies, I don't have {slots} yet, and I must put that in.
      I'm afraid I still need to know {slots}, sorry.
      Forgive me, I also have to ask for {slots}.
      Sorry to be a bother, but I need {slots} before I can do this.
    `),
  },
}
