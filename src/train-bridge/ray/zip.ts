import { crc32, deflateRawSync } from 'node:zlib'

/** A file for an archive. */
export interface ZipEntry {
  /** Relative, with forward slashes. */
  readonly path: string
  readonly content: Buffer
}

/** The first day that a zip can tell, so that equal files give equal archives. */
const DATE = 0x0021
const DEFLATED = 8
/** Names are UTF-8. */
const FLAGS = 0x0800
const VERSION = 20

/** A zip archive of some files, in the given order. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { path, content } of entries) {
    const name = Buffer.from(path, 'utf8')
    const packed = deflateRawSync(content)
    const common = commonHeader(name, content, packed)
    const local = Buffer.concat([u32(0x04034b50), common, u16(0), name, packed])
    directory.push(
      Buffer.concat([
        ...[u32(0x02014b50), u16(VERSION), common, u16(0), u16(0), u16(0), u16(0), u32(0)],
        ...[u32(offset), name],
      ]),
    )
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const count = u16(entries.length)
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(listed.length), u32(offset)]
  return Buffer.concat([...parts, listed, ...end, u16(0)])
}

/** What stands in both headers of a file, up to the length of its name. */
const commonHeader = (name: Buffer, content: Buffer, packed: Buffer): Buffer =>
  Buffer.concat([
    ...[u16(VERSION), u16(FLAGS), u16(DEFLATED), u16(0), u16(DATE)],
    ...[u32(crc32(content)), u32(packed.length), u32(content.length), u16(name.length)],
  ])

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
