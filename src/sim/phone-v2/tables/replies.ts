import { lines } from '../../phone/grammar/lines.ts'
import type { Voice } from '../../phone/people/voices.ts'

type ByVoice = Readonly<Record<Voice, readonly string[]>>

/** No to a service that a customer had asked for. */
export const DECLINE: ByVoice = {
  chatty: lines(`
    Oh, hang on, no, I've changed my mind, leave that one be!
    You know what, no, let's not do that after all!
  `),
  curt: lines(`
    No. Leave it.
    No, not any more.
  `),
  formal: lines(`
    On reflection, no: please do not proceed with it.
    I have reconsidered and would rather not have that done.
  `),
  elderly: lines(`
    No, dear, I have thought about it, and I would rather leave it as it is.
    Oh, do not trouble with that one, dear, I want it no longer.
  `),
  newcomer: lines(`
    No, please do not do it, I changed my mind.
    Please leave this one, I do not want it now.
  `),
}

/** {words} are right for {matter}, and not what the message said. */
export const CORRECTION: ByVoice = {
  chatty: lines(`
    Oh, and I got something wrong about {matter}: make it {words}!
    By the way, silly me, for {matter} it has to be {words}!
  `),
  curt: lines(`
    One correction for {matter}: {words}.
    My mistake about {matter}: make it {words}.
  `),
  formal: lines(`
    I must correct my message as to {matter}: it should be {words}.
    May I put one thing right about {matter}: it is to be {words}.
  `),
  elderly: lines(`
    And forgive an old head, dear, I wrote {matter} wrong: it must be {words}.
    One more thing, dear, I mixed something up about {matter}: please make it {words}.
  `),
  newcomer: lines(`
    Sorry, I wrote one thing wrong about {matter}: please make it {words}.
    I made a mistake about {matter}: the right one is {words}.
  `),
}
