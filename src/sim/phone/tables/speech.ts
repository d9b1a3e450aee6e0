import type { SpeechStyle } from '../world.ts'

/** What a call centre agent can say; each occasion has its own words in every style. */
export const OCCASIONS = [
  'wrong_department',
  'not_offered',
  'clarify',
  'what_about',
  'one_at_a_time',
  'too_long',
  'unclear',
  'unsaid',
  'prerequisite',
  'reference',
  'one_number',
  'missing',
  'mismatch',
  'hold',
  'held',
  'done',
  'nothing_to_do',
  'other_matter',
  'already_done',
  'no_customer',
] as const
export type Occasion = (typeof OCCASIONS)[number]

/**
 * Sentences by occasion and style. Slots: {right} and {first} are departments, {fields} details in
 * natural words, {reference} a number, {company} a name, {thing} what a request was about, {slots} what it left open. The words around the slots differ between
 * occasions, so that what was said can be told from how it was said.
 */
export const SPEECH: Readonly<Record<Occasion, Readonly<Record<SpeechStyle, readonly string[]>>>> =
  {
    wrong_department: {
      formal: [
        'This matter is the responsibility of {right}. Kindly address your request to them.',
        'I must refer you to {right}, which is in charge of such requests.',
      ],
      conversational: [
        "Oh, that's one for {right}, they do this sort of thing all day.",
        "You'd want {right} for that, we don't really do it here.",
      ],
      direct: ['Wrong desk. {right} does that.', 'Not us. Call {right}.'],
      apologetic: [
        "I'm so sorry, I can't do that from here; it belongs with {right}.",
        'Apologies for the trouble, but only {right} can take care of that.',
      ],
    },
    not_offered: {
      formal: ['I regret to inform you that {company} has no department for this matter.'],
      conversational: ["Hmm, that isn't something anybody at {company} does, as far as I know."],
      direct: ['Nobody at {company} handles that.'],
      apologetic: ["I'm really sorry, but we at {company} don't offer that at all."],
    },
    clarify: {
      formal: ['Would you please specify the nature of the request before we proceed?'],
      conversational: ['Sure, happy to help! What exactly does your customer need done?'],
      direct: ['What is this about? Be specific and call back.'],
      apologetic: ["Sorry, I didn't quite follow. Could you say what it is you need?"],
    },
    what_about: {
      formal: ['Would you kindly specify what you would like us to do about the {thing}?'],
      conversational: ['Sure, and what would you like us to do about the {thing}?'],
      direct: ['What should we do about the {thing}? Be specific and call back.'],
      apologetic: ["Sorry, I didn't get what you'd like us to do about the {thing}?"],
    },
    one_at_a_time: {
      formal: ['I can attend to one matter at a time only. Which of them is to come first?'],
      conversational: ["Whoa, let's take one thing at a time; which one first?"],
      direct: ['One thing at a time. Which one?'],
      apologetic: ["Sorry, that's a lot for me; could we take one thing at a time?"],
    },
    too_long: {
      formal: ['That was too long for me to take down. Would you state the request briefly?'],
      conversational: ['That was quite a mouthful! Could you keep it brief and just tell me that?'],
      direct: ['Too long. Keep it brief and call back.'],
      apologetic: ["I'm sorry, you lost me there. Could you make it brief?"],
    },
    unclear: {
      formal: ['As the nature of the request remains unclear, I am unable to assist.'],
      conversational: ["I still can't tell what you're after, so I'll have to leave it there."],
      direct: ['Still unclear. I am ending this call.'],
      apologetic: ["I'm sorry, I still don't understand the request, so I can't go on."],
    },
    unsaid: {
      formal: ['Before I can act on this I must know the following: {slots}.'],
      conversational: ['Sure thing, though I still need to know {slots} for that.'],
      direct: ['I need to hear {slots}. Call again with that.'],
      apologetic: ["Sorry, I can't go ahead without knowing {slots}."],
    },
    prerequisite: {
      formal: [
        'Our procedure requires that {first} be completed before this department may act.',
        'I may not proceed until the matter has been cleared by {first}.',
      ],
      conversational: [
        "Before we can do anything, you'll have to go through {first}.",
        'Looks like {first} has to come first, then give us another ring.',
      ],
      direct: ['Go to {first} first. Then call back.', 'Needs {first} beforehand. Call them.'],
      apologetic: [
        "I'm afraid I can't start until {first} did their part, sorry about that.",
        'I do apologize, our rules say that {first} must be called ahead of us.',
      ],
    },
    reference: {
      formal: ['Please state the reference number that you were issued by {first}.'],
      conversational: ["I see you've been to {first}; what's the number they gave you?"],
      direct: ['I need the reference number from {first}.'],
      apologetic: ["Sorry to ask, but I can't find it without the number you got from {first}."],
    },
    one_number: {
      formal: ['Kindly state one number only.'],
      conversational: ['Whoa, just the one number, please!'],
      direct: ['One number, please.'],
      apologetic: ['Sorry, I can only take one number, please.'],
    },
    missing: {
      formal: [
        'For the purpose of authentication I additionally require {fields}.',
        'The file cannot be opened without {fields}.',
      ],
      conversational: [
        "To get into the account I'd also have needed {fields}.",
        "What I don't have from you is {fields}.",
      ],
      direct: ['Missing: {fields}.', 'You did not give me {fields}.'],
      apologetic: [
        "I'm sorry, I can't verify the customer without also having {fields}.",
        "I'm afraid what's lacking is {fields}.",
      ],
    },
    mismatch: {
      formal: ['Our records do not agree with the following: {fields}.'],
      conversational: ["Here's something that isn't what I see on my screen: {fields}."],
      direct: ['Does not match: {fields}.'],
      apologetic: ["I'm sorry to say this doesn't match what we have: {fields}."],
    },
    hold: {
      formal: [
        'In accordance with our rules, the file is now under a security hold with this department.',
      ],
      conversational: [
        "I've had to put a security hold on it, so we can't go on with this one today.",
      ],
      direct: ['Security hold is on. No more attempts here today.'],
      apologetic: ['I hate to do this, but I had to set a security hold with us for today.'],
    },
    held: {
      formal: ['The security hold that was placed earlier remains in force; I cannot discuss it.'],
      conversational: ["There's still that security hold from before, so my hands are tied."],
      direct: ['Security hold from your earlier call. Nothing I can do.'],
      apologetic: ["I'm sorry, the security hold of your last call is still there."],
    },
    done: {
      formal: [
        'The matter has been attended to. Your reference number is {reference}.',
        'I confirm completion under the reference number {reference}.',
      ],
      conversational: [
        "All set! Here's your reference number: {reference}.",
        "That's taken care of. Jot down reference number {reference}.",
      ],
      direct: ['Done. Reference number: {reference}.', 'Finished. Reference number {reference}.'],
      apologetic: [
        "Thanks for bearing with me, it's done now. The reference number is {reference}.",
        'Sorry that took a moment. It went through under reference number {reference}.',
      ],
    },
    nothing_to_do: {
      formal: ['Upon review, there is nothing on this file for our department to act upon.'],
      conversational: ["I had a look and there's nothing here that we'd need to do."],
      direct: ['Nothing to do here on this file.'],
      apologetic: ["I'm sorry you had to call, there is nothing for us to do on this file."],
    },
    other_matter: {
      formal: ['The file shows another matter than this one, so I cannot act on your request.'],
      conversational: ["Hmm, the file is about a different matter, so I can't do that one."],
      direct: ['Different matter on file. Not doing that.'],
      apologetic: ["I'm sorry, what's on the file is a different matter, so I can't do this."],
    },
    already_done: {
      formal: ['Our records show this as completed already, reference number {reference}.'],
      conversational: ["We've been through that one already, it's reference number {reference}."],
      direct: ['Already done. See reference number {reference}.'],
      apologetic: ["Sorry, that was done before, it's still reference number {reference}."],
    },
    no_customer: {
      formal: ['No file of your customer exists at {company}. You may have the wrong company.'],
      conversational: ["I can't find that customer; sure you wanted {company}?"],
      direct: ['No such customer at {company}.'],
      apologetic: ["I'm terribly sorry, your customer isn't one of ours here at {company}."],
    },
  }
