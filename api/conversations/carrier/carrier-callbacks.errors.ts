import { notFound } from "../../http/http-error.ts";

/** Every mismatch of an address has the same answer, so that a stranger learns nothing from it. */
export const callNotFound = () => notFound("Run");
