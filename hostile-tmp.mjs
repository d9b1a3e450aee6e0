import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
const src=readFileSync('/work/wt-maths/test/math-grading/hostile.test.ts','utf8')
const a=src.indexOf('const nested'), b=src.indexOf('const keyOf')
const js=transformSync(src.slice(a,b),{loader:'ts'}).code
const H=new Function(js+';return HOSTILE')()
for (const tree of ['/tmp/mbase','/work/wt-maths']) {
const m=await import(tree+'/dist/sim/math/grading/index.js')
const out=[]
for(const [n,t] of Object.entries(H)) for(const d of [x=>x,x=>`\\boxed{${x}}`,x=>`The answer is $${x}$.`,x=>`The answer is ${x}`]) for(const gold of ['7','x^2+7','\\text{Tuesday}',t]) for (const kind of ['expression','choice','text','hexadecimal']) {
 let best=1e9; for(let i=0;i<2;i++){const c=process.cpuUsage().user; m.gradeAnswer({kind,gold,options:['1','2','x'],aliases:[]},d(t)); best=Math.min(best,process.cpuUsage().user-c)}
 out.push([best/1000,n,gold.slice(0,10),kind])}
out.sort((x,y)=>y[0]-x[0]); console.log(tree, out.slice(0,6).map(o=>o.join(' ')).join(' | '))}
