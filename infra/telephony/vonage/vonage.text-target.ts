import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { CarrierRefusedError } from "../carrier.ts";
import type { ServedInbound, TextTarget } from "../carrier-numbers.ts";
import { application, fetchApplication, type VonageApplication, writeApplication } from "./vonage.application.ts";
import { readAnswer, requireDone, type VonageClient } from "./vonage.client.ts";
import { type OwnedNumber, requireCommandDone } from "./vonage.owned-number.ts";

const readApplication = async (client: VonageClient, credentials: CarrierCredentials): Promise<VonageApplication> =>
  readAnswer(requireDone(await fetchApplication(client, credentials)), application);

const textUrlOf = ({ capabilities }: VonageApplication): string | null =>
  capabilities?.messages?.webhooks?.inbound_url?.address || null;

const isAbleToText = ({ features }: OwnedNumber): boolean =>
  !features || features.some((feature) => feature.toUpperCase() === "SMS");

/** Looks where texts to a number go: to the application that it is linked to, as far as that is the account's. */
export const findTextTarget = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  held: OwnedNumber,
): Promise<TextTarget> => {
  const isAble = isAbleToText(held);
  if (!held.app_id) return { isAble, url: held.moHttpUrl || null };
  if (held.app_id !== readSetting(credentials, "application_id")) return { isAble, url: `application ${held.app_id}` };
  return { isAble, url: textUrlOf(await readApplication(client, credentials)) };
};

/**
 * Links a number to the account's application, and has that hand texts over. The link also brings calls, unless the number is
 * forwarded: that stays. A number that is linked to another application is left alone.
 */
export const pointTexts = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  { held, target: { textUrl }, serves }: ServedInbound & { held: OwnedNumber },
): Promise<void> => {
  const ours = readSetting(credentials, "application_id");
  const isLinked = held.app_id === ours;
  if (!isAbleToText(held)) return;
  if (!serves) {
    if (isLinked && textUrlOf(await readApplication(client, credentials)) === textUrl)
      await link(client, credentials, { held, applicationId: null });
    return;
  }
  if (held.app_id && !isLinked)
    throw new CarrierRefusedError(`the number is linked to another application (${held.app_id}), which gets its texts`);
  await setMessagesWebhook(client, credentials, textUrl);
  if (!isLinked || held.moHttpUrl) await link(client, credentials, { held, applicationId: ours });
};

/** An update drops missing fields. The address of the older SMS API is dropped with purpose: texts would go there. */
const link = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  { held, applicationId }: { held: OwnedNumber; applicationId: string | null },
): Promise<void> => {
  const form = new URLSearchParams({ country: held.country, msisdn: held.msisdn });
  if (applicationId !== null) form.set("app_id", applicationId);
  for (const name of ["voiceCallbackType", "voiceCallbackValue"] as const)
    if (held[name] && held[name] !== applicationId) form.set(name, held[name]);
  requireCommandDone(await client.numbers(credentials, { path: "/number/update", form }));
};

/** The address belongs to the application and all its numbers; its other settings are kept. */
const setMessagesWebhook = async (
  client: VonageClient,
  credentials: CarrierCredentials,
  textUrl: string,
): Promise<void> => {
  const settings = await readApplication(client, credentials);
  if (textUrlOf(settings) === textUrl) return;
  const messages = settings.capabilities?.messages ?? {};
  const webhooks = {
    // Each text names the address of its own reports.
    status_url: { address: textUrl, http_method: "POST" },
    ...messages.webhooks,
    inbound_url: { ...messages.webhooks?.inbound_url, address: textUrl, http_method: "POST" },
  };
  const capabilities = { ...settings.capabilities, messages: { version: "v1", ...messages, webhooks } };
  requireDone(await writeApplication(client, credentials, { ...settings, capabilities }));
};
