// Guards that all notations for changing a container are equivalent and lose nothing.
import { describe, expect, it } from 'vitest'
import { compareForms, type Run, run } from '../../../../test/q-fuzz/amend-forms.ts'
import { consoleResult } from '../../../../test/support/q-shown.ts'

describe('the forms of amend and append', () => {
  it('agree with each other, keep other items, and contain the new value', () => {
    expect(compareForms(1, 120)).toEqual([])
  })

  const canaries: Readonly<Record<string, Run>> = {
    'a form that does nothing': (setUp, way, laws) =>
      run(setUp, way.startsWith('r:.[') ? 'r:x' : way, laws),
    'forms that all do nothing': (setUp, _, laws) => run(setUp, 'r:x', laws),
    'forms that all lose an item': (setUp, way, laws) => run(setUp, `${way};r:1_r`, laws),
    'a form that writes into the copy': (setUp, way, laws) =>
      run(setUp, `${way};c:()`, { ...laws, 'the copy is as it was': 'c~before' }),
  }

  for (const [name, canary] of Object.entries(canaries)) {
    it(`would show ${name}`, () => {
      expect(compareForms(1, 25, canary).length).toBeGreaterThan(2)
    })
  }
})

const NESTED = 'g:`a`b!(`x`y!1 2;`x`y!3 4)'

describe('an amend', () => {
  it.each([
    [['d:`a`b!1 2', 'd[`c]:"x"'], "'type"],
    [['d:(`$())!`long$()', 'd[`c]:1.5', 'd'], 'c| 1.5'],
    [['d:`a`b!(1;"x")', 'd[`c]:2.5', 'd`c'], '2.5'],
    [[NESTED, 'g[`c]:`x`w!5 6'], "'mismatch"],
    [[NESTED, 'g[`a;`z]:9'], "'mismatch"],
    [[NESTED, 'g[`a]:7'], "'type"],
    [[NESTED, 'g[`c;`x]:5', 'g'], ' | x y\n-| ---\na| 1 2\nb| 3 4\nc| 5'],
    [['t:([]a:1 2;b:3 4)', 't[0;`z]:9'], "'mismatch"],
    [['t:([]a:1 2;b:3 4)', 't[0]:`a`z!7 8'], "'mismatch"],
    [['t:([]a:1 2;b:3 4)', 't[0]:7 8 9'], "'length"],
    [['t:([]a:1 2;b:(3;"c"))', 't[0;`b]:"x"', 't'], 'a b\n---\n1 x\n2 c'],
    [['t:([]a:1 2)', 't[`b]:(enlist`a)!enlist 7'], "'type"],
    [['d:`s#1 3!10 20', 'd[2]:5'], "'step"],
    [['d:`s#1 3!10 20', 'd[3]:5', 'd 4'], '5'],
  ])('of %j gives %s', (entries, expected) => {
    expect(consoleResult(...entries)).toBe(expected)
  })
})

describe('an amend below a missing key', () => {
  it.each([
    [['d:()!()', 'd[`a;`b]:1', 'd'], ' | b\n-| -\na| 1'],
    [['d:(enlist`)!enlist(::)', 'd[`a;`b]:1', 'd`a'], 'b| 1'],
    [
      ['m:enlist[`]!enlist(0#`)!0#0N', 'm[`quote;`eurgbp]:75000', 'm[`quote;`eurusd]:1', 'm`quote'],
      'eurgbp| 75000\neurusd| 1',
    ],
    [['d:`a`b!(`x`y!1 2;`x`z!3 4)', 'd[`c;`q]:5', 'd[`c]'], 'q| 5'],
    [['d:()!()', 'd[`a;`b;`c]:1', 'd[`a;`b;`c]'], '1'],
    [['d:()!()', 'd[`a;`b]+:1', 'd[`a;`b]+:1', 'd[`a;`b]'], '2'],
    [['d:(enlist`a)!enlist 1 2', 'd[`b;0]:5'], "'length"],
    [['kt:([k:`a`b]v:1 2;w:3 4)', 'kt[`new;`v]+:1', 'kt[`new]'], 'v| 1\nw|'],
    [['kt:([k:`a`b]v:1 2)', 'kt[`a`new;`v]+:3', 'exec v from kt'], '4 2 3'],
    [['kt:([k:`a`b]v:1 2)', 'kt[`a`new;`v]+:3'], ''],
    [['kt:([k:`a`b]v:1 2)', 'r:kt[`b`new],:([]v:5 6)', 'r'], 'v\n-\n5\n6'],
    [['kt:([k:`a`b]v:1 2)', 'r:kt[`a`b;`v]*:5', 'r'], '5 10'],
    [['kt:([k:`a`b]v:(1 2;3 4))', 'kt[`new;`v],:5', 'exec v from kt'], '1 2\n3 4\n,5'],
    [['kt:.[([k:`a`b]v:1 2);(`new;`v);+;1]', 'exec v from kt'], '1 2 1'],
    [['kt:([k:`a`b]v:1 2)', 'kt[`b]:7', 'kt[`new]:8', 'exec v from kt'], '1 7 8'],
    [['kt:([j:0#`;k:0#`]v:())', 'kt[``]:(::)', 'kt[`a`b]:`c', 'kt`a`b'], 'v| c'],
    [['kt:([k:`a`b]v:1 2;w:3 4)', 'kt[`b]:7'], "'type"],
    [['t:([]v:1 2)', 't[1]:`a'], "'type"],
    [['d:(0#0i)!()', 'd[404]:"no"', 'd[500]:1', 'd'], '404| "no"\n500| 1'],
    [['d:(1#4i)!1#5', 'd[404]:6'], "'type"],
  ])('of %j gives %s', (entries, expected) => {
    expect(consoleResult(...entries)).toBe(expected)
  })
})

describe('an append', () => {
  it.each([
    [['x:1 2', '`x upsert 2.5'], "'type"],
    [['x:0#0', 'x,:"a"', 'x'], ',"a"'],
    [['t:([]a:0#0)', 't,:([]a:1 2f)'], "'type"],
    [['t:([]a:0#0)', 't,:(enlist`a)!enlist 1f'], "'type"],
    [['x:enlist 1 2', '`x upsert 3 4', 'x'], '1 2\n3 4'],
    [['d:`a`b!(1;"x")', 'd,:(1;2)'], "'type"],
    [['d:`a`b!1 2', 'd,:`b`c!5 6', 'd'], 'a| 1\nb| 5\nc| 6'],
    [['d:`a`b!1 2', 'd,:`b`c!(5;"x")', 'd'], 'a| 1\nb| 2'],
    [[NESTED, 'g,:(enlist`c)!enlist`z`w!5 6'], "'mismatch"],
    [['sym:`a`b', 'd:`p`q!`a`b', 'd[`p]:`sym$`b', 'value d'], '`b`b'],
    [['kt:([k:`a`b]v:1 2)', 'kt,([]k:`b`c;v:5 6)'], "'type"],
    [['kt:([k:`a`b]v:1 2)', '([]k:`b`c;v:5 6),kt'], "'type"],
    [['kt:([k:`a`b]v:1 2)', 'kt,:([]k:`b`c;v:5 6)', 'exec v from kt'], '1 5 6'],
  ])('of %j gives %s', (entries, expected) => {
    expect(consoleResult(...entries)).toBe(expected)
  })
})
