import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import type { RequestResult } from "../carrier-request.ts";
import { type VonageClient } from "./vonage.client.ts";

const webhook = z.looseObject({ address: z.string().nullish() });
const voice = z.looseObject({
  webhooks: z.looseObject({ answer_url: webhook.optional(), event_url: webhook.optional() }).nullish(),
  signed_callbacks: z.boolean().nullish(),
});

const messages = z.looseObject({
  webhooks: z.looseObject({ inbound_url: webhook.optional(), status_url: webhook.optional() }).nullish(),
});

/** An application's settings, including fields that are not used here. */
export const application = z.looseObject({
  id: z.string(),
  name: z.string(),
  keys: z.looseObject({ public_key: z.string().nullish() }).nullish(),
  capabilities: z.looseObject({ voice: voice.nullish(), messages: messages.nullish() }).nullish(),
});

export type VonageApplication = z.infer<typeof application>;

const pathOf = (credentials: CarrierCredentials): string =>
  `/v2/applications/${encodeURIComponent(readSetting(credentials, "application_id"))}`;

export const fetchApplication = (client: VonageClient, credentials: CarrierCredentials): Promise<RequestResult> =>
  client.asAccount(credentials, { method: "GET", path: pathOf(credentials) });

/** Writes settings as they were read: missing fields would be lost, and another public key would lock this platform out. */
export const writeApplication = (
  client: VonageClient,
  credentials: CarrierCredentials,
  { id: _id, _links, ...settings }: VonageApplication,
): Promise<RequestResult> =>
  client.asAccount(credentials, { method: "PUT", path: pathOf(credentials), json: settings });
