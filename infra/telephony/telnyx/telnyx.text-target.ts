import { createHash } from "node:crypto";
import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { CarrierRefusedError } from "../carrier.ts";
import type { OwnedNumber, ServedInbound, TextTarget } from "../carrier-numbers.ts";
import { readAll, readAnswer, requireDoneOrMissing, type TelnyxClient } from "./telnyx.client.ts";

const messaging = z.object({
  messaging_profile_id: z.string().nullish(),
  features: z.looseObject({ sms: z.unknown() }).nullish(),
});
const profile = z.object({ id: z.string(), name: z.string().nullish(), webhook_url: z.string().nullish() });
type Profile = z.infer<typeof profile>;

/** A number with its id at Telnyx; null: it is not on the account. */
export interface IdentifiedNumber {
  number: OwnedNumber;
  id: string | null;
}

/** What Telnyx has set for the texts of a number. Null: it can have none. */
const read = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  { number, id }: IdentifiedNumber,
): Promise<{ path: string; profile: Profile | null } | null> => {
  if (id === null) throw new CarrierRefusedError(`${number.phoneNumber} is not on the account`);
  const path = `/phone_numbers/${encodeURIComponent(id)}/messaging`;
  const found = requireDoneOrMissing(await client(credentials, { method: "GET", path }));
  if (found.status === 404) return null;
  const { messaging_profile_id: profileId, features } = readAnswer(found, messaging);
  if (features && !features.sms) return null;
  if (!profileId) return { path, profile: null };
  const asked = await client(credentials, { method: "GET", path: pathOf(profileId) });
  return { path, profile: readAnswer(requireDoneOrMissing(asked), profile) };
};

const pathOf = (profileId: string) => `/messaging_profiles/${encodeURIComponent(profileId)}`;

export const findTextTarget = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  number: IdentifiedNumber,
): Promise<TextTarget> => {
  const found = await read(client, credentials, number);
  return { isAble: found !== null, url: found?.profile?.webhook_url || null };
};

/**
 * Sets the webhook of the number's messaging profile, which is that of all its numbers; a number without a profile gets one that is
 * named after the address, so that two installations on one account never change each other's.
 */
export const pointTexts = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  { target: { textUrl }, serves, ...number }: IdentifiedNumber & ServedInbound,
): Promise<void> => {
  const found = await read(client, credentials, number);
  const isOurs = found?.profile?.webhook_url === textUrl;
  if (found === null || isOurs === serves) return;
  if (!serves) {
    // Another profile stays as it is: it may have other numbers of ours.
    if (found.profile?.name === nameOf(textUrl)) await assign(client, credentials, { path: found.path, profileId: "" });
    return;
  }
  if (found.profile === null) {
    const profileId = await findOrMakeProfile(client, credentials, textUrl);
    return assign(client, credentials, { path: found.path, profileId });
  }
  await setWebhook(client, credentials, { profileId: found.profile.id, textUrl });
};

const setWebhook = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  { profileId, textUrl }: { profileId: string; textUrl: string },
): Promise<void> => {
  const json = { webhook_url: textUrl, webhook_api_version: "2" };
  requireDoneOrMissing(await client(credentials, { method: "PATCH", path: pathOf(profileId), json }));
};

/** An empty id takes the number off its profile. */
const assign = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  { path, profileId }: { path: string; profileId: string },
): Promise<void> => {
  const json = { messaging_profile_id: profileId };
  requireDoneOrMissing(await client(credentials, { method: "PATCH", path, json }));
};

const nameOf = (textUrl: string): string =>
  `ringdown-${createHash("sha256").update(textUrl).digest("hex").slice(0, 16)}`;

const findOrMakeProfile = async (
  client: TelnyxClient,
  credentials: CarrierCredentials,
  textUrl: string,
): Promise<string> => {
  const name = nameOf(textUrl);
  const listed = await readAll(
    (page) => client(credentials, { method: "GET", path: "/messaging_profiles", query: page }),
    profile,
  );
  const known = listed.find((each) => each.name === name);
  if (known) {
    if (known.webhook_url !== textUrl) await setWebhook(client, credentials, { profileId: known.id, textUrl });
    return known.id;
  }
  // The platform's own rules say to which countries texts go.
  const json = { name, webhook_url: textUrl, webhook_api_version: "2", whitelisted_destinations: ["*"] };
  const made = await client(credentials, { method: "POST", path: "/messaging_profiles", json });
  return readAnswer(requireDoneOrMissing(made), profile).id;
};
