/** A number with `+`, or a SIP URI. */
const DESTINATION = /^(\+[1-9]\d{5,14}|sips?:\S+)$/i;

/** Where a call can be passed on to, without the blanks and brackets that people write; null: such a text leads nowhere. */
export const readTransferNumber = (text: string): string | null => {
  const destination = text.replace(/[\s()-]/g, "");
  return DESTINATION.test(destination) ? destination : null;
};

/** Whether a tool may be saved with it: a destination, or one that the variables of a call make. */
export const mayBeDestination = (text: string): boolean => text.includes("{{") || readTransferNumber(text) !== null;
