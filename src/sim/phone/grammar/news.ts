import type { ByStyle } from '../tables/sayings.ts'
import { lines } from './lines.ts'

/** What a call came to. Slots: {reference} a number, {company}, {fact} what stands in the way. */
const OUTCOMES: Readonly<Record<'done' | 'already_done' | 'no_customer' | 'blocked', ByStyle>> = {
  done: {
    formal: lines(`
      Your request has been processed. Please note the reference number {reference}.
      I am glad to inform you that this is complete, reference number {reference}.
      Everything has been [arranged|completed] as requested; the reference number is {reference}.
      I can confirm completion under reference number {reference}.
      Your request has been carried out; please refer to number {reference}.
    `),
    conversational: lines(`
      All [set|done][ for you|]! Here's your reference number: {reference}.
      That's [taken care of|done]. Write down reference number {reference}.
      There you go, it went through! Your reference number is {reference}.
      [Great|Perfect], that's gone through; hold on to {reference} for your records.
      Well, that was easy: it's all done, and your number is {reference}.
    `),
    direct: lines(`
      Done. [Reference number|Reference|Number]: {reference}.
      It's done. Your reference: {reference}.
      Processed. Reference {reference}.
      That went through. Reference: {reference}.
      All done. The number: {reference}.
    `),
    apologetic: lines(`
      Thanks for bearing with me, it's done now. The reference number is {reference}.
      Sorry that took so long. It went through under number {reference}.
      Sorry for the wait, it's all done: your number is {reference}.
      I hope that wasn't too much trouble; it's done, reference {reference}.
      Sorry, slow computer today, but it is complete: number {reference}.
    `),
  },
  already_done: {
    formal: lines(`
      Our records show this as completed already, reference number {reference}.
      This was processed before, under reference number {reference}.
      This has already been carried out. The reference is {reference}.
    `),
    conversational: lines(`
      Oh, we did that earlier, look for {reference}.
      You're in luck, that's done already, under {reference}.
      We've already taken care of that one, the reference is {reference}.
    `),
    direct: lines(`
      Already done. See reference number {reference}.
      We did that already: {reference}.
      That was done earlier, number {reference}.
    `),
    apologetic: lines(`
      Sorry, that was done before, it's still reference number {reference}.
      I'm sorry you had to call again, it's already done, under {reference}.
      I'm afraid I can't do it twice, it was done earlier under {reference}.
    `),
  },
  no_customer: {
    formal: lines(`
      I find no customer of that name at {company}.
      There is no record of your customer here at {company}.
      I am sorry, but your customer does not have a file with {company}.
    `),
    conversational: lines(`
      I can't find that customer; are you sure you wanted {company}?
      Hmm, your customer isn't with us, this is {company}.
      I've looked high and low, but {company} has no such customer.
    `),
    direct: lines(`
      No such customer at {company}.
      {company} has no file on that customer.
      Wrong company. This is {company}, and we have no such customer.
    `),
    apologetic: lines(`
      I'm terribly sorry, your customer isn't one of ours here at {company}.
      Sorry, I can't find your customer here at {company}.
      Sorry, could it be another company? Your customer isn't with {company}.
    `),
  },
  blocked: {
    formal: lines(`
      I am sorry to inform you that this cannot be done, since {fact}.
      I have to decline, as {fact}.
      This is not possible, because {fact}.
    `),
    conversational: lines(`
      Hmm, that won't work, because {fact}.
      I'd love to, but I can't do that, since {fact}.
      No luck on that one, I'm afraid, because {fact}.
    `),
    direct: lines(`
      Can't be done: {fact}.
      Not possible: {fact}.
      No, because {fact}.
    `),
    apologetic: lines(`
      I'm so sorry, I can't do that, because {fact}.
      I hate to say no, but {fact}.
      Sorry, my hands are tied, since {fact}.
    `),
  },
}

/** Where else to call. Slots: {right} and {first} are departments, {company}. */
const ELSEWHERE: Readonly<
  Record<'wrong_department' | 'not_offered' | 'prerequisite' | 'reference', ByStyle>
> = {
  wrong_department: {
    formal: lines(`
      This is handled by {right}. Please contact them.
      I must refer you to {right}, which {right:is} in charge of such requests.
      Requests of this kind are handled by {right}.
    `),
    conversational: lines(`
      Oh, that's one for {right}, they do this sort of thing all day.
      You'd want {right} for that, we don't really do it here.
      Let me save you some time: it's {right} you're looking for.
    `),
    direct: lines(`
      Wrong department. {right:Capital} {right:does} that.
      Not us. Call {right}.
      {right:Capital} {right:handles} that. We don't.
    `),
    apologetic: lines(`
      I'm really sorry, I can't do that from here; it belongs with {right}.
      I wish I could help, but I'm afraid this is up to {right}, not us.
      Sorry, I'm not allowed to do that here. Could I ask you to call {right}?
    `),
  },
  not_offered: {
    formal: lines(`
      Unfortunately, this is not a service that {company} offers.
      There is no department at {company} that handles such a request.
      I am afraid that {company} does not offer this.
    `),
    conversational: lines(`
      Hmm, that isn't something anybody at {company} does, as far as I know.
      I don't think {company} offers that at all, to be honest.
      I've asked around, and no one at {company} does that kind of thing.
    `),
    direct: lines(`
      Nobody at {company} handles that.
      {company} does not offer that.
      No department at {company} does this.
    `),
    apologetic: lines(`
      I'm really sorry, but we at {company} don't offer that at all.
      I'm afraid there's no team at {company} for that, I'm sorry.
      I hate to say it, but no department at {company} takes that on.
    `),
  },
  prerequisite: {
    formal: lines(`
      We may proceed only after the request has been cleared by {first}.
      Before any action on our part, {first} must clear the file.
      A clearance by {first} is required first.
    `),
    conversational: lines(`
      Before we can do anything, you'll have to go through {first}.
      We'd love to, but {first} {first:has} to clear it first.
      I can't touch it until you've been through {first}.
    `),
    direct: lines(`
      Go to {first} first. Then call back.
      {first:Capital} first, then us.
      Clear it with {first} first.
    `),
    apologetic: lines(`
      I do apologize, our rules say that {first} must be called before us.
      Sorry, I'd start right away, but {first} must have cleared it first.
      I'm sorry to send you around, but could you call {first} first?
    `),
  },
  reference: {
    formal: lines(`
      Please state the reference number that you were given by {first}.
      For our records, I need the reference number from {first}.
      May I have the reference number that {first} issued for this?
    `),
    conversational: lines(`
      You've been through {first}, right? What's the number they gave you?
      I just need the reference number {first} gave you.
      What I'm looking for is the reference number from {first}.
    `),
    direct: lines(`
      I need the reference number from {first}.
      Reference number from {first}, please.
      What reference number did {first} give you?
    `),
    apologetic: lines(`
      I'm sorry, could you give me the reference number that {first} gave you?
      Apologies, but I'd also need the reference number from {first}.
      I'm afraid I can't go on without the reference number from {first}, sorry.
    `),
  },
}

/** On details of the customer. Slot: {fields} in natural words. */
const DETAILS: Readonly<Record<'missing' | 'mismatch' | 'hold' | 'held', ByStyle>> = {
  missing: {
    formal: lines(`
      For identification, I also need {fields}.
      Before I can discuss the file, I need {fields}.
      I have not been given {fields}.
      Our procedure also requires {fields}.
      I cannot verify the customer without {fields}.
    `),
    conversational: lines(`
      Okay, so far so good, but I'd also need {fields}.
      What I don't have yet is {fields}.
      I can't open this one up without {fields}, though.
      Almost there, but I'm still missing {fields}.
      Hmm, my screen also asks for {fields}.
    `),
    direct: lines(`
      Missing: {fields}.
      I still need {fields}.
      Can't open it without {fields}.
      What about {fields}? I need {fields:it}.
    `),
    apologetic: lines(`
      I'm sorry, I can't verify the customer without {fields}.
      Sorry to be so strict, but I also need {fields}.
      I wish I could skip it, but I must have {fields}.
      I'm really sorry, I also have to ask for {fields}.
    `),
  },
  mismatch: {
    formal: lines(`
      What I was given as {fields} does not match our records.
      There is a discrepancy between our records and what I was given as {fields}.
      I am afraid the following is incorrect: {fields}.
    `),
    conversational: lines(`
      Hmm, this doesn't match what I've got here: {fields}.
      Something's wrong with what you told me for {fields}.
      That's odd, what you gave me as {fields} doesn't match.
    `),
    direct: lines(`
      Does not match: {fields}.
      Wrong: {fields}.
      What you gave as {fields} is wrong.
    `),
    apologetic: lines(`
      I'm sorry to say this doesn't match what we have: {fields}.
      I hate to say it, but what you gave me as {fields} doesn't match.
      Apologies, we have something different down for {fields}.
    `),
  },
  hold: {
    formal: lines(`
      In accordance with our rules, the file is now under a security hold with this department.
      Our rules oblige me to set a security hold. We will take no further calls on this today.
    `),
    conversational: lines(`
      I've had to put a security hold on it, so we can't go on with this one today.
      That was one too many, so there's a security hold on it now.
    `),
    direct: lines(`
      Security hold is on. No more attempts here today.
      I am setting a security hold. Do not call again today.
    `),
    apologetic: lines(`
      I'm so sorry, that means a security hold on our side for today.
      Sorry, I have no choice but to put a security hold on it now.
    `),
  },
  held: {
    formal: lines(`
      The file is under a security hold, so I cannot help you with it today.
      There is a security hold with this department, and it will not be lifted today.
    `),
    conversational: lines(`
      There's still a security hold on this one, so I can't do anything today.
      Sorry, no can do, it's under a security hold for today.
    `),
    direct: lines(`
      Security hold. Not today.
      Still under a security hold. No calls on this today.
    `),
    apologetic: lines(`
      I'm so sorry, it's under a security hold, and I can't lift it today.
      I'm afraid the security hold is still on, sorry, I can't help today.
    `),
  },
}

/** What employees say, by act and style. */
export const NEWS = { ...OUTCOMES, ...ELSEWHERE, ...DETAILS }
export type Act = keyof typeof NEWS
