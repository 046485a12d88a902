// `npm run campaign -- NAME [--rounds N] [--seconds N] [--seed N]`: runs scripts/campaigns/NAME.mjs. The exit code is 1 where it fails.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, seconds: { type: 'string' }, seed: { type: 'string' } },
});
const [name] = positionals;
if (!name || !/^[a-z-]+$/.test(name)) throw new Error('expected the name of a campaign, as in scripts/campaigns');
const { run } = await import(`./campaigns/${name}.mjs`);
const ok = await run({
  rounds: values.rounds === undefined ? undefined : Number(values.rounds),
  seconds: values.seconds === undefined ? undefined : Number(values.seconds),
  seed: Number(values.seed ?? 1),
  log: (line) => console.log(line),
});
process.exitCode = ok === false ? 1 : 0;
