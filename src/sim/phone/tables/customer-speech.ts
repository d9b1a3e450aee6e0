/** Sentences of a customer's opening message. Slots: {company}, {goal}, {field}, {value}. */
export const GREETINGS: readonly string[] = [
  'Hello!',
  'Hi there!',
  'Good morning!',
  'Good afternoon!',
  'Hello, thanks for taking this on.',
  'Hi, I hope you can make a few calls for me.',
]

export const COMPANY_SENTENCES: readonly string[] = [
  'I am a customer of {company}.',
  'This is about {company}.',
  'It concerns {company}.',
  'My trouble is with {company}.',
  'I have been with {company} for years.',
]

export const FIRST_GOALS: readonly string[] = [
  'I need to {goal}.',
  'I would like to {goal}.',
  'Could you help me to {goal}?',
  'What I want is to {goal}.',
  'Please help me to {goal}.',
]

export const FURTHER_GOALS: readonly string[] = [
  'I also want to {goal}.',
  'On top of that I have to {goal}.',
  'While you are at it, I must {goal}.',
  'And then I ought to {goal}.',
]

export const HURRIES: readonly string[] = [
  'I am in a great hurry, so keep it short.',
  'I have hardly any time for questions.',
  'Please do not bother me with long forms.',
  'I only have a minute.',
]

export const MENTIONS: readonly string[] = [
  'I should say that I cannot find {field}.',
  'Just so you know, I do not have {field} with me.',
  'One thing I cannot give you is {field}.',
  'Sadly {field} is something I no longer have.',
]

export const TELLS: readonly string[] = [
  'In case you need {field}, it is {value}.',
  'You can write down {field} right away: {value}.',
  'As for {field}, that is {value}.',
]

export const THANKS: readonly string[] = [
  'Thank you!',
  'Thanks a lot!',
  'Many thanks in advance!',
  'Let me know how it goes!',
]
