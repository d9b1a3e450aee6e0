import { byName } from '../../../by-name.ts'
import type { TokenType } from '../token-type.ts'
import { wordSet, wordsOf } from './words-of.ts'

/** The meaning of a LaTeX command: the type and the text of its token. */
export type CommandMeaning = readonly [TokenType, string]

const GREEK = wordsOf(`
  alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron rho sigma
  tau upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Sigma Upsilon Phi Psi Omega ell
  hbar jmath aleph angle triangle Pi star square
`)

/** Functions by their plain names. The LaTeX command is the name after a backslash. */
export const FUNCTIONS: ReadonlySet<string> = wordSet(`
  sin cos tan cot sec csc arcsin arccos arctan arccot arcsec arccsc sinh cosh tanh coth sech
  csch log ln lg exp sqrt cbrt abs max min gcd lcm floor ceil asin acos atan arg Re Im det dim
  ker deg sgn sign arsinh arcosh artanh tg ctg arctg binom
`)

/** Other names of functions, mapped to the name in trees. */
export const FUNCTION_NAMES: Readonly<Record<string, string>> = byName({
  asin: 'arcsin',
  acos: 'arccos',
  atan: 'arctan',
  tg: 'tan',
  ctg: 'cot',
  arctg: 'arctan',
  lg: 'log',
  sign: 'sgn',
  abs: 'absolute',
})

/** Sizes of brackets, which leave no space before them. */
const SIZES = wordsOf(`
  left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr middle
`)

const SPACES = wordsOf(`
  displaystyle textstyle scriptstyle limits nolimits rm bf it sf tt cal Large large huge small
  normalsize nonumber notag hfill noindent centering thinspace negthinspace hline medspace thickspace
  enspace space strut allowbreak unicode bold checkmark
`)

/** Commands whose braces contain words. */
export const TEXT_COMMANDS: ReadonlySet<string> = wordSet(`
  text textbf textit textrm textsf texttt textnormal mbox hbox emph textsc textup underline
  textmd textsl
`)

/** Commands that change only the look of letters. */
export const FONT_COMMANDS: ReadonlySet<string> = wordSet(`
  mathrm mathbf mathit mathsf mathtt mathcal mathscr mathfrak boldsymbol bm operatorname pmb
  mathnormal symbf
`)

/** Commands that are ignored; their braces are read. */
export const WRAPPERS: ReadonlySet<string> = wordSet(`
  boxed fbox framebox mathop mathord mathbin mathrel ensuremath hspace* underbrace mathclose
  mathopen smash mathinner uline
`)

/** Commands that put a sign over letters. */
export const DECORATIONS: ReadonlySet<string> = wordSet(`
  vec overrightarrow hat widehat tilde widetilde check dot ddot
`)

/** Notation that is compared as written, to its end. */
const OPAQUE: ReadonlySet<string> = wordSet(`
  sum prod int iint iiint oint lim limsup liminf sup inf bigcup bigcap partial nabla forall
  exists coprod bigoplus
`)

const RELATIONS: Readonly<Record<string, string>> = byName({
  ...{ le: '<=', leq: '<=', leqslant: '<=', leqq: '<=', ge: '>=', geq: '>=', geqslant: '>=' },
  ...{
    geqq: '>=',
    lt: '<',
    gt: '>',
    ne: '!=',
    neq: '!=',
    approx: '~',
    simeq: '~',
    thickapprox: '~',
  },
  ...{ equiv: '≡', cong: '~', in: 'in', eq: '=', coloneqq: '=', approxeq: '~', doteq: '=' },
})

const toEntries = (names: readonly string[], type: TokenType, text?: string) =>
  names.map((name): [string, CommandMeaning] => [name, [type, text ?? name]])

/** Every known command. */
export const COMMANDS: ReadonlyMap<string, CommandMeaning> = new Map<string, CommandMeaning>([
  ...toEntries(GREEK, 'letter'),
  ...toEntries(SPACES, 'space'),
  ...toEntries(SIZES, 'space', ''),
  ...toEntries([...FUNCTIONS], 'function'),
  ...toEntries([...OPAQUE], 'opaque'),
  ...toEntries([...TEXT_COMMANDS, ...FONT_COMMANDS, ...WRAPPERS, ...DECORATIONS], 'command'),
  ...toEntries(['frac', 'dfrac', 'tfrac', 'cfrac', 'sfrac', 'nicefrac'], 'command', 'frac'),
  ...toEntries(['binom', 'dbinom', 'tbinom'], 'command', 'binom'),
  ...toEntries(['sqrt', 'begin', 'end', 'mathbb', 'overline', 'phantom'], 'command'),
  ...toEntries(['Bbb', 'mathds'], 'command', 'mathbb'),
  ...toEntries(['bar', 'widebar'], 'command', 'overline'),
  ...toEntries(
    ['hspace', 'vspace', 'color', 'label', 'tag', 'hphantom', 'vphantom'],
    'command',
    'phantom',
  ),
  ...toEntries(['pmod', 'pod'], 'command', 'pmod'),
  ...toEntries(['bmod', 'mod'], 'command', 'mod'),
  ...toEntries(['quad', 'qquad'], 'gap'),
  ...toEntries(['newline', 'cr'], 'separator', 'line'),
  ...toEntries(['land', 'wedge'], 'separator', '∧'),
  ...toEntries(['lor', 'vee'], 'separator', '∨'),
  ...toEntries(['neg', 'lnot'], 'letter', 'neg'),
  ...Object.entries(RELATIONS).map(([name, text]): [string, CommandMeaning] => [
    name,
    ['relation', text],
  ]),
  ...toEntries(['times', 'cdot', 'ast', 'bullet', 'centerdot'], 'operator', '*'),
  ...toEntries(['div'], 'operator', '/'),
  ...toEntries(['pm'], 'operator', '±'),
  ...toEntries(['mp'], 'operator', '∓'),
  ...toEntries(['pi'], 'constant', 'pi'),
  ...toEntries(['infty', 'infin'], 'constant', 'infinity'),
  ...toEntries(['emptyset', 'varnothing'], 'constant', 'empty'),
  ...toEntries(['R', 'Reals', 'reals'], 'constant', 'reals'),
  ...toEntries(['Z', 'integers'], 'constant', 'integers'),
  ...toEntries(['N', 'naturals'], 'constant', 'naturals'),
  ...toEntries(['cup', 'sqcup'], 'set', 'union'),
  ...toEntries(['cap'], 'set', 'intersection'),
  ...toEntries(['setminus', 'backslash', 'smallsetminus'], 'set', 'difference'),
  ...toEntries(['Rightarrow', 'implies', 'Longrightarrow', 'therefore', 'iff'], 'arrow'),
  ...toEntries(['Leftrightarrow', 'to', 'rightarrow', 'longrightarrow', 'mapsto'], 'arrow'),
  ...toEntries(['langle', 'lparen'], 'open', '('),
  ...toEntries(['rangle', 'rparen'], 'close', ')'),
  ...toEntries(['lbrack'], 'open', '['),
  ...toEntries(['rbrack'], 'close', ']'),
  ...toEntries(['lbrace'], 'open', '\\{'),
  ...toEntries(['rbrace'], 'close', '\\}'),
  ...toEntries(['lfloor'], 'open', '⌊'),
  ...toEntries(['rfloor'], 'close', '⌋'),
  ...toEntries(['lceil'], 'open', '⌈'),
  ...toEntries(['rceil'], 'close', '⌉'),
  ...toEntries(['vert', 'lvert', 'rvert', 'Vert', 'lVert', 'rVert'], 'bar', '|'),
  ...toEntries(['mid'], 'such_that'),
  ...toEntries(['colon'], 'colon'),
  ...toEntries(['circ', 'degree', 'degrees'], 'degree'),
  ...toEntries(['percent'], 'percent'),
  ...toEntries(['prime'], 'prime'),
  ...toEntries(['ldots', 'dots', 'cdots', 'dotsc', 'dotsb', 'vdots', 'ddots'], 'ellipsis'),
  ...toEntries(['euro'], 'currency', 'euro'),
  ...toEntries(['pounds'], 'currency', 'pound'),
  ['textdollar', ['currency', 'dollar']],
  ['imath', ['letter', 'i']],
  ['varepsilon', ['letter', 'epsilon']],
  ['vartheta', ['letter', 'theta']],
  ['varphi', ['letter', 'phi']],
  ['varrho', ['letter', 'rho']],
  ['varsigma', ['letter', 'sigma']],
  ['over', ['command', 'over']],
  ['choose', ['command', 'choose']],
  ['not', ['command', 'not']],
  ['notin', ['command', 'notin']],
])
