// Order matters: many user agents also name the browsers they derive from.
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrom(e|ium)\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const OPERATING_SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** Formats a user agent, such as "Firefox on Windows", so that users can recognize their own devices. */
export function formatDeviceName(userAgent: string | null): string {
  const findName = (candidates: typeof BROWSERS) =>
    candidates.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const browser = findName(BROWSERS);
  const system = findName(OPERATING_SYSTEMS);
  if (!browser) {
    return system ?? "Unknown device";
  }
  return system ? `${browser} on ${system}` : browser;
}
