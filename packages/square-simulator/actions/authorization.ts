import { secrets } from "../state/ids.ts";
import type { AccessToken, AuthorizationCode } from "../state/state.ts";
import type { Change } from "../state/store.ts";

const CODE_LIFETIME_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
const TOKEN_DAYS = 30;
const SHORT_TOKEN_DAYS = 1;
const PKCE_REFRESH_DAYS = 90;

/** Issues a single-use authorization code that is valid for five minutes. */
export function issueAuthorizationCode(
  change: Change,
  grant: Pick<AuthorizationCode, "clientId" | "redirectUri" | "scopes" | "codeChallenge">,
): AuthorizationCode {
  const code: AuthorizationCode = {
    ...grant,
    code: secrets.code(),
    expiresAt: new Date(change.at.getTime() + CODE_LIFETIME_MS).toISOString(),
    used: false,
  };
  change.state.codes[code.code] = code;
  return code;
}

/** Issues an access token. `refreshToken` is the existing refresh token if it stays valid, otherwise a new one. */
export function issueToken(
  change: Change,
  grant: Pick<AccessToken, "clientId" | "scopes" | "shortLived" | "pkce">,
  refreshToken = secrets.refreshToken(),
): AccessToken {
  const days = grant.shortLived ? SHORT_TOKEN_DAYS : TOKEN_DAYS;
  const refreshTokenExpiresAt = new Date(change.at.getTime() + PKCE_REFRESH_DAYS * DAY_MS).toISOString();
  const token: AccessToken = {
    ...grant,
    accessToken: secrets.accessToken(),
    refreshToken,
    // Square returns whole seconds here.
    expiresAt: `${new Date(change.at.getTime() + days * DAY_MS).toISOString().slice(0, 19)}Z`,
    refreshTokenExpiresAt: grant.pkce ? refreshTokenExpiresAt : null,
    refreshTokenUsed: false,
    revoked: false,
    refreshRevoked: false,
  };
  change.state.tokens[token.accessToken] = token;
  return token;
}

/** Revokes tokens. With a `revoker`, also revokes the authorization and emits the revocation event. */
export function revokeTokens(
  change: Change,
  tokens: AccessToken[],
  revoker: "APPLICATION" | "MERCHANT" | "SQUARE" | null,
): void {
  for (const token of tokens) {
    token.revoked = true;
  }
  if (revoker === null || tokens.length === 0) {
    return;
  }
  for (const token of tokens) {
    token.refreshRevoked = true;
  }
  const revoked_at = change.at.toISOString();
  change.emit({
    type: "oauth.authorization.revoked",
    data: {
      type: "revocation",
      id: change.state.merchant.id,
      object: { revocation: { revoked_at, revoker_type: revoker } },
    },
  });
}
