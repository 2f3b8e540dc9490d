import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A forged tool that runs what it is given and hands back what that printed. */
export const toolThatRuns = `import contextlib, io
def run(input):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try: exec(input["script"], {"__name__": "attack"})
        except SystemExit: pass
    return {"said": said.getvalue()[-20000:]}
`;

/** Puts a tool into a session's folder of tools, as `attack/<name>/1`. */
export async function writeTool(tools: string, name: string, code: string): Promise<void> {
	const folder = join(tools, 'attack', name, '1');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'tool.py'), code);
}

/** A file that everybody may write to by its mode, so that only the mount forbids it. */
export async function giveFile(folder: string): Promise<void> {
	await mkdir(folder, { recursive: true });
	const path = join(folder, 'upload.txt');
	await writeFile(path, 'an upload');
	await chmod(path, 0o666);
}
