/** A unit: what it measures, and how many of the measure's own unit it is, as a fraction. */
type UnitMeaning = readonly [measure: string, over: number, under: number]

const units: Record<string, UnitMeaning> = {}

function unit(meaning: UnitMeaning, ...names: readonly string[]): void {
  for (const name of names) units[name] = meaning
}

unit(['length', 1, 1], 'm', 'meter', 'meters', 'metre', 'metres')
unit(['length', 1, 100], 'cm', 'centimeter', 'centimeters', 'centimetre', 'centimetres', 'cms')
unit(['length', 1, 1000], 'mm', 'millimeter', 'millimeters', 'millimetre', 'millimetres')
unit(['length', 1000, 1], 'km', 'kilometer', 'kilometers', 'kilometre', 'kilometres', 'kms')
unit(['length', 127, 5000], 'inch', 'inches', 'in')
unit(['length', 381, 1250], 'ft', 'foot', 'feet')
unit(['length', 1143, 1250], 'yd', 'yard', 'yards')
unit(['length', 201168, 125], 'mile', 'miles', 'mi')
unit(['time', 1, 1], 's', 'sec', 'secs', 'second', 'seconds')
unit(['time', 60, 1], 'min', 'mins', 'minute', 'minutes')
unit(['time', 3600, 1], 'h', 'hr', 'hrs', 'hour', 'hours')
unit(['time', 86400, 1], 'day', 'days')
unit(['time', 604800, 1], 'week', 'weeks')
unit(['month', 1, 1], 'month', 'months')
unit(['month', 12, 1], 'year', 'years', 'yr', 'yrs')
unit(['mass', 1, 1], 'g', 'gram', 'grams')
unit(['mass', 1000, 1], 'kg', 'kilogram', 'kilograms', 'kgs')
unit(['mass', 1, 1000], 'mg', 'milligram', 'milligrams')
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
unit(['length^3', 1, 1000], 'l', 'liter', 'liters', 'litre', 'litres')
unit(['length^3', 1, 1000000], 'ml', 'milliliter', 'milliliters', 'millilitre', 'millilitres')
unit(['cups', 1, 1], 'cup', 'cups')
unit(['cups', 2, 1], 'pint', 'pints')
unit(['cups', 4, 1], 'quart', 'quarts')
unit(['cups', 16, 1], 'gallon', 'gallons', 'gal')
unit(['angle', 1, 1], 'degree', 'degrees', 'deg')
unit(['radian', 1, 1], 'rad', 'radian', 'radians')
unit(['speed', 1, 1], 'mph')
unit(['speed', 1397, 2250], 'kmh', 'kph')
unit(['energy', 1, 1], 'j', 'joule', 'joules')
unit(['force', 1, 1], 'n', 'newton', 'newtons')
unit(['power', 1, 1], 'w', 'watt', 'watts')
unit(['current', 1, 1], 'ampere', 'amperes', 'amp', 'amps')
unit(['voltage', 1, 1], 'v', 'volt', 'volts')
unit(['resistance', 1, 1], 'ohm', 'ohms')
unit(['resistance', 1000, 1], 'kohm', 'kohms')
unit(['frequency', 1, 1], 'hz', 'hertz')
unit(['temperature', 1, 1], '°c', 'celsius')
unit(['fahrenheit', 1, 1], '°f', 'fahrenheit')
unit(['kelvin', 1, 1], 'k', 'kelvin')
unit(['pressure', 1, 1], 'pa', 'pascal', 'pascals')
unit(['amount', 1, 1], 'mol', 'mole', 'moles')

/** Units by every name they go by, in lower case. */
export const UNITS: ReadonlyMap<string, UnitMeaning> = new Map(Object.entries(units))

/** Units of which a name in plain text after a number is never a product of letters. */
export const isUnitWord = (word: string): boolean => word.length > 1 && UNITS.has(word)
