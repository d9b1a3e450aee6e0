import { type Matter, sideEffects } from './matter.ts'

/** Of claims, policy services and underwriting. */
export const CLAIM_MATTERS: readonly Matter[] = [
  {
    service: 'open_claim',
    needs: { option: 'the cause of the loss', amount_cents: 'the amount of the loss' },
    options: {
      water: 'water damage',
      storm: 'storm damage',
      theft: 'a theft',
      accident: 'an accident',
    },
    dollars: [300, 6_000],
    says: [
      'open a {amount_cents} claim for {option}',
      'open a claim after {option} that cost me {amount_cents}',
      'have a claim opened for {option} with a loss of {amount_cents}',
    ],
    consequences: sideEffects(`
      an open claim also ends your no-claims discount
      If my insurance gets more expensive because of this, I [would rather drop it|still want to \
        go ahead].
      nothing may be repaired or replaced until an adjuster has been there
      I am [not going|willing] to wait until summer to have things back in working order.
    `),
    blocks: [
      'losses have to be reported within thirty days, and this one is older',
      'the coverage had lapsed by the day of the loss',
    ],
    fee: 'an assessment fee',
  },
  {
    service: 'health_claim',
    needs: { option: 'the treatment', amount_cents: 'the amount that was paid' },
    options: {
      hospital: 'a hospital stay',
      surgery: 'minor surgery',
      therapy: 'physical therapy',
      lab: 'lab tests',
    },
    dollars: [120, 2_400],
    says: [
      'file a claim for a treatment, {option}, which cost me {amount_cents}',
      'file a claim for {option} and get back the {amount_cents} I paid for the treatment',
      'file a claim for {option}, a treatment that I paid {amount_cents} for',
    ],
    consequences: sideEffects(`
      the diagnosis is then passed on to the health plan of your employer
      The people I work for [have no idea|already know] that I was sick, and [it has to stay \
        that way|they are fine with it].
      nothing else from the same illness can be added later
      I have [only begun to recover, and|fully recovered, and no] more bills are on the way.
    `),
    blocks: [
      'another plan has already paid for that treatment',
      'the deadline for claims from that period has passed',
    ],
    fee: 'a fee for filing late',
  },
  {
    service: 'travel_claim',
    needs: { record: 'the booking in question', amount_cents: 'the amount of the claim' },
    record: 'booking',
    dollars: [90, 900],
    says: [
      'file a {amount_cents} claim for a trip that went wrong, {record}',
      'file a {amount_cents} claim because my trip was canceled, {record}',
      'file a claim for {amount_cents} because of a canceled trip, {record}',
    ],
    consequences: sideEffects(`
      the money is paid out as a travel voucher
      I am [never going anywhere|going somewhere] with them [again|again soon], so I [want|do \
        not need] cash.
      with the claim, you agree not to take the case to court
      [If|Even if] they do not pay me enough, I am [|not ]going to sue them.
    `),
    blocks: [
      'the carrier is bankrupt, and everything goes through the court now',
      'the terms of that fare rule out any compensation',
    ],
    fee: 'a filing fee',
  },
  {
    service: 'claim_status',
    needs: { record: 'the claim in question' },
    record: 'claim',
    says: [
      'find out when {record} will be paid out',
      'ask how long it takes until {record} is paid out',
      'find out whether {record}, still pending, will be paid out this month',
    ],
    consequences: sideEffects(`
      asking for a date also starts a second review, which adds two weeks
      That money is for [the rent, which cannot|a vacation, which can] wait.
      the answer is also sent to everyone else named in the claim
      My brother is part of it too, and he is [not supposed|welcome] to know that I am asking.
    `),
    blocks: [
      'all payouts are on hold while the books are audited',
      'the file is with our lawyers, and they give no dates',
    ],
    fee: 'a fee for a written answer',
  },
  {
    service: 'change_coverage',
    needs: { record: 'the policy to be changed', amount_cents: 'the new coverage' },
    record: 'policy',
    dollars: [50_000, 300_000],
    says: [
      'change the coverage of {record} to {amount_cents}',
      'have {record} cover up to {amount_cents}',
      'have the coverage set to {amount_cents} for {record}',
    ],
    consequences: sideEffects(`
      the new coverage comes with twice the deductible
      If something happens, I can pay [very little|quite a lot] out of my own pocket.
      the new coverage comes with a waiting period of three months
      I [do not have any|still have] other protection, so I [|only ]need it from [day one|next \
        year on].
    `),
    blocks: [
      'nothing in a policy can be changed while a loss is being settled',
      'that policy is of a kind we no longer sell, and its terms are fixed',
    ],
    fee: 'an endorsement fee',
  },
  {
    service: 'certificate',
    needs: { record: 'the policy in question', name: 'the recipient of the certificate' },
    record: 'policy',
    says: [
      'get {name} an insurance certificate for {record}',
      'have proof of insurance for {record} sent to {name}',
      'have an insurance certificate sent to {name} for {record}',
    ],
    consequences: sideEffects(`
      the recipient is also told about all later changes to the policy
      They get that one sheet from me, and [|they may as well know ]what I do [later is none of \
        their business|later].
      the certificate also shows the premium and all past losses
      What I pay and what happened to me before [should|does not have to] stay private.
    `),
    blocks: [
      'we issue no certificates until the premium for the year has been paid',
      'that kind of certificate comes from a state office',
    ],
    fee: 'a fee for the certificate',
  },
  {
    service: 'premium_review',
    needs: { record: 'the policy in question', option: 'the reason' },
    record: 'policy',
    options: {
      no_losses: 'ten loss-free years',
      deductible: 'a higher deductible',
      alarm: 'a new alarm',
      yearly: 'yearly payments',
    },
    says: [
      'have the premium for {record} reviewed because of {option}',
      'have them review the premium for {record}, based on {option}',
      'get a premium review for {record} because of {option}',
    ],
    consequences: sideEffects(`
      the result of the review is binding, even if the premium goes up
      I would rather [leave my premium alone than |]risk paying [more|more than \
        leave my premium alone].
      one of our inspectors comes by and takes pictures of what is insured
      I do not [want|mind] a stranger walking around my place with a camera.
    `),
    blocks: [
      'that premium was reviewed a few months ago, and we do it once a year',
      'the rate is set by the state',
    ],
    fee: 'a review fee',
  },
  {
    service: 'exclusion_review',
    needs: { option: 'the exclusion in question' },
    options: { floods: 'floods', quakes: 'earthquakes', mold: 'mold', dogs: 'dog bites' },
    says: [
      'have the exclusion of {option} in my home policy reviewed',
      'get the exclusion of {option} reviewed and taken out',
      'ask for a review of the exclusion of {option}',
    ],
    consequences: sideEffects(`
      all other parts of the policy are reopened as well
      The rest of my home insurance [has to be left alone|may as well be looked at again].
      you have to fill out a long questionnaire, and your answers stay on file for good
      I do not [want to put|mind putting] anything about how I live in writing.
    `),
    blocks: [
      'that exclusion is required by law',
      'the same request was turned down earlier this year',
    ],
    fee: 'a fee for an expert opinion',
  },
]
