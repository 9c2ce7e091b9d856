// Fails to compile when the types of Node.js reach the browser's code, for example through a type of the server in a
// response. Define such a type in domain/.

// @ts-expect-error: browsers have no `process`.
export type Process = typeof process;
