/** The subset of the pino logger interface that the backend uses. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export const silentLog: Log = { info() {}, warn() {}, error() {} };
