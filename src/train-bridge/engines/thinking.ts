import { templateArguments } from '../../effects/template-arguments.ts'
import type { Overrides } from './overrides.ts'

/** What a chat template is given for a mode, in the words of verl's settings. */
export const templateOverrides = (thinking: boolean): Overrides =>
  Object.fromEntries(
    Object.entries(templateArguments(thinking)).map(([name, value]) => [
      `+data.apply_chat_template_kwargs.${name}`,
      value,
    ]),
  )
