import { errors, jwtVerify, SignJWT } from "jose";
import { type Claims, ClaimsShape } from "./claims.ts";
import { accessTokenLife, algorithm, type SigningKeys } from "./signing-keys.ts";

export type AccessTokens = {
  /** Signs a token that counts for an hour from now. */
  issue(
    person: Omit<Claims, "iss" | "aud" | "role" | "exp" | "iat">,
  ): Promise<{ token: string; claims: Claims }>;
  /**
   * The claims of a token that we signed, for this address, and that has not ended; null for anything else.
   * Does not ask whether the session still lives: `embedded.session_level` does.
   */
  claims(token: string): Promise<Claims | null>;
};

const longestToken = 16_384;
const mostRemembered = 5_000;

/** Access tokens: ES256 with our own keys only, whatever a token's header says about algorithm, key or key address. */
export function createAccessTokens(keys: SigningKeys, issuer: string, now: () => Date): AccessTokens {
  // A browser sends the same token with every request: its signature is checked once.
  const remembered = new Map<string, Claims>();

  const verified = async (token: string): Promise<Claims | null> => {
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = kid ? await keys.find(kid) : null;
          if (!key) throw new errors.JWKSNoMatchingKey();
          return key;
        },
        {
          algorithms: [algorithm],
          issuer,
          audience: "authenticated",
          currentDate: now(),
          requiredClaims: ["exp"],
        },
      );
      const shape = ClaimsShape.safeParse(payload);
      return shape.success ? (shape.data as Claims) : null;
    } catch (error) {
      if (error instanceof errors.JOSEError) return null;
      throw error;
    }
  };

  return {
    async issue(person) {
      const { kid, key } = await keys.current();
      const iat = Math.floor(now().getTime() / 1000);
      const claims: Claims = {
        ...person,
        iss: issuer,
        aud: "authenticated",
        role: "authenticated",
        iat,
        exp: iat + accessTokenLife,
      };
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, kid, typ: "JWT" })
        .sign(key);
      return { token, claims };
    },
    async claims(token) {
      if (token.length > longestToken) return null;
      const known = remembered.get(token);
      if (known && known.exp * 1000 > now().getTime()) return known;
      remembered.delete(token);
      const claims = known ? null : await verified(token);
      if (claims) remembered.set(token, claims);
      if (remembered.size > mostRemembered) forgetOldest(remembered);
      return claims;
    },
  };
}

function forgetOldest(remembered: Map<string, Claims>): void {
  const [oldest] = remembered.keys();
  if (oldest !== undefined) remembered.delete(oldest);
}
