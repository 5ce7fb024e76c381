const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells whether a text has the form of a UUID; the database refuses any other for a column of them. */
export const isUuid = (text: string): boolean => UUID.test(text);
