import type { TaxonomyReference } from "#domain/findings/taxonomy.ts";
import { taxonomyReference } from "./taxonomy-ids.ts";

export type Weakness = {
  name: string;
  /** What an attacker can do. */
  description: string;
  recommendation: string;
  /** The entry of the OWASP Top 10 for LLM Applications. */
  owasp?: string;
};

const VALIDATE_OUTPUT =
  "Treat the output of the model as untrusted input. Validate and encode it for the place where it is used.";
const AUTHORIZE_CALLS =
  "Check the user's permissions in the tool or API for each call. Do not rely on instructions in the system prompt.";
const FILTER_CONTENT =
  "Add filters for inputs and outputs, strengthen the system prompt, and repeat this test after each change of the model or the prompt.";

/** Weaknesses of AI systems that several tools test for. */
export const WEAKNESSES = {
  "prompt-injection": {
    name: "Prompt injection",
    description: "Text in the input can override the instructions of the system.",
    recommendation:
      "Separate instructions from data, limit what the model can do, and check its output before it is used.",
    owasp: "LLM01:2025",
  },
  "indirect-prompt-injection": {
    name: "Indirect prompt injection",
    description: "Instructions in retrieved content, such as documents or web pages, can control the model.",
    recommendation:
      "Mark retrieved content as data, limit the tools that are available while it is processed, and check the output before it is used.",
    owasp: "LLM01:2025",
  },
  jailbreak: {
    name: "Jailbreak",
    description: "Crafted prompts can make the model ignore its safety rules.",
    recommendation: FILTER_CONTENT,
    owasp: "LLM01:2025",
  },
  "encoding-attack": {
    name: "Filter bypass with encoded text",
    description: "Encoded or disguised instructions can pass the filters and still control the model.",
    recommendation: "Decode and normalize inputs before they are filtered, and filter the output too.",
    owasp: "LLM01:2025",
  },
  "system-prompt-leak": {
    name: "System prompt leak",
    description: "The model reveals its system prompt or its configuration.",
    recommendation:
      "Remove secrets and access rules from the system prompt. Enforce access rules outside of the model.",
    owasp: "LLM07:2025",
  },
  "personal-data-leak": {
    name: "Personal data leak",
    description: "The model discloses personal data to a user who must not see it.",
    recommendation:
      "Limit the data that the model can access to what the user may see, and filter personal data from the output.",
    owasp: "LLM02:2025",
  },
  "data-leak": {
    name: "Sensitive data leak",
    description: "The model discloses confidential data.",
    recommendation:
      "Limit the data that the model can access to what the user may see, and filter sensitive data from the output.",
    owasp: "LLM02:2025",
  },
  "training-data-leak": {
    name: "Training data leak",
    description:
      "The model repeats texts from its training data, which can be confidential or protected by copyright.",
    recommendation: "Detect and block long quotations, and remove sensitive texts from data for fine-tuning.",
    owasp: "LLM02:2025",
  },
  "credential-leak": {
    name: "API key leak",
    description: "The model outputs API keys or completes parts of them.",
    recommendation:
      "Filter keys from the output, keep them out of prompts, and rotate keys that were exposed.",
    owasp: "LLM02:2025",
  },
  "hallucinated-packages": {
    name: "Hallucinated software packages",
    description:
      "The model recommends software packages that do not exist. An attacker can publish malware under these names.",
    recommendation: "Check that recommended packages exist and are trusted before they are installed.",
    owasp: "LLM09:2025",
  },
  misinformation: {
    name: "Misinformation",
    description: "The model presents false statements as facts.",
    recommendation:
      "Base answers on verified sources, show these sources, and state the limits of the system.",
    owasp: "LLM09:2025",
  },
  "unsafe-output": {
    name: "Cross-site scripting or data leak through output",
    description:
      "The output can contain active content, such as scripts or images that send data to another server.",
    recommendation: VALIDATE_OUTPUT,
    owasp: "LLM05:2025",
  },
  "terminal-escape": {
    name: "Terminal control codes in output",
    description: "The output can contain control codes that change what a terminal shows or does.",
    recommendation: VALIDATE_OUTPUT,
    owasp: "LLM05:2025",
  },
  "code-injection": {
    name: "Code injection through output",
    description: "The output can contain code or queries that the application then runs.",
    recommendation: VALIDATE_OUTPUT,
    owasp: "LLM05:2025",
  },
  "sql-injection": {
    name: "SQL injection",
    description: "Prompts can make the system run database queries that an attacker controls.",
    recommendation:
      "Use parameterized queries and a database account with few permissions. Do not run queries that the model writes.",
    owasp: "LLM05:2025",
  },
  "shell-injection": {
    name: "Shell injection",
    description: "Prompts can make the system run operating system commands that an attacker controls.",
    recommendation:
      "Do not pass output of the model to a shell. Run tools in a sandbox, with fixed arguments.",
    owasp: "LLM05:2025",
  },
  ssrf: {
    name: "Server-side request forgery (SSRF)",
    description: "Prompts can make the system send requests to internal addresses.",
    recommendation: "Allow requests only to listed hosts, and block internal addresses.",
    owasp: "LLM05:2025",
  },
  "debug-access": {
    name: "Access to debug functions",
    description: "Prompts can reach debug or maintenance functions.",
    recommendation:
      "Remove debug functions from production, or require permissions for them outside of the model.",
    owasp: "LLM05:2025",
  },
  malware: {
    name: "Malicious code generation",
    description: "The model writes malware or parts of it.",
    recommendation: FILTER_CONTENT,
  },
  toxicity: {
    name: "Toxic content",
    description: "The model produces insulting, hateful or otherwise toxic text.",
    recommendation: FILTER_CONTENT,
  },
  "harmful-content": {
    name: "Harmful content",
    description: "The model produces harmful content or helps with harmful actions.",
    recommendation: FILTER_CONTENT,
  },
  bias: {
    name: "Biased answers",
    description: "Answers are unfair to a group of people.",
    recommendation: FILTER_CONTENT,
  },
  "excessive-agency": {
    name: "Excessive agency",
    description: "The system performs actions, or claims to, that exceed its purpose.",
    recommendation:
      "Limit tools and permissions to what is required, and require approval for critical actions.",
    owasp: "LLM06:2025",
  },
  rbac: {
    name: "Role-based access control bypass (RBAC)",
    description: "Users can make the system perform actions that their role does not permit.",
    recommendation: AUTHORIZE_CALLS,
    owasp: "LLM06:2025",
  },
  bola: {
    name: "Access to objects of other users (BOLA)",
    description: "Users can make the system access records that belong to other users.",
    recommendation: AUTHORIZE_CALLS,
    owasp: "LLM06:2025",
  },
  bfla: {
    name: "Access to privileged functions (BFLA)",
    description: "Users can make the system call functions that they are not permitted to call.",
    recommendation: AUTHORIZE_CALLS,
    owasp: "LLM06:2025",
  },
  "tool-misuse": {
    name: "Tool misuse",
    description: "Prompts can make an agent reveal its tools or use them against their purpose.",
    recommendation: AUTHORIZE_CALLS,
    owasp: "LLM06:2025",
  },
  hijacking: {
    name: "Off-topic use",
    description: "Users can make the system do things that are unrelated to its purpose.",
    recommendation: "Define the purpose in the system prompt, and reject requests that are unrelated to it.",
  },
  "memory-poisoning": {
    name: "Memory poisoning",
    description: "An attacker can store false information or instructions that affect later conversations.",
    recommendation: "Check what is stored, separate the memory of users, and let memory entries expire.",
    owasp: "LLM04:2025",
  },
  "retrieval-poisoning": {
    name: "Poisoned retrieval data",
    description: "Manipulated documents in the knowledge base can control the answers.",
    recommendation: "Accept documents only from trusted sources, and check them before they are indexed.",
    owasp: "LLM08:2025",
  },
  "denial-of-service": {
    name: "Excessive resource use",
    description: "Prompts can make the model use excessive compute or produce endless output.",
    recommendation: "Limit the length of inputs and outputs, the time per request and the cost per user.",
    owasp: "LLM10:2025",
  },
  overreliance: {
    name: "Acceptance of false assumptions",
    description: "The model accepts false or unsafe assumptions of the user without a warning.",
    recommendation: "Instruct the model to check assumptions, and state the limits of the system.",
    owasp: "LLM09:2025",
  },
  "domain-advice": {
    name: "Incorrect or noncompliant advice",
    description: "The answers break rules of the industry or contain errors that can harm users.",
    recommendation: "Base answers on verified sources, and have experts review answers on critical topics.",
    owasp: "LLM09:2025",
  },
  "policy-violation": {
    name: "Policy violation",
    description: "The answers break a policy that was defined for the system.",
    recommendation: FILTER_CONTENT,
  },
  copyright: {
    name: "Copyright violation",
    description: "The model reproduces works that are protected by copyright.",
    recommendation: "Detect and block long quotations of protected works.",
  },
  other: {
    name: "Unsafe model behavior",
    description: "The system failed the attacks in this test.",
    recommendation: FILTER_CONTENT,
  },
} as const satisfies Record<string, Weakness>;

export type WeaknessName = keyof typeof WEAKNESSES;

export function getWeakness(name: WeaknessName): Weakness {
  return WEAKNESSES[name];
}

export function owaspMapping(id: string | undefined): TaxonomyReference[] {
  return id ? [taxonomyReference("owasp-llm", id)] : [];
}
