/** `Amara Osei (amara@client.example)`, or only the email address if the name is unknown. Empty without an email address. */
export function formatPerson(name: string | null, email: string): string {
  return name && email ? `${name} (${email})` : email;
}
