import { enumerateExtending } from '../dictionaries/enumerate.ts'
import { makeDictionary } from '../dictionaries/make.ts'
import { internal, isInternal } from '../evaluate/internal.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { find } from '../lists/find.ts'
import { draw } from '../random/draw.ts'
import { isSymbol } from '../values/access.ts'
import type { Atom, Value } from '../values/value.ts'
import { binary, type Verb } from '../verbs/verb.ts'
import { filterBy } from './fby.ts'
import { changeForms, queryForms } from './run.ts'

/** The query keywords that are verbs, and the operators with a query form. */
export const queryVerbs: readonly Verb[] = [
  {
    ...binary('!', 'make a dictionary; set keys; update and delete with four', dictionaryOrOther),
    nary: { minimum: 4, maximum: 4, apply: changeForms },
  },
  {
    ...binary('?', 'find, draw; vector conditional, select and exec with more', findOrDraw),
    nary: { minimum: 3, maximum: 6, apply: queryForms },
  },
  binary('fby', 'what a function gives for each group, at every row of it', filterBy, {
    shown: "k){@[(#y)#x[0]0#x 1;g;:;x[0]'x[1]g:.=y]}",
    type: 100,
  }),
]

function dictionaryOrOther(x: Value, y: Value, q: Interpreter): Value {
  return isInternal(x) ? internal(Number((x as Atom).value), y, q) : makeDictionary(x, y, q)
}

function findOrDraw(x: Value, y: Value, q: Interpreter): Value {
  if (x.kind !== 'atom') return find(x, y)
  return isSymbol(x) ? enumerateExtending(x.value, y, q) : draw(x, y, q)
}
