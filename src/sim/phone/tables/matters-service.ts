import type { Matter } from './matter.ts'

/** Of customer service, the identity desk, account services and licensing. */
export const SERVICE_MATTERS: readonly Matter[] = [
  {
    service: 'update_contact_details',
    needs: { address: 'the new mailing address' },
    says: [
      'change the mailing address they have for me to {address}',
      'update my contact details, since I now live at {address}',
      'have {address} put down as my new mailing address',
    ],
    consequences: [
      {
        says: 'for security, nothing is mailed for ten days after a change of address',
        against: 'The letter I am waiting for has to get here this week.',
        fine: 'The letter I was waiting for finally got here this week.',
      },
      {
        says: 'a change of address also ends paperless mail, so everything comes on paper again',
        against: 'I read all their letters online, since I cannot stand paper.',
        fine: 'I print all their letters anyway, since I cannot stand screens.',
      },
    ],
    blocks: [
      'an earlier change of address is still being checked',
      'an address can be changed once in ninety days, and it was changed last month',
    ],
    fee: 'a fee for checking the address',
  },
  {
    service: 'change_name',
    ownName: true,
    needs: { name: 'the new name' },
    says: [
      'have my name changed to {name}',
      'get the name on my profile changed to {name} after my wedding',
      'correct the name they have on file to {name}',
    ],
    consequences: [
      {
        says: 'a new name also ends your current login, and the next one is mailed within a week',
        against: 'I am on their website every day, this week more than ever.',
        fine: 'I am hardly ever on their website, this week even less.',
      },
      {
        says: 'the old name is deleted, and no more papers can be issued under it',
        against: 'My lawyer will ask them for one more document under my old name.',
        fine: 'My lawyer already has every document under my old name.',
      },
    ],
    blocks: [
      'a signed agreement under the old name is still running',
      'the certificate that was sent in for it shows a different spelling',
    ],
    fee: 'a fee for new papers',
  },
  {
    service: 'language_preference',
    needs: { option: 'the language of the letters' },
    options: { es: 'Spanish', fr: 'French', vi: 'Vietnamese', zh: 'Chinese' },
    says: [
      'get their letters in {option} from now on',
      'change the language of my letters to {option}',
      'have all letters to me written in {option}',
    ],
    consequences: [
      {
        says: 'letters in that language come on paper only, no longer by email',
        against: 'I get everything on my phone, and an envelope would only get lost.',
        fine: 'I get everything in envelopes, and on my phone it would only get lost.',
      },
      {
        says: 'the change also switches our phone calls to that language',
        against: 'When somebody calls me, I am only comfortable in English.',
        fine: 'When somebody calls me, I am no longer comfortable in English.',
      },
    ],
    blocks: [
      'letters in that language were discontinued last year',
      'the language of the letters is fixed for everyone until the next mailing period',
    ],
    fee: 'a translation fee',
  },
  {
    service: 'verify_identity',
    needs: { option: 'the method of the check', date: 'the day of the check' },
    options: { video: 'by video call', phone: 'by phone', person: 'in person' },
    says: [
      'have my identity verified {option} on {date}',
      'verify my identity {option} on {date}, since I have moved',
      'do the identity check {option} on {date} and verify who I am',
    ],
    consequences: [
      {
        says: 'a copy of your ID then stays on file for ten years',
        against: 'I will show them my ID only if they keep no pictures of it.',
        fine: 'I will show them my ID and they can keep pictures of it.',
      },
      {
        says: 'the check is done by a partner company, which receives your details',
        against: 'My details are meant for this company and for no other firm.',
        fine: 'My details are no secret from this company or any other firm.',
      },
    ],
    blocks: [
      'the identity was verified this year already, and we do it once a year',
      'all checks are suspended until the new system is running',
    ],
    fee: 'a fee for the check',
  },
  {
    service: 'renew_identity_document',
    needs: { option: 'the kind of document' },
    options: {
      passport: 'passport',
      license: "driver's license",
      state_id: 'state ID card',
      military_id: 'military ID card',
    },
    says: [
      'put my new {option} on file',
      'replace the expired ID document they have on file with my new {option}',
      'have my new {option} put on file as my ID document',
    ],
    consequences: [
      {
        says: 'the old document that you mailed to us is then shredded',
        against: 'The old document that they are holding has to come back to me.',
        fine: 'The old document that they are holding can go in the trash.',
      },
      {
        says: 'the photo in the document also goes on your profile, where our staff can see it',
        against: 'I look terrible in my photo, and nobody there may see it.',
        fine: 'I look great in my photo, and everybody there may see it.',
      },
    ],
    blocks: [
      'our checking service rejects documents that were issued less than a week ago',
      'an auditor is reviewing the file, and nothing in it may be replaced',
    ],
    fee: 'a fee for checking the document',
  },
  {
    service: 'add_authorized_user',
    needs: { name: 'the name of the new user', option: 'the kind of access' },
    options: { view: 'view-only access', limited: 'limited access', full: 'full access' },
    says: [
      'add {name} as an authorized user with {option}',
      'give {name} {option} to my account as an authorized user',
      'have {name} added to my account as an authorized user with {option}',
    ],
    consequences: [
      {
        says: 'the new user also sees everything that was done on the account in the past year',
        against: 'What I did in my account last year is strictly between them and me.',
        fine: 'What I did in my account last year may be known to anyone.',
      },
      {
        says: 'the new user can also invite other people',
        against: 'I alone decide who gets into my account, now and later.',
        fine: 'I let others decide who gets into my account, now and later.',
      },
    ],
    blocks: [
      'the account already has as many users as it may have',
      'this type of account is for one person only',
    ],
    fee: 'a fee for an extra user',
  },
  {
    service: 'close_account',
    needs: { record: 'the account in question', date: 'the day on which it stops' },
    record: 'account',
    says: [
      'close {record} as of {date}',
      'close {record} for good, with {date} as the last day',
      'have {record} closed on {date}',
    ],
    consequences: [
      {
        says: 'everything stored in the account is deleted on the same day',
        against: 'The old receipts in that account are the only proof I have for my taxes.',
        fine: 'The old receipts in that account are all printed out for my taxes.',
      },
      {
        says: 'any bonus credit in the account is lost',
        against: 'The bonus I earned with that account has to be paid out to me first.',
        fine: 'The bonus I earned with that account has already been paid out to me.',
      },
    ],
    blocks: [
      'it is the main account, and other accounts depend on it',
      'a court has put a hold on it',
    ],
    fee: 'a closing fee',
  },
  {
    service: 'account_upgrade',
    needs: { option: 'the new tier', date: 'the first day of the new tier' },
    options: { plus: 'Plus', premium: 'Premium', business: 'Business' },
    says: [
      'switch my account to the {option} tier on {date}',
      'have my account on the {option} tier as of {date}',
      'move my account to another tier on {date}, namely {option}',
    ],
    consequences: [
      {
        says: 'the new tier comes with a minimum term of one year',
        against: 'I may leave them in three months, so I will not sign for longer.',
        fine: 'I will not leave them for many years, so I may sign for longer.',
        months: 12,
      },
      {
        says: 'the switch also ends the discount that you got as a new customer',
        against: 'The special price I was promised is the one reason I am still there.',
        fine: 'The special price I was promised is over next week in any case.',
      },
    ],
    blocks: [
      'that tier is closed to new customers',
      'an account can change tiers once a year, and this one did so last month',
    ],
    fee: 'a fee for the switch',
  },
  {
    service: 'move_license',
    needs: { record: 'the license in question', option: 'the computer for it' },
    record: 'license',
    options: { laptop: 'a new laptop', desktop: 'a new desktop computer', work: 'a work computer' },
    says: [
      'move {record} to {option}',
      'have a license moved to {option}, namely {record}',
      'get {record} moved over to {option}',
    ],
    consequences: [
      {
        says: 'the license stops on the old computer right away',
        against: 'On my old machine, I still have a week of work to finish.',
        fine: 'On my old machine, I have just finished the last of my work.',
      },
      {
        says: 'the move also upgrades it to the newest version, which cannot open older files',
        against: 'All of my projects from ten years ago are still in use.',
        fine: 'All of my projects from ten years ago are in the trash.',
      },
    ],
    blocks: [
      'a license may be moved twice, and this one has been',
      'it is tied to the computer it was sold with',
    ],
    fee: 'a transfer fee',
  },
  {
    service: 'add_seats',
    needs: { count: 'the number of new seats', date: 'the first day of the new seats' },
    counts: [2, 40],
    says: [
      'add {count} seats to our plan, starting on {date}',
      'have {count} more seats added as of {date}',
      'add seats for {count} new colleagues who start on {date}',
    ],
    consequences: [
      {
        says: 'the new seats commit you to the plan for another two years',
        against: 'We may well stop using the software next summer.',
        fine: 'We will go on using the software for many a summer.',
        months: 24,
      },
      {
        says: 'all users are signed out for a few hours while the seats are set up',
        against: 'My team works around the clock and never stops for a minute.',
        fine: 'My team works a few hours a week and stops whenever it likes.',
      },
    ],
    blocks: [
      'the plan already has the largest number of seats it allows',
      'the plan is being phased out, and nothing can be added to it',
    ],
    fee: 'a setup fee for the new seats',
  },
]
