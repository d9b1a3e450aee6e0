const DETAILS = [
  'For the purpose of authentication I additionally require the date of birth or, if that is not to hand, the security PIN; the billing ZIP code.',
  'In accordance with our rules, the file is now under a security hold with this department.',
]
const MISMATCHED = [
  'Does not match: the email address; the account number.',
  'Security hold is on. No more attempts here today.',
]
const BOTH = [
  'Missing: the member ID.',
  'Does not match: the email address.',
  'Security hold is on. No more attempts here today.',
]
/**
 * What the rules say, and ways in which people say the same. SECOND is another department, COMPANY
 * the company.
 */
export const SAYINGS: readonly (readonly [rules: readonly string[], said: readonly string[]])[] = [
  [
    DETAILS,
    [
      'For authentication, I must also ask for the date of birth, or the security PIN if that is not available, along with the billing ZIP code. As our rules demand, this file is now under a security hold with our department.',
      'I am afraid I additionally need the date of birth or, alternatively, the security PIN, as well as the billing ZIP code. Accordingly, a security hold has been placed on the file by this department.',
      'To authenticate the customer, two further details are needed: the date of birth or the security PIN, and the billing ZIP code. In line with our procedures, the file has been placed under a security hold here.',
      'Authentication cannot be completed without the date of birth (or the security PIN, should that not be to hand) and the billing ZIP code. Per our rules, a security hold now applies with this department.',
      'Kindly note that the date of birth or, if unavailable, the security PIN, together with the billing ZIP code, is required to authenticate. The file is consequently under a security hold.',
      'We require both the date of birth or the security PIN and also the billing ZIP code for verification purposes. A security hold is therefore in effect on this file with our department.',
    ],
  ],
  [
    MISMATCHED,
    [
      'The email address and the account number do not match. Security hold is on, so no more attempts here today.',
      'Mismatch on the email address and the account number. Security hold. That is it for today.',
      'Email address: no match. The account number: no match. Security hold on. We are done here today.',
      'What you gave for the email address and the account number does not match what we have. The security hold is active; no further attempts today.',
    ],
  ],
  [
    BOTH,
    [
      'You left out the member ID. The email address does not match our records. Security hold, no more tries today.',
      'I do not have the member ID. Also, the email address is not right. That puts a security hold on it.',
    ],
  ],
  [
    ["All set! Here's your reference number: R123456."],
    [
      'Great, that is all done for you! Your reference number is R123456.',
      "Okay, we're good to go! Reference number: R123456.",
      'Perfect, everything is taken care of. Note down your reference number, R123456.',
      "You're all set, the reference number is R123456. Anything else?",
      'That is finished now. You can use reference number R123456 if you call again.',
      'Your request has gone through successfully. The reference number for it is R123456.',
      "It's all handled now, reference number R123456. Have a good one!",
    ],
  ],
  [
    ['Looks like SECOND has to come first, then give us another ring.'],
    [
      'You will need to speak with SECOND first, and then call us back.',
      'Seems SECOND needs to sort their part before we can help. Call us again after that!',
      "We can't do that just yet. Have a word with SECOND first, then ring us again.",
      'SECOND has to sign off before we touch this.',
    ],
  ],
  [
    ['Wrong desk. SECOND does that.'],
    [
      'This is not our desk. SECOND takes care of that.',
      'Not here. Try SECOND.',
      "You have the wrong desk; that is SECOND's job.",
      'SECOND handles that, not us.',
      'You need SECOND.',
    ],
  ],
  [
    ["I see you've been to SECOND; what's the number they gave you?"],
    [
      'Looks like you have already spoken to SECOND. Could you tell me the number they gave you?',
      'I can see SECOND helped you. What reference number did they give you?',
      'And what was the number you got from SECOND?',
    ],
  ],
  [
    ['Sure, happy to help! What exactly does your customer need done?'],
    [
      'Happy to help! Could you tell me exactly what your customer needs?',
      'Of course! What is it that needs doing for your customer?',
      "Sure thing! What's the customer after, exactly?",
    ],
  ],
  [
    ["I still can't tell what you're after, so I'll have to leave it there."],
    [
      "I'm still not sure what you need, so I'll have to end things here.",
      "Sorry, I still don't get what you're asking for, so let's leave it at that.",
      'I still cannot work out what you want, so I have to stop here.',
    ],
  ],
  [
    ["There's still that security hold from before, so my hands are tied."],
    [
      'The security hold from your earlier call is still there, so I cannot do anything.',
      'My hands are tied, that security hold is still in place.',
      "That earlier security hold hasn't gone away, so I can't help.",
    ],
  ],
  [
    ["I had a look and there's nothing here that we'd need to do."],
    [
      'I checked, and there is nothing for us to do here.',
      "I've taken a look, but there isn't anything we need to do on our end.",
      'We looked into it and no action is needed from us.',
    ],
  ],
  [
    ["We've been through that one already, it's reference number R123456."],
    [
      'That one has already been done, the reference number is R123456.',
      "We've already taken care of that; it's under reference number R123456.",
      'You can find that one under reference number R123456, it was finished earlier.',
    ],
  ],
  [
    ['No such customer at COMPANY.'],
    [
      'We have no such customer at COMPANY.',
      'COMPANY has no record of that customer.',
      'That customer is not with COMPANY.',
    ],
  ],
  [
    ['Nobody at COMPANY handles that.'],
    [
      'No one at COMPANY deals with that.',
      'COMPANY does not do that.',
      'That is not something COMPANY handles.',
    ],
  ],
]
