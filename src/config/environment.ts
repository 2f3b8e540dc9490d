import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment of this process, with the variables of `.env` text below its own. Empty ones count as not given. */
export function environment(dotEnv: string): Environment {
	return { ...parseEnv(dotEnv), ...withoutEmpty(process.env) };
}

/** The environment of this process as it stands, for a process that is to have the same. */
export function ownEnvironment(): Environment {
	return process.env;
}

export function withoutEmpty(env: Environment): Environment {
	return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
}

/** The XDG data folder: https://specifications.freedesktop.org/basedir-spec/latest/ */
export function defaultHome(env: Environment): string {
	return join(env['XDG_DATA_HOME'] || join(homedir(), '.local', 'share'), 'threadsmith');
}
