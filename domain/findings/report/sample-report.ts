import { calendarDate } from "#domain/dates/calendar-date.ts";
import type { ReportData } from "#domain/findings/report/report.ts";
import { SAMPLE_FINDINGS, sampleEntry, sampleKey } from "#domain/findings/report/sample-findings.ts";

const SUMMARY = `*This is a sample report in the format that our clients receive. The client, its systems and all results are fictional.*

We assessed a support assistant that answers customers' questions from a help center, uploaded files and open tickets. Two testers worked for four weeks, with source code and a staging system.

One weakness let any customer read the ticket titles of other companies. It was fixed during the assessment. After the retest, **seven of eight findings are fixed**. The remaining one is a cost risk that the client has accepted until December.

## Recommendations

1. Set a limit on tokens per customer and day before the risk acceptance ends.
2. Give every tool of the assistant the permissions of the person who uses it.
3. Run the attacks from this report in the pipeline before each release.`;

const APPROACH = `The assessment had four parts:

1. **Threat model.** We listed what enters the prompt, which tools the assistant can call, and with whose permissions.
2. **Manual attacks.** Prompt injection through chat, files and help center articles, disclosure of prompts and data, and misuse of tools. Each successful attack was repeated 20 times, because models do not answer the same way twice.
3. **Code review.** The tools, the handling of answers, and the configuration of the model provider.
4. **Retest.** On September 16 we repeated every attack against version 4.3.`;

/** The report that the landing page offers for download. Every name, system and figure in it is fictional. */
export const SAMPLE_REPORT: ReportData = {
  company: "Fabrikam, Inc.",
  projectName: "Sample report",
  asOf: calendarDate("2026-09-18"),
  assessment: {
    system: "Support assistant 4.2: chat widget, file upload, ticket search tool, help center retrieval",
    environment: "Staging system with test data",
    engagementReference: "PO-2026-0412",
    testType: "white_box",
    startedOn: "2026-08-17",
    endedOn: "2026-09-11",
    testers: "Daniel Reyes, Kenji Watanabe",
    inScope:
      "Chat widget, file upload, ticket search tool, help center retrieval. Two customer accounts in separate companies, and the source code.",
    outOfScope: "Denial of service against the model provider, social engineering, the billing system",
    methodology:
      "Manual testing and code review, based on the OWASP Top 10 for LLM Applications, MITRE ATLAS and the NIST AI RMF.",
    summary: SUMMARY,
    approach: APPROACH,
  },
  findings: SAMPLE_FINDINGS,
  testedEntries: [
    sampleEntry("owasp-llm", "LLM01:2025", "Prompt Injection"),
    sampleEntry("owasp-llm", "LLM02:2025", "Sensitive Information Disclosure"),
    sampleEntry("owasp-llm", "LLM03:2025", "Supply Chain"),
    sampleEntry("owasp-llm", "LLM04:2025", "Data and Model Poisoning"),
    sampleEntry("owasp-llm", "LLM05:2025", "Improper Output Handling"),
    sampleEntry("owasp-llm", "LLM06:2025", "Excessive Agency"),
    sampleEntry("owasp-llm", "LLM07:2025", "System Prompt Leakage"),
    sampleEntry("owasp-llm", "LLM08:2025", "Vector and Embedding Weaknesses"),
    sampleEntry("owasp-llm", "LLM09:2025", "Misinformation"),
    sampleEntry("owasp-llm", "LLM10:2025", "Unbounded Consumption"),
    sampleEntry("mitre-atlas", "AML.T0053", "AI Agent Tool Invocation"),
    sampleEntry("mitre-atlas", "AML.T0057", "LLM Data Leakage"),
    sampleEntry("nist-ai-rmf", "MEASURE 2.10", "Privacy risk is examined"),
  ],
  changes: [
    { date: calendarDate("2026-08-25"), text: `${sampleKey(7)}: Published` },
    { date: calendarDate("2026-08-28"), text: "All other findings: Published" },
    {
      date: calendarDate("2026-09-04"),
      text: `${sampleKey(7)}: Corrected (version 2). Added the attempts with a small font size`,
    },
    { date: calendarDate("2026-09-16"), text: `${sampleKey(4)}: Retested: Not fixed` },
    { date: calendarDate("2026-09-16"), text: "All other findings: Retested: Fixed" },
    { date: calendarDate("2026-09-18"), text: `${sampleKey(4)}: Risk accepted until Dec 31, 2026` },
  ],
};
