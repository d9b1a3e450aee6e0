/** Usual forms of an answer, with the pattern in prompts that asks for each. */
const FORMS = {
  boxed: { hint: /\\boxed\{/, write: (text: string) => `\\boxed{${text}}` },
  choice: { hint: /answer is \([A-Z]\)/i, write: (text: string) => `The answer is (${text}).` },
  labelled: { hint: /"Answer:"|^Answer:/m, write: (text: string) => `Answer: ${text}` },
  code: { hint: /```/, write: (text: string) => `\`\`\`\n${text}\n\`\`\`` },
  bare: { hint: /(?:)/, write: (text: string) => text },
} as const
export type Form = keyof typeof FORMS

export const FORM_NAMES = Object.keys(FORMS) as readonly Form[]

/** The form that a prompt probably wants. */
export const wantedForm = (prompt: string): Form =>
  FORM_NAMES.find((form) => FORMS[form].hint.test(prompt)) ?? 'bare'

/** A text in one of the forms. */
export const inForm = (form: Form, text: string): string => FORMS[form].write(text)

/** A text in the form that the prompt wants. */
export const inWantedForm = (prompt: string, text: string): string =>
  inForm(wantedForm(prompt), text)
