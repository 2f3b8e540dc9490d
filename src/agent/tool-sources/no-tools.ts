/** The answer to where tools are, where there is none: another thread's may be just what is wanted. */
export const noToolsHere =
	'none in this thread and none shared; tools of other threads are unseen until someone there shares them';
