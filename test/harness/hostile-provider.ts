import { createServer } from "node:http";
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

/** An OpenID provider that signs whatever a test makes of an ID token, for what a right one never does. */
export interface HostileProvider {
  issuer: string;
  /** Changes the claims before they are signed. */
  claims: (right: JWTPayload) => JWTPayload;
  /** Signs instead of the key that it publishes. */
  key: CryptoKey | null;
  /** What is told of the person besides the token; null: there is no such place. */
  told: object | null;
  close(): Promise<void>;
}

export const startHostileProvider = async (clientId: string): Promise<HostileProvider> => {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), alg: "RS256", use: "sig", kid: "one" };
  const nonces = new Map<string, string>();
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const address = http.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const server: HostileProvider = {
    issuer,
    claims: (right) => right,
    key: null,
    told: null,
    close: async () => {
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
  const sign = (nonce: string | undefined): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const right = {
      iss: issuer,
      aud: clientId,
      sub: "mallory",
      iat: now,
      exp: now + 300,
      nonce,
      email: "mallory@example.com",
    };
    return new SignJWT(server.claims(right))
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .sign(server.key ?? privateKey);
  };
  http.on("request", (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    const answer = (body: object) =>
      void response.setHeader("content-type", "application/json").end(JSON.stringify(body));
    if (url.pathname === "/.well-known/openid-configuration")
      return answer({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...(server.told && { userinfo_endpoint: `${issuer}/told` }),
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_post"],
      });
    if (url.pathname === "/keys") return answer({ keys: [jwk] });
    if (url.pathname === "/told") return answer(server.told ?? {});
    if (url.pathname === "/authorize") {
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      nonces.set("the-code", url.searchParams.get("nonce") ?? "");
      back.search = new URLSearchParams({ code: "the-code", state: url.searchParams.get("state") ?? "" }).toString();
      return void response.writeHead(303, { location: back.href }).end();
    }
    void sign(nonces.get("the-code")).then((token) =>
      answer({ access_token: "x", token_type: "bearer", id_token: token }),
    );
  });
  return server;
};
