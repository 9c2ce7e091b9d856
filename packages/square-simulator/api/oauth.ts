import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { issueToken, revokeTokens } from "../actions/authorization.ts";
import type { Simulation } from "../simulation.ts";
import type { AccessToken } from "../state/state.ts";
import type { Change } from "../state/store.ts";
import { readOptionalString, readRequiredString } from "./http/fields.ts";
import type { RequestBody } from "./http/handle-operation.ts";
import { handleOperation } from "./http/handle-operation.ts";
import { SquareApiError, TokenError } from "./http/square-api-error.ts";

/** `/oauth2/token`, `/oauth2/revoke` and `/oauth2/token/status`. */
export function registerOAuth(app: Hono, simulation: Simulation): void {
  handleOperation(app, simulation, "ObtainToken", ({ body }) => {
    const clientId = readRequiredString(body, "client_id");
    const grantType = readRequiredString(body, "grant_type");
    if (clientId !== simulation.application.id) {
      throw new TokenError("Not Authorized");
    }
    const token = simulation.store.commit((change) => {
      if (grantType === "authorization_code") {
        return exchangeCode(simulation, change, body);
      }
      if (grantType === "refresh_token") {
        return refreshAccessToken(simulation, change, body);
      }
      throw new SquareApiError("INVALID_VALUE", "Unsupported grant_type.", "grant_type");
    });
    return toTokenResponse(token, simulation.store.state.merchant.id);
  });

  handleOperation(app, simulation, "RevokeToken", ({ body, header }) => {
    if (header("authorization") !== `Client ${simulation.application.secret}`) {
      throw new SquareApiError(
        "UNAUTHORIZED",
        "The `Authorization` header must be `Client APPLICATION_SECRET`.",
      );
    }
    if (readRequiredString(body, "client_id") !== simulation.application.id) {
      throw new SquareApiError("UNAUTHORIZED", "The client_id does not match the application secret.");
    }
    simulation.store.commit((change) => {
      const activeTokens = Object.values(change.state.tokens).filter((token) => !token.refreshRevoked);
      const accessToken = readOptionalString(body, "access_token");
      const merchantId = readOptionalString(body, "merchant_id");
      const isKnown =
        accessToken === undefined
          ? merchantId === change.state.merchant.id && activeTokens.length > 0
          : activeTokens.some((token) => token.accessToken === accessToken);
      if (!isKnown) {
        throw new SquareApiError("NOT_FOUND", "The authorization was not found.");
      }
      const isSingleToken = body.revoke_only_access_token === true && accessToken !== undefined;
      const tokensToRevoke = isSingleToken
        ? activeTokens.filter((token) => token.accessToken === accessToken)
        : activeTokens;
      revokeTokens(change, tokensToRevoke, isSingleToken ? null : "APPLICATION");
    });
    return { success: true };
  });

  handleOperation(app, simulation, "RetrieveTokenStatus", ({ token }) => {
    if (!token) {
      throw new SquareApiError("UNAUTHORIZED", "This token does not belong to a seller.");
    }
    return {
      scopes: token.scopes,
      expires_at: token.expiresAt,
      client_id: token.clientId,
      merchant_id: simulation.store.state.merchant.id,
    };
  });
}

function exchangeCode(simulation: Simulation, change: Change, body: RequestBody): AccessToken {
  const code = change.state.codes[readRequiredString(body, "code")];
  if (!code || code.used || Date.parse(code.expiresAt) <= change.at.getTime()) {
    throw new TokenError("Authorization code not found or expired");
  }
  // The redirect_uri must be identical to the one sent to the consent page.
  if ((code.redirectUri ?? undefined) !== readOptionalString(body, "redirect_uri")) {
    throw new TokenError("The redirect_uri does not match");
  }
  if (code.codeChallenge === null) {
    requireSecret(simulation, body);
  } else if (computeCodeChallenge(readRequiredString(body, "code_verifier")) !== code.codeChallenge) {
    throw new TokenError("The code_verifier does not match");
  }
  code.used = true;
  return issueToken(change, {
    clientId: code.clientId,
    scopes: code.scopes,
    shortLived: body.short_lived === true,
    pkce: code.codeChallenge !== null,
  });
}

function refreshAccessToken(simulation: Simulation, change: Change, body: RequestBody): AccessToken {
  const refreshToken = readRequiredString(body, "refresh_token");
  const previous = Object.values(change.state.tokens).find(
    (token) => token.refreshToken === refreshToken && !token.refreshRevoked,
  );
  if (!previous || previous.refreshTokenUsed) {
    throw new TokenError("Refresh token not found");
  }
  if (previous.refreshTokenExpiresAt !== null && previous.refreshTokenExpiresAt <= change.at.toISOString()) {
    throw new TokenError("Refresh token expired");
  }
  const scopes = Array.isArray(body.scopes) ? body.scopes.map(String) : previous.scopes;
  if (scopes.some((scope) => !previous.scopes.includes(scope))) {
    throw new SquareApiError("INVALID_VALUE", "Scopes can only be narrowed.", "scopes");
  }
  if (!previous.pkce) {
    requireSecret(simulation, body);
  } else {
    previous.refreshTokenUsed = true;
  }
  const grant = {
    clientId: previous.clientId,
    scopes: scopes,
    shortLived: body.short_lived === true,
    pkce: previous.pkce,
  };
  return previous.pkce ? issueToken(change, grant) : issueToken(change, grant, refreshToken);
}

function requireSecret(simulation: Simulation, body: RequestBody): void {
  if (readRequiredString(body, "client_secret") !== simulation.application.secret) {
    throw new TokenError("Not Authorized");
  }
}

function computeCodeChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

function toTokenResponse(token: AccessToken, merchantId: string): object {
  return {
    access_token: token.accessToken,
    token_type: "bearer",
    expires_at: token.expiresAt,
    merchant_id: merchantId,
    refresh_token: token.refreshToken,
    short_lived: token.shortLived,
    ...(token.refreshTokenExpiresAt ? { refresh_token_expires_at: token.refreshTokenExpiresAt } : {}),
  };
}
