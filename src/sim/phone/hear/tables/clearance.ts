/** Verbs by which a department is asked to do its part for another. */
export const CLEARING_VERBS: readonly string[] = [
  'clear',
  'verify',
  'confirm',
  'release',
  'approve',
  'authorize',
  'sign off',
  'check',
  'prepare',
]

/** What is cleared, besides any thing that a wish may be about. */
export const CLEARED_THINGS: readonly string[] = [
  'file',
  'customer',
  'client',
  'identity',
  'account',
  'way',
  'path',
  'request',
  'matter',
  'case',
  'record',
  'order',
  'booking',
  'policy',
  'bill',
  'claim',
  'contract',
  'repair',
  'return',
  'refund',
  'him',
  'her',
  'them',
  'who',
]

/** What a department gives that did its part. */
export const CLEARANCES: readonly string[] = [
  'clearance',
  'approval',
  'authorization',
  'verification',
  'go ahead',
  'green light',
  'sign off',
  'reference number',
  'reference',
  'release',
  'prerequisite',
]

/** Words that say whom a clearance is for. */
export const CLEARANCE_LINKS: ReadonlySet<string> = new Set(['for', 'from', 'before', 'so'])

/** That somebody else said to call here. */
export const SENT_HERE: readonly string[] = [
  'sent me',
  'sent us',
  'sent here',
  'told me',
  'told us',
  'referred me',
  'referred us',
  'refer to you',
  'come first',
  'you first',
  'part first',
  'do your part',
  'approve it',
  'approve first',
  'go through you',
  'need you before',
]
