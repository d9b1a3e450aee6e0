import { NULL_GUID } from '../values/nulls.ts'

const GUID_FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const ADDRESS_FORM = /^\d{1,3}(?:\.\d{1,3}){3}$/
const GROUP_FORM = /^[0-9a-f]{1,4}$/
/** The number of hexadecimal groups in an IPv6 address. */
const GROUPS = 8

/** The guid or IP address in a text, or the null guid. */
export function parseGuid(text: string): string {
  const lower = text.toLowerCase()
  if (GUID_FORM.test(lower)) return lower
  const groups = lower.includes(':') ? groupsOfLong(lower) : groupsOfShort(lower)
  if (groups === undefined) return NULL_GUID
  const digits = groups.map((group) => group.padStart(4, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** The four bytes of an IPv4 address, or undefined. */
export function bytesOfAddress(text: string): readonly number[] | undefined {
  if (!ADDRESS_FORM.test(text)) return undefined
  const bytes = text.split('.').map(Number)
  return bytes.every((byte) => byte < 256) ? bytes : undefined
}

/** An IPv4 address at the end of an IPv6 address, after a colon. */
function groupsOfShort(text: string): readonly string[] | undefined {
  const lastGroup = parsePair(text)
  return lastGroup === undefined ? undefined : [...zeros(5), 'ffff', ...lastGroup]
}

/** The two groups for the bytes of an IPv4 address. */
function parsePair(text: string): readonly string[] | undefined {
  const bytes = bytesOfAddress(text)
  if (bytes === undefined) return undefined
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  return [first * 256 + second, third * 256 + fourth].map((group) => group.toString(16))
}

/** The groups of an IPv6 address, in which two colons may stand for zeros. */
function groupsOfLong(text: string): readonly string[] | undefined {
  const halves = text.split('::').map(groupsWithin)
  const [left, right = []] = halves
  if (halves.length > 2 || left === undefined || right === undefined) return undefined
  const missingCount = GROUPS - left.length - right.length
  const fits = halves.length === 2 ? missingCount > 0 : missingCount === 0
  return fits ? [...left, ...zeros(missingCount), ...right] : undefined
}

function groupsWithin(text: string): readonly string[] | undefined {
  if (text === '') return []
  const groups = text.split(':')
  const last = groups.at(-1) as string
  const allGroups = last.includes('.')
    ? [...groups.slice(0, -1), ...(parsePair(last) ?? [''])]
    : groups
  return allGroups.every((group) => GROUP_FORM.test(group)) ? allGroups : undefined
}

const zeros = (count: number): readonly string[] => new Array<string>(count).fill('0')
