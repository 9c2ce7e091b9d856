/** Sends a message from a script of `startChildProcess()`. Resolves when it is sent. */
export function sendToParent(message: object): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
