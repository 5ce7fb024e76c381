import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { parseJson } from "../../../domain/json/json-value.ts";
import type { Carrier } from "../carrier.ts";
import { type RequestResult } from "../carrier-request.ts";
import { application, fetchApplication } from "./vonage.application.ts";
import { describeProblem, type VonageClient } from "./vonage.client.ts";
import { isKeyPair, readPrivateKey } from "./vonage.private-key.ts";

type Verdict = Awaited<ReturnType<Carrier["checkAccount"]>>;

/** Checks that key and secret open the account, and that the private key is the application's; both are used. */
export const checkAccount = async (client: VonageClient, credentials: CarrierCredentials): Promise<Verdict> => {
  const key = readPrivateKey(readSetting(credentials, "private_key"));
  if (!key.ok) return refused(`${key.problem}.`);
  const found = await fetchApplication(client, credentials);
  const trouble = problemOf(found, "the API key, the API secret or the application ID");
  if (trouble) return trouble;
  const read = found.kind === "response" ? application.safeParse(parseJson(found.body)).data : undefined;
  if (!read) return unreachable("it did not describe the application");
  const publicKey = read.keys?.public_key;
  if (publicKey && !isKeyPair(key.key, publicKey)) return refused("The private key is another application's.");
  if (!read.capabilities?.voice) return refused("The application has no Voice capability: turn it on at Vonage.");
  if (read.capabilities.voice.signed_callbacks === false) {
    return refused("The application's webhooks are not signed: turn “Use signed webhooks” on at Vonage.");
  }
  const called = await client.asApplication(credentials, { method: "GET", path: "/v1/calls?page_size=1" });
  return (
    problemOf(called, "the private key") ?? { reachable: true, ok: true, message: readyVerdict(credentials, read.name) }
  );
};

const readyVerdict = (credentials: CarrierCredentials, name: string): string =>
  readSetting(credentials, "signature_secret") === ""
    ? `The application “${name}” is ready. Nothing is dialled until the signature secret is set.`
    : `The application “${name}” is ready.`;

const problemOf = (result: RequestResult, suspects: string): Verdict | null => {
  if (result.kind === "no_response") return unreachable(result.detail);
  if (result.status >= 500 || result.status === 429) return unreachable(describeProblem(result));
  return result.status === 200 ? null : refused(`Vonage refused ${suspects}: ${describeProblem(result)}`);
};

const refused = (message: string): Verdict => ({ reachable: true, ok: false, message });

const unreachable = (detail: string): Verdict => ({ reachable: false, ok: false, message: `Vonage: ${detail}` });
