import type { RandomStream } from '../../random.ts'
import { type Slots, sayFeature } from './agreement.ts'
import { parseTemplate, type Template } from './template.ts'

/** Fills a template in one pass, with one draw for each choice. Throws if a slot has no value. */
export const expand = (source: string, slots: Slots, random: RandomStream): string =>
  sayTemplate(parseTemplate(source), slots, random)

function sayTemplate(template: Template, slots: Slots, random: RandomStream): string {
  let text = ''
  for (const piece of template) {
    if (piece.kind === 'text') text += piece.text
    else if (piece.kind === 'choice') text += sayTemplate(random.pick(piece.options), slots, random)
    else {
      const slot = slots[piece.name]
      if (slot === undefined) throw new Error(`template: no value for {${piece.name}}`)
      text += sayFeature(slot, piece.feature)
    }
  }
  return text
}
