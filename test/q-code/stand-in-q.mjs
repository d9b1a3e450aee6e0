// A program that looks like q from outside: its flags, its echo, its exit codes, its complaints.
// It understands the harness and a few candidates by their text, nothing more.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const words = process.argv.slice(2)
const wanted = ['harness.q', '-q', '-c', '25', '80', '-P', '7', '-w']
if (wanted.some((word, index) => words[index] !== word)) process.exit(9)
if (process.env.STAND_IN === 'no-licence') {
  process.stderr.write('licence error: k4.lic\n')
  process.exit(1)
}
if (process.env.STAND_IN === 'broken') process.exit(2)
// The first process that finds no such file makes it and never begins; `asleep` never does.
const late = process.env.STAND_IN_LATE
const isFirst = late !== undefined && !existsSync(late)
if (isFirst) writeFileSync(late, '')
if (isFirst || process.env.STAND_IN === 'asleep')
  await new Promise((wake) => setTimeout(wake, 60_000))
const harness = readFileSync('harness.q', 'utf8')
const mark = /-1 "(#\S+ )begin"/.exec(harness)?.[1] ?? ''
const say = (text) => writeFileSync(1, `${text}\n`)
say(`${mark}begin`)
const code = existsSync('candidate.q') ? readFileSync('candidate.q', 'utf8') : ''
if (code.includes('sleep')) {
  if (code.includes('child')) spawn('sleep', ['30'], { stdio: 'ignore' })
  setInterval(() => {}, 1_000)
} else {
  play()
}

function play() {
  if (code.includes('licence')) say('licence error: daemon')
  if (code.includes('spam')) for (let i = 0; i < 4_000; i++) say('spam'.repeat(200))
  if (code.includes('leave')) process.exit(0)
  if (code.includes('greedy')) {
    process.stderr.write('-w abort\n')
    process.exit(1)
  }
  for (const line of code.split('\n')) {
    if (/^\d+$/.test(line)) say(line)
    if (/^[})]/.test(line)) return say(`${mark}load }`)
  }
  say(`${mark}load ${code.includes('oops') ? 'oops' : ''}`)
  if (code.includes('oops')) return
  const args = /\.backchannel\.a:\("solve";(?:enlist "(\d+)"|enlist enlist "(\d+)")\)/.exec(harness)
  const plain = /\{\(1b;value x\)\};"(\d+)"/.exec(harness)
  if (args === null && plain === null) return
  const n = Number(args?.[1] ?? args?.[2] ?? plain?.[1])
  if (args !== null && code.includes('signal')) return say(`${mark}error type`)
  const result = plain !== null ? String(n) : code.includes('x*x') ? String(n * n) : `${n}i`
  say(`${mark}value ${serialized(result)}\n${mark}shown\n${result}\n${mark}end`)
}

/** The message of a long or an int, in hexadecimal digits. */
function serialized(result) {
  const isLong = !result.endsWith('i')
  const bytes = Buffer.alloc(isLong ? 17 : 13)
  bytes.writeUInt8(1, 0)
  bytes.writeUInt32LE(bytes.length, 4)
  bytes.writeInt8(isLong ? -7 : -6, 8)
  if (isLong) bytes.writeBigInt64LE(BigInt(result), 9)
  else bytes.writeInt32LE(Number.parseInt(result, 10), 9)
  return bytes.toString('hex')
}
