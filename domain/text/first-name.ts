const HONORIFICS = /^(?:(?:dr|mr|mrs|ms|mx|prof)\.?\s+)+/i;

/**
 * Returns the first name, without a title such as "Dr.". Returns names in other formats, such as "Byron, Ada",
 * unchanged.
 */
export function firstName(fullName: string): string {
  const name = fullName.trim();
  const [first = ""] = name.replace(HONORIFICS, "").split(/\s+/);
  return /^\p{L}[\p{L}'’-]+$/u.test(first) ? first : name;
}
