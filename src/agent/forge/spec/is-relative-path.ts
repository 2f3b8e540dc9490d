/** Whether a name is a plain path below a folder. Pure. */
export function isRelativePath(name: string): boolean {
	const isPlain = /^[^\p{Cc}\\]{1,200}$/u.test(name);
	return (
		isPlain && name !== '__proto__' && name.split('/').every((step) => step !== '' && step !== '.' && step !== '..')
	);
}
