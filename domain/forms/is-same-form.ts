/** Whether two values of the same form are shallowly equal. */
export function isSameForm<Form extends Readonly<Record<string, unknown>>>(one: Form, other: Form): boolean {
  return Object.keys(one).every((field) => one[field] === other[field]);
}
