import type { SignInRequest } from "../../api/auth/oauth/sign-in-request.ts";
import { testTokens } from "../harness/test-secrets.ts";

const REDIRECT_URI = "http://127.0.0.1:9/callback";

/** What `/oauth/authorize` hands to the page of consent, of a program that has registered here. */
export const signSignIn = (): string => {
  const expiresAt = new Date(Date.now() + 86_400_000);
  const client = JSON.stringify({ name: "A program", uris: [REDIRECT_URI] });
  const request: SignInRequest = {
    clientId: testTokens.sign(client, { purpose: "oauth-client", expiresAt }),
    redirectUri: REDIRECT_URI,
    codeChallenge: "x".repeat(43),
    scopes: [],
  };
  return testTokens.sign(JSON.stringify(request), { purpose: "oauth-request", expiresAt });
};
