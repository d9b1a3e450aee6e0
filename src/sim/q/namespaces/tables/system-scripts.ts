import { byName } from '../../../by-name.ts'

/** The scripts that ship with the language: tables for its examples. */
export const SYSTEM_SCRIPTS: Readonly<Record<string, string>> = byName({
  'sp.q': `
s:([s:\`s1\`s2\`s3\`s4\`s5]name:\`smith\`jones\`blake\`clark\`adams;status:20 10 30 20 30;
 city:\`london\`paris\`paris\`london\`athens)
p:([p:\`p1\`p2\`p3\`p4\`p5\`p6]name:\`nut\`bolt\`screw\`screw\`cam\`cog;
 color:\`red\`green\`blue\`red\`blue\`red;weight:12 17 17 14 12 19;
 city:\`london\`paris\`rome\`london\`paris\`london)
sp:([]s:\`s$\`s1\`s1\`s1\`s1\`s4\`s1\`s2\`s2\`s3\`s4\`s4\`s1;
 p:\`p$\`p1\`p2\`p3\`p4\`p5\`p6\`p1\`p2\`p2\`p2\`p4\`p5;
 qty:300 200 400 200 100 100 300 400 200 200 300 400)
`,
  'trade.q': `
trade:([]time:\`time$();sym:\`symbol$();price:\`float$();size:\`int$())
\`trade insert(09:30:00.000;\`a;10.75;100i);
`,
})
