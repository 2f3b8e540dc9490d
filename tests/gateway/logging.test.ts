import { expect, it } from 'vitest';
import { openLine, operatorKey, question } from './gateway-line.ts';
import { chatAnswer, json } from './scripted-upstream.ts';

it('logs bodies where that is asked for: cut, and without keys', async () => {
	const said = { ...chatAnswer, id: `${operatorKey} vk-stolen-key-1234`, more: 'x'.repeat(100_000) };
	await using line = await openLine(json(said), { gateway: { logging: 'bodies' } });
	using _prompt = line.run.prompt();
	await (await line.ask(question())).text();
	const { sent, got } = line.logged.at(-1) as unknown as { sent: string; got: string };
	expect(JSON.parse(sent)).toMatchObject({ model: 'm1', messages: [{ content: 'Hi' }] });
	expect(got).toContain('[secret] [key]');
	expect(got).not.toMatch(/vk-|sk-operator/);
	expect(got.length).toBeLessThanOrEqual(32_768);
});

it('logs no half of a secret at the place where a body is cut', async () => {
	const before = 32_768 - '{"id":"'.length - 12;
	const said = { id: `${'x'.repeat(before)}${operatorKey}`, more: 'y'.repeat(100_000) };
	await using line = await openLine(json(said), { gateway: { logging: 'bodies' } });
	using _prompt = line.run.prompt();
	await (await line.ask(question())).text();
	const { got } = line.logged.at(-1) as unknown as { got: string };
	expect(got).not.toContain(operatorKey.slice(0, 8));
	expect(got.length).toBeLessThanOrEqual(32_768);
	expect(got.length).toBeGreaterThan(32_000);
});

it('logs no half of it either where much was taken out before it', async () => {
	const keys = 'vk-abcdefghijklmnopqrstuvwxyz0123456789 '.repeat(250);
	const before = 32_768 + 8_192 - '{"id":"'.length - keys.length - 12;
	const said = { id: `${keys}${'x'.repeat(before)}${operatorKey}`, more: 'y'.repeat(100_000) };
	await using line = await openLine(json(said), { gateway: { logging: 'bodies' } });
	using _prompt = line.run.prompt();
	await (await line.ask(question())).text();
	const { got } = line.logged.at(-1) as unknown as { got: string };
	expect(got).not.toContain(operatorKey.slice(0, 8));
});

it('logs nothing of calls where that is off', async () => {
	await using line = await openLine(json(chatAnswer), { gateway: { logging: 'off' } });
	using _prompt = line.run.prompt();
	await (await line.ask(question())).text();
	expect(line.logged).toEqual([]);
});
