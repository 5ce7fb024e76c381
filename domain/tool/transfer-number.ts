/** A number with `+`, or a SIP URI. */
const DESTINATION = /^(\+[1-9]\d{5,14}|sips?:\S+)$/i;

/** Returns the destination of a transfer without blanks and brackets; null: the text is not a destination. */
export const readTransferNumber = (text: string): string | null => {
  const destination = text.replace(/[\s()-]/g, "");
  return DESTINATION.test(destination) ? destination : null;
};

/** Tells whether a tool may be saved with this text: a destination, or a text with variables. */
export const mayBeDestination = (text: string): boolean => text.includes("{{") || readTransferNumber(text) !== null;
