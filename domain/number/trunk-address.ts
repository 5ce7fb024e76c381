/** An address that only a SIP trunk has: `sip:desk@example.com`, or the number of an extension. */
export type TrunkAddress =
  | { ok: true; type: "sip_uri" | "sip_extension"; address: string }
  /** A sentence for the person who wrote the address. */
  | { ok: false; reason: string };

const URI = /^sips?:/i;
/** The part before `@` is taken as it is written; parameters and ports belong to the trunk, which its account names. */
const PLAIN_URI =
  /^sip:([a-z0-9+._-]{1,64})@((?=.{1,190}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)$/i;
/** Longer ones are telephone numbers, or mistyped. */
const EXTENSION = /^\d{2,6}$/;

/** Tells whether the text is meant as a SIP address, whether or not it is a valid one. */
export const isSipUri = (text: string): boolean => URI.test(text);

/**
 * Reads an address as an account has it: only those of a SIP trunk may be none of a telephone. Null: the text is to be read as a
 * telephone number.
 */
export const readTrunkAddress = (
  text: string,
  { connectivity, displayName }: { connectivity: "api" | "sip"; displayName: string },
): TrunkAddress | null => {
  if (connectivity === "sip") return readOnTrunk(text);
  if (!isSipUri(text)) return null;
  return { ok: false, reason: `${displayName} needs a telephone number; a sip: address needs a SIP trunk` };
};

const readOnTrunk = (text: string): TrunkAddress | null => {
  const written = text.trim();
  if (EXTENSION.test(written)) return { ok: true, type: "sip_extension", address: written };
  if (!isSipUri(written)) return null;
  const [, user, host] = PLAIN_URI.exec(written) ?? [];
  if (user === undefined || host === undefined) {
    return {
      ok: false,
      reason: "This is not an address of a trunk: write sip:desk@example.com, without a port and without parameters.",
    };
  }
  return { ok: true, type: "sip_uri", address: `sip:${user}@${host.toLowerCase()}` };
};

/** Returns the part that is dialled at the trunk: the one before `@`, or the number itself. */
export const readDialledPart = (address: string): string => PLAIN_URI.exec(address)?.[1] ?? address;

/** Returns the host of a SIP address; null: it is a number. */
export const readHostOfAddress = (address: string): string | null => PLAIN_URI.exec(address)?.[2] ?? null;
