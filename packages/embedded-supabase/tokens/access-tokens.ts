import { errors, jwtVerify, SignJWT } from "jose";
import { type Claims, ClaimsSchema } from "./claims.ts";
import { ACCESS_TOKEN_TTL_SECONDS, type SigningKeys } from "./signing-keys.ts";
import { ALGORITHM } from "./stored-keys.ts";

export type AccessTokens = {
  /** Signs a token that is valid for one hour. */
  issue(
    user: Omit<Claims, "iss" | "aud" | "role" | "exp" | "iat">,
  ): Promise<{ token: string; claims: Claims }>;
  /**
   * Returns the claims of an unexpired token signed by this backend; null for anything else. Does not check that the
   * session is still active: use `embedded.session_level` for that.
   */
  verify(token: string): Promise<Claims | null>;
};

const MAX_TOKEN_LENGTH = 16_384;
const MAX_CACHED_TOKENS = 5_000;

/**
 * Signs and verifies only with ES256 and the backend's keys. Ignores algorithms, keys and key URLs in token headers.
 */
export function createAccessTokens(keys: SigningKeys, issuer: string, now: () => Date): AccessTokens {
  // A browser sends the same token with every request, so each signature is verified once.
  const claimsByToken = new Map<string, Claims>();

  const verifyJwt = async (token: string): Promise<Claims | null> => {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = kid ? await keys.find(kid) : null;
          if (!key) {
            throw new errors.JWKSNoMatchingKey();
          }
          return key;
        },
        {
          algorithms: [ALGORITHM],
          issuer,
          audience: "authenticated",
          currentDate: now(),
          requiredClaims: ["exp"],
        },
      );
      const parsed = ClaimsSchema.safeParse(payload);
      return parsed.success ? parsed.data : null;
    } catch (error) {
      if (error instanceof errors.JOSEError) {
        return null;
      }
      throw error;
    }
  };

  return {
    async issue(user) {
      const { kid, key } = await keys.current();
      const iat = Math.floor(now().getTime() / 1000);
      const claims: Claims = {
        ...user,
        iss: issuer,
        aud: "authenticated",
        role: "authenticated",
        iat,
        exp: iat + ACCESS_TOKEN_TTL_SECONDS,
      };
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid, typ: "JWT" })
        .sign(key);
      return { token, claims };
    },
    async verify(token) {
      if (token.length > MAX_TOKEN_LENGTH) {
        return null;
      }
      const cached = claimsByToken.get(token);
      if (cached && cached.exp * 1000 > now().getTime()) {
        return cached;
      }
      claimsByToken.delete(token);
      const claims = cached ? null : await verifyJwt(token);
      if (claims) {
        claimsByToken.set(token, claims);
      }
      if (claimsByToken.size > MAX_CACHED_TOKENS) {
        evictOldest(claimsByToken);
      }
      return claims;
    },
  };
}

function evictOldest(claimsByToken: Map<string, Claims>): void {
  const [oldest] = claimsByToken.keys();
  if (oldest !== undefined) {
    claimsByToken.delete(oldest);
  }
}
