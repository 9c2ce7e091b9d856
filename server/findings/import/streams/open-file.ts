/** Returns a new stream of the file on each call. */
export type OpenFile = () => AsyncIterable<Uint8Array>;
