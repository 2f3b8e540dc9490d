import { openTerminalBot } from '/work/main/bench/parts/terminal-bot.ts';
import { watchWire } from '/work/main/bench/parts/wire-times.ts';
import fsp from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
const bot = await openTerminalBot(new AbortController().signal);
const wire = watchWire();
const rows:any[]=[];
for (let n=1;n<=24;n++){
  const s=performance.now();
  const shown=await bot.type(`hi ${n}`,`answer to hi ${n}`);
  const {arrived,answered}=wire.last();
  const st=performance.now();
  await bot.service.dispatch.settled();
  rows.push([n,(arrived-s).toFixed(1),(shown-answered).toFixed(1),(performance.now()-st).toFixed(1)].join(' '));
}
console.log(rows.filter((_,i)=>i%4==0).join('\n'));
await bot[Symbol.asyncDispose](); wire[Symbol.dispose]();
