import { lines } from '../lines.ts'
import type { SayingsByAct } from './sayings.ts'

/** What carries no news: how a call begins and ends. */
export const MANNERS: SayingsByAct<'greeting' | 'greeting_after_machine' | 'goodbye'> = {
  greeting: {
    formal: lines(`
      Good [morning|day], {desk} at {company}, {name} speaking.
      {company}, {desk}. You are speaking [with|to] {name}.
      Thank you for calling {our_desk}. My name is {name}.
      [Welcome to|You have reached] {company}. {name} of {our_desk} at your service.
      This is {name} at {company}. How may I be of assistance?
      {name} speaking, {desk}. May I take your request?
      You are through to {our_desk}; my name is {name}.
      Good day to you. {name} of {our_desk} on the line.
    `),
    conversational: lines(`
      Hi[ there|], you're through to {name} at {our_desk}!
      {desk}, {name} here, how are you doing?
      Hello[ hello|], this is {name}! What's up?
      Hey, {name} from {our_desk} here. What can I do for you?
      Thanks for [ringing|calling] {company}, I'm {name}.
      {company}, you've got {name} on the line!
      {name} at {our_desk}, [hello|hi]! What's on your mind?
      You've reached {desk}, I'm {name}. [Fire away|Go ahead]!
    `),
    direct: lines(`
      {desk}, {name}.
      {name}, {desk}. Go on.
      {company}. {name} speaking.
      {desk} here. {name}.
      {name} at {company}. What is it?
      Yes, {desk}? This is {name}.
      {name}. You're speaking to {our_desk}.
      {desk}. [I'm|It's] {name}.
    `),
    apologetic: lines(`
      Sorry to keep you waiting! {name} at {our_desk}.
      Thank you for holding, and sorry about the music. I'm {name} from {our_desk}.
      Hello, {name} here, I'm sorry it took so long.
      Apologies for the queue, this is {name} at {company}.
      {desk}, {name} speaking, sorry you had to wait.
      Oh, hello! Sorry, I was just [finishing a call|on the other line]. I'm {name}.
      Forgive the wait, [you're speaking|you're talking] to {name} at {our_desk}.
      Thanks for waiting, that was a busy [hour|half hour] for {our_desk}. My name is {name}.
    `),
  },
  greeting_after_machine: {
    formal: lines(`
      You have reached the automated line of {our_desk}. Your entries are being passed to {name}.
      This is the automated line of {our_desk}. {name} will confirm your entries.
      Welcome to the automated service of {company}. The call is now with {name}.
      Your entries were recorded by our system. {name} of {our_desk} is checking them.
      Please wait while your entries are read. Thank you. You are now connected to {name}.
      The automated line of {company} has taken your entries. {name} answers.
    `),
    conversational: lines(`
      Thanks for keying that in! {name} at {our_desk}, I've got it on my screen.
      Right, the machine's handed you over to me. I'm {name}.
      That's the robot done with you! You've got {name} now.
      Hi, {name} here. I can see what you typed in on our automated line.
      The system's put you through to {name} at {our_desk}, hello!
      Hello, this is {name}. I have what you entered right in front of me.
    `),
    direct: lines(`
      Automated line of {our_desk}. Entries taken. {name} here.
      {name}. I have your entries.
      Entries received by {our_desk}. This is {name}.
      {desk}, {name}. I see what was keyed in.
      System has your entries. {name} speaking.
      Automated line, {company}. Passing you to {name}.
    `),
    apologetic: lines(`
      Sorry about all the key presses! This is {name}, I can see them here.
      I know the machine is a bit much, sorry. You're with {name} now.
      Apologies for the recorded voice, {name} of {our_desk} is with you now.
      Sorry, our automated line does go on a bit. {name} speaking.
      Thank you for typing all that in, and sorry it took so long. I'm {name}.
      Forgive the beeping, that was our automated line. {name} at {our_desk}.
    `),
  },
  goodbye: {
    formal: lines(`
      Thank you for your call. Goodbye.
      I wish you a pleasant day.
      {company} thanks you for calling.
      With that I bid you good day.
      We appreciate your call. Goodbye from {our_desk}.
      It has been a pleasure[ to speak with you|].
      I thank you and [wish you well|remain at your service].
      Good day to you and to your customer.
    `),
    conversational: lines(`
      Okay, take care, bye!
      [Cheers|Thanks for calling], bye now!
      Have a good one!
      Right then, mind how you go!
      Say hi to your customer from [me|us]!
      [Bye bye|Bye], and enjoy the rest of your day!
      Talk to you some other time, then!
      That's it from {our_desk}, have a nice day!
    `),
    direct: lines(`
      Bye.
      Goodbye from {our_desk}.
      That's all. Goodbye.
      Good day.
      Thanks, bye.
      Right. Bye now.
      So much for that. Bye.
      That will be all, thank you.
    `),
    apologetic: lines(`
      Sorry again for the wait, and goodbye.
      Thank you for being so understanding. Bye now.
      I hope the rest of your day goes well, bye.
      Thanks ever so much for calling {company}, and take care.
      Sorry I couldn't be quicker. Goodbye now.
      Thank you, and my apologies for the background noise. Bye.
      Thanks for putting up with me, have a lovely day.
      Goodbye, and all the best to your customer.
    `),
  },
}
