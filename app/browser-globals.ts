// Fails to compile if Node.js types leak into browser code, for example through a server type in a response.
// Define such types in domain/.

// @ts-expect-error: browsers have no `process`.
export type Process = typeof process;
