/** Whether two fillings of one form say the same, field by field. */
export function isSameForm<Form extends Readonly<Record<string, unknown>>>(one: Form, other: Form): boolean {
  return Object.keys(one).every((field) => one[field] === other[field]);
}
