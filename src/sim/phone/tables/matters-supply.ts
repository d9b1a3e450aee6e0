import { type Matter, sideEffects } from './matter.ts'

/** Of technical support, the outage desk, metering and connections. */
export const SUPPLY_MATTERS: readonly Matter[] = [
  {
    service: 'connection_drops',
    needs: { date: 'the day of the visit', time: 'the time of the visit' },
    says: [
      'have a connection that keeps dropping fixed by a technician on {date} at {time}',
      'get somebody to come on {date} at {time} and fix my slow connection',
      'have my connection checked and fixed on {date} at {time}, since it keeps dropping',
    ],
    consequences: sideEffects(`
      the connection is shut off for the whole day of the visit
      I [work from home|am off work] that day and [|do not ]need the connection [every \
        minute|for anything].
      the technician also takes out your own equipment and puts in ours
      I bought the [best|cheapest] box on the market, and I [love|still hate] it.
    `),
    blocks: [
      'a larger fault in the area has to be repaired first',
      'the owner of the building does not let our technicians in',
    ],
    fee: 'a service call fee',
  },
  {
    service: 'login_broken',
    needs: { option: 'the form of delivery for the new password' },
    options: { text: 'by text message', email: 'by email', mail: 'by mail' },
    says: [
      'reset the password for my login and get the new one {option}',
      'have my login fixed and receive a new password {option}',
      'have my password reset and the new one sent {option}, since my login no longer works',
    ],
    consequences: sideEffects(`
      a reset also signs out everybody else who uses it
      My [sister|roommate] uses the same login, and she [is welcome|is no longer supposed] to.
      a reset also deletes all the settings that you have saved
      It took me [hours|a minute] to set everything up, and I [am not doing|can easily do] that \
        again.
    `),
    blocks: [
      'our sign-in system is being replaced, and nothing is reset this week',
      'the login belongs to a group, and only its administrator can do that',
    ],
    fee: 'a fee for the reset',
  },
  {
    service: 'error_message',
    needs: {
      option: 'the place of the error',
      date: 'the day of the session',
      time: 'the time of the session',
    },
    options: { app: 'the mobile app', portal: 'the customer portal', payment: 'the payment page' },
    says: [
      'have an error message in {option} looked into on {date} at {time}',
      'get somebody to look into {option} on {date} at {time}, because it crashes',
      'have {option} looked into on {date} at {time}, because it freezes',
    ],
    consequences: sideEffects(`
      our engineer then sees everything on your screen
      I have [private things open all|nothing private open that] day, so [nobody else|anyone] \
        may look.
      you are then switched to a test version that is not quite stable
      My job [|hardly ]depends on it working, so I [do not want any|am up for] experiments.
    `),
    blocks: [
      'that error is known, and nothing can be done before the next release',
      'support for the version in use has ended',
    ],
    fee: 'a support fee',
  },
  {
    service: 'report_outage',
    needs: { option: 'the extent of the outage', address: 'the address of the outage' },
    options: {
      home: 'in one apartment',
      house: 'in the whole house',
      street: 'on the whole street',
    },
    says: [
      'report an outage {option} at {address}',
      'report that there has been an outage {option} since yesterday, at {address}',
      'report that everything is off {option} at {address} because of an outage',
    ],
    consequences: sideEffects(`
      the crew has to dig up the front yard
      [I just put in new grass|There is nothing but dirt] out front, and [nobody|anybody] can \
        walk on [it yet|it].
      the crew has to get inside, so somebody must be there all day
      I am at work until late, and [nobody else|my son is home and] has a key.
    `),
    blocks: [
      'the fire department has ordered it to stay off',
      'that address is supplied by another company',
    ],
    fee: 'a fee for an emergency crew',
  },
  {
    service: 'outage_credit',
    needs: { record: 'the outage in question', amount_cents: 'the amount of the credit' },
    record: 'outage',
    dollars: [90, 240],
    says: [
      'get a credit of {amount_cents} for {record}',
      'have {amount_cents} credited to me because of {record}',
      'ask for a {amount_cents} credit after {record}',
    ],
    consequences: sideEffects(`
      with the credit, you give up any further compensation
      I lost [income|nothing] because of it and am [|not ]going to ask them for more.
      the credit is only paid at the end of the year
      Money is [tight|no problem], and I can [only|easily] wait a few [weeks|months].
    `),
    blocks: [
      'an outage has to last four hours for that, and this one did not',
      'a storm was the cause, and the rules exclude storms',
    ],
    fee: 'a processing charge',
  },
  {
    service: 'submit_reading',
    needs: { record: 'the meter that was read', count: 'the reading' },
    record: 'meter',
    counts: [1_200, 9_800],
    says: [
      'submit a reading of {count} for {record}',
      'give them the reading of {record}, which is {count}',
      'have a reading of {count} recorded for {record}',
    ],
    consequences: sideEffects(`
      a reading of your own ends the yearly visit of our inspector
      I [like having|do not need] an expert [|to ]look at my meter [now and then|at all].
      your monthly payment is also adjusted to the new reading
      What I pay now is [all I can afford|far too little], so it [has|does not have] to stay the \
        same.
    `),
    blocks: [
      'that meter is read by radio, and we take no other readings for it',
      'that period has been closed, and the next one has not started',
    ],
    fee: 'a fee for an extra reading',
  },
  {
    service: 'exchange_meter',
    needs: {
      record: 'the meter in question',
      date: 'the day of the visit',
      time: 'the time of the visit',
    },
    record: 'meter',
    says: [
      'have {record} exchanged on {date} at {time}',
      'exchange {record} for a smart meter on {date} at {time}',
      'have somebody come on {date} at {time} to exchange {record}',
    ],
    consequences: sideEffects(`
      the new meter sends us your usage every fifteen minutes
      When I get up and when I go to bed is [nobody's business|no secret].
      with the new meter, your figures from past years are no longer available
      I [always|never] check how much I used the year before.
    `),
    blocks: [
      'we are out of meters of that type until next quarter',
      'the city has sealed the cabinet until its own inspection',
    ],
    fee: 'an installation fee',
  },
  {
    service: 'start_service',
    needs: { address: 'the address', date: 'the first day of service' },
    says: [
      'start service at {address} on {date}',
      'get a new line installed at {address} on {date}',
      'have service started at my new home, {address}, on {date}',
    ],
    consequences: sideEffects(`
      (24 months) you sign up for at least two years
      My job there is [not |]permanent, so I am [leaving in the spring|staying for good].
      our installer has to drill through an outside wall
      My landlord does not [allow any|mind a few] holes in the place.
    `),
    blocks: [
      'the last tenant left a debt that is still tied to that address',
      'we have no lines on that street yet',
    ],
    fee: 'a connection fee',
  },
  {
    service: 'move_service',
    needs: { address: 'the new address', date: 'the day of the move' },
    says: [
      'move my service to {address} on {date}',
      'take my connection with me when I move to {address} on {date}',
      'have my connection moved to my next address, {address}, as of {date}',
    ],
    consequences: sideEffects(`
      the old place is cut off a week before
      I work from [home|an office] and will [stay here until the last day|be out of here two \
        weeks early].
      you then pay the rates of the new area, which are higher
      My budget is [|not ]tight, so I [cannot|can] pay more than I do now.
    `),
    blocks: ['we do not serve that part of town', 'somebody else is still using the line there'],
    fee: 'a fee for the move',
  },
]
