import { z } from "zod";
import type { CarrierCredentials } from "../../../domain/call/carrier-credentials.ts";
import { CarrierRefusedError } from "../carrier.ts";
import type { OwnedNumber, ServedInbound, TextTarget } from "../carrier-numbers.ts";
import { readAnswer, requireDone, type TwilioClient } from "./twilio.client.ts";

const incomingNumber = z.object({
  sms_url: z.string().nullish(),
  sms_application_sid: z.string().nullish(),
  capabilities: z.looseObject({ sms: z.boolean().nullish() }).nullish(),
});

/** A number whose SID is known, as it is addressed. */
export interface AddressedNumber {
  number: OwnedNumber;
  /** Null: it is not on the account. */
  path: string | null;
}

/** Looks where texts to a number go: an application comes before the number's own address. */
export const findTextTarget = async (
  client: TwilioClient,
  credentials: CarrierCredentials,
  { number, path }: AddressedNumber,
): Promise<TextTarget> => {
  const read = readAnswer(
    requireDone(await client(credentials, { method: "GET", path: requirePath(number, path) })),
    incomingNumber,
  );
  const isAble = read.capabilities?.sms !== false;
  return { isAble, url: read.sms_application_sid ? `application ${read.sms_application_sid}` : read.sms_url || null };
};

/** Sets the address of a number's texts, where it has another one. */
export const pointTexts = async (
  client: TwilioClient,
  credentials: CarrierCredentials,
  { number, path, target, serves }: AddressedNumber & ServedInbound,
): Promise<void> => {
  const { isAble, url } = await findTextTarget(client, credentials, { number, path });
  const isOurs = url === target.textUrl;
  if (!isAble || isOurs === serves) return;
  const form = new URLSearchParams({
    SmsUrl: serves ? target.textUrl : "",
    SmsMethod: "POST",
    ...(serves && { SmsApplicationSid: "" }),
  });
  requireDone(await client(credentials, { method: "POST", path: requirePath(number, path), form }));
};

const requirePath = ({ phoneNumber }: OwnedNumber, path: string | null): string => {
  if (path === null) throw new CarrierRefusedError(`${phoneNumber} is not on the account`);
  return path;
};
