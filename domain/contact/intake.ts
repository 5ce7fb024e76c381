import { isRecord } from "../json/json-value.ts";
import { MINUTE_SECONDS } from "../time/durations.rules.ts";

/*
 * An intake is an address that a form or a program sends contacts to, or a rule that takes the people of ended calls: a mapping says
 * what of a payload, or of a call, a contact is made of.
 */

export const MOST_INTAKES_OF_LIST = 20;
/** The size limit of a payload. */
export const LARGEST_INTAKE_BYTES = 64 * 1024;
/** The signature of a request is taken for so long before and after its own time. */
export const INTAKE_TOLERANCE_SECONDS = 300;
/** Whether a request that was signed at `timestamp` (seconds since 1970) is taken now. */
export const isSignedLately = (timestamp: number, now: Date): boolean =>
  Math.abs(now.getTime() / 1000 - timestamp) <= INTAKE_TOLERANCE_SECONDS;
/** An intake takes so many contacts within so long; more are answered with 429. */
export const TAKEN_BY_INTAKE = { most: 600, withinSeconds: MINUTE_SECONDS } as const;
/** An intake keeps so many of the newest payloads that it could not take. */
export const MOST_INTAKE_FAULTS = 100;
/** Of such a payload so much is kept. */
export const KEPT_PAYLOAD_LENGTH = 2_000;
export const LONGEST_INTAKE_KEY = 255;
const LONGEST_POINTER = 255;
const MOST_ATTRIBUTES = 50;

/** What of a payload becomes what of a contact; every text is a JSON pointer (RFC 6901), such as `/answers/0/phone`. */
export interface IntakeMapping {
  phone_number: string;
  name?: string | undefined;
  timezone?: string | undefined;
  /** Names a submission: nobody is enrolled twice under one. Absent: the id of the request is the key. */
  key?: string | undefined;
  attributes?: Readonly<Record<string, string>> | undefined;
  consent?: IntakeConsent | undefined;
}

/** Which ended calls an intake takes people of; a part that is absent lets every call pass. */
export interface CallsOfIntake {
  /** The agents. */
  workflow_ids?: number[] | undefined;
  campaign_ids?: number[] | undefined;
  /** An expression over what the call has shown (`CALL_FACTS`). */
  when?: string | undefined;
}

/** An intake names so many agents, and so many campaigns, at most. */
export const MOST_CALL_SOURCES = 100;

/** Takes whom the call was with. */
export const MAPPING_OF_CALLS = { phone_number: "/phone_number", name: "/name" } as const satisfies IntakeMapping;

/** The mapping or the call says that nobody can be taken; the message says why. */
export class NotTakenError extends Error {}

/** Granted where the payload has `true`, `yes`, `on` or `1` there; without a pointer, with every payload. */
export interface IntakeConsent {
  granted_by?: string | undefined;
  /** Where the consent comes from, such as the address of the form. */
  source: string;
  /** What they agreed to. */
  wording?: string | undefined;
}

const POINTER = /^(\/([^~/]|~[01])*)+$/;
const isPointer = (text: string): boolean => text.length <= LONGEST_POINTER && POINTER.test(text);

export interface MappingFault {
  path: string[];
  message: string;
}

/** Returns what is wrong with a mapping; null: nothing. */
export const findMappingFault = ({ attributes = {}, consent, ...own }: IntakeMapping): MappingFault | null => {
  const pointers: [string[], string | undefined][] = [
    ...Object.entries(own).map(([name, pointer]): [string[], string | undefined] => [[name], pointer]),
    ...Object.entries(attributes).map(([name, pointer]): [string[], string] => [["attributes", name], pointer]),
    [["consent", "granted_by"], consent?.granted_by],
  ];
  const wrong = pointers.find(([, pointer]) => pointer !== undefined && !isPointer(pointer));
  if (wrong) return { path: wrong[0], message: "Write a JSON pointer, such as /answers/phone or /fields/0/value" };
  return Object.keys(attributes).length > MOST_ATTRIBUTES
    ? { path: ["attributes"], message: `A mapping names at most ${MOST_ATTRIBUTES} attributes` }
    : null;
};

/** Reads a value by a pointer; undefined: nothing is there. */
export const readPointer = (payload: unknown, pointer: string): unknown => {
  let value = payload;
  for (const part of pointer.slice(1).split("/")) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^(0|[1-9]\d{0,8})$/.test(name) ? value[Number(name)] : undefined;
    else value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
};

/** A contact as a payload has it, before its number is parsed. */
export interface MappedContact {
  phoneNumber: string;
  name: string | undefined;
  timezone: string | undefined;
  attributes: Record<string, unknown>;
  /** Null: the request's own id is the key. */
  key: string | null;
  consent: { source: string; wording: string | null } | null;
}

export type MappedPayload = { ok: true; contact: MappedContact } | { ok: false; reason: string };

const GRANTING: readonly unknown[] = [true, 1, "true", "yes", "on", "1"];

/** Makes a contact of a payload; the reason says what of it is missing or wrong. */
export const mapPayload = (mapping: IntakeMapping, payload: unknown): MappedPayload => {
  const text = (pointer: string | undefined): string | null => {
    const value = pointer === undefined ? undefined : readPointer(payload, pointer);
    return typeof value === "string" || typeof value === "number" ? String(value).trim() : null;
  };
  const refuse = (reason: string): MappedPayload => ({ ok: false, reason });
  const phoneNumber = text(mapping.phone_number);
  if (!phoneNumber) return refuse(`There is no number at ${mapping.phone_number}`);
  const key = text(mapping.key);
  if (mapping.key !== undefined && !key) return refuse(`There is no key at ${mapping.key}`);
  if (key && key.length > LONGEST_INTAKE_KEY)
    return refuse(`The key at ${mapping.key} is longer than ${LONGEST_INTAKE_KEY} characters`);
  const name = text(mapping.name) || undefined;
  if (name && name.length > LONGEST_INTAKE_KEY)
    return refuse(`The name at ${mapping.name} is longer than ${LONGEST_INTAKE_KEY} characters`);
  const attributes = Object.fromEntries(
    Object.entries(mapping.attributes ?? {})
      .map(([attribute, pointer]): [string, unknown] => [attribute, readPointer(payload, pointer)])
      .filter(([, value]) => value !== undefined && value !== null),
  );
  const { consent } = mapping;
  const isGranted =
    consent !== undefined &&
    (consent.granted_by === undefined || GRANTING.includes(normalized(readPointer(payload, consent.granted_by))));
  return {
    ok: true,
    contact: {
      phoneNumber,
      name,
      timezone: text(mapping.timezone) || undefined,
      attributes,
      key,
      consent: isGranted ? { source: consent.source, wording: consent.wording ?? null } : null,
    },
  };
};

const normalized = (value: unknown): unknown => (typeof value === "string" ? value.trim().toLowerCase() : value);
