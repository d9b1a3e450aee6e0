const nested = (open: string, close: string, levels: number): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`

/** JSON texts that a careless server falls over, in place of any member. */
export const HOSTILE_JSON: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1.5', '1e3', '1e400', '-1e400', '1e-400'],
  ...['9007199254740991', '9007199254740993', '2147483648', '-9223372036854775809'],
  ...['123456789012345678901234567890', '0.1', '1000001', '999999'],
  ...['""', '" "', '"NaN"', '"Infinity"', '"undefined"', '"null"', '"0"', '"-1"', '"1e9"'],
  ...['"__proto__"', '"constructor"', '"toString"', '"hasOwnProperty"', '"prototype"'],
  ...['"\\ud800"', '"\\udc00\\ud800"', '"a\\u0000b"', '"\\u0001\\u001f\\u007f"', '"\\u2028"'],
  ...['"../../etc/passwd"', '"%00"', '"\' OR 1=1 --"', '"; DROP TABLE row"', '"<script>"'],
  ...['"ep_"', `"ep_${'f'.repeat(32)}"`, `"ep_${'0'.repeat(61)}"`, '"rk_play_ep_"'],
  ...['[]', '{}', '[null]', '[[]]', '[{}]', '{"":{}}', '{"a":1}', '{"length":-1}'],
  ...['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'],
  ...['{"toString":1,"valueOf":2}', '{"toJSON":"x"}', '{"then":1}', '{"0":"a","length":1}'],
  ...[nested('[', ']', 33), nested('{"a":', '}', 33), nested('[', ']', 3_000)],
  ...[nested('[', ']', 20_000), nested('{"a":', '}', 8_000), nested('[{"a":', '}]', 5_000)],
  `"${'x'.repeat(250)}"`,
  `"${'y'.repeat(20_000)}"`,
  `"${'\\u0000'.repeat(2_000)}"`,
  `{"${'k'.repeat(20_000)}":1}`,
  `{${Array.from({ length: 500 }, (_, place) => `"k${place}":${place}`).join(',')}}`,
  `[${'0,'.repeat(5_000)}0]`,
]

/** Frames that are no JSON at all. */
export const NOT_JSON: readonly string[] = [
  ...['', ' ', '{', '[', '"', '{"jsonrpc":', '[1,', '{"a":1,}', "{'a':1}", '{a:1}', '01', '+1'],
  ...['NaN', 'Infinity', '-Infinity', 'undefined', '.5', '5.', '0x10', '1e', '\u0000', '\ufeff{}'],
  ...['{"a":"\n"}', '"\\x"', '"\\ud8"', '{}{}', '[]]', 'GET / HTTP/1.1', '<xml/>', '// x\n{}'],
  ...['[', '{"a":', '[{"a":'].map((text) => text.repeat(10_000)),
]

/** Frames that are JSON, and no calls. */
export const NOT_CALLS: readonly string[] = [
  ...['null', 'true', '7', '"x"', '{}', '[]', '[[]]', '[[[]]]', '[null]', '[1,2,3]', '[{}]'],
  ...['{"jsonrpc":"2.0"}', '{"jsonrpc":"1.0","id":1,"method":"env.list"}', '[[{}]]'],
  ...['{"jsonrpc":"2.0","method":"env.list"}', '{"jsonrpc":"2.0","id":null,"method":"env.list"}'],
  ...['{"jsonrpc":"2.0","id":{},"method":"env.list"}', '{"jsonrpc":"2.0","id":1,"method":null}'],
  ...['{"jsonrpc":"2.0","id":1,"result":[]}', '{"jsonrpc":"2.0","id":1e400,"method":"env.list"}'],
  ...['{"jsonrpc":"2.0","id":true,"method":"env.list"}'],
  `{"jsonrpc":"2.0","id":"${'i'.repeat(60_000)}","method":"env.list"}`,
  `{"jsonrpc":${nested('[', ']', 20_000)},"id":1,"method":"env.list"}`,
  `{"jsonrpc":"2.0","id":${nested('[', ']', 20_000)},"method":"env.list"}`,
  `{"jsonrpc":"2.0","id":1,"method":${nested('[', ']', 20_000)}}`,
  nested('[', ']', 20_000),
  nested('{"a":', '}', 8_000),
]

/** Names of methods that there are not. */
export const UNKNOWN_METHODS: readonly string[] = [
  ...['', 'env', 'env.', 'env.lits', 'ENV.LIST', 'episode.*', 'rpc.discover', 'group.open'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '\u0000', '\ud800'],
  ...['episode.step\u0000', 'episode.step ', 'x'.repeat(30_000), '../env.list', 'é'.repeat(5_000)],
]

/** Parameters in odd shapes. */
export const ODD_PARAMS: readonly string[] = [
  ...['null', '[]', '[1]', '"x"', '7', 'true', '{"":1}', '{"__proto__":{"env":"mock-v1"}}'],
  ...['{"constructor":1}', '{"toString":1}', '{"env":["mock-v1"]}', '{"env":{"env":"mock-v1"}}'],
  ...['{"episode_id":["a"]}', '{"env":"__proto__"}', '{"env":"constructor"}', '{"env":"toString"}'],
  ...['{"env":"mock-v1","env":7}', '{"episode_id":"__proto__"}', `{"env":"${'e'.repeat(100)}"}`],
  ...['{"env":"mock-v1","split":"__proto__","index":0}', '{"env":"mock-v1","task":"constructor"}'],
  ...['{"env":"mock-v1","split":"constructor","index":0}'],
  ...['{"env":"mock-v1","split":"train","index":0,"labels":{"__proto__":"x"}}'],
  ...['{"env":"mock-v1","split":"train","index":0,"settings":{"__proto__":{"a":1}}}'],
  ...['{"env":"phone-call-v2","split":"train","index":0,"settings":{"constructor":1}}'],
  ...['{"env":"phone-call-v2","split":"stream","index":9007199254740991}'],
  ...['{"env":"phone-call-v2","split":"train","index":0,"seed":9007199254740991}'],
]
