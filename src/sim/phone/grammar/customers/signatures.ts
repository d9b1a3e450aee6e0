import { lines } from '../lines.ts'
import type { SayingsByVoice } from './sayings.ts'

/** The last line of a message, with the customer's name. */
export const SIGNATURES: SayingsByVoice<'signature'> = {
  signature: {
    chatty: lines(`
      [Hugs|Love|Cheers], {name}
      [Bye for now|Talk soon], {name}
      Yours in a good mood, {name}
      xx, {name}
      {name}, over and out
      [Have a great day|All the best], {name}
      Sunny greetings, {name}
      Your [favourite customer|biggest fan], {name}
      {name} (that's me)
      Until soon, {name}
    `),
    curt: lines(`
      {name}
      - {name}
      Signed, {name}
      From {name}
      Best, {name}
      Regards, {name}
      {name} here
      Rgds, {name}
      This was {name}
      Yours, {name}
    `),
    formal: lines(`
      [Kind|Best|Warm] regards, {name}
      Yours [sincerely|faithfully|truly], {name}
      With [kind|best] regards, {name}
      Respectfully, {name}
      Very truly yours, {name}
      Most sincerely, {name}
      With compliments, {name}
      I remain yours, {name}
      Sincerely, {name}
      I remain at your service, {name}
    `),
    elderly: lines(`
      [Warmly|Affectionately], {name}
      With every good wish, {name}
      Yours ever, {name}
      Old {name}
      God bless, {name}
      From an old hand, {name}
      Take care of yourself, {name}
      With love, {name}
      [Faithfully|Gratefully] yours, {name}
      Look after yourself, {name}
    `),
    newcomer: lines(`
      [Best|Good|Friendly] wishes, {name}
      Greetings from {name}
      My name is {name}
      Your customer {name}
      With thanks, {name}
      Have a nice day, {name}
      Goodbye from {name}
      With respect, {name}
      Kindly, {name}
      Best greetings, {name}
    `),
  },
}
