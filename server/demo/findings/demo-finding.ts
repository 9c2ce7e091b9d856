import type { Verdict } from "#domain/findings/finding-state.ts";
import type { ChosenStatus } from "#domain/findings/remediation.ts";
import type { Severity } from "#domain/findings/severity.ts";
import type { Taxonomy } from "#domain/findings/taxonomy.ts";

/** All `daysAgo` and `inDays` are relative to the first start. */
export type DemoFinding = {
  title: string;
  severity: Severity;
  /** CVSS 4.0. */
  cvssVector?: string;
  affectedAsset: string;
  /** Markdown, as are the next four. */
  description: string;
  impact: string;
  evidence: string;
  reproductionSteps: string;
  recommendation: string;
  tags: readonly string[];
  mappings: Partial<Record<Taxonomy, readonly string[]>>;
  tester: "Daniel Reyes" | "Maya Okafor" | "Kenji Watanabe";
  foundDaysAgo: number;
  /** Null for a draft. */
  publishedDaysAgo: number | null;
  correction?: DemoCorrection;
  history?: readonly DemoStep[];
};

/** `before` is what the finding said in version 1. */
type DemoCorrection = {
  daysAgo: number;
  note: string;
  before: Pick<DemoFinding, "severity" | "cvssVector" | "description">;
};

/** What a member of the client or the firm did with a published finding. */
export type DemoStep = { daysAgo: number } & (
  | { action: "change-status"; status: ChosenStatus; reason?: string }
  /** The client's owner fixes the finding. */
  | { action: "plan"; inDays: number }
  | { action: "request-acceptance"; by: "owner" | "engineer"; reason: string; expiresInDays: number }
  /** By the client's owner. */
  | { action: "approve-acceptance"; note: string }
  | { action: "answer-dispute"; answer: string }
  | { action: "change-due-date"; inDays: number }
  | { action: "withdraw"; reason: string }
  | { action: "comment"; by: "client" | "admin"; body: string }
);

export type DemoRetest = {
  requestedDaysAgo: number;
  note: string;
  /** Numbers of the project's findings, from 1. */
  findings: readonly number[];
  /** Null while the round waits. */
  completed: {
    startedDaysAgo: number;
    daysAgo: number;
    tester: DemoFinding["tester"];
    results: readonly { finding: number; verdict: Verdict; evidence: string }[];
  } | null;
};

export type DemoProjectFindings = {
  projectName: string;
  /** In the order of their numbers. */
  findings: readonly DemoFinding[];
  retests: readonly DemoRetest[];
};
