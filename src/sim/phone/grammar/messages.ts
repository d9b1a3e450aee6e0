import type { ByVoice } from './by-voice.ts'
import { lines } from './lines.ts'

/** How a message begins and ends, and what it asks for. A goal continues "to". */
export const MESSAGES: Readonly<
  Record<'hello' | 'company' | 'first_goal' | 'further_goal' | 'signature', ByVoice>
> = {
  hello: {
    chatty: lines(`
      Hi there[, how are you today|]!
      Hey, so glad I found you!
      Hi, I hope your day is going [well|better than mine]!
      Hey there, hope I'm not interrupting anything!
      Oh good, somebody who can help!
      Hi, thanks [a million|so much] for doing this!
      Hi, it's me with one of my little errands!
    `),
    curt: lines(`
      Hi.
      Hello.
      Hey.
      Quick message.
      OK, here it is.
      Hello, this is short.
    `),
    formal: lines(`
      Good [morning|afternoon].
      Hello, and thank you for [your help|taking my message].
      To whom it may concern.
      Good [morning|afternoon], and thank you [in advance|for reading this].
      I was told that you could help me with the following.
      I would like to ask for your help with the following.
    `),
    elderly: lines(`
      Good [morning|afternoon], my dear.
      Hello, dear, I hope I am [doing this right|typing in the right box].
      My [granddaughter|grandson|neighbor] told me that you make calls for people.
      Hello, I am not so good with [these machines|computers], so please be patient.
      Good afternoon, it is [kind|good] of you to do this for me.
      Hello, my hearing is not what it was, so I leave the calling to you.
      Well now, good day, let me [put my glasses on|collect my thoughts].
    `),
    newcomer: lines(`
      Hello, nice to meet you.
      Good [morning|afternoon], and thank you for your help.
      Hello, I write [slowly|simply] because I am still learning English.
      Hi, I am new in this country.
      Hello, phone calls are [difficult|hard] for me, so I am writing to you.
      Hi, I hope my message is [clear|easy to understand].
      Hello, people here speak very fast when I call.
    `),
  },
  company: {
    chatty: lines(`
      So, this is all about {company}, you may know them.
      I've been with {company} for [ages|forever], and mostly it's been fine.
      It's {company} again, [who else|of course]!
      You know {company}, [right|don't you]?
      So there's this company, {company}, and I'm one of their customers.
      {company} is who you'd be calling, by the way!
      It's {company} I'm talking about, just so you know.
    `),
    curt: lines(`
      It's about {company}.
      Company: {company}.
      I'm with {company}.
      {company} customer here.
      Call {company} for me.
      This one's for {company}.
    `),
    formal: lines(`
      I am a customer of {company}.
      This concerns {company}, where I have been a customer for years.
      My message is about {company}.
      The company in question is {company}.
      I would appreciate it if you called {company} [on my behalf|for me].
      I am writing about {company}.
    `),
    elderly: lines(`
      I have been with {company} longer than I can remember.
      My [husband|sister] and I always trusted {company}.
      The people at {company} know me well.
      This is about {company}, if I remember it right.
      It is {company}, I have it written down in front of me.
      For a good many years now I have been with {company}.
    `),
    newcomer: lines(`
      I have been a customer of {company} since last year.
      The company is called {company}.
      It is about {company}.
      I use {company}.
      I chose {company} because a friend likes them.
      The company that I mean is {company}.
      I have been with {company} for a while.
    `),
  },
  first_goal: {
    chatty: lines(`
      So basically I [need|want] to {goal}.
      I'd [really |]love to {goal}!
      What I'd really like is to {goal}.
      Long story short, I [need|have] to {goal}.
      I'm [trying|hoping] to {goal}.
      You see, I [really|just] need to {goal}.
    `),
    curt: lines(`
      I need to {goal}.
      I want to {goal}.
      Need to {goal}.
      I have to {goal}.
      Want to {goal}.
    `),
    formal: lines(`
      I would like to {goal}.
      I [wish|need] to {goal}.
      I am writing because I [want|need] to {goal}.
      I am hoping to {goal}.
      I am asking for your help because I need to {goal}.
    `),
    elderly: lines(`
      I would [so |]like to {goal}, dear.
      What I want is to {goal}.
      You see, I have to {goal}.
      I would very much like to {goal}.
      It is like this: I need to {goal}.
    `),
    newcomer: lines(`
      I want to {goal}.
      I would like to {goal}, please.
      My wish is to {goal}.
      What I need is to {goal}.
      I have to {goal}, and I need your help.
    `),
  },
  further_goal: {
    chatty: lines(`
      Oh, and I also [want|need] to {goal}!
      And while you're at it, I need to {goal}.
      On top of that, I have to {goal}.
      Oh, another thing: I'd love to {goal}.
      And then I also need to {goal}.
      Plus, I'd like to {goal}.
    `),
    curt: lines(`
      I also need to {goal}.
      Also, I want to {goal}.
      And I have to {goal}.
      Next, I need to {goal}.
      Also need to {goal}.
    `),
    formal: lines(`
      In addition, I would like to {goal}.
      Furthermore, I [wish|need] to {goal}.
      I would also like to {goal}.
      I also need to {goal}.
      One more request: I would like to {goal}.
    `),
    elderly: lines(`
      While you are at it, I need to {goal}.
      Oh dear, I also need to {goal}.
      And, dear, I also have to {goal}.
      There is another thing: I would like to {goal}.
      Let me see, I also need to {goal}.
    `),
    newcomer: lines(`
      I also want to {goal}.
      I also need to {goal}.
      And I would like to {goal}.
      One more thing: I need to {goal}.
      I also have to {goal}, please.
    `),
  },
  signature: {
    chatty: lines(`
      [Hugs|Love|Thanks], {name}
      [Bye for now|Talk soon], {name}
      {name}, over and out
      [Have a great day|All the best], {name}
      Your [favorite customer|biggest fan], {name}
    `),
    curt: lines(`
      {name}
      - {name}
      Best, {name}
      Regards, {name}
      {name} here
    `),
    formal: lines(`
      [Kind|Best|Warm] regards, {name}
      Sincerely, {name}
      Yours [sincerely|truly], {name}
      Respectfully, {name}
    `),
    elderly: lines(`
      [Warmly|Affectionately], {name}
      With every good wish, {name}
      God bless, {name}
      Take care of yourself, {name}
      Gratefully yours, {name}
    `),
    newcomer: lines(`
      [Best|Good] wishes, {name}
      Greetings from {name}
      My name is {name}
      With thanks, {name}
      Have a nice day, {name}
    `),
  },
}
