import type { Meaning } from '../../../platform-trouble.ts';

const askElsewhere = 'Ask in another channel';
const beginAgain = 'Ask again in a new thread';
const giveAccess =
	'Give its role "View Channel" and "Read Message History" there (channel settings, "Permissions"), or ask in another channel';
const givePermission =
	'Give its role "Send Messages", "Send Messages in Threads", "Create Public Threads", "Attach Files" and "Embed Links" there (channel settings, "Permissions"), or ask in another channel';
const ours: Meaning = { why: 'Discord refuses its form', mend: 'Report this as a defect of Threadsmith' };
const tooLarge: Meaning = {
	why: 'it is larger than Discord takes here',
	mend: 'Ask for a smaller file, or for parts of it',
};
const tooLate: Meaning = { why: 'Discord waited no longer for an answer', mend: 'Try it once more' };
const closedDms =
	'Allow direct messages from members of the server (its menu, "Privacy Settings"), or ask in a channel of it';
const blocked: Meaning = {
	why: "the server's AutoMod blocks what it says",
	mend: "Ask an admin of the server to exempt the bot's role from that rule",
};

/** Discord's codes, each with what it means here: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
export const meanings: Readonly<Record<number, Meaning>> = {
	10003: { why: 'the channel or thread is not there any more', mend: beginAgain },
	10004: { why: 'the bot is not in this server', mend: 'Invite it with the link that `doctor` shows' },
	10007: { why: 'they are not a member of the server', mend: 'Invite them to the server' },
	10008: { why: 'the message was deleted', mend: 'Ask again' },
	10013: { why: 'Discord knows no such person', mend: 'Ask again' },
	10015: tooLate,
	10062: tooLate,
	20016: { why: 'the channel is in slow mode', mend: 'Wait a moment, or give the bot\'s role "Bypass Slowmode" there' },
	20028: { why: 'too much is written in this channel', mend: 'Wait a moment' },
	20029: { why: 'too much is written in this server', mend: 'Wait a moment' },
	30033: { why: 'the thread has as many members as Discord takes', mend: beginAgain },
	30046: { why: 'this message was edited as often as Discord takes', mend: 'Ask again' },
	40001: { why: "the bot's token is not valid", mend: 'Set the token of the page "Bot" of the app as DISCORD_TOKEN' },
	40005: tooLarge,
	40060: { why: 'it was answered before', mend: 'Try it once more' },
	40333: {
		why: "Discord's gate (Cloudflare) does not let the request through",
		mend: 'Check the proxy, and try again in an hour',
	},
	50001: { why: 'the bot does not see this channel', mend: giveAccess },
	50005: ours,
	50006: ours,
	50007: { why: 'they take no direct messages from the bot', mend: closedDms },
	50008: { why: 'messages cannot be written in a channel of this kind', mend: askElsewhere },
	50013: { why: 'the bot lacks a permission there', mend: givePermission },
	50024: { why: 'a channel of this kind does not take it', mend: askElsewhere },
	50027: tooLate,
	50035: ours,
	50045: tooLarge,
	50046: { why: 'Discord takes no file of this kind', mend: 'Ask for another format' },
	50083: { why: 'the thread is archived', mend: 'Write in it, which opens it again' },
	50278: { why: 'they share no server with the bot', mend: 'Invite the bot to a server of theirs, and ask there' },
	160002: {
		why: 'the bot may not read the messages there, and so answer none',
		mend: 'Give its role "Read Message History" there (channel settings, "Permissions")',
	},
	160004: { why: 'a thread has begun on this message already', mend: 'Ask in that thread' },
	160005: { why: 'the thread is locked', mend: 'Unlock it, or ask again in a new thread' },
	160006: {
		why: 'the server has as many open threads as Discord takes',
		mend: 'Close some threads, or ask in a direct message',
	},
	160014: { why: 'the bot may not read the messages that are forwarded there', mend: 'Send the text itself' },
	200000: blocked,
	240000: blocked,
};
