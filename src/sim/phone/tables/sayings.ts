import { byStyle } from '../grammar/by-speaker.ts'

/** No clearance is required from this department. */
export const NOTHING_TO_CLEAR = byStyle(`
  formal:
    No clearance from our department is required for this customer.
    No other department needs clearance from us for this customer.
    There is nothing for our department to clear.
  conversational:
    Nobody's waiting for us to clear anything, so you can skip us.
    As far as I can see, we don't have to clear anything for this customer.
    No need to go through us, there's nothing for us to clear.
  direct:
    No clearance needed from us.
    There's nothing for us to clear.
    No clearance needed from this department.
  apologetic:
    Sorry you had to call, there's nothing for us to clear here.
    Sorry, you didn't need to call us, no clearance is required here.
    Sorry for the trouble, nobody needs us to clear anything for this customer.
`)

/** How to correct a service that was carried out. */
export const TO_CHANGE_IT = byStyle(`
  formal:
    If anything about it should be different, please give us the right details when you call.
    To have it changed, please call with the right details.
  conversational:
    If something about it should be different, just give us the right details when you call.
    If you want it changed, just call and give us the right details.
  direct:
    To change it, call with the right details.
    If anything should be different, give us the right details when you call.
  apologetic:
    I'm sorry, if something about it has to change, we need the right details when you call.
    If it wasn't quite right, sorry, please call with the right details.
`)

/** The caller called {fields} unavailable although the customer has not said so. */
export const NOT_UNAVAILABLE = byStyle(`
  formal:
    The customer has not yet said that they do not have {fields}.
    I can record {fields} as unavailable only when the customer tells us so.
  conversational:
    You say you can't give me {fields}, but the customer never said anything.
    Hm, but the customer never told us they don't have {fields}.
  direct:
    The customer hasn't said that they don't have {fields}.
    I need {fields}. The customer never said that was unavailable.
  apologetic:
    I'm sorry, I can't mark {fields} as unavailable unless the customer says that.
    I'm afraid the customer hasn't said that they do not have {fields}.
`)

/** The words between a field and its alternative, {other}. */
export const INSTEAD: readonly string[] = [
  ', or {other} if the customer does not have that',
  ', or {other} if the customer has none',
  ' (or {other} if the customer lacks that)',
  ", or else {other} if there isn't one",
]

/** The department requires {labels}; the choices follow. */
export const DETAILS_WANTED = byStyle(`
  formal:
    For this, I need to know {labels}.
    Please let me know {labels}.
    Before I can enter it, I need to know {labels}.
  conversational:
    Sure, for that I just need to know {labels}.
    Okay, what I need to know is {labels}.
    Happy to help, I just need to know {labels}.
  direct:
    I need to know {labels}.
    Please specify {labels}.
    To do that, I need {labels}.
  apologetic:
    Sorry, I need to know {labels}.
    I'm afraid I have to ask for {labels}.
    Sorry to ask, but I need to know {labels}.
`)

/** The values of {labels} are impossible: there is no such record, or the day has passed. */
export const NOT_POSSIBLE = byStyle(`
  formal:
    I cannot enter what I was given for {labels}. Please check it.
    The system does not accept what I was given for {labels}. Could you please check it?
  conversational:
    Hmm, the system won't take what you gave me for {labels}. Could you check that?
    That doesn't work for {labels}, could you have another look?
  direct:
    That won't work for {labels}. Please check it.
    I can't enter that for {labels}. Please check it.
  apologetic:
    Sorry, I can't enter what you gave me for {labels}. Could you check it?
    I'm afraid the system rejects what I entered for {labels}. Could you look again?
`)

/** The department makes an offer: {offer} is a fee or a new contract. */
export const PRICE = byStyle(`
  formal:
    I should tell you first that this comes with {offer}. Would you like to go ahead?
    Before I continue, I should mention that this requires {offer}. Is that all right?
    Please note that we can only do this with {offer}. Do you agree?
    This service requires {offer}. Would that be acceptable?
  conversational:
    Okay, before we go on, I should say that it comes with {offer}. Is that okay?
    I can do that for you, but it means {offer}. Do you still want it?
    Just a heads-up, this one comes with {offer}. Does that work for you?
    So, the thing is, we can only do this one with {offer}. Do you want to go ahead?
  direct:
    This service comes with {offer}. Is that okay?
    This one only works with {offer}. Do you want to go ahead?
    This requires {offer}. All right?
    That means {offer}. Should I continue?
  apologetic:
    I'm sorry, I have to mention that this comes with {offer}. Is that okay?
    I'm afraid I can only do that with {offer}. Would that be all right?
    Sorry, I wish it were different, but this means {offer}. Do you want me to go ahead?
    I hate to bring it up, but this only works with {offer}. Are you okay with that?
`)

/** The department reads back the {action}. */
export const READ_BACK = byStyle(`
  formal:
    I am about to {action}. Should I proceed?
    To confirm, I will {action}. May I go ahead?
  conversational:
    All right, so I'm going to {action}. Should I go ahead?
    Okay, then I'll {action}. Do you want me to do that?
  direct:
    I'll {action}. Go ahead?
    I'm going to {action}. Okay?
  apologetic:
    Sorry, just to be sure, should I {action}?
    Sorry, let me just repeat that. I would {action}. May I go ahead?
`)

/** The department names a side effect. */
export const CONSEQUENCE = byStyle(`
  formal:
    You should know that {consequence}.
    I must point out that {consequence}.
  conversational:
    Just so you know, {consequence}.
    One thing you should know: {consequence}.
  direct:
    Just so you know: {consequence}.
    Keep in mind that {consequence}.
  apologetic:
    Sorry, I have to tell you that {consequence}.
    I'm afraid I have to mention that {consequence}.
`)

/** The answer to a no. */
export const LEFT_ALONE = byStyle(`
  formal:
    Then I will leave everything as it is.
    Very well, nothing will be changed.
  conversational:
    No problem, I'll leave it all as it is.
    Okay, then I won't touch anything.
  direct:
    Then it stays as it is.
    Okay. I won't change anything.
  apologetic:
    Of course, sorry, I'll leave everything as it is.
    Sorry about that, I won't change anything.
`)

/** Another service, {noun}, must be carried out first. */
export const TOO_EARLY = byStyle(`
  formal:
    We can only look into this once {noun} has gone through. Please call again then.
    This has to wait until {noun} has gone through. Please contact us again after that.
  conversational:
    Oh, we can't look into that one before {noun} has gone through. Call us back after that, okay?
    That one has to wait until {noun} has gone through. Just give us another call then.
  direct:
    Not before {noun} has gone through. Call again after that.
    This has to wait until {noun} has gone through. Call back after that.
  apologetic:
    I'm sorry, I can only look into this once {noun} has gone through. Could you call again then?
    Sorry, this has to wait until {noun} has gone through. Please call us again after that.
`)
