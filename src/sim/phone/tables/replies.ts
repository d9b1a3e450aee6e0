import { byVoice } from '../grammar/by-speaker.ts'

/** The customer no longer wants a service. */
export const DECLINE = byVoice(`
  chatty:
    Oh, wait, no, I've changed my mind, leave that one alone!
    You know what, no, let's not do that after all!
  curt:
    No. Leave it.
    No, not anymore.
  formal:
    On reflection, no, please do not proceed with it.
    I have reconsidered and would rather not have that done.
  elderly:
    No, dear, I have thought about it, and I would rather leave it as it is.
    Oh, do not bother with that one, dear, I no longer want it.
  newcomer:
    No, please do not do it, I changed my mind.
    Please leave this one, I do not want it now.
`)

/** A correction of the message: {what} of {matter} should be {words}. */
export const CORRECTION = byVoice(`
  chatty:
    Oh, and I got something wrong about {matter}: {what} has to be {words}!
    By the way, silly me, one thing about {matter} was wrong: {what} has to be {words}!
  curt:
    One correction for {matter}: {what} is {words}.
    I got {matter} wrong: {what} is {words}.
  formal:
    I have to correct what I wrote about {matter}: {what} should be {words}.
    There is one mistake in what I wrote about {matter}: {what} should be {words}.
  elderly:
    And forgive me, dear, I got something wrong about {matter}: {what} should be {words}.
    One more thing, dear, I mixed something up about {matter}: {what} should be {words}.
  newcomer:
    Sorry, I got one thing wrong about {matter}: {what} must be {words}.
    I made a mistake about {matter}: {what} must be {words}.
`)

/**
 * The customer accepts a side effect. The sentences do not reveal whether the service is wanted.
 */
export const SIDE_EFFECT_FINE = byVoice(`
  chatty:
    Oh, that side effect doesn't bother me one bit!
    That side effect is no big deal, I can live with it!
  curt:
    That side effect is fine.
    The side effect is no problem.
  formal:
    I have no objection to the side effect.
    The side effect they described is acceptable to me.
  elderly:
    Oh, that side effect does not trouble me, dear.
    I can live with what comes with it, dear.
  newcomer:
    This side effect is no problem for me.
    I understand what comes with it, and it is okay for me.
`)

/**
 * The customer refuses a side effect. The sentences do not reveal whether the service is wanted.
 */
export const SIDE_EFFECT_REFUSED = byVoice(`
  chatty:
    Oh no, that side effect won't work for me at all!
    Whoa, no, not if that comes with it!
  curt:
    No. Not with that side effect.
    No. That side effect does not work for me.
  formal:
    I cannot accept that side effect.
    The side effect they described conflicts with what I wrote, so no.
  elderly:
    Oh no, dear, that side effect will not work for me.
    Not if that comes with it, dear. I wrote to you about it.
  newcomer:
    No, this side effect is a problem for me.
    No, please, I do not want what comes with it.
`)

/** The customer has nothing to decide. */
export const NOTHING_TO_ADD = byVoice(`
  chatty:
    Oh, it's all in my message, I've got nothing to add!
    Hm, I put everything I want in my message!
  curt:
    It's all in my message.
    Nothing to add to what I wrote.
  formal:
    I have nothing to add to my message.
    What I want is set out in my message.
  elderly:
    I wrote it all down for you, dear, and there is nothing more to say.
    It is all in my message, dear.
  newcomer:
    I wrote everything I want in my message.
    Please look at my message, everything I want is there.
`)

/** The customer refuses a new contract because it voids another wish. */
export const LINK_REFUSED = byVoice(`
  chatty:
    Oh no, not if I lose the other thing over it! That one matters more to me!
    No, no new contract then, the other thing is more important to me!
  curt:
    No. The other one matters more.
    No new contract. I said what matters more.
  formal:
    No, in that case I prefer what I said matters more to me.
    I must decline the new contract, since the other matter is more important to me.
  elderly:
    No, dear, then I would rather have the other thing, as I wrote.
    Oh no, no new contract for me then, dear.
  newcomer:
    No, I do not want the new contract, the other thing is more important.
    No, please, I wrote what is more important for me.
`)

/**
 * The customer accepts a new contract only if it does not affect {noun}; they do not know whether
 * it does.
 */
export const LINK_DEPENDS = byVoice(`
  chatty:
    Sure, as long as it doesn't mess with {noun}! I have no idea if it does!
    Fine by me, but not if it gets in the way of {noun}!
  curt:
    Only if it doesn't affect {noun}.
    Yes, unless it affects {noun}.
  formal:
    I have no objection, provided that it does not affect {noun}.
    That is acceptable as long as it does not interfere with {noun}.
  elderly:
    That is all right, dear, if it does no harm to {noun}.
    I don't mind, dear, so long as {noun} is safe.
  newcomer:
    Yes, but only if it is no problem for {noun}.
    It is okay if {noun} is still possible.
`)
