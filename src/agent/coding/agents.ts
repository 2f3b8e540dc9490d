import { aider } from './agents/aider.ts';
import { claude } from './agents/claude.ts';
import { codex } from './agents/codex.ts';
import { copilot } from './agents/copilot.ts';
import { cursor } from './agents/cursor.ts';
import { gemini } from './agents/gemini.ts';
import { opencode } from './agents/opencode.ts';
import { pi } from './agents/pi.ts';
import { qwen } from './agents/qwen.ts';
import type { CodingAgent } from './coding-agent.ts';

/** Every coding agent that people may name, those that are refused too, in the order in which they are listed. */
export const codingAgents: readonly CodingAgent[] = [opencode, pi, codex, claude, gemini, qwen, copilot, aider, cursor];
