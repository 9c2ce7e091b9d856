/** Whether the device has Apple's keyboard. Requires a browser. */
export function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}
