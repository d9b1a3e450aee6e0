import { lines } from '../lines.ts'
import type { SayingsByAct } from './sayings.ts'

/** On what a call came to once everything was in order. */
export const ON_OUTCOMES: SayingsByAct<
  'done' | 'nothing_to_do' | 'other_matter' | 'already_done' | 'no_customer'
> = {
  done: {
    formal: lines(`
      The [matter|request] has been [attended to|settled|seen to]. Your [reference |]number is \
        {reference}.
      I [hereby|can|am able to] confirm completion under [the |]reference number {reference}.
      [Everything|All] has been [arranged|completed] as [requested|desired]; the \
        [reference|number] is {reference}.
      Your request has been processed[ in full|]. Kindly [note|record|retain] [the |]number \
        {reference}.
      I am [pleased|glad|happy] to [inform|advise] you that this is complete, [under|reference \
        number] {reference}.
      The [change|entry] was made as [requested|instructed]; please quote {reference} [in \
        future|for it].
      [That|This] has been completed [to your customer's order|in due form], [reference|number] \
        {reference}.
      It [is|has been] [settled|completed], and [recorded|filed] under reference number {reference}.
    `),
    conversational: lines(`
      All [set|sorted|done][ for you|]! Here's your [reference number|number|reference]: \
        {reference}.
      That's [taken care of|sorted|done]. [Jot down|Write down|Make a note of] reference number \
        {reference}.
      [There we go|There you go|Here we are], [it's done|that went through]! Your [reference \
        |]number is {reference}.
      [Okay|Right], [that's|it's] all [sorted|set], and {reference} is [the|your] reference number.
      [Great|Lovely|Super], that's gone through; [note down|keep|hold on to] {reference} for \
        your [records|notes].
      And [done|finished]! If [anyone asks|anybody wants to know|they ask you], it's {reference}.
      [Perfect|Good], I've got that [completed|done]. The reference is {reference}, [okay|all \
        right]?
      Well, that was [easy|quick|no bother]: [it's all|all is] done, and your \
        [reference|number] is {reference}.
    `),
    direct: lines(`
      Done. [Reference number|Reference|Number]: {reference}.
      Finished. [Reference number|Reference|It's] {reference}.
      [It's|That's|All] done. [Your number|Your reference|The number]: {reference}.
      [Processed|Completed|Finished], [reference|number|and it's] {reference}.
      [Settled|Sorted|Handled]. [Note|Take down|Write down] {reference}.
      That [went through|is through|has gone through]. [Reference|Number]: {reference}.
      [Done and closed|Done and dusted|All done], [under|as|number] {reference}.
      It has been [processed|completed]. [Keep|Note] the [reference|number] {reference}.
    `),
    apologetic: lines(`
      Thanks for [bearing with me|your patience], it's [done|settled] now. The \
        [reference|number] is {reference}.
      Sorry that took [a moment|a while|so long]. It went through under [reference |]number \
        {reference}.
      [Sorry|Apologies] for the wait, [all is settled|it is all sorted|it's done]: \
        [it's|that's] {reference}.
      Sorry about the [delay|silence|pause], it has gone through! Please [keep|note] the number \
        {reference}.
      [I hope|I do hope] that wasn't [too much|any] trouble; it's [done|settled], \
        [reference|number] {reference}.
      Sorry, slow [computer|system|screen|machine] today, but it is [done|complete]: number \
        {reference}.
      You've been [very|so|ever so] patient, thank you; it's all [completed|done]: number \
        {reference}.
      Forgive the [typing|clatter|key noise], I've finished: the [reference|number] [is|would \
        be] {reference}.
    `),
  },
  nothing_to_do: {
    formal: lines(`
      Upon review, there is nothing on this file for our department to act upon.
      I find nothing on this file that would require our attention.
      No action by this department is called for; there is nothing open on the file.
      Having consulted the file, I see nothing that we would need to do.
      There is nothing outstanding with us on this file.
      The file contains nothing for us to attend to.
    `),
    conversational: lines(`
      I had a look and there's nothing here that we'd need to do.
      Hmm, nothing on this one for us, as far as I can see.
      I've got the file up, and there's nothing for us to do on it.
      You're all good with us, there's nothing we'd have to do here.
      I can see the file, but there's nothing in it for our team.
      Nope, nothing here with our name on it.
    `),
    direct: lines(`
      Nothing to do here on this file.
      Nothing open with us.
      There is nothing for us to do.
      Checked. Nothing to do.
      Nothing on file for this desk.
      We have nothing to do with this one.
    `),
    apologetic: lines(`
      I'm sorry you had to call, there is nothing for us to do on this file.
      Sorry, I've looked twice, and there's nothing here that we'd have to do.
      I'm afraid there's nothing on this file for us, sorry for the bother.
      Apologies, but I see nothing here that would be ours to do.
      Sorry you went to the trouble, there's nothing we need to do here.
      I wish I could be of use, but there's nothing for us on this file.
    `),
  },
  other_matter: {
    formal: lines(`
      The file shows another matter than this one, so I cannot act on your request.
      I must decline, since the file is concerned with a different matter.
      What has been recorded on the file is another request.
      The file of your customer concerns a different request, and I may not act on this one.
      According to the file, it is another matter that is to be dealt with.
      I see a different request on the file and am therefore unable to carry out this one.
    `),
    conversational: lines(`
      Hmm, the file is about a different matter, so I can't do that one.
      That's funny, I've got a different request down here, not this one.
      I'm looking at the file, and it says another thing altogether.
      The file's about a different thing, so I'd better not do this.
      What we've got on file is a different request, sorry.
      Looks like your customer was after another thing, going by the file.
    `),
    direct: lines(`
      Different matter on file. Not doing that.
      The file says another matter.
      That's not it. Different request on file.
      Another matter is on file. No.
      I have a different request here. Not that one.
      Other matter. Check with your customer.
    `),
    apologetic: lines(`
      I'm sorry, what's on the file is a different matter, so I can't do this.
      Sorry, I've got another request on the file, and I can't do one that isn't on it.
      I'm afraid the file is about another matter, sorry.
      Apologies, there's a different request here, so I mustn't do this one.
      I wish I could, but it's a different matter that's on the file.
      Sorry to be awkward, but the file speaks of another matter.
    `),
  },
  already_done: {
    formal: lines(`
      Our records show this as completed already, reference number {reference}.
      This was attended to earlier, under reference number {reference}.
      The matter has already been settled; I refer you to reference number {reference}.
      I see that this was processed before, under {reference}.
      It was dealt with on a previous call; the reference number remains {reference}.
      This has already been carried out. The reference is {reference}.
    `),
    conversational: lines(`
      We've been through that one already, it's reference number {reference}.
      That's already sorted, you should have the number {reference}.
      Oh, we did that earlier, look for {reference}.
      You're in luck, that's done already, under {reference}.
      We've already taken care of that one, the reference is {reference}.
      That one went through earlier, it's {reference}.
    `),
    direct: lines(`
      Already done. See reference number {reference}.
      Done before. {reference}.
      We did that already: {reference}.
      That was done earlier, number {reference}.
      Already settled under {reference}.
      Look at {reference}. It was done before.
    `),
    apologetic: lines(`
      Sorry, that was done before, it's still reference number {reference}.
      I'm sorry you had to ring again, it's already done, under {reference}.
      Sorry if that wasn't clear: it was settled earlier, with reference number {reference}.
      Apologies, we've already done that one, and {reference} is the number.
      I'm afraid I can't do it twice, it was done earlier under {reference}.
      Sorry for the confusion, that's already through as {reference}.
    `),
  },
  no_customer: {
    formal: lines(`
      No file of your customer exists at {company}. You may have the wrong company.
      I find no customer of that name at {company}.
      Your customer is not known to us at {company}.
      There is no record of your customer here at {company}.
      I regret that your customer does not hold a file with {company}.
      {company} has no such customer. Kindly verify which company you require.
    `),
    conversational: lines(`
      I can't find that customer; sure you wanted {company}?
      Hmm, your customer isn't with us, this is {company}.
      You've reached {company}, and there's no such customer here.
      Nobody like that here, I'm afraid: your customer isn't with {company}.
      I've looked high and low, but {company} has no such customer.
      That's not a customer of ours at {company}, have you mixed up the numbers?
    `),
    direct: lines(`
      No such customer at {company}.
      Not a customer of {company}.
      {company} has no file on that customer.
      Wrong company. This is {company}, and we have no such customer.
      No file at {company} for that customer.
      Your customer is not with {company}.
    `),
    apologetic: lines(`
      I'm terribly sorry, your customer isn't one of ours here at {company}.
      Sorry, I can't find your customer here at {company}.
      I'm afraid there's no such customer at {company}, sorry.
      Apologies, I have no file for that customer at {company}.
      I've searched everywhere, I'm sorry, {company} doesn't have such a customer.
      Sorry, could it be another company? Your customer isn't with {company}.
    `),
  },
}
