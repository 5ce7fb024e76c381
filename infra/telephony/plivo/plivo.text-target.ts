import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { CarrierRefusedError } from "../carrier.ts";
import type { OwnedNumber, ServedInbound, TextTarget } from "../carrier-numbers.ts";
import { findOrMakeApplication, isMadeFor, pointApplicationTexts, readApplication } from "./plivo.application.ts";
import { type PlivoClient, readAnswer, requireDoneOrMissing } from "./plivo.client.ts";
import { toPlivoNumber } from "./plivo.phone-number.ts";

const ownedNumber = z.object({ application: z.string().nullish(), sms_enabled: z.boolean().nullish() });

const pathOf = ({ phoneNumber }: OwnedNumber): string => `/Number/${toPlivoNumber(phoneNumber)}/`;

/** What Plivo has set for a number; its application has the address of its texts. */
const read = async (client: PlivoClient, credentials: CarrierCredentials, number: OwnedNumber) => {
  const found = requireDoneOrMissing(await client(credentials, { method: "GET", path: pathOf(number) }));
  if (found.status === 404) throw new CarrierRefusedError(`${number.phoneNumber} is not on the account`);
  const { application: path, sms_enabled: isAble } = readAnswer(found, ownedNumber);
  const [, appId] = /\/Application\/([^/]+)\//.exec(path ?? "") ?? [];
  const application = appId === undefined ? null : await readApplication(client, credentials, appId);
  return { isAble: isAble !== false, application };
};

export const findTextTarget = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  number: OwnedNumber,
): Promise<TextTarget> => {
  const { isAble, application } = await read(client, credentials, number);
  return { isAble, url: application?.message_url || null };
};

/** Sets the address in the application that the number is on; a number on none is put on one of ours. */
export const pointTexts = async (
  client: PlivoClient,
  credentials: CarrierCredentials,
  { number, target, serves }: ServedInbound & { number: OwnedNumber },
): Promise<void> => {
  const { isAble, application } = await read(client, credentials, number);
  const isOurs = application?.message_url === target.textUrl;
  if (!isAble || isOurs === serves) return;
  const put = async (json: Record<string, string>) =>
    void requireDoneOrMissing(await client(credentials, { method: "POST", path: pathOf(number), json }));
  if (!serves) {
    // Another application stays as it is: it may have other numbers of ours.
    if (application && isMadeFor(application, target)) await put({});
    return;
  }
  if (application === null) return put({ app_id: await findOrMakeApplication(client, credentials, target) });
  await pointApplicationTexts(client, credentials, { appId: application.app_id, textUrl: target.textUrl });
};
