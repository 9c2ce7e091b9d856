/** The subset of the pino logger interface that the backend uses. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
