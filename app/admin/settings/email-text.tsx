/** Email address as text. Long addresses break before the domain if possible. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  if (at < 0) {
    return <span className="wrap-anywhere">{email}</span>;
  }
  return (
    <span className="wrap-break-word">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
