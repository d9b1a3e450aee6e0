import type { Matter } from './matter.ts'

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
      'open a claim of {amount_cents} for {option}',
      'open a claim after {option} that cost me {amount_cents}',
      'have a claim opened for {option} with a loss of {amount_cents}',
    ],
    consequences: [
      {
        says: 'an open claim also ends your no-claims discount',
        against: 'If my insurance gets more expensive because of this, I would rather drop it.',
        fine: 'If my insurance gets more expensive because of this, I still want to go ahead.',
      },
      {
        says: 'nothing may be repaired or replaced until an adjuster has been there',
        against: 'Everything has to be as good as new again by tomorrow.',
        fine: 'Nothing has to be as good as new again before summer.',
      },
    ],
    blocks: [
      'we have to be told within thirty days, and that was longer ago',
      'the coverage had lapsed by the day of the loss',
    ],
    fee: 'an assessment fee',
  },
  {
    service: 'health_claim',
    needs: { option: 'the treatment', amount_cents: 'the amount that was paid' },
    options: {
      hospital: 'a hospital stay',
      surgery: 'a minor surgery',
      therapy: 'physical therapy',
      lab: 'lab tests',
    },
    dollars: [120, 2_400],
    says: [
      'file a claim of {amount_cents} for treatment, namely {option}',
      'file a claim for {option} and get back the {amount_cents} I paid for the treatment',
      'have a claim filed for treatment: {option}, for which I paid {amount_cents}',
    ],
    consequences: [
      {
        says: 'the diagnosis is then passed on to the health plan of your employer',
        against: 'The people I work for have no idea that I was sick, and I like it that way.',
        fine: 'The people I work for know very well that I was sick, and I like it that way.',
      },
      {
        says: 'nothing else from the same illness can be added afterwards',
        against: 'My recovery has only begun, and more costs are on the way.',
        fine: 'My recovery is complete, and no more costs are on the way.',
      },
    ],
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
      'file a claim of {amount_cents} for a trip that went wrong, namely {record}',
      'file a claim of {amount_cents}, since my trip was canceled: {record}',
      'file a claim and get {amount_cents} back for a canceled trip, namely {record}',
    ],
    consequences: [
      {
        says: 'the money is paid out as a travel voucher',
        against: 'I am never going anywhere with them again, so I want cash.',
        fine: 'I am going somewhere with them again, so I can do without cash.',
      },
      {
        says: 'with the claim, you agree not to take the case to court',
        against: 'My lawyer is already preparing to sue them.',
        fine: 'My lawyer has told me never to sue them.',
      },
    ],
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
      'learn when {record} will be paid out',
      'ask how long it takes until {record} is paid out',
      'hear whether {record}, which is still pending, will be paid out this month',
    ],
    consequences: [
      {
        says: 'asking for a date also starts a second review, which adds two weeks',
        against: 'My rent depends on the money, so it cannot wait.',
        fine: 'My rent is paid without the money, so it can wait.',
      },
      {
        says: 'the answer is also sent to everyone else named in the claim',
        against: 'The others who are named in my case are not supposed to hear about this.',
        fine: 'The others who are named in my case are supposed to hear about this.',
      },
    ],
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
    consequences: [
      {
        says: 'the new coverage comes with twice the deductible',
        against: 'If something happens, I can pay very little of my own.',
        fine: 'If something happens, I can pay quite a lot of my own.',
      },
      {
        says: 'the new coverage comes with a waiting period of three months',
        against: 'I have no other protection, so it has to count from the first day.',
        fine: 'I have other protection, so it need not count from the first day.',
      },
    ],
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
      'get a certificate of insurance for {record} made out to {name}',
      'have proof of insurance for {record} sent to {name}',
      'have an insurance certificate sent to {name} for {record}',
    ],
    consequences: [
      {
        says: 'the recipient is also told about all later changes to the policy',
        against: 'The recipient may see that one sheet and nothing that comes after it.',
        fine: 'The recipient may see that one sheet and everything that comes after it.',
      },
      {
        says: 'the certificate also shows the premium and all past losses',
        against: 'What I pay and what went wrong before is for my eyes only.',
        fine: 'What I pay and what went wrong before is no secret of mine.',
      },
    ],
    blocks: [
      'nothing is certified before the premium for the year has come in',
      'that kind of paper is issued by a state office only',
    ],
    fee: 'a fee for the certificate',
  },
  {
    service: 'premium_review',
    needs: { record: 'the policy in question', option: 'the reason' },
    record: 'policy',
    options: {
      no_losses: 'ten years without a loss',
      deductible: 'a higher deductible',
      alarm: 'a new alarm system',
      yearly: 'payment once a year',
    },
    says: [
      'have the premium for {record} reviewed because of {option}',
      'ask for a review of the premium in view of {option}, for {record}',
      'have them review whether {option} lowers the premium for {record}',
    ],
    consequences: [
      {
        says: 'the result of the review is binding, even if the premium goes up',
        against: 'I would rather leave my premium alone than take the risk of paying more.',
        fine: 'I would rather take the risk of paying more than leave my premium alone.',
      },
      {
        says: 'one of our inspectors comes by and takes pictures of what is insured',
        against: 'A stranger with a camera is not welcome at my place.',
        fine: 'A stranger with a camera is quite welcome at my place.',
      },
    ],
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
    consequences: [
      {
        says: 'all other parts of the policy are reopened as well',
        against: 'The rest of my home insurance suits me and should be left alone.',
        fine: 'The rest of my home insurance bothers me too and should be looked at.',
      },
      {
        says: 'you have to fill out a long questionnaire, and your answers stay on file for good',
        against: 'I refuse to put in writing how I live.',
        fine: 'I am happy to put in writing how I live.',
      },
    ],
    blocks: [
      'that exclusion is required by law',
      'the reinsurer has turned down the very same request this year',
    ],
    fee: 'a fee for an expert opinion',
  },
]
