import { createHash } from "node:crypto";
import { z } from "zod";
import { type CarrierCredentials, readSetting } from "../../../domain/call/carrier-credentials.ts";
import { CarrierUnavailableError } from "../carrier.ts";
import type { InboundTarget } from "../carrier-numbers.ts";
import { type PlivoClient, readAnswer, requireDoneOrMissing } from "./plivo.client.ts";
import { PLIVO_PAGE } from "./plivo.page.ts";

const MOST_PAGES = 50;

const application = z.object({
  app_id: z.string().min(1),
  app_name: z.string().nullish(),
  answer_url: z.string().nullish(),
  hangup_url: z.string().nullish(),
  message_url: z.string().nullish(),
});
const applications = z.object({
  meta: z.object({ next: z.string().nullish() }).nullish(),
  objects: z.array(application),
});

type Application = z.infer<typeof application>;

/**
 * Returns the id of an application that announces calls at the target; Plivo's numbers have no addresses, applications
 * do. It is the account's configured one, else one whose name is a hash of the addresses, so that two installations on
 * one account never change each other's.
 */
export const findOrMakeApplication = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  target: InboundTarget,
): Promise<string> => {
  const chosen = readSetting(credentials, "application_id");
  if (chosen !== "") return keepUp(client, credentials, { appId: chosen, target });
  const name = nameOf(target);
  const found = await findByName(client, credentials, name);
  if (found) {
    const isRight =
      found.answer_url === target.inboundUrl &&
      found.hangup_url === target.statusUrl &&
      found.message_url === target.textUrl;
    return isRight ? found.app_id : keepUp(client, credentials, { appId: found.app_id, target });
  }
  const json = { app_name: name, ...addressesOf(target) };
  const result = await client(credentials, { method: "POST", path: "/Application/", json });
  return readAnswer(requireDoneOrMissing(result), z.object({ app_id: z.string().min(1) })).app_id;
};

/** Tells whether an application is one that `findOrMakeApplication` has made for the target. */
export const isMadeFor = ({ app_name: name }: Pick<Application, "app_name">, target: InboundTarget): boolean =>
  name === nameOf(target);

/** Plivo takes letters, digits, `-` and `_`. */
const nameOf = ({ inboundUrl, statusUrl }: InboundTarget): string =>
  `ringdown-${createHash("sha256").update(`${inboundUrl}\n${statusUrl}`).digest("hex").slice(0, 16)}`;

const addressesOf = ({ inboundUrl, statusUrl, textUrl }: InboundTarget) => ({
  answer_url: inboundUrl,
  answer_method: "POST",
  hangup_url: statusUrl,
  hangup_method: "POST",
  ...textsAt(textUrl),
});

const textsAt = (textUrl: string) => ({ message_url: textUrl, message_method: "POST" });

/** Reads the application that a number is on, by its path at Plivo. */
export const readApplication = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  appId: string,
): Promise<Application> => {
  const result = await client(credentials, { method: "GET", path: `/Application/${encodeURIComponent(appId)}/` });
  return readAnswer(requireDoneOrMissing(result), application);
};

/** Sets where texts to the numbers of an application go, and nothing else of it. */
export const pointApplicationTexts = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  { appId, textUrl }: { appId: string; textUrl: string },
): Promise<void> => {
  const path = `/Application/${encodeURIComponent(appId)}/`;
  requireDoneOrMissing(await client(credentials, { method: "POST", path, json: textsAt(textUrl) }));
};

const keepUp = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  { appId, target }: { appId: string; target: InboundTarget },
): Promise<string> => {
  const path = `/Application/${encodeURIComponent(appId)}/`;
  const result = await client(credentials, { method: "POST", path, json: addressesOf(target) });
  if (requireDoneOrMissing(result).status === 404)
    throw new CarrierUnavailableError(`Plivo: there is no application ${appId}`);
  return appId;
};

const findByName = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  name: string,
): Promise<Application | null> => {
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const search = new URLSearchParams({ limit: String(PLIVO_PAGE), offset: String(page * PLIVO_PAGE) });
    const result = await client(credentials, { method: "GET", path: `/Application/?${search.toString()}` });
    const { meta, objects } = readAnswer(result, applications);
    const found = objects.find((each) => each.app_name === name);
    if (found) return found;
    if (!meta?.next) return null;
  }
  throw new CarrierUnavailableError("Plivo: too many applications to look through");
};
