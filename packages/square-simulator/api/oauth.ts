import { createHash } from "node:crypto";
import type { Hono } from "hono";
import { issueToken, revokeTokens } from "../actions/authorization.ts";
import type { Simulation } from "../simulation.ts";
import type { AccessToken } from "../state/state.ts";
import type { Change } from "../state/store.ts";
import type { Body } from "./answer.ts";
import { answer } from "./answer.ts";
import { optionalText, requiredText } from "./fields.ts";
import { SquareFailure, TokenRefusal } from "./square-failure.ts";

/** `/oauth2/token`, `/oauth2/revoke` and `/oauth2/token/status`. */
export function oauthEndpoints(app: Hono, simulation: Simulation): void {
  answer(app, simulation, "ObtainToken", ({ body }) => {
    const clientId = requiredText(body, "client_id");
    const grantType = requiredText(body, "grant_type");
    if (clientId !== simulation.application.id) throw new TokenRefusal("Not Authorized");
    const token = simulation.store.commit((change) => {
      if (grantType === "authorization_code") return tokenForCode(simulation, change, body);
      if (grantType === "refresh_token") return refreshedToken(simulation, change, body);
      throw new SquareFailure("INVALID_VALUE", "Unsupported grant_type.", "grant_type");
    });
    return tokenAnswer(token, simulation.store.state.merchant.id);
  });

  answer(app, simulation, "RevokeToken", ({ body, header }) => {
    if (header("authorization") !== `Client ${simulation.application.secret}`) {
      throw new SquareFailure(
        "UNAUTHORIZED",
        "The `Authorization` header must be `Client APPLICATION_SECRET`.",
      );
    }
    if (requiredText(body, "client_id") !== simulation.application.id) {
      throw new SquareFailure("UNAUTHORIZED", "The application and its secret do not belong together.");
    }
    simulation.store.commit((change) => {
      const live = Object.values(change.state.tokens).filter((token) => !token.refreshRevoked);
      const presented = optionalText(body, "access_token");
      const merchantId = optionalText(body, "merchant_id");
      const known =
        presented === undefined
          ? merchantId === change.state.merchant.id && live.length > 0
          : live.some((token) => token.accessToken === presented);
      if (!known) throw new SquareFailure("NOT_FOUND", "No such authorization.");
      const onlyThis = body.revoke_only_access_token === true && presented !== undefined;
      const ending = onlyThis ? live.filter((token) => token.accessToken === presented) : live;
      revokeTokens(change, ending, onlyThis ? null : "APPLICATION");
    });
    return { success: true };
  });

  answer(app, simulation, "RetrieveTokenStatus", ({ token }) => {
    if (!token) throw new SquareFailure("UNAUTHORIZED", "This token belongs to no seller.");
    return {
      scopes: token.scopes,
      expires_at: token.expiresAt,
      client_id: token.clientId,
      merchant_id: simulation.store.state.merchant.id,
    };
  });
}

function tokenForCode(simulation: Simulation, change: Change, body: Body): AccessToken {
  const code = change.state.codes[requiredText(body, "code")];
  if (!code || code.used || Date.parse(code.expiresAt) <= change.at.getTime()) {
    throw new TokenRefusal("Authorization code not found or expired");
  }
  // What was sent to the consent page must be sent again, to the letter.
  if ((code.redirectUri ?? undefined) !== optionalText(body, "redirect_uri")) {
    throw new TokenRefusal("The redirect_uri does not match");
  }
  if (code.codeChallenge === null) requireSecret(simulation, body);
  else if (challengeOf(requiredText(body, "code_verifier")) !== code.codeChallenge) {
    throw new TokenRefusal("The code_verifier does not match");
  }
  code.used = true;
  return issueToken(change, {
    clientId: code.clientId,
    scopes: code.scopes,
    shortLived: body.short_lived === true,
    pkce: code.codeChallenge !== null,
  });
}

function refreshedToken(simulation: Simulation, change: Change, body: Body): AccessToken {
  const refreshToken = requiredText(body, "refresh_token");
  const previous = Object.values(change.state.tokens).find(
    (token) => token.refreshToken === refreshToken && !token.refreshRevoked,
  );
  if (!previous || previous.refreshTokenUsed) throw new TokenRefusal("Refresh token not found");
  if (previous.refreshTokenExpiresAt !== null && previous.refreshTokenExpiresAt <= change.at.toISOString()) {
    throw new TokenRefusal("Refresh token expired");
  }
  const wanted = Array.isArray(body.scopes) ? body.scopes.map(String) : previous.scopes;
  if (wanted.some((scope) => !previous.scopes.includes(scope))) {
    throw new SquareFailure("INVALID_VALUE", "Scopes can only be narrowed.", "scopes");
  }
  if (!previous.pkce) requireSecret(simulation, body);
  else previous.refreshTokenUsed = true;
  const grant = {
    clientId: previous.clientId,
    scopes: wanted,
    shortLived: body.short_lived === true,
    pkce: previous.pkce,
  };
  return previous.pkce ? issueToken(change, grant) : issueToken(change, grant, refreshToken);
}

function requireSecret(simulation: Simulation, body: Body): void {
  if (requiredText(body, "client_secret") !== simulation.application.secret)
    throw new TokenRefusal("Not Authorized");
}

function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

function tokenAnswer(token: AccessToken, merchantId: string): object {
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
