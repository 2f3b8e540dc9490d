import { wayOf } from './root/verb-of.ts';

const args = process.argv.slice(2);

if (process.geteuid?.() === 0 && wayOf(args) !== 'whole') {
	const { mainAsRoot } = await import('./root/main-as-root.ts');
	await mainAsRoot(args);
} else {
	const { runCommandLine } = await import('./command-line.ts');
	await runCommandLine(args);
}
