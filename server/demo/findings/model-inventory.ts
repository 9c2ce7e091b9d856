import type { DemoFinding, DemoProjectFindings } from "./demo-finding.ts";
import { codeBlock, numbered, paragraphs, table } from "./markdown.ts";

const LOGGED_RECORDS: DemoFinding = {
  title: "Prompt logs keep health records without a retention period",
  severity: "medium",
  cvssVector: "CVSS:4.0/AV:A/AC:L/AT:N/PR:H/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N",
  affectedAsset: "OpenSearch index llm-traces-*, written by letter-summary 1.4",
  description:
    "`letter-summary` logs complete prompts for debugging. The index has no lifecycle policy, and the oldest entry is 14 months old. All members of the platform group can search it, although most of them have no access to the record system.",
  impact:
    "A copy of referral letters exists outside the record system. Requests to delete a record do not reach it, and its use is not logged as HIPAA requires.",
  evidence: table(
    ["Check of 200 random traces", "Traces"],
    ["Contain a patient's name", "183"],
    ["Contain a diagnosis", "171"],
    ["Are older than 90 days", "158"],
  ),
  reproductionSteps: numbered(
    "Sign in to OpenSearch as a member of `ml-platform`.",
    "Open `llm-traces-*` and sort by time, oldest first.",
    "Read the field `prompt` of the first entry.",
  ),
  recommendation: numbered(
    "This month: delete traces older than 30 days with a lifecycle policy.",
    "This month: limit the index to the on-call group, and log searches.",
    "Next quarter: remove names and record numbers before prompts are logged.",
  ),
  tags: ["logging", "phi", "retention"],
  mappings: {
    "owasp-llm": ["LLM02:2025"],
    "mitre-atlas": ["AML.T0085"],
    cwe: ["CWE-532"],
    "nist-ai-rmf": ["MEASURE 2.10"],
  },
  tester: "Kenji Watanabe",
  foundDaysAgo: 101,
  publishedDaysAgo: 96,
};

const COMMITTED_KEY: DemoFinding = {
  title: "A notebook contains a working key of the model provider",
  severity: "medium",
  affectedAsset: "Repository data-science/letter-summary, notebooks/compare-models.ipynb",
  description:
    "A cell output of a notebook shows the production key of `letter-summary`. The commit is 11 months old. All 140 employees with a Git account can read the repository. We checked with one request for the list of models that the key works.",
  impact:
    "The key has no spending limit and can read stored completions. Misuse would look like normal traffic of the application.",
  evidence: codeBlock(
    "$ git grep -n 'MODEL_API_KEY' notebooks/",
    'compare-models.ipynb:212: "MODEL_API_KEY=wlx-…9f3c"',
    "",
    "GET /v1/models  →  200 OK",
  ),
  reproductionSteps: numbered(
    "Clone the repository with any employee account.",
    "Search the notebooks for `MODEL_API_KEY`.",
    "Compare the last four characters with the key in the vault.",
  ),
  recommendation: numbered(
    "Today: replace the key, and review its use since the commit.",
    "This month: read keys from the vault, with one key per environment and a spending limit.",
    "This month: scan commits for secrets, and clear notebook outputs before each commit.",
  ),
  tags: ["secrets", "notebooks"],
  mappings: {
    "owasp-agentic": ["ASI03:2026"],
    "mitre-atlas": ["AML.T0055"],
    cwe: ["CWE-798", "CWE-522"],
  },
  tester: "Kenji Watanabe",
  foundDaysAgo: 99,
  publishedDaysAgo: 96,
  history: [
    { daysAgo: 95, action: "change-status", status: "in_progress" },
    { daysAgo: 60, action: "change-status", status: "ready_for_retest" },
  ],
};

const UNSAFE_MODEL_FILES: DemoFinding = {
  title: "The nightly forecast runs code from model files",
  severity: "high",
  cvssVector: "CVSS:4.0/AV:N/AC:L/AT:P/PR:L/UI:N/VC:H/VI:H/VA:H/SC:H/SI:N/SA:N",
  affectedAsset: "MLflow registry models.meridian-health.example, job bed-forecast-nightly",
  description:
    "`bed-forecast-nightly` loads the newest model version with `pickle`, which can run code from the file. The 34 accounts that can register a model include five of a contractor. We registered a test version that writes a text file, and the job ran it as root.",
  impact:
    "An account that registers a model controls the job. The job has write access to the data warehouse and reads the credentials of three other pipelines.",
  evidence: codeBlock(
    "$ kubectl exec bed-forecast-nightly -- cat /tmp/proof.txt",
    "test by Wardline, uid=0, 02:00:07",
  ),
  reproductionSteps: numbered(
    "Register the proof model as a new version of `bed-forecast`.",
    "Wait for the nightly run in the test cluster.",
    "Read `/tmp/proof.txt`, then delete the version.",
  ),
  recommendation: numbered(
    "This week: run the job without root, with credentials for its own tables only.",
    "This month: convert models to ONNX, and reject pickle files at registration.",
    "Next quarter: sign models in the pipeline, and verify the signature before loading.",
  ),
  tags: ["mlops", "supply-chain", "code-execution"],
  mappings: {
    "owasp-llm": ["LLM03:2025"],
    "mitre-atlas": ["AML.T0010.003", "AML.T0011.000"],
    cwe: ["CWE-502", "CWE-250"],
    "nist-ai-rmf": ["GOVERN 6"],
  },
  tester: "Kenji Watanabe",
  foundDaysAgo: 72,
  publishedDaysAgo: 68,
  history: [
    { daysAgo: 66, action: "change-status", status: "in_progress" },
    { daysAgo: 39, action: "change-status", status: "ready_for_retest" },
  ],
};

const UNFILTERED_SEARCH: DemoFinding = {
  title: "Record search ignores the access rights of the source system",
  severity: "high",
  cvssVector: "CVSS:4.0/AV:N/AC:L/AT:N/PR:L/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N",
  affectedAsset: "Vector index records-v2, endpoints /v1/search and /v1/search/batch",
  description:
    "The index contains letters of all facilities, including psychiatry. The source system restricts those letters to the treating team. The copy in the index has no access rights, so each user of `letter-summary` can search all of them.",
  impact:
    "About 900 employees can read notes that they can't open in the record system. Psychiatric notes have additional legal protection.",
  evidence: paragraphs(
    "Searches as a billing clerk, with synthetic records:",
    table(
      ["Query", "Results", "Restricted"],
      ["medication plan", "20", "6"],
      ["discharge letter", "20", "4"],
      ["risk assessment", "20", "13"],
    ),
  ),
  reproductionSteps: numbered(
    "Sign in to `letter-summary` as `test-billing-02`.",
    "Search for “risk assessment”.",
    "Open the source links. The record system denies access to 13 of 20.",
  ),
  recommendation: numbered(
    "This week: remove psychiatry letters from the index.",
    "This month: store the access rights with each passage, and filter in the search service.",
    "Next quarter: compare both systems' access decisions every night.",
  ),
  tags: ["rag", "authorization", "phi"],
  mappings: {
    "owasp-llm": ["LLM08:2025", "LLM02:2025"],
    "mitre-atlas": ["AML.T0085"],
    cwe: ["CWE-862"],
    "nist-ai-rmf": ["MAP 4"],
  },
  tester: "Daniel Reyes",
  foundDaysAgo: 71,
  publishedDaysAgo: 68,
  history: [
    { daysAgo: 65, action: "change-status", status: "in_progress" },
    { daysAgo: 39, action: "change-status", status: "ready_for_retest" },
    { daysAgo: 30, action: "change-due-date", inDays: 14 },
    { daysAgo: 29, action: "plan", inDays: -3 },
    { daysAgo: 28.9, action: "change-status", status: "in_progress" },
  ],
};

const UNAPPROVED_PROMOTION: DemoFinding = {
  title: "A model can reach production without a second approver",
  severity: "medium",
  cvssVector: "CVSS:4.0/AV:A/AC:L/AT:N/PR:L/UI:N/VC:N/VI:H/VA:N/SC:N/SI:N/SA:N",
  affectedAsset: "Pipeline mlops/promote, role ml-developer",
  description:
    "The pipeline that moves a model to production runs for every `ml-developer`. It checks the unit tests, but no evaluation results and no approval. The risk register lists an approval by the model's owner as a control. That control does not exist in the pipeline.",
  impact:
    "One account can replace a model that clinicians rely on. The register reports the control as effective, so an audit would rely on it.",
  evidence: codeBlock(
    "$ mlops promote bed-forecast@test-17 --to production --dry-run",
    "tests: passed",
    "evaluation: skipped",
    "approval: not required",
    "Would promote test-17 (author: test-dev-04)",
  ),
  reproductionSteps: numbered(
    "Sign in as `test-dev-04` with the role `ml-developer`.",
    "Register a model and start the promotion with `--dry-run`.",
    "Check the log for an approval.",
  ),
  recommendation: numbered(
    "This month: require the approval of the model's owner, who must not be the author.",
    "This month: stop if evaluation results are missing or below the limit.",
    "Next quarter: test this control every quarter, and record the result in the register.",
  ),
  tags: ["mlops", "governance", "change-control"],
  mappings: {
    "mitre-atlas": ["AML.T0018"],
    cwe: ["CWE-862"],
    "nist-ai-rmf": ["GOVERN 1", "MANAGE 4.1"],
  },
  tester: "Maya Okafor",
  foundDaysAgo: 70,
  publishedDaysAgo: 68,
  history: [
    { daysAgo: 62, action: "change-status", status: "in_progress" },
    { daysAgo: 39, action: "change-status", status: "ready_for_retest" },
    {
      daysAgo: 21,
      action: "request-acceptance",
      by: "engineer",
      reason:
        "Version 4 of the pipeline, planned for the next quarter, requires another person's approval. Until then, the release manager checks each promotion by hand.",
      expiresInDays: 100,
    },
    { daysAgo: 20, action: "approve-acceptance", note: "Accepted until the release of version 4." },
  ],
};

const READABLE_REGISTRY: DemoFinding = {
  title: "Model names and versions can be read without a sign-in",
  severity: "low",
  affectedAsset: "models.meridian-health.example, GET /api/2.0/mlflow/registered-models/search",
  description:
    "The registry requires a sign-in for files, but not for its search endpoint. It returns the names, versions, authors and descriptions of all models to every device in the hospital network, including the guest network of two sites.",
  impact:
    "A visitor can learn which models are in use and who maintains them. That helps to prepare phishing and attacks on known weaknesses.",
  evidence: codeBlock(
    "$ curl https://models.meridian-health.example/api/2.0/mlflow/registered-models/search",
    '{"registered_models": [{"name": "triage-assist", "user_id": "test-dev-04", …}, … 16 more]}',
  ),
  reproductionSteps: numbered(
    "Connect a laptop to the guest network of the Harbor Street site.",
    "Run the command above without credentials.",
    "Count the models in the response.",
  ),
  recommendation: numbered(
    "This month: block the registry in the guest networks.",
    "Next quarter: require a sign-in for all endpoints.",
    "Next quarter: replace author names with team names.",
  ),
  tags: ["mlops", "information-disclosure"],
  mappings: { "mitre-atlas": ["AML.T0007"], cwe: ["CWE-306", "CWE-200"] },
  tester: "Daniel Reyes",
  foundDaysAgo: 70,
  publishedDaysAgo: 68,
  history: [
    {
      daysAgo: 2.3,
      action: "change-status",
      status: "disputed",
      reason:
        "The registry is reachable only from the hospital network. We could not reproduce the access from the guest network at Harbor Street, and the names of our models are not confidential.",
    },
  ],
};

const MISSING_OWNER: DemoFinding = {
  title: "claims-match has no owner in the risk register",
  severity: "info",
  affectedAsset: "Model Inventory and Risk Register, row claims-match 0.9",
  description:
    "The register lists `claims-match` without an owner. Its next review is due this quarter, and no one would be reminded of it.",
  impact:
    "Without an owner, changes of the model and of its data are not assessed. The model matches payments and has no contact with patients, so the effect is limited to finance.",
  evidence: table(
    ["Model", "Owner", "Risk", "Next review"],
    ["bed-forecast 3.0", "Operations", "Low", "Yearly"],
    ["claims-match 0.9", "(empty)", "Medium", "Quarterly"],
  ),
  reproductionSteps: numbered("Open the register.", "Filter the column Owner for empty cells."),
  recommendation: numbered(
    "Name a team that owns the model, and a deputy.",
    "Make the owner a required field of the register.",
  ),
  tags: ["governance", "inventory"],
  mappings: { "nist-ai-rmf": ["GOVERN 2"] },
  tester: "Maya Okafor",
  foundDaysAgo: 69,
  publishedDaysAgo: 68,
  history: [
    {
      daysAgo: 64,
      action: "withdraw",
      reason:
        "We reviewed an old export of the register. The current version names Finance as the owner, and the next review is scheduled.",
    },
  ],
};

export const MODEL_INVENTORY: DemoProjectFindings = {
  projectName: "Model inventory and risk register",
  findings: [
    LOGGED_RECORDS,
    COMMITTED_KEY,
    UNSAFE_MODEL_FILES,
    UNFILTERED_SEARCH,
    UNAPPROVED_PROMOTION,
    READABLE_REGISTRY,
    MISSING_OWNER,
  ],
  retests: [
    {
      requestedDaysAgo: 38,
      note: "The fixes are deployed in the test cluster and in production. The test accounts are still active.",
      findings: [2, 3, 4, 5],
      completed: {
        startedDaysAgo: 35,
        daysAgo: 31,
        tester: "Kenji Watanabe",
        results: [
          {
            finding: 2,
            verdict: "fixed",
            evidence: paragraphs(
              "The provider rejects the old key. The notebooks read a key from the vault, and the scanner stopped our test commit.",
              codeBlock("GET /v1/models  →  401 Unauthorized"),
            ),
          },
          {
            finding: 3,
            verdict: "fixed",
            evidence: paragraphs(
              "The registry rejects the proof model, and the job runs as a user without privileges.",
              codeBlock(
                "$ mlops register proof-model.pkl",
                "rejected: format pickle is not allowed (use onnx)",
              ),
            ),
          },
          {
            finding: 4,
            verdict: "partly_fixed",
            evidence: paragraphs(
              "`/v1/search` returns no restricted letters. `/v1/search/batch` does not apply the filter.",
              table(
                ["Endpoint", "Queries", "With restricted letters"],
                ["/v1/search", "60", "0"],
                ["/v1/search/batch", "20", "5"],
              ),
            ),
          },
          {
            finding: 5,
            verdict: "not_fixed",
            evidence: paragraphs(
              "The pipeline now requires an approval, but accepts the one of the author.",
              codeBlock(
                "$ mlops promote bed-forecast@test-21 --to production --dry-run",
                "approval: test-dev-04",
                "Would promote test-21 (author: test-dev-04)",
              ),
            ),
          },
        ],
      },
    },
    {
      requestedDaysAgo: 2.5,
      note: "The batch endpoint now uses the same filter as /v1/search. Please test both.",
      findings: [4],
      completed: null,
    },
  ],
};
