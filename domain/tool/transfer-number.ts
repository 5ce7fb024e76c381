import { parsePhoneNumber } from "../number/phone-number.ts";

const SIP_URI = /^sips?:\S+$/i;

/** Returns the destination of a transfer: a number in E.164 or a SIP URI; null: the text is neither. */
export const readTransferNumber = (text: string): string | null => {
  const address = text.replace(/[\s()-]/g, "");
  if (SIP_URI.test(address)) return address;
  const number = parsePhoneNumber(text);
  return number.ok ? number.e164 : null;
};

/** Tells whether a tool may be saved with this text: a destination, or a text with variables. */
export const mayBeDestination = (text: string): boolean => text.includes("{{") || readTransferNumber(text) !== null;
