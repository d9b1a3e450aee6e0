import { byVoice } from './by-speaker.ts'

/** The beginning, the requests and the end of a message. A goal continues "to". */
export const MESSAGES = {
  hello: byVoice(`
    chatty:
      Hi there[, how are you|]!
      Hey, so glad I found you!
      Hi, I hope your day is going [well|better than mine]!
      Hey there, I've got something for you!
      Oh good, somebody who can help!
      Hi, thanks [a million|so much] for doing this!
      Hi, I could use some help!
    curt:
      Hi.
      Hello.
      Hey.
      Hi there.
      Okay, here goes.
      Hello, just a quick one.
    formal:
      Hello, and thank you for your time.
      Hello, and thank you for [your help|taking my message].
      Hello.
      Hello, and thank you [in advance|for reading this].
      I was told that you could help me.
      I would like to ask for your help with the following.
    elderly:
      Hello, my dear.
      Hello, dear, I hope I am [doing this right|typing in the right box].
      My [granddaughter|grandson|neighbor] told me that you make calls for people.
      Hello, I am not so good with [these machines|computers], so please be patient.
      Hello, it is [kind|good] of you to do this for me.
      Hello, my hearing is not what it was, so I leave the calling to you.
      Hello, let me just [put my glasses on|collect my thoughts].
    newcomer:
      Hello, nice to meet you.
      Hello, and thank you for your help.
      Hello, I write [slowly|simply] because I am still learning English.
      Hi, I am new in this country.
      Hello, phone calls are [difficult|hard] for me, so I am writing to you.
      Hi, I hope my message is [clear|easy to understand].
      Hello, people here speak very fast when I call.
  `),
  company: byVoice(`
    chatty:
      So, this is all about {company}.
      I've been with {company} [for ages|forever], and mostly it's been fine.
      It's {company}, I've been with them for years!
      You know {company}, [right|don't you]? That's who this is about.
      So there's {company}, and I'm one of their customers.
      You'd be calling {company} for me!
      This is about {company}, just so you know.
    curt:
      It's about {company}.
      Company: {company}.
      I'm with {company}.
      {company} customer here.
      Call {company} for me.
      This one's for {company}.
    formal:
      I am a customer of {company}.
      This concerns {company}, where I have been a customer for years.
      My message is about {company}.
      The company in question is {company}.
      I would appreciate it if you called {company} [on my behalf|for me].
      I am writing about {company}.
    elderly:
      I have been with {company} longer than I can remember.
      My sister and I have always gone with {company}.
      The people at {company} know me well.
      This is about {company}, if I remember it right.
      It is about {company}, dear.
      For a good many years now I have been with {company}.
    newcomer:
      I have been a customer of {company} since last year.
      The company is called {company}.
      It is about {company}.
      I use {company}.
      I chose {company} because a friend likes them.
      I need help with {company}.
      I have been with {company} for a while.
  `),
  first_goal: byVoice(`
    chatty:
      So basically I [need|want] to {goal}.
      I'd like to {goal}, if that's okay.
      The thing is, I [need|want] to {goal}.
      Long story short, I [need|want] to {goal}.
      I'm trying to {goal}.
      You see, I [really|just] need to {goal}.
    curt:
      I need to {goal}.
      I want to {goal}.
      Need to {goal}.
      I'd like to {goal}.
      Want to {goal}.
    formal:
      I would like to {goal}.
      I [wish|need] to {goal}.
      What I need is to {goal}.
      The reason is that I need to {goal}.
      I would appreciate your help, since I need to {goal}.
    elderly:
      I would [so |]like to {goal}, dear.
      What I want is to {goal}.
      You see, I need to {goal}.
      I would very much like to {goal}.
      It is like this: I need to {goal}.
    newcomer:
      I want to {goal}.
      I would like to {goal}, please.
      Please help me, I want to {goal}.
      What I need is to {goal}.
      I need your help, I want to {goal}.
  `),
  further_goal: byVoice(`
    chatty:
      Oh, and I also [want|need] to {goal}!
      And while you're at it, I need to {goal}.
      On top of that, I want to {goal}.
      Oh, another thing: I'd like to {goal}.
      And then I also need to {goal}.
      Plus, I'd like to {goal}.
    curt:
      I also need to {goal}.
      Also, I want to {goal}.
      And I'd like to {goal}.
      Next, I need to {goal}.
      Also need to {goal}.
    formal:
      In addition, I would like to {goal}.
      I also [wish|want] to {goal}.
      I would also like to {goal}.
      I also need to {goal}.
      One more request: I would like to {goal}.
    elderly:
      While you are at it, I need to {goal}.
      Oh dear, I also need to {goal}.
      And, dear, I would also like to {goal}.
      There is another thing: I would like to {goal}.
      Let me see, I also need to {goal}.
    newcomer:
      I also want to {goal}.
      I also need to {goal}.
      And I would like to {goal}.
      One more thing: I need to {goal}.
      I would also like to {goal}, please.
  `),
  signature: byVoice(`
    chatty:
      [Thanks|Many thanks|Thanks a bunch], {name}
      [Bye for now|Talk soon], {name}
      Thanks again, {name}
      [Have a great day|All the best], {name}
      Take care, {name}
    curt:
      {name}
      - {name}
      Best, {name}
      Regards, {name}
      {name} here
    formal:
      [Kind|Best|Warm] regards, {name}
      Sincerely, {name}
      Yours [sincerely|truly], {name}
      Respectfully, {name}
    elderly:
      [Warmly|Affectionately], {name}
      With every good wish, {name}
      God bless, {name}
      Take care of yourself, {name}
      Gratefully yours, {name}
    newcomer:
      [Best|Good] wishes, {name}
      Greetings from {name}
      Thank you, {name}
      With thanks, {name}
      Have a nice day, {name}
  `),
}
