import { randomInt, randomUUID } from "node:crypto";
import { faultIn, isOneOf, isText, type Resource, refuse, reply, replyEmpty, replyPage } from "./answers.ts";

export interface CallerIdBook {
  /** The open verifications by id. */
  pending: Map<string, { phoneNumber: string; code: string }>;
  verified: Set<string>;
  refused: string;
}

export const REFUSED_CALLER_ID = "the country of this number is not supported";

export const createCallerIdBook = (): CallerIdBook => ({
  pending: new Map(),
  verified: new Set(),
  refused: "+12025550179",
});

const isE164 = (value: unknown) =>
  typeof value === "string" && /^\+[1-9]\d{6,14}$/.test(value) ? null : "should be in E.164 format";

/** `VerifiedCallerId/`. */
export const callerIdsOf =
  (book: CallerIdBook): Resource =>
  (asked) => {
    const [, uuid, number] =
      /^\/VerifiedCallerId\/(?:Verification\/([0-9a-f-]+)\/|\+?(\d+)\/)?$/.exec(asked.path) ?? [];
    if (!asked.path.startsWith("/VerifiedCallerId/")) return false;
    const { json, method } = asked;
    if (uuid !== undefined) {
      const fault = faultIn(json, { known: { otp: isText }, required: ["otp"] });
      const found = book.pending.get(uuid);
      if (fault) return refuse(asked, 400, fault);
      if (!found) return refuse(asked, 404, "verification not found");
      if (found.code !== json["otp"]) return refuse(asked, 400, "otp does not match");
      book.pending.delete(uuid);
      book.verified.add(found.phoneNumber);
      return reply(asked, 201, { phone_number: found.phoneNumber, verification_uuid: uuid, country: "US" });
    }
    if (number !== undefined) {
      if (method !== "DELETE") return refuse(asked, 405, "method not allowed");
      return book.verified.delete(`+${number}`) ? replyEmpty(asked) : refuse(asked, 404, "caller id not found");
    }
    if (method === "GET")
      return replyPage(asked, [...book.verified], (each) => ({ phone_number: each, country: "US" }));
    const known = { phone_number: isE164, alias: isText, channel: isOneOf("sms", "call"), subaccount: isText };
    const fault = faultIn(json, { known, required: ["phone_number"] });
    const phoneNumber = String(json["phone_number"]);
    if (fault) return refuse(asked, 400, fault);
    if (phoneNumber === book.refused) return refuse(asked, 400, REFUSED_CALLER_ID);
    const verification = randomUUID();
    book.pending.set(verification, { phoneNumber, code: String(randomInt(1000, 9999)) });
    return reply(asked, 202, { message: "Verification code is sent", verification_uuid: verification });
  };
