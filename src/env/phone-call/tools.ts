import { askCustomer } from '../../tools/ask-customer.ts'
import { authInfoForm } from '../../tools/auth-info-form.ts'
import { companyDirectory } from '../../tools/company-directory.ts'
import { phoneCall, timedPhoneCall } from '../../tools/phone-call.ts'
import { hangUp, say } from '../../tools/say.ts'
import type { ToolSignature } from '../../tools/tool.ts'
import { wait } from '../../tools/wait.ts'
import type { Settings } from './task.ts'

/** The tools of an episode with the default settings. */
export const TOOLS: readonly ToolSignature[] = [companyDirectory, authInfoForm, phoneCall]

/** Where there is a clock a call may be put off. */
export const callingTool = ({ clock }: Settings) => (clock === 'on' ? timedPhoneCall : phoneCall)

/** The tools of an episode: how the customer is asked, and how one talks on the phone, and when. */
export const toolsOf = (settings: Settings): readonly ToolSignature[] => {
  const { customer, conversation, clock } = settings
  return [
    companyDirectory,
    customer === 'dialogue' ? askCustomer : authInfoForm,
    callingTool(settings),
    ...(conversation === 'on' ? [say, hangUp] : []),
    ...(conversation === 'on' && clock === 'on' ? [wait] : []),
  ]
}
