import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { backgroundWork } from "#app/api/admin-jobs.ts";
import { Banner } from "#app/ui/banner.tsx";
import { needsALook } from "#domain/background-work.ts";
import { counted } from "#domain/counted.ts";

/** Says on the dashboard that a job is stuck, keeps failing, mail is late, was given up or came back; nothing while all is well. */
export function JobsNotice() {
  const { data: work } = useQuery(backgroundWork());
  if (!work || !needsALook(work)) return null;
  const jobs = work.jobs.filter(({ state }) => state !== "trying-again").length;
  const failing = work.schedules.filter(({ keepsFailing }) => keepsFailing).map(({ title }) => title);
  const parts = [
    ...(jobs > 0 ? [`${counted(jobs, "job")} ${jobs === 1 ? "is" : "are"} stuck`] : []),
    ...(failing.length > 0
      ? [`“${failing.join("”, “")}” ${failing.length === 1 ? "keeps" : "keep"} failing`]
      : []),
    ...(work.mails.late > 0
      ? [`${counted(work.mails.late, "mail")} ${work.mails.late === 1 ? "does" : "do"} not go out`]
      : []),
    ...(work.mails.givenUp > 0
      ? [`${counted(work.mails.givenUp, "mail")} ${work.mails.givenUp === 1 ? "was" : "were"} given up`]
      : []),
    ...(work.mails.bounced > 0 ? [`${counted(work.mails.bounced, "mail")} came back`] : []),
  ];
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        action={
          <Link
            to="/admin/settings?section=jobs"
            className="text-14 text-accent underline underline-offset-4"
          >
            Jobs and mail
          </Link>
        }
      >
        {parts.join(", ")}.
      </Banner>
    </div>
  );
}
