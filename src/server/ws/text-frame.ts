const FINAL_TEXT = 0x81
/** Lengths up to here fit into the second byte. Two more bytes hold lengths below 65,536. */
const SHORT_MAX = 125
const IN_TWO_BYTES = 126
const IN_EIGHT_BYTES = 127

/**
 * A complete WebSocket text message from a server (RFC 6455, 5.2), in one buffer. The library
 * creates two buffers for each message, which costs a step more than its tool call.
 */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const start = headBytes(length)
  const frame = Buffer.allocUnsafe(start + length)
  writeHead(frame, length)
  frame.write(text, start)
  return frame
}

/** The same for a text in encoded parts. */
export function partsFrame(parts: readonly Buffer[]): Buffer {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const head = Buffer.allocUnsafe(headBytes(length))
  writeHead(head, length)
  return Buffer.concat([head, ...parts], head.length + length)
}

const headBytes = (length: number): number => (length <= SHORT_MAX ? 2 : length < 65_536 ? 4 : 10)

function writeHead(frame: Buffer, length: number): void {
  frame[0] = FINAL_TEXT
  if (length <= SHORT_MAX) {
    frame[1] = length
  } else if (length < 65_536) {
    frame[1] = IN_TWO_BYTES
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = IN_EIGHT_BYTES
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
}
