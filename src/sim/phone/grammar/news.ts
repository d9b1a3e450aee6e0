import { byStyle } from './by-speaker.ts'

/** The results of calls. Slots: {reference} is a number, {company} a name, {fact} the obstacle. */
const OUTCOMES = {
  done: byStyle(`
    formal:
      Your request has been processed. Please note the reference number {reference}.
      I am glad to tell you that this is complete. The reference number is {reference}.
      Everything has been [arranged|completed] as requested; the reference number is {reference}.
      This has been completed under reference number {reference}.
      Your request has been completed. Your reference number is {reference}.
    conversational:
      All [set|done][ for you|]! Here's your reference number: {reference}.
      That's [taken care of|done]. Write down reference number {reference}.
      There you go, it went through! Your reference number is {reference}.
      [Great|Perfect], that went through. Your reference for this is {reference}.
      Okay, it's all done, and your reference number is {reference}.
    direct:
      Done. [Reference number|Reference|Number]: {reference}.
      It's done. Your reference: {reference}.
      Processed. Reference {reference}.
      That went through. Reference: {reference}.
      All done. Reference number {reference}.
    apologetic:
      Thanks for bearing with me, it's done now. The reference number is {reference}.
      Sorry that took so long. It went through, and the reference number is {reference}.
      Sorry for the wait, it's all done. Your reference number is {reference}.
      I hope that wasn't too much trouble. It's done, and the reference is {reference}.
      Sorry, my computer is slow today, but it's done now. Reference number {reference}.
  `),
  already_done: byStyle(`
    formal:
      Our records show that this is already done, under reference number {reference}.
      This has already been processed, under reference number {reference}.
      This has already been carried out. The reference is {reference}.
    conversational:
      Oh, we already did that, the reference is {reference}.
      You're in luck, that's already done, under {reference}.
      We've already taken care of that one, the reference is {reference}.
    direct:
      Already done. Reference number {reference}.
      We already did that: {reference}.
      That was done earlier, number {reference}.
    apologetic:
      Sorry, that was already done. It's still reference number {reference}.
      I'm sorry you had to call again, it's already done, under {reference}.
      I'm afraid I can't do it twice. It was done earlier under {reference}.
  `),
  no_customer: byStyle(`
    formal:
      I find no customer of that name at {company}.
      There is no record of your customer here at {company}.
      I am sorry, but your customer does not have a file with {company}.
    conversational:
      I can't find that customer; are you sure you wanted {company}?
      Hmm, your customer isn't with us, this is {company}.
      I've looked everywhere, but that customer isn't with {company}.
    direct:
      No such customer at {company}.
      {company} has no file on that customer.
      Wrong company. This is {company}, and we have no such customer.
    apologetic:
      I'm terribly sorry, your customer isn't one of ours here at {company}.
      Sorry, I can't find your customer here at {company}.
      Sorry, could it be another company? Your customer isn't with {company}.
  `),
  blocked: byStyle(`
    formal:
      I am sorry to inform you that this cannot be done, since {fact}.
      I have to decline, as {fact}.
      This is not possible, because {fact}.
    conversational:
      Hmm, that won't work, because {fact}.
      I'd like to help, but I can't do that, since {fact}.
      No luck on that one, I'm afraid, because {fact}.
    direct:
      Can't be done: {fact}.
      Not possible: {fact}.
      No, because {fact}.
    apologetic:
      I'm so sorry, I can't do that, because {fact}.
      I hate to say no, but {fact}.
      Sorry, my hands are tied, since {fact}.
  `),
}

/**
 * Referrals to other departments. Slots: {right} and {first} are departments, {company} is a name.
 */
const ELSEWHERE = {
  wrong_department: byStyle(`
    formal:
      This is handled by {right}. Please contact them.
      I must refer you to {right} for such requests.
      Requests of this kind are handled by {right}.
    conversational:
      Oh, that's one for {right}, they do this sort of thing all day.
      You'd want {right} for that, we don't really do it here.
      You're looking for {right}, that's not us.
    direct:
      Wrong department. {right:Capital} {right:does} that.
      That's not us. Please call {right}.
      {right:Capital} {right:handles} that. We don't.
    apologetic:
      I'm really sorry, I can't do that from here. You'd have to call {right}.
      I wish I could help, but I'm afraid you need {right} for that, not us.
      Sorry, I'm not allowed to do that here. Could I ask you to call {right}?
  `),
  not_offered: byStyle(`
    formal:
      Unfortunately, this is not a service that {company} offers.
      There is no department at {company} that handles such a request.
      I am afraid that {company} does not offer this.
    conversational:
      Hmm, that isn't something anybody at {company} does, as far as I know.
      I don't think {company} offers that at all, to be honest.
      I've asked around, and no one at {company} does that kind of thing.
    direct:
      Nobody at {company} handles that.
      {company} does not offer that.
      No department at {company} does this.
    apologetic:
      I'm really sorry, but we at {company} don't offer that at all.
      I'm afraid there's no team at {company} for that, I'm sorry.
      I hate to say it, but no department at {company} takes that on.
  `),
  prerequisite: byStyle(`
    formal:
      We can only proceed after {first} {first:has} cleared the request.
      Before we can act on this, {first} must clear the file.
      Clearance from {first} is required first.
    conversational:
      Before we can do anything, you'll have to go through {first}.
      Sure, but {first} {first:has} to clear it first.
      I can't touch it until you've been through {first}.
    direct:
      Please call {first} first. Then call us back.
      {first:Capital} {first:has} to clear that first.
      You need to clear it with {first} first.
    apologetic:
      I do apologize, our rules say that {first} must clear this before we do.
      Sorry, I'd start right away, but {first} {first:has} to clear it first.
      I'm sorry to send you somewhere else, but could you clear this with {first} first?
  `),
  reference: byStyle(`
    formal:
      Please state the reference number that you were given by {first}.
      For our records, I need the reference number from {first}.
      May I have the reference number that {first} issued for this?
    conversational:
      You've been through {first}, right? What's the number they gave you?
      I just need the reference number {first} gave you.
      For this one, I need the reference number from {first}.
    direct:
      I need the reference number from {first}.
      Reference number from {first}, please.
      What reference number did {first} give you?
    apologetic:
      I'm sorry to ask, but I need the reference number that {first} gave you.
      Sorry, could you give me the reference number from {first}?
      I'm afraid I can't do this without the reference number from {first}, sorry.
  `),
}

/** Requests for details of the customer. Slot: {fields} in natural words. */
const DETAILS = {
  missing: byStyle(`
    formal:
      For identification, I need {fields}.
      Before I can discuss the file, I need {fields}.
      To verify the customer, I have to ask for {fields}.
      Our procedure requires {fields}.
      I cannot verify the customer without {fields}.
    conversational:
      Okay, for this one I need {fields}.
      Sure, for that I just need {fields}.
      I can't pull up the file without {fields}.
      To pull up the file, I'll need {fields}.
      My screen is asking me for {fields}.
    direct:
      I need {fields}.
      For that, I need {fields}.
      I can't pull up the file without {fields}.
      For that I'll need {fields}.
    apologetic:
      I'm sorry, I can't verify the customer without {fields}.
      Sorry to be so strict, but I need {fields}.
      I wish I could skip it, but I must have {fields}.
      I'm really sorry, I have to ask for {fields}.
  `),
  mismatch: byStyle(`
    formal:
      What I was given as {fields} does not match our records.
      There is a discrepancy between our records and what I was given as {fields}.
      I am afraid that this is not correct: {fields}.
    conversational:
      Hmm, this doesn't match what I've got here: {fields}.
      Something's off with what you gave me for {fields}.
      That's odd, what you gave me as {fields} doesn't match.
    direct:
      There's no match for {fields}.
      That is not right: {fields}.
      What you gave me as {fields} is wrong.
    apologetic:
      I'm sorry to say this doesn't match what we have: {fields}.
      I'm afraid what you gave me as {fields} doesn't match, sorry.
      Sorry, we have something different down for {fields}.
  `),
  hold: byStyle(`
    formal:
      I am required to put a security hold on the file. We cannot take more calls on it today.
      I have to put the file under a security hold, and it will stay on today.
    conversational:
      I've had to put a security hold on the file, so we can't go on with it today.
      That's one too many, so there's a security hold on the file.
    direct:
      The file is on a security hold now. No more attempts here today.
      I'm putting a security hold on the file. We're done today.
    apologetic:
      I'm so sorry, that means a security hold on our side for today.
      Sorry, I have to put a security hold on the file for the day.
  `),
  held: byStyle(`
    formal:
      The file is under a security hold, so I cannot help you with it today.
      There is a security hold on the file, and it will not be lifted today.
    conversational:
      There's still a security hold on the file, so I can't do anything today.
      Sorry, I can't, the file is on a security hold for today.
    direct:
      Security hold. Not today.
      Still under a security hold. No calls on this today.
    apologetic:
      I am sorry, the file's under a security hold. I can't lift it today.
      I'm afraid the security hold is still on, sorry, I can't help today.
  `),
}

/** The sentences of employees, by act and style. */
export const NEWS = { ...OUTCOMES, ...ELSEWHERE, ...DETAILS }
export type SpeechAct = keyof typeof NEWS
