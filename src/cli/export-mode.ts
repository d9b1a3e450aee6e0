import type { RowPlaces } from '../datasets/training/row-files.ts'
import { templateArguments } from '../effects/template-arguments.ts'

/**
 * What rows say of the mode of thinking: TRL gives `chat_template_kwargs` to the chat template,
 * verl `enable_thinking`.
 */
export function modeOfRows(thinking: boolean | undefined): Pick<RowPlaces, 'same'> {
  if (thinking === undefined) return {}
  const given = templateArguments(thinking)
  return {
    same: {
      row: { chat_template_kwargs: given, enable_thinking: thinking },
      columns: {
        chat_template_kwargs: { fields: { enable_thinking: 'boolean', thinking: 'boolean' } },
        enable_thinking: 'boolean',
      },
    },
  }
}
