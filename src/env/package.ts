/** Version of the contract. A change that breaks environments written for it raises it. */
export const CONTRACT_VERSION = 2

/** Why something was not written for this program; undefined where it was. */
export function otherContract(contract: unknown): string | undefined {
  if (contract === CONTRACT_VERSION) return undefined
  return (
    `it was written for version ${String(contract)} of the contract of environments, and this ` +
    `program has version ${CONTRACT_VERSION}`
  )
}

/** Which code an environment from outside of this program is. */
export interface PackageIdentity {
  readonly name: string
  readonly version: string | null
  /** SHA-256 over every module that it consists of. */
  readonly digest: string
}

const packageName = ({ name, version, digest }: PackageIdentity): string =>
  `${name}${version === null ? '' : ` ${version}`} (digest ${digest.slice(0, 12)})`

/**
 * Why a log cannot be played by the code at hand: another one played it, and may have done so
 * rightly. Undefined where it is the same.
 */
export function playedByOther(
  recorded: PackageIdentity | undefined,
  { id, package: ownPackage }: { readonly id: string; readonly package?: PackageIdentity },
): string | undefined {
  if (recorded?.digest === ownPackage?.digest) return undefined
  const recordedName = recorded === undefined ? 'the program itself' : packageName(recorded)
  const presentName = ownPackage === undefined ? 'the program itself' : packageName(ownPackage)
  return `${id} was ${recordedName} when it was played, and is ${presentName} here`
}
