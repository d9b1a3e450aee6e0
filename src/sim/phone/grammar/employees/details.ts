import { lines } from '../lines.ts'
import type { SayingsByAct } from './sayings.ts'

/** On details that are lacking or wrong, and what comes of that. */
export const ON_DETAILS: SayingsByAct<'missing' | 'mismatch' | 'hold' | 'held'> = {
  missing: {
    formal: lines(`
      For the purpose of [authentication|identification] I additionally require {fields}.
      The file cannot be opened without {fields}.
      In order to [proceed|continue] I must also have {fields}.
      Before I may discuss the file, I must be given {fields}.
      I find that I have not been given {fields}.
      [I regret that|Regrettably,] I still require {fields}.
      Our procedure further requires {fields}.
      Kindly have {fields} ready; I cannot verify the customer without {fields:it}.
    `),
    conversational: lines(`
      To get into the [account|file] I'd also have needed {fields}.
      What I don't have from you is {fields}.
      Okay, so [far so good|that's a start], but I'd also need {fields}.
      I've got part of it here, but you didn't give me {fields}.
      Hmm, my screen also [asks|wants me to ask] for {fields}.
      I can't open this one up without {fields}, though.
      [Nearly there|Almost], but I'm still missing {fields}.
      You'd also have to give me {fields}, then we'd be in.
    `),
    direct: lines(`
      Missing: {fields}.
      You did not give me {fields}.
      I [also|still] need {fields}.
      Not without {fields}.
      [No access|Can't open it] without {fields}.
      I have to have {fields}.
      What about {fields}? I need {fields:it}.
      Lacking: {fields}. [No way in without {fields:it}|Need {fields:it} to go on].
    `),
    apologetic: lines(`
      I'm sorry, I can't verify the customer without also having {fields}.
      I'm afraid what's lacking is {fields}.
      Sorry to be so [strict|fussy], but I also need {fields}.
      I do apologize, I'd have to ask for {fields} as well.
      I wish I could skip it, but I must have {fields}.
      Sorry, [they won't|the system won't] let me in without {fields}.
      Please don't be cross with me, but I still need {fields}.
      I'm [so|really] sorry, I was also supposed to get {fields} from you.
    `),
  },
  mismatch: {
    formal: lines(`
      Our records do not agree with the following: {fields}.
      There is a discrepancy between our records and what I was given as {fields}.
      The following {fields:does} not match our records: {fields}.
      What I was given as {fields} differs from our records.
      I am obliged to inform you of an incorrect entry: {fields}.
      I find the following to be incorrect: {fields}.
    `),
    conversational: lines(`
      Here's something that isn't what I see on my screen, it doesn't match: {fields}.
      Hmm, this doesn't match what I've got here: {fields}.
      Something's wrong with what you told me for {fields}.
      I'm looking at something different here for {fields}.
      That's odd, what you gave me as {fields} doesn't match.
      Are you sure? I've got it differently here: {fields}.
    `),
    direct: lines(`
      Does not match: {fields}.
      Wrong: {fields}.
      Incorrect: {fields}.
      No match for {fields}.
      What you gave as {fields} is wrong.
      Not matching our records: {fields}.
    `),
    apologetic: lines(`
      I'm sorry to say this doesn't match what we have: {fields}.
      I'm afraid there's something wrong here: {fields}.
      Sorry, this isn't right on my side, it differs: {fields}.
      I hate to say it, but what you gave me as {fields} doesn't match.
      Apologies, we have something different down for {fields}.
      Forgive me, I may be mistaken, but this seems to be wrong: {fields}.
    `),
  },
  hold: {
    formal: lines(`
      In accordance with our rules, the file is now under a security hold with this department.
      I am therefore obliged to place a security hold on the file here.
      As a consequence, a security hold has been placed with this department for today.
      Our rules oblige me to set a security hold. We shall take no further calls on this today.
      The file has consequently been put under a security hold at this desk.
      I must now apply a security hold here, which will not be lifted today.
    `),
    conversational: lines(`
      I've had to put a security hold on it, so we can't go on with this one today.
      That was one too many, so there's a security hold on it now.
      The system just put a security hold on this, so that's that for today.
      And with that I've got to set a security hold, I'm afraid it's out of my hands.
      So that's a security hold, and we can't talk about it any more today.
      That triggers a security hold, so there's no point in ringing us again today.
    `),
    direct: lines(`
      Security hold is on. No more attempts here today.
      That means a security hold. Done for today.
      Security hold set. We stop here.
      I am setting a security hold. Do not call again today.
      This is under a security hold now.
      Security hold from now on. That's all.
    `),
    apologetic: lines(`
      I hate to do this, but I had to set a security hold with us for today.
      I'm so sorry, that means a security hold on our side for today.
      Sorry, I have no choice but to put a security hold on it now.
      I feel awful about it, but the rules make me set a security hold.
      Please forgive me, there is a security hold on it now, and I can't go on today.
      I'm afraid that puts a security hold on the file with us, sorry.
    `),
  },
  held: {
    formal: lines(`
      The security hold that was placed earlier remains in force; I cannot discuss it.
      The file remains under the security hold of your previous call.
      Owing to the security hold that was placed before, I am unable to act.
      I may not speak about this file, as the earlier security hold still applies.
      The security hold is still in force. There will be no change to that today.
      I see the security hold from your previous call, and must leave it at that.
    `),
    conversational: lines(`
      There's still that security hold from before, so my hands are tied.
      I can see the security hold from your last call, so I really can't.
      Ah, that's the one with the security hold from earlier, I can't touch it.
      No luck, the security hold is still on.
      It's still got the security hold from the last time you rang.
      The security hold hasn't gone anywhere, it's still there.
    `),
    direct: lines(`
      Security hold from your earlier call. Nothing I can do.
      Still under a security hold.
      The earlier security hold stands.
      Security hold, still. Not today.
      It already has a security hold. No.
      I told you before: security hold.
    `),
    apologetic: lines(`
      I'm sorry, the security hold of your last call is still there.
      So sorry, I still can't get past the earlier security hold.
      I'm afraid the security hold from before is still in place, sorry.
      Apologies, the security hold from earlier is still there, and I can't change that.
      I wish I could, but the security hold from your last call is still on.
      Sorry, there's still the security hold from earlier today.
    `),
  },
}
