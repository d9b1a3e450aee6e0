import type { Learner } from '../../../learner/learner.ts'
import { HEADS } from './heads.ts'
import { labelOf } from './label.ts'
import { PhoneReading } from './reading.ts'
import { PHONE_SCHOOL } from './school.ts'

/** The learner of the first stage; it reads events. */
export const phoneLearner: Learner = {
  environment: 'phone-call-v2',
  heads: HEADS,
  read: (rows) => new PhoneReading(rows),
  labelOf,
  school: PHONE_SCHOOL,
}
