import { codeOf, messageOf } from '../../../base/errors.ts';
import { usePackagesArgs } from '../../built-ins.ts';
import { defineTool, failed, type GuestTool, type ToolAnswer } from '../tools/guest-tool.ts';
import { showPackages } from './command-packages.ts';

/** Hidden: lets commands see environments. It is done at once, so two calls cannot come into each other's way. */
export function createUsePackages(): GuestTool {
	return defineTool({
		name: 'use_packages',
		description: 'Let commands see installed packages.',
		args: usePackagesArgs,
		run: ({ envs }) => use(envs),
	});
}

function use(envs: readonly string[]): ToolAnswer {
	try {
		const missing = showPackages(envs);
		if (missing !== undefined) return { text: 'Not there', data: { missing } };
		return { text: 'Used', data: { used: true } };
	} catch (error) {
		const why = codeOf(error) === 'ENOSPC' ? 'no space left on the disk' : messageOf(error);
		return failed(`the packages cannot be shown to commands: ${why}`);
	}
}
