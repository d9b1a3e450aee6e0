import type { ByStyle } from '../tables/sayings.ts'
import { lines } from './lines.ts'

/** What carries no news: how a call begins and ends. */
export const MANNERS: Readonly<Record<'greeting' | 'greeting_after_machine' | 'goodbye', ByStyle>> =
  {
    greeting: {
      formal: lines(`
      Good [morning|day], {desk} at {company}, {name} speaking.
      {company}, {desk}. You are speaking [with|to] {name}.
      Thank you for calling {our_desk}. My name is {name}.
      [Welcome to|You have reached] {company}. {name} of {our_desk} speaking.
      This is {name} at {company}. How may I help you?
      {name} speaking, {desk}. How may I assist you?
    `),
      conversational: lines(`
      Hi[ there|], this is {name} at {our_desk}!
      {desk}, {name} here, how are you doing?
      Hello, this is {name}! What's up?
      Hey, {name} from {our_desk} here. What can I do for you?
      Thanks for calling {company}, I'm {name}.
      You've reached {our_desk}, I'm {name}. Go ahead!
    `),
      direct: lines(`
      {desk}, {name}.
      {name}, {desk}. Go ahead.
      {company}. {name} speaking.
      {desk} here. {name}.
      {name} at {company}. What is it?
      {desk}. I'm {name}.
    `),
      apologetic: lines(`
      Sorry to keep you waiting! {name} at {our_desk}.
      Thank you for holding, and sorry about the music. I'm {name} from {our_desk}.
      Hello, {name} here, I'm sorry it took so long.
      Sorry about the wait, this is {name} at {company}.
      Oh, hello! Sorry, I was just on the other line. I'm {name}.
      Thanks for waiting, it's been a busy day for {our_desk}. My name is {name}.
    `),
    },
    greeting_after_machine: {
      formal: lines(`
      You have reached the automated line of {our_desk}. Your entries are being passed to {name}.
      This is the automated line of {our_desk}. {name} will confirm your entries.
      Welcome to the automated service of {company}. The call is now with {name}.
      Your entries have been recorded. {name} of {our_desk} is checking them.
    `),
      conversational: lines(`
      Thanks for keying that in! {name} at {our_desk}, I've got it on my screen.
      The machine's handed you over to me. I'm {name}.
      Hi, {name} here. I can see what you typed in on our automated line.
      Hello, this is {name}. I have what you entered right in front of me.
    `),
      direct: lines(`
      Automated line of {our_desk}. Entries taken. {name} here.
      {name}. I have your entries.
      Entries received by {our_desk}. This is {name}.
      The system has your entries. {name} speaking.
    `),
      apologetic: lines(`
      Sorry about all the key presses! This is {name}, I can see them here.
      I know the machine is a bit much, sorry. You're with {name} now.
      Sorry about the recorded voice, {name} of {our_desk} is with you now.
      Thank you for typing all that in, and sorry it took so long. I'm {name}.
    `),
    },
    goodbye: {
      formal: lines(`
      Thank you for your call. Goodbye.
      I wish you a pleasant day.
      {company} thanks you for calling.
      We appreciate your call. Goodbye from {our_desk}.
      Thank you, and my regards to your customer.
    `),
      conversational: lines(`
      Okay, take care, bye!
      Thanks for calling, bye now!
      Have a good one!
      Bye, and enjoy the rest of your day!
      That's it from {our_desk}, have a nice day!
    `),
      direct: lines(`
      Bye.
      Goodbye from {our_desk}.
      That's all. Goodbye.
      Thanks, bye.
      That's everything. Goodbye.
    `),
      apologetic: lines(`
      Sorry again for the wait, and goodbye.
      Thank you for being so understanding. Bye now.
      I hope the rest of your day goes well, bye.
      Sorry I couldn't be quicker. Goodbye now.
      Goodbye, and all the best to your customer.
    `),
    },
  }
