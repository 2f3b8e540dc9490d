import { expect, test } from 'vitest';
import { parseSources } from '../../../scripts/set-up/mirrors.mjs';

test('one-line sources are read with options, without comments and source packages', () => {
	const text = [
		'# deb http://old.example/debian bookworm main',
		'deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] http://mirror.example/debian bookworm main contrib # ours',
		'deb-src http://mirror.example/debian bookworm main',
		'deb\thttp://mirror.example/security bookworm-security main',
	].join('\n');
	expect(parseSources('sources.list', text)).toEqual([
		{ uri: 'http://mirror.example/debian', suite: 'bookworm', components: ['main', 'contrib'] },
		{ uri: 'http://mirror.example/security', suite: 'bookworm-security', components: ['main'] },
	]);
});

test('stanzas give one source for each address and suite', () => {
	const text = [
		'Types: deb deb-src',
		'# a comment between fields',
		'URIs: http://a.example/debian http://b.example/debian',
		'Suites: bookworm',
		' bookworm-updates',
		'Components: main',
		'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg',
		'',
		'Types: deb',
		'Enabled: no',
		'URIs: http://c.example/debian',
		'Suites: bookworm',
		'Components: main',
	].join('\n');
	const found = parseSources('debian.sources', text).map(({ uri, suite }) => `${uri} ${suite}`);
	expect(found).toEqual([
		'http://a.example/debian bookworm',
		'http://a.example/debian bookworm-updates',
		'http://b.example/debian bookworm',
		'http://b.example/debian bookworm-updates',
	]);
});

test('a stanza of source packages only gives nothing', () => {
	expect(
		parseSources('x.sources', 'Types: deb-src\nURIs: http://a.example\nSuites: trixie\nComponents: main\n'),
	).toEqual([]);
});
