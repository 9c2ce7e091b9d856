/** A placeholder that the server fills in (server/site/page-template.ts). */
export function placeholder(name: string): string {
  return `{{${name}}}`;
}
