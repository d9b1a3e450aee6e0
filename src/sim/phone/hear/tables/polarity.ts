import { byName } from '../../../by-name.ts'

/** Words that join: what follows is a clause of its own that is none of the wish itself. */
export const SUBORDINATORS: ReadonlySet<string> = new Set([
  'that',
  'which',
  'who',
  'whom',
  'whose',
  'because',
  'since',
  'after',
  'when',
  'while',
  'until',
  'before',
  'if',
  'unless',
  'although',
  'though',
  'once',
  'as',
])

/** Words that turn to something else, so that what was denied before is not denied after. */
export const TURNS: ReadonlySet<string> = new Set([
  'but',
  'instead',
  'just',
  'only',
  'simply',
  'please',
  'rather',
  'kindly',
  'now',
])

export const SUBJECTS: ReadonlySet<string> = new Set(['i', 'we', 'he', 'she', 'they'])

/** Subjects that may be objects as well, and what follows them where they are none. */
export const DOUBTFUL_SUBJECTS: ReadonlySet<string> = new Set(['you', 'it'])
export const AFTER_SUBJECTS: ReadonlySet<string> = new Set(
  (
    'is was has had does did do will would can could should must may might have are were wrote ' +
    'came comes keeps never no not also already went goes says said shows stopped'
  ).split(' '),
)

/** Before these, a subject opens no clause: "what I owe", "could you". */
export const BEFORE_SUBJECTS: ReadonlySet<string> = new Set(
  (
    'what where how why whether can could would do does did may shall will must should have has ' +
    'had are is was were am and or but let ask asks want wants need needs tell help told like that ' +
    'so then which who whom if because since after when while until before unless although though once as'
  ).split(' '),
)

/** Deny the rest of their clause, the things in it too. */
export const DENIALS: ReadonlySet<string> = new Set(
  (
    'no without nothing nobody none neither nor except excluding against avoid avoids avoiding ' +
    'whatever whichever refuse refuses refusing forget instead hardly reject anything prevent prevents oppose opposes ' +
    'dislikes hates declines'
  ).split(' '),
)

/** Deny what is done in the rest of their clause. */
export const VERB_DENIALS: ReadonlySet<string> = new Set(['not', 'never', 'cannot'])

/** After a denial these take it back: "not only", "do not hesitate to", "do not forget to". */
export const DENIALS_LIFTED: ReadonlySet<string> = new Set([
  'only',
  'just',
  'hesitate',
  'forget',
  'fail',
  'doubt',
  'problem',
  'hurry',
  'mind',
  'later',
])

/** By these somebody asks for something. */
export const ASKS: ReadonlySet<string> = new Set(
  (
    'want wants wanted need needs needed wish wishes please could can would must ought should ' +
    'request requests requesting require requires ask asks asking help kindly hope hopes hoping ' +
    'calling phoning ringing like love let trying may'
  ).split(' '),
)

/** Those of them that wish for the thing itself. */
export const DESIRE_WORDS: ReadonlySet<string> = new Set(
  'want wants wanted need needs needed wish wishes request requests requesting require requires ask asks asking like love'.split(
    ' ',
  ),
)

/** Words that may stand before an imperative. */
const _BEFORE_IMPERATIVES: ReadonlySet<string> = new Set(
  (
    'please kindly just then also and or so to first next now hello hi hey good morning afternoon ' +
    'evening day there again simply'
  ).split(' '),
)

/** Verbs that begin an order without being what is to be done. */
export const CARRIERS: ReadonlySet<string> = new Set(
  'have get let make find see put ask tell take give hear turn switch help go try do'.split(' '),
)

/** Verbs that bring about what the noun behind them says: "process a cancellation". */
export const HANDLING: ReadonlySet<string> = new Set(
  (
    'arrange process handle initiate start begin organise organize request make do perform run ' +
    'grant give issue schedule book order complete finish conduct'
  ).split(' '),
)

/** Verbs that are as often something else: they begin an order only before a thing of somebody. */
export const DOUBTFUL_VERBS: ReadonlySet<string> = new Set(
  'lower repeat order refund credit visit discount double cover test service'.split(' '),
)

export const DETERMINERS: ReadonlySet<string> = new Set(
  (
    'a an the my his her hers their our your its this these those any some each every one two first ' +
    'last new old open lost late full another other no own earlier'
  ).split(' '),
)

/** Words without weight between those of a thing: "the limit of my card" is "limit card". */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'a an the my his her their our your its this these of for on in to with from at by s me him ' +
    'them us customer customers client clients own i we you he she they most very recent latest ' +
    'previous current existing entire whole'
  ).split(' '),
)

/** Nouns of what is done, and their verbs. */
export const NOUNS_OF_ACTS: Readonly<Record<string, string>> = byName({
  activation: 'activate',
  cancellation: 'cancel',
  cancelation: 'cancel',
  closure: 'close',
  confirmation: 'confirm',
  correction: 'correct',
  deletion: 'delete',
  extension: 'extend',
  inspection: 'inspect',
  installation: 'install',
  postponement: 'postpone',
  reactivation: 'activate',
  reassessment: 'reassess',
  redemption: 'redeem',
  redirection: 'redirect',
  registration: 'register',
  reimbursement: 'reimburse',
  removal: 'remove',
  renewal: 'renew',
  reversal: 'reverse',
  suspension: 'suspend',
  termination: 'terminate',
  verification: 'verify',
  waiver: 'waive',
  withdrawal: 'withdraw',
})

/** Forms of verbs that no ending tells. */
export const IRREGULAR: Readonly<Record<string, string>> = byName({
  sent: 'send',
  written: 'write',
  wrote: 'write',
  sold: 'sell',
  held: 'hold',
  built: 'build',
  spent: 'spend',
  lent: 'lend',
  shown: 'show',
  begun: 'begin',
  began: 'begin',
  flew: 'fly',
  flown: 'fly',
  sat: 'sit',
  drawn: 'draw',
  lost: 'lose',
  left: 'leave',
  paid: 'pay',
  found: 'find',
  took: 'take',
  taken: 'take',
  gave: 'give',
  given: 'give',
  brought: 'bring',
  got: 'get',
  gotten: 'get',
  made: 'make',
  told: 'tell',
  kept: 'keep',
  went: 'go',
  gone: 'go',
  heard: 'hear',
  chosen: 'choose',
  chose: 'choose',
  seen: 'see',
  saw: 'see',
  broke: 'broken',
  frozen: 'freeze',
  swapped: 'swap',
  bought: 'buy',
  cheque: 'check',
  licence: 'license',
  licences: 'license',
  colour: 'color',
  instalment: 'installment',
  instalments: 'installment',
  authorised: 'authorize',
  authorise: 'authorize',
  itemized: 'itemised',
  verifies: 'verify',
  verified: 'verify',
})

/** Details in words that no employee uses; a card in "card number" is not to be dealt with. */
export const DETAILS: readonly string[] = [
  'card number',
  'order no',
  'policy no',
  'membership id',
  'booking number',
  'reservation number',
  'reference number',
  'social security number',
  'name on account',
  'full name',
  'payment card',
]
