/** Why each part of a reward is given or taken, by environment. The maximum score is 1. */
const PHONE = {
  progress: 'Up to 0.6, shared by the required calls that got their work done.',
  completion: '0.4 if everything was done as the customer wanted, and nothing else.',
  rejected_calls: '0.05 is taken for each call that got nothing done.',
  over_asked: '0.02 is taken for each detail that no department needed.',
  over_told: '0.01 is taken for each detail that a department was told without need.',
  refused_form: '0.1 is taken if a form was sent too late or twice.',
  malformed_calls: '0.02 is taken for each tool call that could not be read.',
  waiting: '0.001 is taken for each six minutes that a call was put off without need.',
  rules: '0.06 is taken for each soft rule of the page that was broken.',
  misuse: 'Taken for work that nobody wanted, for repairs, and for made-up details.',
  breach: 'A broken hard rule takes everything that was earned.',
  floor: 'Given back, so that the total stays at 0 or more, or at 0.6 after success.',
  ladder: 'The last stage reached: search, form, first call answered, a call done, all done.',
}

const SENTENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'phone-call-v2': PHONE,
  'math-feedback-v1': {
    answer: '1 if the final answer is right, −1 if it is not.',
    unaided: '0.1 if the very first message is the right answer.',
    repeated: '0.05 is taken for each draft that was sent before, at most 0.2.',
    seed: 'Grows with each request for feedback.',
  },
  'q-code-v1': {
    tests: 'The share of hidden tests that pass, at its weight.',
    perfect: 'Given only if all hidden tests pass.',
  },
  'mock-v1': {
    opened: '1 if the box was opened.',
    wrong_codes: 'Taken for each wrong code.',
  },
}

/** A sentence for a part; undefined for environments that this console does not know. */
export function explainPart(environment: string, part: string): string | undefined {
  const sentences = Object.hasOwn(SENTENCES, environment) ? SENTENCES[environment] : undefined
  return sentences !== undefined && Object.hasOwn(sentences, part) ? sentences[part] : undefined
}
