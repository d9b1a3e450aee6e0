import { type Matter, sideEffects } from './matter.ts'

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
    consequences: sideEffects(`
      for security, nothing is mailed for ten days after a change of address
      The letter I [am|was] waiting for [has to get|finally got] here this week.
      a change of address also turns off all the reminders that we send you
      I [rely on|never look at] the reminders that I get from them.
    `),
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
    consequences: sideEffects(`
      the name change ends your current login, and a new one takes a week by mail
      I [|hardly ever ]use their website [every day|for anything] and [cannot|can easily] do without \
        it for a week.
      the old name is deleted, and no more documents can be issued under it
      My lawyer [still needs|already has] a letter from them that shows my old name.
    `),
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
    consequences: sideEffects(`
      letters in that language come on paper only, no longer by email
      I [|cannot ]do [everything|anything] online and [do not|only] read what comes on paper.
      the change also switches our phone calls to that language
      When somebody calls me, I [do not |]want to hear anything but English.
    `),
    blocks: [
      'letters in that language were discontinued last year',
      'nobody can change the language before the next mailing period',
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
      'have the identity check done {option} on {date} to verify who I am',
    ],
    consequences: sideEffects(`
      a copy of your ID then stays on file for ten years
      They can look at my papers, [but they must not|and they may also] keep pictures of them.
      the check is done by a partner company, which receives your details
      [Nobody but them|Any firm that they work with] may have my information.
    `),
    blocks: [
      'the identity was already verified this year, and we do it once a year',
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
    consequences: sideEffects(`
      the old document that you mailed to us is then shredded
      They still have my old one there, and I [still|no longer] need it myself.
      the photo in the document also goes on your profile, where our staff can see it
      I do not [want just|mind if] anyone there [to see|sees] what I look like.
    `),
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
    consequences: sideEffects(`
      the new user also sees everything that was done on the account in the past year
      What I did there last year [has|does not have] to stay between them and me.
      the new user can also invite other people
      I [do not want|am happy] to let others decide who else gets in.
    `),
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
      'close {record} and be done with it on {date}',
      'close {record} for good, effective {date}',
      'have {record} closed on {date}',
    ],
    consequences: sideEffects(`
      everything stored in the account is deleted on the same day
      The old receipts in that account are [the only proof I have|all printed out] for my taxes.
      any bonus credit in the account is lost
      I earned a little extra there, and they [still have to pay|have already paid] it out.
    `),
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
      'have my account moved to the {option} tier as of {date}',
      'move my account to another tier, {option}, on {date}',
    ],
    consequences: sideEffects(`
      (12 months) the new tier comes with a minimum term of one year
      I [may|will not] leave them [in three months|for years], so I [cannot|can] sign up for longer.
      the switch also ends the discount that you got as a new customer
      I would [no longer |]be with them [|even ]if it were not for the special price.
    `),
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
      'have a license, {record}, moved to {option}',
      'get {record} moved over to {option}',
    ],
    consequences: sideEffects(`
      the license stops on the old computer right away
      I [still have a week of work to finish|have just finished the last of my work] on my old \
        machine.
      the move also upgrades it to the newest version, which cannot open older files
      I [still|no longer] work with projects from ten years ago.
    `),
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
    consequences: sideEffects(`
      (24 months) the new seats commit you to the plan for another two years
      We [do not know if|know that] we will use the software [next year|for years].
      all users are signed out for a few hours while the seats are set up
      My team works [around the clock and cannot|part-time and can always] take a break.
    `),
    blocks: [
      'the plan already has the largest number of seats it allows',
      'the plan is being phased out, and nothing can be added to it',
    ],
    fee: 'a setup fee for the new seats',
  },
]
