import { lines } from '../lines.ts'
import type { SayingsByVoice } from './sayings.ts'

/** How a message begins, and what it asks for. A goal goes on behind "to". */
export const WISHES: SayingsByVoice<'hello' | 'company' | 'first_goal' | 'further_goal'> = {
  hello: {
    chatty: lines(`
      Hi there[, how are you today|]!
      Hello hello, [lovely|nice] to [meet|write to] you!
      Hey, [so |]glad I found you!
      Hi, I hope [you're having a better day than I am|your day is going well]!
      Hello there, [you sound like just the person I need|I've heard good things about you]!
      Hey there, hope I'm not [catching you at a bad time|interrupting anything]!
      Oh good, somebody [who can help|to talk to]!
      Hi, [thanks a million for doing this|you're a star for taking this on]!
      Well, hello [and a very good day|there]!
      Hiya, [here I am again with my bits and pieces|it's me with one of my little errands]!
    `),
    curt: lines(`
      Hi.
      Hello.
      Hey.
      Morning.
      Right, [to the point|here goes].
      One job for you.
      [Short|Quick] message.
      OK, here it is.
      Good day.
      Hello, [straight to it|no chit-chat].
    `),
    formal: lines(`
      Good [morning|afternoon|day].
      Dear [Sir or Madam|assistant], I trust this [message|note] finds you well.
      Good day, and thank you for [your services|taking my message].
      Allow me to [turn to you with|put before you] the following.
      I am writing to you [in a matter of some importance to me|about a matter that requires calls].
      With your permission, I come to you with [the following|a modest matter].
      To whom it may concern.
      Good [morning|afternoon], and thank you [in advance|for your time].
      I have been advised to [turn to you|contact you] about the following.
      I should like to trouble you for a little [assistance|help].
    `),
    elderly: lines(`
      Good [morning|afternoon], my dear.
      Hello, dear, I hope I am [doing this right|typing into the right box].
      Good day to you, young [man or lady|friend].
      My [granddaughter|grandson|neighbour] told me that you make calls for people.
      Hello, I am not so good with [these machines|computers], so bear with me.
      Good afternoon, it is [kind|good] of you to [do this for an old customer|lend me your ears].
      Hello, my hearing is not what it was, so [calls are hard for me|I leave the calling to you].
      Greetings, I do hope somebody [is there|finds this].
      Well now, good day, let me [put my glasses on|collect my thoughts].
      Hello there, in former times one simply went there in person.
    `),
    newcomer: lines(`
      Hello, [nice to meet you|how are you].
      Good [morning|afternoon|evening], and thank you for your time.
      Hello, I write [slowly|simply] because I am still learning.
      Hi, I am new in this country.
      Good day, calls are [difficult|hard] for me, so I write to you.
      Hello, thank you very much for your [help|time].
      Hi, I hope my message is [clear|easy to follow].
      Hello, people here speak very fast when I call.
      Good day, I prefer to write because [I can check my words|it gives me time].
      Hello, this is my first message to you.
    `),
  },
  company: {
    chatty: lines(`
      [So, this|This] is all about {company}, [believe it or not|you may know them].
      I've been with {company} for [ages|donkey's years], and mostly it's been fine.
      It's {company} again, [who else|of course]!
      You know {company}, [right|don't you]?
      Everybody I know is with {company}, [would you believe it|and so am I].
      So there's this company, {company}, [and I'm one of their customers|they have me on their \
        books].
      {company} is who [you'd be ringing|you'd be talking to], by the way!
      I'm one of the happy (well, mostly happy) customers of {company}.
      It's {company} I'm [on about|talking about], [just so you know|in case you wonder].
      Funny story, but to keep it simple: [it's about|this concerns] {company}.
    `),
    curt: lines(`
      It's about {company}.
      Company: {company}.
      I'm with {company}.
      All about {company}.
      Concerns {company}.
      {company} customer here.
      Regarding {company}.
      Call {company} for me.
      This one's for {company}.
      My provider is {company}.
    `),
    formal: lines(`
      I am a customer of {company}.
      The matter concerns {company}, [whose customer I am|with whom I have been for years].
      I have [been a customer of|held a contract with] {company} for [many|several] years.
      My [enquiry|message] relates to {company}.
      The company in question is {company}.
      I should be obliged if you would contact {company} [on my behalf|for me].
      It is {company} with whom I [am a customer|have dealings].
      This is in connection with {company}.
      I have the [honour|pleasure] of being a customer of {company}.
      As a [loyal|long-standing] customer of {company}, I turn to you.
    `),
    elderly: lines(`
      I have been with {company} [since before you were born|longer than I can remember].
      It is {company}, you know, [on the high street|with the big sign].
      My late [husband|sister] and I always [trusted|went with] {company}.
      [They|The people] at {company} greet me by name.
      This is about {company}, [if you please|if I have the name right].
      I have my things with {company}, as [one does|my mother did].
      {company} is the name, I have it [here on a letter|written down in front of me].
      For a good many years now I have been with {company}.
      It would be {company} that I [mean|am thinking of].
      You will know {company}, [everybody does|I am sure].
    `),
    newcomer: lines(`
      I am a customer of {company}, [since last year|since I live here].
      The company that I use is called {company}.
      The name of the company is {company}.
      It is about {company}.
      I have a contract with {company}.
      I chose {company} [when I came here|because a friend likes them].
      My problem is with {company}.
      The company that I mean is {company}.
      I have been with {company} for [some time|a long time].
      This message is about {company}.
    `),
  },
  first_goal: {
    chatty: lines(`
      So basically I [need|want] to {goal}.
      I'd [really |]love to {goal}!
      [Well|So], I was hoping you could help me to {goal}?
      What I'd really like is to {goal}.
      Could you be so kind and help me to {goal}?
      Long story short, I [need|have] to {goal}.
      I'm [trying|hoping] to {goal}.
      It's about time: I need to {goal}.
      Would you help me to {goal}, please?
      You see, I [really|just] [need|want] to {goal}.
    `),
    curt: lines(`
      I need to {goal}.
      I want to {goal}.
      Need to {goal}.
      Please help me to {goal}.
      I must {goal}.
      I have to {goal}.
      Want to {goal}.
      I need help to {goal}.
      Task: I need to {goal}.
      Simply put, I want to {goal}.
    `),
    formal: lines(`
      I would like to {goal}.
      I [wish|should like] to {goal}.
      I would be [most |]grateful if you could help me to {goal}.
      What I wish is to {goal}.
      Would you kindly help me to {goal}?
      I am writing because I [wish|need] to {goal}.
      I am hoping to {goal}.
      I would be thankful if you could help me to {goal}.
      I intend to {goal}.
      I would [very much |]appreciate your help to {goal}.
    `),
    elderly: lines(`
      I would [so |]like to {goal}, dear.
      What I want is to {goal}.
      Could you help me to {goal}, [please|dear]?
      I [really ought|do need] to {goal}.
      You see, I have to {goal}.
      I should very much like to {goal}.
      Would you be so kind to help me to {goal}?
      I was wondering if you could help me to {goal}?
      At my age things take longer: I must {goal}.
      It is like this: I need to {goal}.
    `),
    newcomer: lines(`
      I want to {goal}.
      I would like to {goal}, please.
      Can you help me to {goal}?
      Please help me to {goal}.
      My wish is to {goal}.
      I need your help to {goal}.
      Now I have to {goal}.
      Could you please help me to {goal}?
      What I need is to {goal}.
      I hope you can help me to {goal}.
    `),
  },
  further_goal: {
    chatty: lines(`
      Oh, and I also [want|need] to {goal}!
      And while you're at it, I need to {goal}.
      On top of that I have to {goal}.
      Oh, another thing: I'd love to {goal}.
      And then I [also |]need to {goal}.
      I also really want to {goal}.
      And it gets better: I also have to {goal}.
      Plus, I'd like to {goal}.
      Also, could you help me to {goal}?
      And, you guessed it, I also need to {goal}.
    `),
    curt: lines(`
      I also need to {goal}.
      Also, I want to {goal}.
      And I must {goal}.
      Besides: I need to {goal}.
      Then I have to {goal}.
      As well, I need to {goal}.
      I also want to {goal}.
      Also need to {goal}.
      And I have to {goal}.
      Further, I need to {goal}.
    `),
    formal: lines(`
      In addition, I would like to {goal}.
      Furthermore, I [wish|need] to {goal}.
      I would also like to {goal}.
      I should also like to {goal}.
      Moreover, I need to {goal}.
      I also wish to {goal}.
      Besides this, I would like to {goal}.
      A further request: I wish to {goal}.
      Would you also kindly help me to {goal}?
      I also need to {goal}, if I may.
    `),
    elderly: lines(`
      While you are at it, I must {goal}.
      And then I ought to {goal}.
      Oh dear, I also need to {goal}.
      And, dear, I also have to {goal}.
      There is another thing: I would like to {goal}.
      Then I also want to {goal}.
      And I should also like to {goal}.
      Let me see, I also need to {goal}.
      Could you also help me to {goal}?
      And I really must {goal}.
    `),
    newcomer: lines(`
      I also want to {goal}.
      I also need to {goal}.
      And I would like to {goal}.
      The other thing: I need to {goal}.
      Also, please help me to {goal}.
      Then I have to {goal}.
      And can you help me to {goal}?
      I have another wish: I want to {goal}.
      I also have to {goal}, please.
      And I need to {goal}.
    `),
  },
}
