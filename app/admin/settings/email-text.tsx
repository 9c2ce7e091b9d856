/** Email address as text. Long addresses wrap before the domain if possible. */
export function EmailText({ email }: { email: string }) {
  const domainStart = email.lastIndexOf("@");
  if (domainStart < 0) {
    return <span className="wrap-anywhere">{email}</span>;
  }
  return (
    <span className="wrap-break-word">
      {email.slice(0, domainStart)}
      <wbr />
      {email.slice(domainStart)}
    </span>
  );
}
