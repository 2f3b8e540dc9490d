import { z } from 'zod';
import { budget, budgetOrOff } from '../base/settings/budget-kind.ts';
import {
	address,
	amount,
	folder,
	imageName,
	index,
	names,
	packages,
	size,
	text,
	timezone,
	whole,
} from '../base/settings/setting-kinds.ts';
import { platforms, platformVariables } from '../platforms.ts';
import { peopleRules } from './people-rules.ts';

const people = peopleRules(platforms);

/** Every variable there is; `deploy/example.env` explains each. */
export const settings = z.object({
	THREADSMITH_HOME: folder.optional(),
	OPENAI_API_KEY: text.optional(),
	OPENAI_BASE_URL: address.optional(),
	BRAIN_MODEL: text.optional(),
	BRAIN_MODELS: names.optional(),
	BRAIN_FALLBACK_MODELS: names.optional(),
	BRAIN_BASE_URL: address.optional(),
	BRAIN_API_KEY: text.optional(),
	BRAIN_VISION: z.enum(['auto', 'on', 'off'], 'must be auto, on or off').default('auto'),
	BRAIN_WINDOW: whole(1_024, 100_000_000).optional(),
	CODER_MODEL: text.optional(),
	CODER_FALLBACK_MODELS: names.optional(),
	CODER_BASE_URL: address.optional(),
	CODER_API_KEY: text.optional(),
	SUMMARIZER_MODEL: text.optional(),
	SUMMARIZER_FALLBACK_MODELS: names.optional(),
	SUMMARIZER_BASE_URL: address.optional(),
	SUMMARIZER_API_KEY: text.optional(),
	EMBED_MODEL: text.optional(),
	EMBED_BASE_URL: address.optional(),
	EMBED_API_KEY: text.optional(),
	MODEL_SILENCE_SECONDS: amount(1, 3600).default(120),
	MODEL_CALL_SECONDS: amount(1, 86_400).default(1_800),
	MODEL_ANSWER_LIMIT: size().default(2 ** 20),
	TURN_MODEL_CALLS: whole(1, 1000).default(60),
	COMPACT_SECONDS: amount(1, 3600).default(120),
	COMPACT_PROBE: z.enum(['auto', 'on', 'off'], 'must be auto, on or off').default('auto'),
	BUDGET_SESSION: budget.optional(),
	BUDGET_PERSON: budget.optional(),
	BUDGET_CHANNEL: budget.optional(),
	BUDGET_PLACE: budget.optional(),
	BUDGET_PLACE_WARNING: budgetOrOff.default({ tokens: 5_000_000 }),
	QUESTION_HOURS: amount(0.01, 24 * 365).default(24),
	RETENTION_DAYS: whole(1, 36_500).optional(),
	SANDBOX_RUNTIME: z
		.enum(['auto', 'runc', 'crun', 'runsc', 'krun'], 'must be auto, runc, crun, runsc or krun')
		.default('auto'),
	SANDBOX_SCOPE: z.enum(['session', 'run'], 'must be session or run').default('session'),
	SANDBOX_IMAGE: imageName.optional(),
	SANDBOX_SOCKET: folder.optional(),
	SANDBOX_ACCEPT: z.enum(['unenforced-limits'], 'must be unenforced-limits').optional(),
	SANDBOX_MEMORY: size(128).default(2 ** 30),
	SANDBOX_CPUS: amount(0.1, 256).default(1),
	SANDBOX_PIDS: whole(32, 32_768).default(512),
	SANDBOX_DISK: size(16).default(2 * 2 ** 30),
	SANDBOX_POOL: whole(0, 100).optional(),
	SANDBOX_MOST: whole(1, 100_000).optional(),
	TURNS_MOST: whole(1, 100_000).optional(),
	SANDBOX_IDLE_MINUTES: amount(0.01, 24 * 60).default(15),
	AGENT_RUNTIME: z
		.enum(['auto', 'runc', 'crun', 'runsc', 'krun'], 'must be auto, runc, crun, runsc or krun')
		.default('auto'),
	AGENT_MEMORY: size(512).default(2 * 2 ** 30),
	AGENT_CPUS: amount(0.1, 256).default(2),
	AGENT_DISK: size(16).default(2 * 2 ** 30),
	AGENTS_MOST: whole(1, 1_000).optional(),
	AGENT_IDLE_MINUTES: amount(0.01, 24 * 60).default(15),
	AGENT_ASK_MINUTES: amount(0.01, 24 * 60).default(15),
	// Set-up reads these two itself, for the image that it builds.
	EXTRA_PYTHON: packages.optional(),
	EXTRA_PACKAGES: packages.optional(),
	NOTIFY: z.enum(['on', 'off'], 'must be on or off').default('on'),
	TIMEZONE: timezone.optional(),
	PACKAGES: z.enum(['ask', 'off'], 'must be ask or off').default('ask'),
	PACKAGES_ALLOWED: packages.optional(),
	PACKAGE_DAYS: amount(0, 3650).default(7),
	PACKAGE_LIMIT: size(1).default(500 * 2 ** 20),
	PIP_INDEX_URL: index.optional(),
	UV_DEFAULT_INDEX: index.optional(),
	FORGE_JUDGE: z.enum(['on', 'off'], 'must be on or off').default('off'),
	FILE_LIMIT: size().default(50 * 2 ** 20),
	TURN_FILES_LIMIT: size().default(200 * 2 ** 20),
	ARTIFACT_LIMIT: whole(1, 1000).default(20),
	SESSION_FILES_LIMIT: size().default(2 * 2 ** 30),
	DAY_FILES_LIMIT: size().default(5 * 2 ** 30),
	ADMINS: people.optional(),
	MEMBERS: people.optional(),
	GUESTS: people.optional(),
	...platformVariables,
	LOG_LEVEL: z
		.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
		.default('info'),
	NO_COLOR: z.string().optional(),
	TERM: z.string().optional(),
});
export type Settings = z.infer<typeof settings>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);
