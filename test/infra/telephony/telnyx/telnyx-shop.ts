import {
  check,
  FAULTS,
  type Fault,
  messagingBody,
  newProfileBody,
  numberOrderBody,
  phoneNumberBody,
  profileBody,
  verifiedNumberBody,
  verifyBody,
} from "./telnyx-schemas.ts";

export type ShopFault = "answer_lost" | "taken" | "refused";

export const REFUSAL = "This number cannot be changed while a port-out is pending";
const REFUSED: Fault = { status: 422, code: "10015", title: "Bad Request", detail: REFUSAL };
const TAKEN: Fault = {
  status: 422,
  code: "85001",
  title: "Number unavailable",
  detail: "The number is no longer available.",
};

interface OwnedNumber {
  id: string;
  phoneNumber: string;
  connectionId: string;
  reference: string | undefined;
  /** Null: it is on none. */
  profileId: string | null;
}

interface Profile {
  id: string;
  name: string;
  webhook_url: string | null;
}

/** Numbers for sale, numbers of the account, and somebody's numbers that it has verified. */
export const createShop = () => {
  let lastNumber = 0;
  let lastId = 1_293_384_261_075_731_499n;
  const owned: OwnedNumber[] = [];
  const profiles: Profile[] = [];
  const faults = new Map<string, ShopFault>();
  const codes = new Map<string, string>();
  const verified = new Map<string, string>();
  const take = (phoneNumber: string, ...wanted: ShopFault[]): ShopFault | null => {
    const fault = faults.get(phoneNumber);
    if (!fault || !wanted.includes(fault)) return null;
    faults.delete(phoneNumber);
    return fault;
  };

  return {
    owned,
    profiles,
    makeProfile: (body: unknown): { fault: Fault } | { data: Profile } => {
      const checked = check(newProfileBody, body);
      if (!checked.ok) return checked;
      const { name, webhook_url = null } = checked.value;
      const made = { id: `40016f6a-0000-4000-8000-${String(profiles.length).padStart(12, "0")}`, name, webhook_url };
      profiles.push(made);
      return { data: made };
    },
    changeProfile: (id: string, body: unknown): Fault | null => {
      const found = profiles.find((each) => each.id === id);
      const checked = check(profileBody, body);
      if (!found) return FAULTS.notFound;
      if (!checked.ok) return checked.fault;
      if (checked.value.webhook_url !== undefined) found.webhook_url = checked.value.webhook_url;
      return null;
    },
    messagingOf: (id: string) => {
      const number = owned.find((each) => each.id === id);
      const sms = { domestic_two_way: true, international_inbound: true, international_outbound: true };
      return (
        number && {
          record_type: "messaging_settings",
          id,
          phone_number: number.phoneNumber,
          messaging_profile_id: number.profileId,
          features: { sms, mms: null },
        }
      );
    },
    assign: (id: string, body: unknown): Fault | null => {
      const number = owned.find((each) => each.id === id);
      if (!number) return FAULTS.notFound;
      const checked = check(messagingBody, body);
      if (!checked.ok) return checked.fault;
      const { messaging_profile_id: profileId } = checked.value;
      if (profileId !== "" && !profiles.some((each) => each.id === profileId)) return FAULTS.notFound;
      number.profileId = profileId === "" ? null : profileId;
      return null;
    },
    faults,
    codes,
    search: (query: URLSearchParams) => {
      if (query.get("filter[country_code]") !== "US") return [];
      const [limit, contains] = [Number(query.get("filter[limit]")), query.get("filter[phone_number][contains]") ?? ""];
      return Array.from({ length: Math.min(limit, 5) }, () => {
        lastNumber += 1;
        return {
          record_type: "available_phone_number",
          phone_number: `+1312${contains}${String(lastNumber).padStart(7 - contains.length, "0")}`,
          cost_information: { currency: "USD", monthly_cost: "1.00000", upfront_cost: "0.0" },
          features: [{ name: "voice" }, { name: "sms" }, { name: "hd_voice" }],
          region_information: [
            { region_type: "country_code", region_name: "US" },
            { region_type: "rate_center", region_name: "CHICAGO" },
            { region_type: "state", region_name: "IL" },
          ],
          reservable: true,
        };
      });
    },
    order: (body: unknown): { fault: Fault } | { data: unknown; isAnswerLost: boolean } => {
      const checked = check(numberOrderBody, body);
      if (!checked.ok) return checked;
      const phoneNumber = checked.value.phone_numbers[0]?.phone_number ?? "";
      const fault = take(phoneNumber, "answer_lost", "taken", "refused");
      if (fault === "refused") return { fault: REFUSED };
      if (fault === "taken" || owned.some((each) => each.phoneNumber === phoneNumber)) return { fault: TAKEN };
      lastId += 1n;
      owned.push({
        id: String(lastId),
        phoneNumber,
        connectionId: checked.value.connection_id ?? "",
        reference: checked.value.customer_reference,
        profileId: null,
      });
      const data = {
        id: "12ade33a-21c0-473b-b055-b3c836e1c292",
        record_type: "number_order",
        status: "pending",
        requirements_met: true,
        customer_reference: checked.value.customer_reference,
        phone_numbers: [{ id: "dc8e4d67-33a0-4cbb-af74-7b58f05bd494", phone_number: phoneNumber, status: "pending" }],
      };
      return { data, isAnswerLost: fault === "answer_lost" };
    },
    list: (phoneNumber: string | null) =>
      owned
        .filter((each) => phoneNumber === null || each.phoneNumber.includes(phoneNumber.replace("+", "")))
        .map((each) => ({
          id: each.id,
          record_type: "phone_number",
          phone_number: each.phoneNumber,
          status: "active",
          connection_id: each.connectionId || null,
          customer_reference: each.reference,
        })),
    change: (id: string, body: unknown): Fault | null => {
      const number = owned.find((each) => each.id === id);
      if (!number) return FAULTS.notFound;
      const checked = check(phoneNumberBody, body);
      if (!checked.ok) return checked.fault;
      if (take(number.phoneNumber, "refused")) return REFUSED;
      if (checked.value.connection_id !== undefined) number.connectionId = checked.value.connection_id;
      return null;
    },
    release: (id: string): Fault | null => {
      const index = owned.findIndex((each) => each.id === id);
      if (index < 0) return FAULTS.notFound;
      if (take(owned[index]?.phoneNumber ?? "", "refused")) return REFUSED;
      owned.splice(index, 1);
      return null;
    },
    startVerification: (body: unknown): { fault: Fault } | { phoneNumber: string; method: string } => {
      const checked = check(verifiedNumberBody, body);
      if (!checked.ok) return checked;
      const { phone_number: phoneNumber, verification_method: method } = checked.value;
      if (take(phoneNumber, "refused")) return { fault: REFUSED };
      codes.set(phoneNumber, String(100_000 + codes.size));
      return { phoneNumber, method };
    },
    verify: (phoneNumber: string, body: unknown): Fault | null => {
      const checked = check(verifyBody, body);
      if (!checked.ok) return checked.fault;
      if (!codes.has(phoneNumber)) return FAULTS.notFound;
      if (codes.get(phoneNumber) !== checked.value.verification_code) {
        return { status: 400, code: "10015", title: "Bad Request", detail: "The verification code is invalid." };
      }
      verified.set(phoneNumber, new Date().toISOString());
      return null;
    },
    verified: () =>
      [...verified].map(([phoneNumber, at]) => ({
        phone_number: phoneNumber,
        record_type: "verified_number",
        verified_at: at,
      })),
    removeVerified: (phoneNumber: string): Fault | null => (verified.delete(phoneNumber) ? null : FAULTS.notFound),
  };
};
