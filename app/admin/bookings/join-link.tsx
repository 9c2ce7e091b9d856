import { ExternalLink, Phone } from "#app/ui/icons.tsx";
import { phoneUrl } from "#domain/text/phone-url.ts";

const CLASSES =
  "tabular inline-flex min-h-6 items-center gap-1.5 rounded-small text-13 text-accent hover:underline pointer-coarse:min-h-11";

type JoinLinkProps = {
  meetingUrl: string | null;
  phone: string | null;
  /** The name of the other person on the call. */
  name: string;
};

/** The link to a video call, or the number of a phone call. Renders nothing if neither is known. */
export function JoinLink({ meetingUrl, phone, name }: JoinLinkProps) {
  if (!(meetingUrl || phone)) {
    return null;
  }
  return (
    <span className="block">
      {meetingUrl ? (
        <a
          href={meetingUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Join call: ${name}`}
          className={CLASSES}
        >
          Join call
          <ExternalLink aria-hidden="true" className="size-3.5" />
        </a>
      ) : (
        <a href={phoneUrl(phone ?? "")} className={CLASSES}>
          <Phone aria-hidden="true" className="size-3.5" />
          {phone}
        </a>
      )}
    </span>
  );
}
