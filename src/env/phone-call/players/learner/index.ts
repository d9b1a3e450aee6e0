import type { Learner } from '../../../learner/learner.ts'
import { HEADS } from '../../../phone-call-v2/players/learner/heads.ts'
import { labelOf } from '../../../phone-call-v2/players/learner/label.ts'
import { PHONE_SCHOOL } from '../../../phone-call-v2/players/learner/school.ts'
import { PhoneReading } from './reading.ts'

/** How a small policy learns to make phone calls. */
export const phoneLearner: Learner = {
  environment: 'phone-call-v1',
  heads: HEADS,
  read: (rows) => new PhoneReading(rows),
  labelOf,
  school: PHONE_SCHOOL,
}
