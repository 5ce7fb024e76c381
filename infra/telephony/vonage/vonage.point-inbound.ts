import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import type { InboundTarget } from "../carrier-numbers.ts";
import { application, fetchApplication, writeApplication } from "./vonage.application.ts";
import { readAnswer, requireDone, type VonageClient } from "./vonage.client.ts";
import { type OwnedNumber, requireCommandDone } from "./vonage.owned-number.ts";

/**
 * Links a number to the account's application, whose webhooks then announce its calls; without a target the link is
 * removed. A number that is linked to another application is left alone.
 */
export const pointInbound = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  { held, target }: { held: OwnedNumber; target: InboundTarget | null },
): Promise<void> => {
  const ours = readSetting(credentials, "application_id");
  if (!target && held.app_id && held.app_id !== ours) return;
  if (target) await setWebhooks(client, credentials, target);
  const form = linkForm(held, target ? ours : null);
  requireCommandDone(await client.numbers(credentials, { path: "/number/update", form }));
};

/** An update drops missing fields, so fields that are not ours are sent unchanged. */
const linkForm = (held: OwnedNumber, applicationId: string | null): URLSearchParams => {
  const form = new URLSearchParams({ country: held.country, msisdn: held.msisdn });
  if (applicationId) form.set("app_id", applicationId);
  const kept = ["moHttpUrl", "messagesCallbackType", "messagesCallbackValue"] as const;
  for (const name of kept) if (held[name]) form.set(name, held[name]);
  const { voiceCallbackType: type, voiceCallbackValue: value } = held;
  if (!value || (type !== "sip" && type !== "tel")) return form;
  // Forwarding to a telephone or a SIP address has precedence over an application: with it calls would never come to
  // us.
  form.set("voiceCallbackType", applicationId ? "app" : type);
  form.set("voiceCallbackValue", applicationId ?? value);
  return form;
};

/** The addresses belong to the application and all its numbers; its other settings are kept. */
const setWebhooks = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  { inboundUrl, statusUrl }: InboundTarget,
): Promise<void> => {
  const found = await fetchApplication(client, credentials);
  const settings = readAnswer(requireDone(found), application);
  const voice = settings.capabilities?.voice ?? {};
  const { answer_url, event_url } = voice.webhooks ?? {};
  if (answer_url?.address === inboundUrl && event_url?.address === statusUrl && voice.signed_callbacks !== false)
    return;
  const webhooks = {
    ...voice.webhooks,
    answer_url: { ...answer_url, address: inboundUrl, http_method: "POST" },
    event_url: { ...event_url, address: statusUrl, http_method: "POST" },
  };
  const capabilities = { ...settings.capabilities, voice: { ...voice, webhooks, signed_callbacks: true } };
  requireDone(await writeApplication(client, credentials, { ...settings, capabilities }));
};
