import type { Response } from "express";

/** A file of any content is bytes. Clients that generators made know this type, and few of the others. */
export const BYTES_TYPE = "application/octet-stream";

/** Returns the type that a file is answered with: its own, or that of bytes for a client that takes only that one. */
export const fileTypeFor = ({ req }: Response, type: string): string =>
  req.accepts([withoutParameters(type), BYTES_TYPE]) === BYTES_TYPE ? BYTES_TYPE : type;

const withoutParameters = (type: string): string => type.split(";")[0] ?? type;
