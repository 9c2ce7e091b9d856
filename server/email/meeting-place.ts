import type { Detail } from "#server/email/content.ts";

/** Where a meeting takes place: at a video link or by phone. Both are null until the firm has decided. */
export type MeetingPlace = { meetingUrl: string | null; phone: string | null };

/** Who holds a meeting, and the number to call if it takes place by phone. Null without a host. */
export type MeetingHost = { name: string; phone: string | null } | null;

export function toMeetingHost({
  host_name: name,
  host_phone: phone,
}: {
  host_name: string | null;
  host_phone: string | null;
}): MeetingHost {
  return name === null ? null : { name, phone };
}

/** The rows that state who holds a meeting and where. `hostName` is null if no one is assigned. */
export function describeHostAndPlace(hostName: string | null, place: MeetingPlace): Detail[] {
  return [...(hostName ? [["With", hostName] as const] : []), describePlace(place)];
}

/** Describes a meeting in a sentence, such as "video call with Maya Okafor". `hostName` is null if no one is assigned. */
export function formatCall(hostName: string | null, { meetingUrl, phone }: MeetingPlace): string {
  const call = meetingUrl ? "video call" : phone ? "phone call" : "meeting";
  return hostName ? `${call} with ${hostName}` : call;
}

/** The row that states where a meeting takes place. */
export function describePlace({ meetingUrl, phone }: MeetingPlace): Detail {
  if (meetingUrl) {
    return ["Where", "Video call", meetingUrl];
  }
  return ["Where", phone ? `By phone: call ${phone}` : "We'll send the link before the meeting."];
}
