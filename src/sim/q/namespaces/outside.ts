import { QExit, signal } from '../errors.ts'
import { systemText } from '../evaluate/commands.ts'
import type { Interpreter } from '../evaluate/interpreter.ts'
import { listViews } from '../evaluate/views.ts'
import { isString, textOf } from '../values/access.ts'
import { chars, NIL, symbol, symbols, vectorOf } from '../values/build.ts'
import { SYMBOL } from '../values/types.ts'
import type { Value } from '../values/value.ts'
import { toDouble } from '../values/wide.ts'
import { binary, denyAccess, nary, unary, type Verb } from '../verbs/verb.ts'
import { keyVerb } from './key.ts'

const UNARY = `
  .Q.hg .Q.host .Q.bv .Q.chk .Q.l
  .Q.lo .Q.ld .Q.MAP .Q.view .Q.bt .Q.Xf .Q.xf .Q.gz .Q.li .Q.prf0
`
const NARY = `
  .Q.hp .Q.fps .Q.dpts .Q.dsftg .Q.fpn .Q.hdpf
`

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * `view x`: the definition of a view.
 *
 * @throws QError with the name if it is not a view
 */
function viewText(x: Value, q: Interpreter): Value {
  const name = textOf(x)
  return chars(q.environment.cell(name).viewSource?.text ?? signal(name))
}

/** `hsym x`: symbols as file handles. */
function fileHandle(x: Value): Value {
  const withColon = (name: string): string => (name.startsWith(':') ? name : `:${name}`)
  if (x.kind === 'atom' && x.type === SYMBOL) return symbol(withColon(x.value as string))
  if (x.kind !== 'vector' || x.type !== SYMBOL) return signal('type')
  return symbols((x.data as string[]).map(withColon))
}

/**
 * `exit x`.
 *
 * @throws QExit if the argument is an integer
 */
function leave(x: Value): Value {
  if (x.kind !== 'atom' || typeof x.value === 'string') return signal('type')
  throw new QExit(toDouble(x.value))
}

function setVariable(name: Value, text: Value, q: Interpreter): Value {
  if (name.kind !== 'atom' || name.type !== SYMBOL || !isString(text)) return signal('type')
  q.processVariables.set(textOf(name), textOf(text))
  return NIL
}

function viewNames(q: Interpreter): Value {
  const names = listViews(q).map(({ name }) => name)
  return names.length === 0 ? symbols([]) : { ...vectorOf(SYMBOL, names), attribute: 's' }
}

/** The verbs for the system: commands, views, files and the network. */
export const outsideVerbs: readonly Verb[] = [
  unary('system', 'run a command of the system', (x, q) => systemText(q, textOf(x)), { type: 100 }),
  unary('key', 'keys of a dictionary', keyVerb, { shown: '!:' }),
  unary('exit', 'end the program', leave),
  unary('hsym', 'symbols as handles of files', fileHandle, { type: 100 }),
  unary('view', 'how a view was defined', viewText, { type: 100 }),
  unary('views', 'the names of the views', (_, q) => viewNames(q), { type: 100 }),
  unary('getenv', 'a variable of the environment, which begins empty', (x, q) =>
    chars(q.processVariables.get(textOf(x)) ?? ''),
  ),
  binary('setenv', 'set a variable of the environment', setVariable),
  ...words(UNARY).map((name) =>
    unary(name, 'needs processes or the network: not allowed', denyAccess, { type: 100 }),
  ),
  ...words(NARY).map((name) =>
    nary(name, 'needs processes or the network: not allowed', 2, 6, denyAccess, { type: 100 }),
  ),
]
