import { chars, NIL } from '../values/build.ts'
import { unary, type Verb } from '../verbs/verb.ts'
import { consoleText } from './console.ts'
import { oneLine } from './one-line.ts'

/** The verbs that format values as text. */
export const displayVerbs: readonly Verb[] = [
  unary(
    'show',
    'print as the console does',
    (x, q) => {
      q.print(consoleText(x, q.console))
      return NIL
    },
    { type: 100 },
  ),
  unary('.Q.s', 'the text that the console prints', (x, q) => chars(consoleText(x, q.console)), {
    type: 100,
  }),
  unary('.Q.s1', 'the one-line text', (x, q) => chars(oneLine(x, q.console.precision)), {
    type: 100,
  }),
]
