/** Work done outside requests. Throwing means: try again later, with growing pauses, unless this was the last try. */
export type Job = (payload: unknown, tries?: Tries) => Promise<void>;

/** Whether the queue gives the job up when it fails this time; `stopping` asks it to come to an end, as the process does. */
export type Tries = { isLast: boolean; stopping?: AbortSignal };
