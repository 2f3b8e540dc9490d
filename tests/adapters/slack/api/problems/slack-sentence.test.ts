import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRequestError } from '@slack/web-api';
import { describe, expect, it } from 'vitest';
import { LostResponseError } from '../../../../../src/adapters/slack/api/calls.ts';
import {
	slackCode,
	slackProblem,
	slackSentence,
} from '../../../../../src/adapters/slack/api/problems/slack-sentence.ts';
import { ProblemError } from '../../../../../src/base/errors.ts';

function refused(error: string, more: Readonly<Record<string, string>> = {}): WebAPIPlatformError {
	return new WebAPIPlatformError({ ok: false, error, response_metadata: {}, ...more });
}

describe('slackSentence()', () => {
	it.each([
		['missing_scope', 'the app lacks the scope files:write', 'reinstall'],
		['not_in_channel', 'not in this channel', '/invite'],
		['token_revoked', 'token is not valid', 'Install the app again'],
		['restricted_action', 'only some people may post', 'Ask an admin'],
		['is_archived', 'archived', 'another channel'],
		['ekm_access_denied', 'encryption keys', 'Ask an admin'],
		['msg_too_long', 'longer than Slack takes', 'shorter'],
		['file_type_not_allowed', 'files of this kind', 'another format'],
		['file_upload_size_restricted', 'larger than the workspace allows', 'smaller'],
		['file_uploads_disabled', 'switched file uploads off', 'Ask an admin'],
		['file_uploads_except_images_disabled', 'images alone', 'an image'],
		['storage_limit_reached', 'allows no more files', 'delete files'],
		['posting_to_channel_denied', 'only some people may post', 'Ask an admin'],
		['slack_connect_file_upload_sharing_blocked', 'takes no files', 'your own workspace'],
		['thread_not_found', 'thread was deleted', 'new thread'],
		['expired_trigger_id', 'three seconds', 'once more'],
		['a_code_of_tomorrow', '"a_code_of_tomorrow"', 'documentation'],
		['<html>gateway</html>', 'was not Slack', 'SLACK_API_URL'],
	])('says of %s what failed, why and what to do', (code, why, mend) => {
		const sentence = slackSentence(
			'post in the thread',
			refused(code, { needed: 'files:write', provided: 'chat:write' }),
		);
		expect(sentence).toMatch(/^Cannot post in the thread: /);
		expect(sentence).toContain(why);
		expect(sentence).toContain(mend);
		expect(sentence).not.toMatch(/\.$/);
	});

	it('says the same of a lost answer, a status and anything else', () => {
		expect(slackSentence('post', new LostResponseError('chat.postMessage', {}))).toContain('answer was lost');
		expect(slackSentence('post', new WebAPIHTTPError(403, 'Forbidden', {}))).toContain('status 403');
		expect(slackSentence('post', new Error('something else'))).toContain('something else');
	});

	it('says where to look when Slack cannot be reached', () => {
		const refusal = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
		const gone = new WebAPIRequestError(new TypeError('fetch failed', { cause: refusal }));
		expect(slackSentence('post', gone)).toContain('could not be reached (ECONNREFUSED). Check the connection');
		const late = new WebAPIRequestError(new DOMException('The operation was aborted', 'TimeoutError'));
		expect(slackSentence('post', late)).toContain('did not answer in time');
	});

	it('leaves a problem that has its own sentence as it is', () => {
		const problem = new ProblemError('The app is not installed', 'Install it');
		expect(slackProblem('post', problem)).toBe(problem);
	});
});

describe('slackCode()', () => {
	it('is the code of what Slack refused, and of nothing else', () => {
		expect(slackCode(refused('not_in_channel'))).toBe('not_in_channel');
		expect(slackCode(new Error('not_in_channel'))).toBeUndefined();
	});
});
