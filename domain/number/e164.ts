const E164 = /^\+[1-9]\d{6,14}$/;

/** Tells whether a text is written as E.164; whether the number exists is another question. */
export const isE164 = (text: string): boolean => E164.test(text);
