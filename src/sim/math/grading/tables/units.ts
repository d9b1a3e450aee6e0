/** A unit: its measure, and its size in the measure's base unit, as a fraction. */
export type UnitMeaning = readonly [measure: string, numerator: number, denominator: number]

const units: Record<string, UnitMeaning> = {}

function unit(meaning: UnitMeaning, ...names: readonly string[]): void {
  for (const name of names) units[name] = meaning
}

unit(['length', 127, 5000], 'inch', 'inches', 'in')
unit(['length', 381, 1250], 'ft', 'foot', 'feet')
unit(['length', 1143, 1250], 'yd', 'yard', 'yards')
unit(['length', 201168, 125], 'mile', 'miles', 'mi')
unit(['time', 1, 1], 'sec', 'secs', 'second', 'seconds')
unit(['time', 60, 1], 'min', 'mins', 'minute', 'minutes')
unit(['time', 3600, 1], 'h', 'hr', 'hrs', 'hour', 'hours')
unit(['time', 86400, 1], 'day', 'days')
unit(['time', 604800, 1], 'week', 'weeks')
unit(['month', 1, 1], 'month', 'months')
unit(['month', 12, 1], 'year', 'years', 'yr', 'yrs')
unit(['mass', 1000000, 1], 'tonne', 'tonnes')
unit(['weight', 1, 1], 'oz', 'ounce', 'ounces')
unit(['weight', 16, 1], 'lb', 'lbs')
unit(['weight', 32000, 1], 'ton', 'tons')
unit(['money', 100, 1], 'dollar', 'dollars', 'usd', 'bucks')
unit(['money', 1, 1], 'cent', 'cents', '¢')
unit(['euro', 1, 1], 'euro', 'euros', 'eur')
unit(['pound', 1, 1], 'pound', 'pounds', 'gbp')
unit(['yen', 1, 1], 'yen')
unit(['rupee', 1, 1], 'rupee', 'rupees')
unit(['cups', 1, 1], 'cup', 'cups')
unit(['cups', 2, 1], 'pint', 'pints')
unit(['cups', 4, 1], 'quart', 'quarts')
unit(['cups', 16, 1], 'gallon', 'gallons', 'gal')
unit(['angle', 1, 1], 'degree', 'degrees', 'deg')
unit(['radian', 1, 1], 'rad', 'radian', 'radians')
unit(['length/time', 1397, 3125], 'mph')
unit(['length/time', 5, 18], 'kmh', 'kph')
unit(['temperature', 1, 1], '°c', 'celsius')
unit(['fahrenheit', 1, 1], '°f', 'fahrenheit')

/** Units that take prefixes: their symbol as written, and their names. */
const SYSTEM: readonly (readonly [symbol: string, meaning: UnitMeaning, ...names: string[]])[] = [
  ['m', ['length', 1, 1], 'meter', 'metre'],
  ['g', ['mass', 1, 1], 'gram'],
  ['s', ['time', 1, 1]],
  ['A', ['current', 1, 1], 'ampere', 'amp'],
  ['K', ['kelvin', 1, 1], 'kelvin'],
  ['mol', ['amount', 1, 1], 'mole'],
  ['L', ['length^3', 1, 1000], 'liter', 'litre'],
  ['l', ['length^3', 1, 1000]],
  ['N', ['mass*length/time^2', 1000, 1], 'newton'],
  ['J', ['mass*length^2/time^2', 1000, 1], 'joule'],
  ['W', ['mass*length^2/time^3', 1000, 1], 'watt'],
  ['V', ['mass*length^2/time^3/current', 1000, 1], 'volt'],
  ['ohm', ['mass*length^2/time^3/current^2', 1000, 1], 'ohm'],
  ['C', ['current*time', 1, 1], 'coulomb'],
  ['Hz', ['per/time', 1, 1], 'hertz'],
  ['Pa', ['mass/length/time^2', 1000, 1], 'pascal'],
]

const PREFIXES: readonly (readonly [symbol: string, name: string, over: number, under: number])[] =
  [
    ['', '', 1, 1],
    ['G', 'giga', 1e9, 1],
    ['M', 'mega', 1e6, 1],
    ['k', 'kilo', 1000, 1],
    ['d', 'deci', 1, 10],
    ['c', 'centi', 1, 100],
    ['m', 'milli', 1, 1000],
    ['μ', 'micro', 1, 1e6],
    ['n', 'nano', 1, 1e9],
  ]

/** Symbols of units with their prefixes, as written: `mW` is not `MW`. */
const symbols: Record<string, UnitMeaning> = {}

for (const [prefix, prefixName, prefixNumerator, prefixDenominator] of PREFIXES) {
  for (const [symbol, [measure, numerator, denominator], ...names] of SYSTEM) {
    const meaning: UnitMeaning = [
      measure,
      numerator * prefixNumerator,
      denominator * prefixDenominator,
    ]
    symbols[prefix + symbol] = meaning
    for (const name of names) unit(meaning, prefixName + name, `${prefixName + name}s`)
  }
}

for (const name of ['m', 'cm', 'mm', 'km', 'g', 'kg', 'mg', 's', 'l', 'ml', 'kohm', 'mol']) {
  units[name] = symbols[name] ?? (symbols[name.replace('l', 'L')] as UnitMeaning)
}
for (const name of ['cms', 'kms', 'kgs', 'kohms'])
  units[name] = units[name.slice(0, -1)] as UnitMeaning
for (const name of ['J', 'N', 'W', 'V', 'K', 'Hz', 'Pa'])
  units[name.toLowerCase()] = symbols[name] as UnitMeaning

/** Units by their names, in lower case. */
export const UNITS: ReadonlyMap<string, UnitMeaning> = new Map(Object.entries(units))

/** Units by their case-sensitive symbols. */
export const UNIT_SYMBOLS: ReadonlyMap<string, UnitMeaning> = new Map(Object.entries(symbols))

/** Units whose name after a number is never a product of letters. */
export const isUnitWord = (word: string): boolean => word.length > 1 && UNITS.has(word)
