const ZIP = Buffer.from("PK\u0003\u0004", "latin1");
const OLD_OFFICE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

const beginsWith = (opening: Buffer, mark: Buffer): boolean => opening.subarray(0, mark.length).equals(mark);

/** Tells whether a file is a zip by its first bytes, as every Office file of today is. */
export const isZip = (opening: Buffer): boolean => beginsWith(opening, ZIP);

/** Tells whether it is an Office file of the former format, or one with a password. */
export const isOldOffice = (opening: Buffer): boolean => beginsWith(opening, OLD_OFFICE);
