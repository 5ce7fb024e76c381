import { notFound } from "../../http/http-error.ts";

/** Every mismatch of an address has the same answer, so that strangers learn nothing from it. */
export const callNotFound = () => notFound("Run");
