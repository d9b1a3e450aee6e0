import { byStyle } from './by-speaker.ts'

/** Greetings and goodbyes. */
export const MANNERS = {
  greeting: byStyle(`
    formal:
      Hello, you have reached {our_desk} at {company}. This is {name}.
      {company}, {desk}. You are speaking [with|to] {name}.
      Thank you for calling {company}. My name is {name}. How may I help you?
      Thank you for calling {our_desk} at {company}. {name} speaking.
      This is {name} at {company}. How may I help you?
      {name} speaking, {desk}. How may I assist you?
    conversational:
      Hi[ there|], this is {name} at {our_desk}. How can I help?
      {desk}, {name} here. How can I help you?
      Hello, this is {name}! What can I do for you?
      Hi, {name} from {our_desk} here. What can I do for you today?
      Thanks for calling {company}, this is {name}. How can I help you today?
      You've reached {our_desk}, this is {name}. Go ahead!
    direct:
      {desk}, {name}.
      {name}, {desk}. Go ahead.
      {company}. {name} speaking.
      {desk} here. {name}.
      {name} at {company}. How can I help?
      {desk}. This is {name}.
    apologetic:
      Sorry to keep you waiting! This is {name} at {company}, {desk}.
      Thank you for holding, and sorry about the wait. This is {name} at {our_desk}.
      Hello, this is {name}. I'm sorry it took so long to pick up.
      Sorry about the wait, this is {name} at {company}.
      Hello! Sorry, I was on the other line. This is {name}.
      Thanks for waiting, it's been a busy day. My name is {name}.
  `),
  greeting_after_machine: byStyle(`
    formal:
      You have reached the automated line of {our_desk}. Please hold for {name}.
      This is the automated line of {our_desk}. {name} will be right with you.
      Welcome to the automated line of {company}. You are now speaking with {name}.
      Thank you for using the automated line of {company}. {name} of {our_desk} speaking.
    conversational:
      Thanks for calling our automated line! {name} from {our_desk} here.
      The system just put you through to me. This is {name}.
      Hi, {name} here. You've come through on our automated line.
      Hello, this is {name}. I've got your call from the automated line.
    direct:
      Automated line, {desk}. {name} here.
      {name} here. You came in on the automated line.
      {desk}, automated line. This is {name}.
      Automated line of {company}. {name} speaking.
    apologetic:
      Sorry about the phone menu! This is {name}.
      I know the phone menu is a bit much, sorry. You're talking to {name} now.
      Sorry about the recording. You've got {name} from {our_desk} now.
      Thank you for your patience with our automated line. I'm {name}.
  `),
  goodbye: byStyle(`
    formal:
      Thank you for your call. Goodbye.
      Thank you, and have a pleasant day.
      Thank you for calling {company}.
      We appreciate your call. Goodbye.
      Thank you, and have a good day.
    conversational:
      Okay, take care!
      Thanks for calling, bye now!
      Have a good one!
      Bye now, enjoy the rest of your day!
      Thanks, have a nice day!
    direct:
      Bye.
      Have a good day.
      All right. Goodbye.
      Thanks, bye.
      Thank you. Goodbye.
    apologetic:
      Thank you for your patience, and goodbye.
      Thank you for being so understanding. Bye now.
      I hope the rest of your day goes well, bye.
      Thanks for your patience today. Goodbye now.
      Goodbye, and thanks again for calling.
  `),
}
