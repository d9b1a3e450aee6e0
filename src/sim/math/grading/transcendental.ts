/**
 * The only functions whose rounding may differ between engine versions. Comparisons use a tolerance
 * thousands of times wider than the last digit, so no verdict depends on it.
 */
export const exponential = (value: number): number => Math.exp(value)
export const logarithm = (value: number): number => Math.log(value)
export const sine = (value: number): number => Math.sin(value)
export const cosine = (value: number): number => Math.cos(value)
export const arctangent = (imaginary: number, real: number): number => Math.atan2(imaginary, real)
export const length = (real: number, imaginary: number): number => Math.hypot(real, imaginary)
export const raise = (base: number, exponent: number): number => base ** exponent
