import type { z } from "zod";
import type { CarrierCredentials } from "../../domain/call/carrier-credentials.ts";
import type { CallerIdStrategy } from "../../domain/number/caller-id.ts";
import { isMask, maskSecret } from "../../domain/secret/masked-secret.ts";
import { cleanSecret } from "../../domain/secret/pasted-secret.ts";
import type { CarrierDescription, CarrierField } from "../../infra/telephony/carrier.ts";
import { type FieldFault, HttpError } from "../http/http-error.ts";
import type { carrierSettings } from "./telephony.schemas.ts";

const MAX_LENGTH = 4096;

type Setting = CarrierCredentials[string];
type Reading = { value: Setting | undefined } | { fault: Omit<FieldFault, "loc"> };

/** Checks the settings of a request against its carrier's fields. A mask stands for the stored secret. */
export const readCarrierSettings = (
  description: CarrierDescription,
  sent: Readonly<Record<string, unknown>>,
  stored: CarrierCredentials = {},
): CarrierCredentials => {
  const faults = unknownSettings(description, sent);
  const settings: Record<string, Setting> = {};
  for (const field of description.fields) {
    const reading = readSetting(field, sent[field.name], stored[field.name]);
    if ("fault" in reading) faults.push({ loc: ["body", "config", field.name], ...reading.fault });
    else if (reading.value !== undefined) settings[field.name] = reading.value;
  }
  if (faults.length > 0) throw new HttpError(422, "validation_error", faults);
  return settings;
};

/** The platform's own settings of an account, beside its carrier's. */
export interface AccountColumns {
  calls_per_second: number | null;
  concurrent_call_limit: number | null;
  inbound_reserve: number;
  max_concurrent_per_caller_id: number | null;
  caller_id_strategy: CallerIdStrategy;
}

/** Splits `config` into the carrier's settings (`sent`) and the platform's. */
export const splitSettings = (config: z.output<typeof carrierSettings>) => {
  const { provider, calls_per_second, max_concurrent_calls, max_concurrent_per_caller_id, ...others } = config;
  const { inbound_reserve, caller_id_strategy, ...sent } = others;
  const columns: AccountColumns = {
    calls_per_second: calls_per_second ?? null,
    concurrent_call_limit: max_concurrent_calls ?? null,
    inbound_reserve,
    max_concurrent_per_caller_id: max_concurrent_per_caller_id ?? null,
    caller_id_strategy,
  };
  return { provider, sent, columns };
};

/** Returns an account's settings with masked secrets. */
export const maskSettings = (description: CarrierDescription, settings: CarrierCredentials): Record<string, Setting> =>
  Object.fromEntries(
    description.fields.flatMap(({ name, sensitive }) => {
      const value = settings[name];
      if (value === undefined) return [];
      return [[name, sensitive ? maskSecret(String(value)) : value]];
    }),
  );

const unknownSettings = (description: CarrierDescription, sent: object): FieldFault[] => {
  const known = new Set(description.fields.map((field) => field.name));
  return Object.keys(sent)
    .filter((name) => !known.has(name))
    .map((name) => ({
      loc: ["body", "config", name],
      msg: `${description.displayName} has no such setting: check its spelling`,
      type: "unknown_field",
    }));
};

const readSetting = (field: CarrierField, sent: unknown, stored: Setting | undefined): Reading => {
  const value = typeof sent === "string" ? cleanSecret(sent) : sent;
  if (value === undefined || value === null || value === "") {
    return field.required ? { fault: { msg: `${field.label} is required`, type: "missing" } } : { value: undefined };
  }
  if (field.sensitive && typeof value === "string" && isMask(value)) {
    if (stored !== undefined) return { value: stored };
    return { fault: { msg: `${field.label} is masked, and there is no stored value to keep`, type: "value_error" } };
  }
  return ofType(field, value);
};

const ofType = (field: CarrierField, value: unknown): Reading => {
  const expected = field.type === "password" ? "string" : field.type;
  if (expected === "string" && typeof value === "string" && value.length <= MAX_LENGTH) return { value };
  if (expected === "number" && typeof value === "number") return { value };
  if (expected === "boolean" && typeof value === "boolean") return { value };
  return { fault: { msg: `${field.label} must be a ${expected}`, type: "invalid_type" } };
};
