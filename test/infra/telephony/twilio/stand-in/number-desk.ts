import { randomBytes } from "node:crypto";
import { type Desk, refuse, reply, unknownField } from "./replies.ts";

interface HeldNumber {
  sid: string;
  phoneNumber: string;
  form: URLSearchParams;
}

export type NumberFault = "answer_lost" | "taken" | "refused";

const ORDER_FIELDS = ["PhoneNumber", "FriendlyName"];
const UPDATE_FIELDS = [
  "VoiceUrl",
  "VoiceMethod",
  "StatusCallback",
  "StatusCallbackMethod",
  "VoiceApplicationSid",
  "TrunkSid",
  "SmsUrl",
  "SmsMethod",
  "SmsApplicationSid",
];
const SEARCH_FIELDS = ["PageSize", "VoiceEnabled", "Contains"];
const REFUSAL: [status: number, code: number, message: string] = [400, 21631, "Phone Number Requires an Address"];

/** Twilio's numbers: what is for sale, and what the account holds. */
export const createNumberDesk = () => {
  const held: HeldNumber[] = [];
  const faults = new Map<string, NumberFault>();
  const forSale = Array.from({ length: 60 }, (_, index) => `+1415555${String(1000 + index)}`);
  const isHeld = (phoneNumber: string) => held.some((each) => each.phoneNumber === phoneNumber);
  const present = ({ sid, phoneNumber, form }: HeldNumber) => ({
    sid,
    phone_number: phoneNumber,
    friendly_name: phoneNumber,
    capabilities: { voice: true, sms: true, mms: true, fax: false },
    sms_url: form.get("SmsUrl") ?? "",
    sms_application_sid: form.get("SmsApplicationSid") ?? "",
  });

  const search: Desk = ({ path, query, response }) => {
    const [, country, kind] = /^\/AvailablePhoneNumbers\/(\w+)\/(\w+)\.json$/.exec(path) ?? [];
    if (country !== "US" || kind !== "Local") return answerNotFound(response, path);
    const unknown = unknownField(query, SEARCH_FIELDS);
    const contains = query.get("Contains");
    if (unknown) return answer(() => refuse(response, 400, 20001, `Unknown parameter ${unknown}`));
    if (contains !== null && !/^[0-9*]{2,}$/.test(contains))
      return answer(() => refuse(response, 400, 21410, "Invalid search pattern"));
    const found = forSale
      .filter((number) => !isHeld(number) && number.includes(contains ?? ""))
      .slice(0, Number(query.get("PageSize") ?? 50));
    const numbers = found.map((phone_number) => ({
      phone_number,
      friendly_name: phone_number,
      locality: "San Francisco",
      region: "CA",
      iso_country: "US",
      capabilities: { voice: true, SMS: true, MMS: true, fax: false },
    }));
    return answer(() => reply(response, 200, { available_phone_numbers: numbers }));
  };

  const rent: Desk = ({ form, response }) => {
    const phoneNumber = form.get("PhoneNumber") ?? "";
    const fault = faults.get(phoneNumber);
    const unknown = unknownField(form, ORDER_FIELDS);
    if (unknown) return answer(() => refuse(response, 400, 20001, `Unknown parameter ${unknown}`));
    if (!/^\+[1-9]\d{6,14}$/.test(phoneNumber))
      return answer(() => refuse(response, 400, 21421, "PhoneNumber is invalid"));
    if (fault === "refused") return answer(() => refuse(response, ...REFUSAL));
    if (fault === "taken" || isHeld(phoneNumber) || !forSale.includes(phoneNumber))
      return answer(() => refuse(response, 400, 21422, `${phoneNumber} is not available.`));
    const number = { sid: `PN${randomBytes(16).toString("hex")}`, phoneNumber, form: new URLSearchParams() };
    held.push(number);
    return answer(() => (fault === "answer_lost" ? response.destroy() : reply(response, 201, present(number))));
  };

  const change: Desk = ({ method, path, form, response }) => {
    const sid = /^\/IncomingPhoneNumbers\/(PN\w+)\.json$/.exec(path)?.[1];
    const number = held.find((each) => each.sid === sid);
    if (!number) return answerNotFound(response, path);
    if (method === "GET") return answer(() => reply(response, 200, present(number)));
    if (faults.get(number.phoneNumber) === "refused") return answer(() => refuse(response, ...REFUSAL));
    if (method === "DELETE") {
      held.splice(held.indexOf(number), 1);
      return answer(() => void response.writeHead(204).end());
    }
    const unknown = unknownField(form, UPDATE_FIELDS);
    const isUrl = (name: string) => form.get(name) === "" || URL.canParse(form.get(name) ?? "");
    if (unknown) return answer(() => refuse(response, 400, 20001, `Unknown parameter ${unknown}`));
    if (form.has("SmsUrl") && !isUrl("SmsUrl"))
      return answer(() => refuse(response, 400, 21502, "SmsUrl is not valid"));
    if (form.has("VoiceUrl") && !isUrl("VoiceUrl"))
      return answer(() => refuse(response, 400, 21502, "VoiceUrl is not valid"));
    if (form.has("VoiceUrl") && !isUrl("StatusCallback"))
      return answer(() => refuse(response, 400, 21609, "StatusCallback is not valid"));
    for (const [name, value] of form) number.form.set(name, value);
    return answer(() => reply(response, 200, present(number)));
  };

  const desk: Desk = (asked) => {
    if (asked.path.startsWith("/AvailablePhoneNumbers/") && asked.method === "GET") return search(asked);
    if (!asked.path.startsWith("/IncomingPhoneNumbers")) return false;
    if (asked.path !== "/IncomingPhoneNumbers.json") return change(asked);
    if (asked.method === "POST") return rent(asked);
    const wanted = asked.query.get("PhoneNumber") ?? "";
    const found = held.filter(({ phoneNumber }) => phoneNumber.includes(wanted));
    return answer(() => reply(asked.response, 200, { incoming_phone_numbers: found.map(present) }));
  };
  return { desk, held, faults, refusal: REFUSAL[2] };
};

const answer = (say: () => unknown): true => {
  say();
  return true;
};

const answerNotFound = (response: Parameters<typeof refuse>[0], path: string): true =>
  answer(() => refuse(response, 404, 20404, `The requested resource ${path} was not found`));
