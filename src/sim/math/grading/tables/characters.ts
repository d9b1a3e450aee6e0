import { byName } from '../../../by-name.ts'
import type { CommandMeaning } from './commands.ts'

/** Characters and their ASCII equivalents. */
export const PLAIN: Readonly<Record<string, string>> = byName({
  ...{
    '×': '*',
    '·': '*',
    '∙': '*',
    '⋅': '*',
    '•': '*',
    '÷': '/',
    '⁄': '/',
    '‰': '/1000',
    '\u2062': '*',
  },
  ...{ '⟨': '(', '⟩': ')', '〈': '(', '〉': ')' },
  ...{ '½': '{1/2}', '⅓': '{1/3}', '⅔': '{2/3}', '¼': '{1/4}', '¾': '{3/4}', '⅕': '{1/5}' },
  ...{ '⅖': '{2/5}', '⅗': '{3/5}', '⅘': '{4/5}', '⅙': '{1/6}', '⅚': '{5/6}', '⅛': '{1/8}' },
  ...{ '⅜': '{3/8}', '⅝': '{5/8}', '⅞': '{7/8}' },
})

/** Characters that are tokens. */
export const SYMBOLS: Readonly<Record<string, CommandMeaning>> = byName({
  '≤': ['relation', '<='],
  '≥': ['relation', '>='],
  '⩽': ['relation', '<='],
  '⩾': ['relation', '>='],
  '≠': ['relation', '!='],
  '≈': ['relation', '~'],
  '≡': ['relation', '≡'],
  '∈': ['relation', 'in'],
  '±': ['operator', '±'],
  '∓': ['operator', '∓'],
  π: ['constant', 'pi'],
  '∞': ['constant', 'infinity'],
  '∅': ['constant', 'empty'],
  ℝ: ['constant', 'reals'],
  ℤ: ['constant', 'integers'],
  ℕ: ['constant', 'naturals'],
  ℚ: ['constant', 'rationals'],
  ℂ: ['constant', 'complexes'],
  '∪': ['set', 'union'],
  '∩': ['set', 'intersection'],
  '∖': ['set', 'difference'],
  '√': ['command', 'sqrt'],
  '∛': ['function', 'cbrt'],
  '°': ['degree', '°'],
  '⇒': ['arrow', '⇒'],
  '→': ['arrow', '→'],
  '⟹': ['arrow', '⇒'],
  '∴': ['arrow', '⇒'],
  '⌊': ['open', '⌊'],
  '⌋': ['close', '⌋'],
  '⌈': ['open', '⌈'],
  '⌉': ['close', '⌉'],
  '…': ['ellipsis', '…'],
  '⋯': ['ellipsis', '…'],
  '∧': ['separator', 'and'],
  '∨': ['separator', 'or'],
  '€': ['currency', 'euro'],
  '£': ['currency', 'pound'],
  '¥': ['currency', 'yen'],
  '₹': ['currency', 'rupee'],
  α: ['letter', 'alpha'],
  β: ['letter', 'beta'],
  γ: ['letter', 'gamma'],
  δ: ['letter', 'delta'],
  ε: ['letter', 'epsilon'],
  θ: ['letter', 'theta'],
  λ: ['letter', 'lambda'],
  μ: ['letter', 'mu'],
  ρ: ['letter', 'rho'],
  σ: ['letter', 'sigma'],
  τ: ['letter', 'tau'],
  φ: ['letter', 'phi'],
  ω: ['letter', 'omega'],
  Δ: ['letter', 'Delta'],
})

/** Raised characters, in the order of their meanings in `RAISED_MEANING`. */
export const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺ⁿ'
export const RAISED_MEANING = '0123456789-+n'
export const LOWERED = '₀₁₂₃₄₅₆₇₈₉ₙ'
export const LOWERED_MEANING = '0123456789n'
