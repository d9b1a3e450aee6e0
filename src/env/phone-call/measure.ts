import { isComplete, type PhoneState, unwantedRows } from './state.ts'
import type { PhoneContext } from './task.ts'
import { overAskedFields } from './waste.ts'

/**
 * The metrics of the stage `seed`, in the order of reports. `departments_held` counts departments
 * that take no more calls after wrong details.
 */
export const METRICS = [
  'success',
  'required_calls',
  'required_calls_done',
  'phone_calls',
  'rejected_calls',
  'searches',
  'fields_asked',
  'fields_over_asked',
  'form_abandoned',
  'forms_refused',
  'departments_held',
  'details_wrong',
  'unwanted_services',
] as const

/** Measures a closed episode of the stage `seed`: counts, and 1 or 0 for a yes or no. */
export function measurePhoneCall(
  state: PhoneState,
  context: PhoneContext,
): Record<(typeof METRICS)[number], number> {
  const { task } = context
  return {
    success: isComplete(task, state) ? 1 : 0,
    required_calls: task.required_calls.length,
    required_calls_done: state.earned.length,
    phone_calls: state.phone_calls,
    rejected_calls: state.rejected_calls,
    searches: state.searches,
    fields_asked: state.form?.asked.length ?? 0,
    fields_over_asked: overAskedFields(state, context).length,
    form_abandoned: state.form?.status === 'abandoned' ? 1 : 0,
    forms_refused: state.forms_refused,
    departments_held: state.held.length,
    details_wrong: Object.values(state.wrong).reduce((sum, count) => sum + count, 0),
    unwanted_services: unwantedRows(task, state).length,
  }
}
