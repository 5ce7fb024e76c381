import {
  type Asked,
  faultIn,
  isHttpUrl,
  isOneOf,
  isText,
  type Resource,
  refuse,
  reply,
  replyEmpty,
  replyPage,
} from "./answers.ts";

export interface StandInNumber {
  number: string;
  type: "local" | "tollfree";
  /** How many times the account holds it. */
  held: number;
  takenByOthers: boolean;
  appId: string | null;
}

export interface StandInApplication {
  id: string;
  name: string;
  answerUrl: string;
  hangupUrl: string;
  messageUrl: string | null;
}

export interface NumberShop {
  numbers: StandInNumber[];
  applications: StandInApplication[];
  faults: Map<string, "answer_lost" | "taken" | "refused">;
}

export const REFUSAL = "this number needs an approved compliance application";

export const createNumberShop = (): NumberShop => ({
  numbers: Array.from({ length: 60 }, (_, index) => ({
    number: `1415555${String(1000 + index)}`,
    type: "local" as const,
    held: 0,
    takenByOthers: false,
    appId: null,
  })),
  applications: [],
  faults: new Map(),
});

/** `PhoneNumber/`: for sale; `Number/`: on the account; `Application/`: where calls to them go. */
export const numbersOf =
  (shop: NumberShop): Resource =>
  (asked) => {
    const [, folder, id] = /^\/(PhoneNumber|Number|Application)\/(?:([^/]+)\/)?$/.exec(asked.path) ?? [];
    if (folder === "PhoneNumber") return id ? buy(shop, asked, id) : search(shop, asked);
    if (folder === "Number" && id) return held(shop, asked, id);
    if (folder !== "Application") return false;
    return id ? updateApplication(shop, asked, id) : applications(shop, asked);
  };

const SEARCHED_BY = ["country_iso", "type", "pattern", "services", "limit", "offset"];

const search = (shop: NumberShop, asked: Asked): true => {
  const { query, method } = asked;
  if (method !== "GET") return refuse(asked, 405, "method not allowed");
  const unknown = [...query.keys()].find((name) => !SEARCHED_BY.includes(name));
  if (unknown) return refuse(asked, 400, `${unknown} is not a known parameter`);
  if (!/^[A-Z]{2}$/.test(query.get("country_iso") ?? "")) return refuse(asked, 400, "country_iso is not valid");
  if (isOneOf("fixed", "mobile", "tollfree", "local", "national")(query.get("type") ?? "local"))
    return refuse(asked, 400, "type is not valid");
  const begins = `1${query.get("pattern") ?? ""}`;
  const found = shop.numbers.filter(
    (each) =>
      query.get("country_iso") === "US" &&
      each.type === query.get("type") &&
      each.held === 0 &&
      !each.takenByOthers &&
      each.number.startsWith(begins),
  );
  return replyPage(asked, found, (each) => ({
    number: each.number,
    prefix: "415",
    city: "SAN FRANCISCO",
    country: "UNITED STATES",
    region: "United States",
    type: "fixed",
    sub_type: each.type,
    setup_rate: "0.00000",
    monthly_rental_rate: "0.80000",
    sms_enabled: true,
    mms_enabled: false,
    voice_enabled: true,
    restriction: null,
  }));
};

const buy = (shop: NumberShop, asked: Asked, id: string): true => {
  const known = { app_id: isText, cnam_lookup: isOneOf("enabled", "disabled"), compliance_application_id: isText };
  const fault = faultIn(asked.json, { known, required: [] });
  if (asked.method !== "POST") return refuse(asked, 405, "method not allowed");
  if (fault) return refuse(asked, 400, fault);
  const number = shop.numbers.find((each) => each.number === id);
  const trouble = shop.faults.get(id);
  if (trouble === "refused") return refuse(asked, 400, REFUSAL);
  if (!number || number.held > 0 || trouble === "taken") return refuse(asked, 404, "number not found");
  number.held += 1;
  if (trouble === "answer_lost") {
    asked.response.destroy();
    return true;
  }
  return reply(asked, 201, { message: "created", status: "fulfilled", numbers: [{ number: id, status: "Success" }] });
};

const held = (shop: NumberShop, asked: Asked, id: string): true => {
  const number = shop.numbers.find((each) => each.number === id && each.held > 0);
  if (!number) return refuse(asked, 404, "number not found");
  if (asked.method === "GET") return reply(asked, 200, presentHeld(number));
  if (shop.faults.get(id) === "refused") return refuse(asked, 400, REFUSAL);
  if (asked.method === "DELETE") {
    Object.assign(number, { held: 0, appId: null });
    return replyEmpty(asked);
  }
  if (asked.method !== "POST") return refuse(asked, 405, "method not allowed");
  const appId = asked.json["app_id"];
  const fault = faultIn(asked.json, { known: { app_id: isText, alias: isText, subaccount: isText }, required: [] });
  if (fault) return refuse(asked, 400, fault);
  if (appId !== undefined && !shop.applications.some((each) => each.id === appId))
    return refuse(asked, 400, "app_id is not valid");
  // The account has no default application.
  number.appId = typeof appId === "string" ? appId : null;
  return reply(asked, 202, { message: "changed" });
};

const presentHeld = (number: StandInNumber) => ({
  number: number.number,
  alias: null,
  application: number.appId && `/v1/Account/MA/Application/${number.appId}/`,
  carrier: "Plivo",
  number_type: number.type,
  monthly_rental_rate: "0.80000",
  voice_enabled: true,
  sms_enabled: true,
});

const textIn = (value: unknown, otherwise: string): string => (typeof value === "string" ? value : otherwise);

const isName = (value: unknown) =>
  typeof value === "string" && /^[A-Za-z0-9_-]+$/.test(value) ? null : "takes letters, digits, - and _ only";
const METHOD = isOneOf("GET", "POST");
const APPLICATION = {
  app_name: isName,
  answer_url: isHttpUrl,
  answer_method: METHOD,
  hangup_url: isHttpUrl,
  hangup_method: METHOD,
  message_url: isHttpUrl,
  message_method: METHOD,
};

const applications = (shop: NumberShop, asked: Asked): true => {
  if (asked.method === "GET") return replyPage(asked, shop.applications, presentApplication);
  const { json } = asked;
  const fault = faultIn(json, { known: APPLICATION, required: ["app_name", "answer_url"] });
  if (fault) return refuse(asked, 400, fault);
  if (shop.applications.some(({ name }) => name === json["app_name"]))
    return refuse(asked, 400, "app_name is already in use");
  const id = String(29_986_316_244_302_815n + BigInt(shop.applications.length));
  const answerUrl = String(json["answer_url"]);
  shop.applications.push({
    id,
    name: String(json["app_name"]),
    answerUrl,
    hangupUrl: textIn(json["hangup_url"], answerUrl),
    messageUrl: textIn(json["message_url"], "") || null,
  });
  return reply(asked, 201, { message: "created", app_id: id });
};

const updateApplication = (shop: NumberShop, asked: Asked, id: string): true => {
  const found = shop.applications.find((each) => each.id === id);
  if (!found) return refuse(asked, 404, "application not found");
  if (asked.method === "GET") return reply(asked, 200, presentApplication(found));
  const { app_name: _, ...changeable } = APPLICATION;
  const fault = faultIn(asked.json, { known: changeable, required: [] });
  if (fault) return refuse(asked, 400, fault);
  found.answerUrl = textIn(asked.json["answer_url"], found.answerUrl);
  found.hangupUrl = textIn(asked.json["hangup_url"], found.hangupUrl);
  found.messageUrl = textIn(asked.json["message_url"], found.messageUrl ?? "") || null;
  return reply(asked, 202, { message: "changed" });
};

const presentApplication = (each: StandInApplication) => ({
  app_id: each.id,
  app_name: each.name,
  answer_url: each.answerUrl,
  answer_method: "POST",
  hangup_url: each.hangupUrl,
  hangup_method: "POST",
  message_url: each.messageUrl,
  message_method: "POST",
});
