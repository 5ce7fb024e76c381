import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { z } from "zod";
import { letClientInOperation } from "../../../../api/auth/oauth/oauth.operations.ts";
import type { Member } from "../../../factories/tenant.ts";
import type { TestApi } from "../../../harness/test-api.ts";

export const REDIRECT_URI = "http://127.0.0.1:9/callback";

type Choice = Omit<z.input<NonNullable<typeof letClientInOperation.body>>, "request">;

/** A program with the protocol's own client, which knows how to sign in, and the browser of the person in front of it. */
export interface SigningClient {
  provider: OAuthClientProvider;
  /** What it has kept. */
  kept: { client?: OAuthClientInformationMixed | undefined; tokens?: OAuthTokens | undefined; verifier: string };
  /** Where it sent the browser last. */
  asked(): URL;
  /** Connects; a client that is not let in asks for it and throws. */
  connect(): Promise<Client>;
  /** The person says yes; the browser brings the code. */
  signIn(person: Member, choice?: Choice): Promise<void>;
}

interface Options {
  redirectUri?: string;
  clientMetadataUrl?: string;
  scope?: string;
}

/** The API as far as it is needed. */
type Reached = Pick<TestApi, "baseUrl" | "client">;

export const createSigningClient = (api: Reached, options: Options = {}): SigningClient => {
  const { redirectUri = REDIRECT_URI, clientMetadataUrl, scope } = options;
  const kept: SigningClient["kept"] = { verifier: "" };
  let asked: URL | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { redirect_uris: [redirectUri], client_name: "Bell's assistant", ...(scope && { scope }) },
    ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
    state: () => "a state of 9 & more",
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (url) => void (asked = url),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier,
    invalidateCredentials: (which) => {
      if (which === "all" || which === "client") delete kept.client;
      if (which === "all" || which === "tokens") delete kept.tokens;
    },
  };
  const serverUrl = `${api.baseUrl}/mcp`;
  const client: SigningClient = {
    provider,
    kept,
    asked: () => asked ?? new URL("http://nowhere.example"),
    connect: async () => {
      const mcp = new Client({ name: "Bell's assistant", version: "1" });
      await mcp.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: provider }));
      return mcp;
    },
    signIn: async (person, choice = {}) => {
      if (!asked) await auth(provider, { serverUrl });
      const back = await consent(api, client.asked(), { person, choice });
      await auth(provider, {
        serverUrl,
        authorizationCode: back.searchParams.get("code") ?? "",
      });
    },
  };
  return client;
};

/** Follows the link of a client to the page of consent, and returns the request that the page shows. */
export const openConsent = async (asked: URL): Promise<string> => {
  const answer = await fetch(asked, { redirect: "manual" });
  const page = new URL(answer.headers.get("location") ?? "", asked);
  return page.searchParams.get("request") ?? "";
};

/** The person says yes; returns where the browser goes. */
export const consent = async (
  api: Reached,
  asked: URL,
  { person, choice = {} }: { person: Member; choice?: Choice },
): Promise<URL> => {
  const request = await openConsent(asked);
  const { body } = await api
    .client({ token: person.token })
    .call(letClientInOperation, { body: { request, ...choice } });
  return new URL(body.redirect_to);
};
