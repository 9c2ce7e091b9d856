export const SECRET_REMOVED = "[secret removed]";

/** Formats of API keys, tokens and private keys. */
const SECRETS = [
  // The end is missing if the tool shortened the text.
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g,
  // OpenAI and Anthropic
  /\bsk-[A-Za-z0-9_-]{16,}/g,
  // Stripe
  /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}/g,
  // AWS
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  // GitHub and GitLab
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bglpat-[A-Za-z0-9_-]{16,}/g,
  // Slack, Google, Hugging Face, npm and SendGrid
  /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
  /\bAIza[A-Za-z0-9_-]{35}/g,
  /\bya29\.[A-Za-z0-9_-]{20,}/g,
  /\bhf_[A-Za-z0-9]{20,}/g,
  /\bnpm_[A-Za-z0-9]{30,}/g,
  /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g,
  // JSON web tokens. Starting in the middle of a word would make the search quadratic.
  /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
];

/** Secrets after a label, which is kept. */
const LABELED_SECRETS = [
  /(\b(?:bearer|basic)\s{1,5})[A-Za-z0-9._~+/=-]{16,}/gi,
  /(\b(?:x-)?api[_-]?key["']?\s{0,5}[:=]\s{0,5}["']?)[A-Za-z0-9._~+/=-]{16,}/gi,
  /(:\/\/[^\s:/@]{1,100}:)[^\s:/@]{1,200}(?=@)/g,
];

/** Matches a part of every pattern above. Most texts contain no secret, so one search avoids twenty. */
const SECRET_HINT =
  /-----BEGIN|\b(?:[srp]k[-_]|A[KS]IA|gh[pousr]_|github_pat_|glpat-|xox|AIza|ya29|hf_|npm_|SG\.)|eyJ|bearer|basic|api[_-]?key|:\/\//i;

/** Replaces probable API keys, tokens and private keys. Keeps email addresses. */
export function maskSecrets(text: string): string {
  if (!SECRET_HINT.test(text)) {
    return text;
  }
  let masked = text;
  for (const pattern of SECRETS) {
    masked = masked.replace(pattern, SECRET_REMOVED);
  }
  for (const pattern of LABELED_SECRETS) {
    masked = masked.replace(pattern, `$1${SECRET_REMOVED}`);
  }
  return masked;
}
