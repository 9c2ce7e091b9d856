/** Shallow comparison of two values of the same form. */
export function isSameForm<Form extends Readonly<Record<string, unknown>>>(one: Form, other: Form): boolean {
  return Object.keys(one).every((field) => one[field] === other[field]);
}
