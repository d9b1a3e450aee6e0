import { phoneData as dataOfV1 } from '../phone-call/data.ts'

/** Companies and the tasks of their customers: those of phone-call-v1, as long as it is there. */
export const phoneData = dataOfV1
