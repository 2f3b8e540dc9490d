import type { Attack, Family } from '../attack.ts';
import type { Range } from '../range/range.ts';
import { readTry } from '../range/script.ts';
import { type TwoBoxes, withBoxes } from '../range/two-boxes.ts';

/** One script in the box of a run, and where it gets through. */
interface BoxAttack extends Pick<Attack, 'name' | 'tried' | 'holds' | 'needs'> {
	readonly attack: (boxes: TwoBoxes, range: Range) => Promise<string>;
	readonly control: (boxes: TwoBoxes, range: Range) => Promise<string>;
}

function boxAttack({ attack, control, ...words }: BoxAttack): Attack {
	return {
		...words,
		pace: 'slow',
		run: (range) =>
			withBoxes(range, async (boxes) => ({
				attack: readTry(await attack(boxes, range)),
				control: readTry(await control(boxes, range)),
			})),
	};
}

/** Every address that is there, and the names that are. */
const asking = (run: string) => `seen = []
for address in ["127.0.0.1", "127.0.0.2", "0.0.0.0", "::1", "localhost", socket.gethostname()]:
    try:
        with socket.create_connection((address, 18080), 3) as line:
            line.sendall(b"GET /v1/models HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n")
            text = b""
            while chunk := line.recv(4096): text += chunk
            if b"gateway of ${run}" in text: seen.append(address)
    except OSError: pass
(got if seen else refused)(seen or "nobody of that name answered")`;

/** In ways in which two may have one port; then whoever asks for the gateway is listened for. */
const listening = `lines, heard = [], []
def try_to(family, address, *options):
    try:
        line = socket.socket(family)
        for option in options: line.setsockopt(*option)
        line.bind((address, 18080)); line.listen(); line.settimeout(0.5); lines.append((line, address))
    except OSError: pass
reuse = [(socket.SOL_SOCKET, one, 1) for one in (socket.SO_REUSEADDR, socket.SO_REUSEPORT)]
for options in [[], reuse[:1], reuse[1:], reuse]:
    for address in ["0.0.0.0", "127.0.0.1"]: try_to(socket.AF_INET, address, *options)
    try_to(socket.AF_INET6, "::", (socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0), *options)
asking = []
for _ in range(8):
    try: asking.append(socket.create_connection(("127.0.0.1", 18080), 3))
    except OSError: pass
for line, address in lines:
    try: line.accept(); heard.append(address)
    except OSError: pass
(got if heard else refused)(heard or f"the relay alone is asked, of {len(lines)} that listen")`;

/** Whether a signal may be sent to anybody but one's own; \`spared\`: Python that says of which processes none is sent. */
const signalling = (spared: string) => `mine = set()
for one in os.listdir("/proc"):
    try:
        if one.isdigit() and os.stat("/proc/" + one).st_uid == os.getuid(): mine.add(int(one))
    except OSError: pass
reached = []
for pid in range(1, 2000):
    if ${spared}: continue
    try: os.kill(pid, 0); reached.append(pid)
    except OSError: pass
(got if reached else refused)(reached or "none of 2,000")`;

const mark = 'mark-of-the-other-run-2f6d';
const seeking = `found = []
for top in ["/workspace/", "/session", "/outputs/", "/inputs", "/tmp", "/home", "/mnt", "/media", "/run"]:
    for folder, _, files in os.walk(top):
        if "${mark}" in files: found.append(folder)
for one in os.listdir("/dev"):
    try:
        with open("/dev/" + one, "rb") as device:
            if one.startswith(("loop", "sd", "vd", "dm")): found.append(one)
    except OSError: pass
(got if found else refused)(found or "it is nowhere")`;
const marking = `open("/workspace/${mark}", "w").close(); got()`;

/** Each way to have other words in a file, by its path in HOME. */
const changing = (name: string) => `path = "/home/smith/${name}"
before = open(path).read()
def write(): open(path, "w").write("changed")
def append(): open(path, "a").write("changed")
def replace(): open(path + ".new", "w").write("changed"); os.replace(path + ".new", path)
def remove(): os.unlink(path); open(path, "w").write("changed")
def open_up(): os.chmod(path, 0o666); write()
def own(): os.chown(path, os.getuid(), os.getgid()); write()
def rename():
    above = os.path.dirname(path)
    os.rename(above, above + "-other"); os.mkdir(above); open(path, "w").write("changed")
for act in [write, append, replace, remove, open_up, own, rename]:
    try: act()
    except OSError: pass
after = open(path).read()
(refused if after == before else got)(after)`;

function homeAttack(name: string, tried: string, folder: string, needs: Attack['needs'] = []): Attack {
	return boxAttack({
		name: `box-file-of-root-in-${name}`,
		tried: `${tried}: written, replaced, removed, opened up, and what is above it renamed`,
		holds: 'it says what it said',
		needs,
		async attack({ inside, asRoot }) {
			await asRoot(`umask 022; mkdir -p /home/smith/${folder}; echo laid >/home/smith/${folder}laid`);
			return inside('attacker', changing(`${folder}laid`));
		},
		async control({ inside }) {
			await inside('attacker', 'open("/home/smith/own", "w").write("laid"); got()');
			return inside('attacker', changing('own'));
		},
	});
}

/** A box of a coding agent, and whatever is beside it. What holds of every sandbox holds of it, too: it is made by the same code. */
export const boxes: Family = {
	title: 'Boxes of coding agents',
	attacks: [
		boxAttack({
			name: 'box-gateway-of-other-run',
			tried: 'the model gateway of another run, at every address there is',
			holds: 'nobody answers but the own one',
			attack: ({ inside, runs }) => inside('attacker', asking(runs.other)),
			control: ({ inside, runs }) => inside('other', asking(runs.other)),
		}),
		boxAttack({
			name: 'box-gateway-from-session',
			tried: "the model gateway of a run, from its session's own sandbox",
			holds: 'nobody listens there',
			attack: ({ runs }, range) => range.inside(asking(runs.other)),
			control: ({ inside, runs }) => inside('other', asking(runs.other)),
		}),
		boxAttack({
			name: 'box-listen-for-gateway',
			tried: "to be asked in the gateway's place: on its port beside it, sharing it, and on all addresses",
			holds: 'the relay alone is asked: it listens before an agent runs',
			attack: ({ inside }) => inside('attacker', listening),
			control: (_, range) => range.inside(listening),
		}),
		boxAttack({
			name: 'box-signal-relay',
			tried: "a signal to the gateway's relay, and to every process that is not the agent's",
			holds: 'none is permitted',
			attack: ({ inside }) => inside('attacker', signalling('pid in mine')),
			control: ({ inside }) => inside('attacker', signalling('pid == os.getpid()')),
		}),
		boxAttack({
			name: 'box-disk-of-other-run',
			tried: 'the work of another run of the session: in every folder, and on every disk of the host',
			holds: 'it is nowhere',
			async attack({ inside }) {
				await inside('other', marking);
				return inside('attacker', seeking);
			},
			control: ({ inside }) => inside('other', seeking),
		}),
		homeAttack('folder-in-home', "to change a file in a folder of root's in HOME", 'rooted/'),
		homeAttack('home', "to change a file of root's in HOME itself", '', ['sticky folders']),
	],
};
