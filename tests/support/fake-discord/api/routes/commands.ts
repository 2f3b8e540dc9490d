import { type APIApplicationCommand, ApplicationCommandType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { World } from '../../world.ts';
import { type Found, invalidForm, refusal, treeOf } from '../api-error.ts';
import { joinedGuild } from '../content/places.ts';
import { type CommandForm, commandBody } from '../form/command.ts';
import { noTwice } from '../form/fields.ts';
import { readForm } from '../form/read-form.ts';
import { type Call, param, queryFlag, queryOf, route, Status } from '../route.ts';

/** Of each type: https://docs.discord.com/developers/interactions/application-commands#registering-a-command */
const most: Readonly<Record<number, number>> = {
	[ApplicationCommandType.ChatInput]: 100,
	[ApplicationCommandType.User]: 15,
	[ApplicationCommandType.Message]: 15,
};

type Commands = Map<string, APIApplicationCommand>;

interface Scope {
	readonly commands: Commands;
	readonly guild: string | undefined;
}

/** The commands of the path: global ones, or those of a guild. */
function scopeOf(call: Call): Scope {
	const { world } = call;
	if (param(call, 'application') !== world.application.id) throw refusal(20012);
	if (!('guild' in call.params)) return { commands: world.commands.global, guild: undefined };
	const { id } = joinedGuild(call);
	const commands: Commands = world.commands.guilds.get(id) ?? new Map();
	world.commands.guilds.set(id, commands);
	return { commands, guild: id };
}

function kept(world: World, { commands, guild }: Scope, form: CommandForm): APIApplicationCommand {
	const twin = [...commands.values()].find(({ name, type }) => name === form.name && type === form.type);
	const { default_member_permissions: rights, contexts, integration_types: installs, id: _id, ...rest } = form;
	return {
		...{ dm_permission: true, nsfw: false, ...rest, description: form.description ?? '' },
		...{ id: twin?.id ?? world.clock.newId(), application_id: world.application.id, version: world.clock.newId() },
		default_member_permissions: rights ?? null,
		...(guild === undefined ? { contexts: contexts ?? null, integration_types: installs ?? [0] } : { guild_id: guild }),
	} as APIApplicationCommand;
}

/** Finds the parts that a command of a guild cannot have, at a path. */
function checkScope({ guild }: Scope, form: CommandForm, path: readonly PropertyKey[]): Found[] {
	if (guild === undefined) return [];
	const given = (['contexts', 'integration_types'] as const).filter((field) => form[field] != null);
	return given.map((field) => ({
		path: [...path, field],
		code: 'APPLICATION_COMMAND_GUILD_FIELD_INVALID',
		message: `Commands of a guild have no "${field}"`,
	}));
}

const listQuery = z.strictObject({ with_localizations: queryFlag.optional() });

function list(call: Call): object {
	queryOf(call, listQuery);
	return [...scopeOf(call).commands.values()];
}

/** Replaces them all; those of the same name keep their id. */
function overwrite(call: Call): object {
	const scope = scopeOf(call);
	const forms = readForm(z.array(commandBody), call.body);
	const found = forms.flatMap((form, index) => checkScope(scope, form, [index]));
	noTwice(
		forms,
		({ name, type }) => `${type} ${name}`,
		(index) => {
			const message = 'Application command names must be unique';
			found.push({ path: [index], code: 'APPLICATION_COMMANDS_DUPLICATE_NAME', message });
		},
	);
	if (found.length > 0) throw invalidForm(treeOf(found));
	requireRoom(forms);
	const commands = forms.map((form) => kept(call.world, scope, form));
	scope.commands.clear();
	for (const command of commands) scope.commands.set(command.id, command);
	return commands;
}

/** Throws 30032. */
function requireRoom(forms: readonly Pick<CommandForm, 'type'>[]): void {
	for (const [type, limit] of Object.entries(most)) {
		if (forms.filter((form) => form.type === Number(type)).length > limit) throw refusal(30032);
	}
}

function create(call: Call): object {
	const scope = scopeOf(call);
	const form = readForm(commandBody, call.body);
	const found = checkScope(scope, form, []);
	if (found.length > 0) throw invalidForm(treeOf(found));
	const isNew = ![...scope.commands.values()].some(({ name, type }) => name === form.name && type === form.type);
	if (isNew) requireRoom([...(scope.commands.values() as Iterable<CommandForm>), form]);
	const command = kept(call.world, scope, form);
	scope.commands.set(command.id, command);
	return new Status(isNew ? 201 : 200, command);
}

function one(call: Call): APIApplicationCommand {
	const command = scopeOf(call).commands.get(param(call, 'command'));
	if (!command) throw refusal(10063);
	return command;
}

function remove(call: Call): undefined {
	scopeOf(call).commands.delete(one(call).id);
}

export const commandRoutes = (['', '/guilds/:guild'] as const).flatMap((place) => {
	const path = `/applications/:application${place}/commands` as const;
	return [
		route(`GET ${path}`, list),
		route(`PUT ${path}`, overwrite),
		route(`POST ${path}`, create),
		route(`GET ${path}/:command`, one),
		route(`DELETE ${path}/:command`, remove),
	];
});
