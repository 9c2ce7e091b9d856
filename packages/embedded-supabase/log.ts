/** Where the backend writes what happened: fields first, then the sentence, as pino takes them. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export const silentLog: Log = { info() {}, warn() {}, error() {} };
