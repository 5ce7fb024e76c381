import { randomBytes } from "node:crypto";
import { type Desk, refuse, reply, unknownField } from "./replies.ts";

const ALREADY = "+12025550166";

/** Twilio's verified caller ids: it calls the number, and the person who answers types the code. */
export const createCallerIdDesk = () => {
  const verified: { sid: string; phone_number: string }[] = [];
  const codes = new Map<string, string>();
  const start: Desk = ({ form, response }) => {
    const phoneNumber = form.get("PhoneNumber") ?? "";
    const unknown = unknownField(form, ["PhoneNumber", "FriendlyName"]);
    if (unknown || (form.get("FriendlyName") ?? "").length > 64) refuse(response, 400, 20001, "Invalid parameter");
    else if (!/^\+[1-9]\d{6,14}$/.test(phoneNumber)) refuse(response, 400, 21401, "Invalid Phone Number");
    else if (phoneNumber === ALREADY) refuse(response, 400, 21450, "Phone number already validated for your account");
    else {
      const validation_code = String(100_000 + (randomBytes(2).readUInt16BE() % 900_000));
      codes.set(phoneNumber, validation_code);
      const call_sid = `CA${randomBytes(16).toString("hex")}`;
      reply(response, 200, { call_sid, phone_number: phoneNumber, friendly_name: "", validation_code });
    }
    return true;
  };
  const desk: Desk = (asked) => {
    const { method, path, query, response } = asked;
    if (path === "/OutgoingCallerIds.json" && method === "POST") return start(asked);
    if (path === "/OutgoingCallerIds.json") {
      const found = verified.filter(({ phone_number }) => [null, phone_number].includes(query.get("PhoneNumber")));
      reply(response, 200, { outgoing_caller_ids: found });
      return true;
    }
    const sid = /^\/OutgoingCallerIds\/(PN\w+)\.json$/.exec(path)?.[1];
    const index = verified.findIndex((each) => each.sid === sid);
    if (method !== "DELETE" || index < 0) return false;
    verified.splice(index, 1);
    response.writeHead(204).end();
    return true;
  };
  return {
    desk,
    refused: { phoneNumber: ALREADY, sentence: "Phone number already validated for your account" },
    /** Somebody answers and types this. */
    type: (phoneNumber: string, code: string | null) => {
      if (codes.get(phoneNumber) === code) {
        verified.push({ sid: `PN${randomBytes(16).toString("hex")}`, phone_number: phoneNumber });
      }
    },
  };
};
